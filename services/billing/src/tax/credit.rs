//! The taxes of a partial credit.

use crate::tax::{apportion::apportion, split::Taxes};

/// The parts of a partial credit of `part_paise`, after `before_paise` of the price were credited.
///
/// Each tax is in proportion to the credited money, cumulated and rounded half up, so that parts that add up
/// to the price have exactly its taxes. `before_paise` and `part_paise` together are at most the price.
pub fn part(sold: Taxes, before_paise: i64, part_paise: i64) -> Taxes {
    let gross = sold.gross_paise();
    let of = |tax: i64| share(tax, before_paise + part_paise, gross) - share(tax, before_paise, gross);
    let (cgst_paise, sgst_paise, igst_paise) =
        (of(sold.cgst_paise), of(sold.sgst_paise), of(sold.igst_paise));
    Taxes {
        taxable_paise: part_paise - cgst_paise - sgst_paise - igst_paise,
        cgst_paise,
        sgst_paise,
        igst_paise,
    }
}

/// Spreads a credited amount over what is left of the lines, in proportion and to the paisa. It is at most
/// the sum of what is left.
pub fn spread(money_paise: i64, left_paise: &[i64]) -> Vec<i64> {
    let sum: i64 = left_paise.iter().sum();
    if sum == 0 {
        return vec![0; left_paise.len()];
    }
    let numerators: Vec<_> = left_paise
        .iter()
        .map(|left| i128::from(*left) * i128::from(money_paise))
        .collect();
    apportion(&numerators, i128::from(sum))
}

fn share(tax: i64, paid: i64, gross: i64) -> i64 {
    if gross == 0 {
        return 0;
    }
    let (tax, paid, gross) = (i128::from(tax), i128::from(paid), i128::from(gross));
    let share = (2 * tax * paid + gross) / (2 * gross);
    i64::try_from(share).expect("a part of a tax is no more than the tax")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::tax::split::{Price, Supply, split};

    proptest! {
        #[test]
        fn parts_that_are_the_price_have_its_taxes(
            gross_paise in 1_i64..1_000_000,
            rate_basis_points in prop::sample::select(vec![0_i64, 500, 1_200, 1_800]),
            is_within in any::<bool>(),
            cuts in prop::collection::vec(0_i64..1_000_000, 0..12),
        ) {
            let supply = if is_within { Supply::WithinState } else { Supply::BetweenStates };
            let sold = split(&[Price { gross_paise, rate_basis_points }], supply)[0];
            let mut cuts: Vec<_> = cuts.into_iter().map(|cut| cut % gross_paise).collect();
            cuts.push(gross_paise);
            cuts.sort_unstable();
            let mut before = 0;
            let mut parts = Vec::new();
            for cut in cuts {
                let back = part(sold, before, cut - before);
                prop_assert_eq!(back.gross_paise(), cut - before);
                prop_assert_eq!(back.cgst_paise, back.sgst_paise);
                prop_assert!(back.tax_paise() >= 0);
                parts.push(back);
                before = cut;
            }
            prop_assert_eq!(Taxes::sum(parts), sold);
        }

        #[test]
        fn money_is_spread_whole_and_never_beyond_what_is_left(
            left in prop::collection::vec(0_i64..1_000_000, 1..55),
            part in 0_i64..1_000,
        ) {
            let sum: i64 = left.iter().sum();
            let money = sum * part / 1_000;
            let spread = spread(money, &left);
            prop_assert_eq!(spread.iter().sum::<i64>(), money);
            prop_assert!(spread.iter().zip(&left).all(|(share, left)| (0..=*left).contains(share)));
        }
    }
}
