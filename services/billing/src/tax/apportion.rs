//! Divides amounts into whole paise that add up.

/// Rounds fractions to whole numbers that add up to their rounded sum (half up). Each is rounded down; the
/// remainder goes to those that lost most, the first of equals first (largest remainder method).
///
/// All fractions have the same positive denominator. Numerators are not negative.
pub fn apportion(numerators: &[i128], denominator: i128) -> Vec<i64> {
    let whole = |numerator: i128| {
        i64::try_from(numerator).expect("a share is no larger than what is shared, an amount in paise")
    };
    let sum: i128 = numerators.iter().sum();
    let rounded_sum = (2 * sum + denominator) / (2 * denominator);
    let mut shares: Vec<_> = numerators
        .iter()
        .map(|numerator| whole(numerator / denominator))
        .collect();
    let given: i64 = shares.iter().sum();
    let missing =
        usize::try_from(whole(rounded_sum) - given).expect("rounding down gives no more than there is");
    let mut by_loss: Vec<_> = (0..numerators.len()).collect();
    by_loss.sort_by_key(|&place| std::cmp::Reverse(numerators[place] % denominator));
    for &place in by_loss.iter().take(missing) {
        shares[place] += 1;
    }
    shares
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_missing_paise_go_to_the_largest_remainders() {
        for (numerators, denominator, shares) in [
            (&[][..], 3, &[][..]),
            (&[1, 1, 1], 3, &[1, 0, 0]),
            (&[10, 11, 12], 4, &[2, 3, 3]),
            (&[2, 5], 4, &[1, 1]),
            (&[1, 1], 4, &[1, 0]),
            (&[1], 4, &[0]),
        ] {
            assert_eq!(apportion(numerators, denominator), shares, "{numerators:?}");
        }
    }

    proptest! {
        #[test]
        fn shares_are_next_to_their_fractions_and_add_up(
            numerators in prop::collection::vec(0_i128..1_000_000, 0..60),
            denominator in 1_i128..20_000,
        ) {
            let shares = apportion(&numerators, denominator);
            for (share, numerator) in shares.iter().zip(&numerators) {
                let (share, below) = (i128::from(*share), numerator / denominator);
                prop_assert!(share == below || share == below + i128::from(numerator % denominator > 0));
            }
            let (sum, shared) = (numerators.iter().sum::<i128>(), shares.iter().map(|share| i128::from(*share)).sum::<i128>());
            prop_assert!((2 * (shared * denominator - sum)).abs() <= denominator);
        }
    }
}
