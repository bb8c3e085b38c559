//! Splits prices that include taxes into taxable values and taxes.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::tax::apportion::apportion;

/// 100 % in hundredths of a percent.
pub const WHOLE: i64 = 10_000;

/// The kind of taxes of a supply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Supply {
    /// Within the seller's state: half of the rate as CGST, half as SGST.
    WithinState,
    /// To another state: IGST.
    BetweenStates,
    /// The seller is not registered, and may charge no tax (section 32 of the CGST Act).
    Untaxed,
}

/// A price and its tax rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Price {
    /// The price with taxes, in paise.
    pub gross_paise: i64,
    /// The full rate, in hundredths of a percent: 500 is 5 %.
    pub rate_basis_points: i64,
}

/// The parts of a price, which add up to it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Taxes {
    /// The taxable value, in paise.
    pub taxable_paise: i64,
    /// Central tax, in paise.
    pub cgst_paise: i64,
    /// State or union territory tax, in paise. Always equal to `cgst_paise`.
    pub sgst_paise: i64,
    /// Integrated tax between states, in paise.
    pub igst_paise: i64,
}

impl Taxes {
    /// The price with taxes, in paise.
    pub fn gross_paise(self) -> i64 {
        self.taxable_paise + self.tax_paise()
    }

    /// The taxes alone, in paise.
    pub fn tax_paise(self) -> i64 {
        self.cgst_paise + self.sgst_paise + self.igst_paise
    }

    /// The sum of several.
    pub fn sum(all: impl IntoIterator<Item = Self>) -> Self {
        all.into_iter().fold(Self::default(), |sum, taxes| Self {
            taxable_paise: sum.taxable_paise + taxes.taxable_paise,
            cgst_paise: sum.cgst_paise + taxes.cgst_paise,
            sgst_paise: sum.sgst_paise + taxes.sgst_paise,
            igst_paise: sum.igst_paise + taxes.igst_paise,
        })
    }
}

/// Splits prices so that the lines of a rate add up to the tax on their sum.
///
/// The tax of all lines of a rate is sum × rate / (100 % + rate), rounded half up to the paisa. Lines get
/// shares by the largest remainder. Within a state, half taxes are computed, because both must be equal; an
/// odd paisa stays in the taxable value.
pub fn split(prices: &[Price], supply: Supply) -> Vec<Taxes> {
    let mut rates: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
    for (place, price) in prices.iter().enumerate() {
        rates.entry(price.rate_basis_points).or_default().push(place);
    }
    let untaxed = |price: &Price| Taxes {
        taxable_paise: price.gross_paise,
        ..Taxes::default()
    };
    let mut all: Vec<_> = prices.iter().map(untaxed).collect();
    // The number of equal taxes into which the rate is divided.
    let parts = match supply {
        Supply::Untaxed => return all,
        Supply::WithinState => 2,
        Supply::BetweenStates => 1,
    };
    for (rate, places) in rates {
        let numerators: Vec<_> = places
            .iter()
            .map(|&place| i128::from(prices[place].gross_paise) * i128::from(rate))
            .collect();
        let taxes = apportion(&numerators, i128::from(parts * (WHOLE + rate)));
        for (place, tax) in places.into_iter().zip(taxes) {
            all[place] = of_tax(prices[place].gross_paise, tax, supply);
        }
    }
    all
}

/// The parts of a price from one tax: a half within a state, or the whole between states.
fn of_tax(gross_paise: i64, tax: i64, supply: Supply) -> Taxes {
    match supply {
        Supply::WithinState => Taxes {
            taxable_paise: gross_paise - 2 * tax,
            cgst_paise: tax,
            sgst_paise: tax,
            igst_paise: 0,
        },
        Supply::BetweenStates => Taxes {
            taxable_paise: gross_paise - tax,
            igst_paise: tax,
            ..Taxes::default()
        },
        Supply::Untaxed => Taxes {
            taxable_paise: gross_paise,
            ..Taxes::default()
        },
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn prices() -> impl Strategy<Value = Vec<Price>> {
        let rate = prop::sample::select(vec![0_i64, 25, 300, 500, 1_200, 1_800, 4_000]);
        let price = (1_i64..5_000_000, rate).prop_map(|(gross_paise, rate_basis_points)| Price {
            gross_paise,
            rate_basis_points,
        });
        prop::collection::vec(price, 1..55)
    }

    proptest! {
        #[test]
        fn parts_are_the_price_and_rates_are_right_to_the_paisa(prices in prices()) {
            for supply in [Supply::WithinState, Supply::BetweenStates, Supply::Untaxed] {
                let all = split(&prices, supply);
                for (price, taxes) in prices.iter().zip(&all) {
                    prop_assert_eq!(taxes.gross_paise(), price.gross_paise);
                    prop_assert_eq!(taxes.cgst_paise, taxes.sgst_paise);
                    prop_assert!(taxes.taxable_paise >= 0 && taxes.tax_paise() >= 0);
                    prop_assert!(supply != Supply::Untaxed || taxes.tax_paise() == 0);
                }
                for rate in [500, 1_800] {
                    let of_rate = prices.iter().zip(&all).filter(|(price, _)| price.rate_basis_points == rate);
                    let (gross, tax) = of_rate.fold((0, 0), |(gross, tax), (price, taxes)| {
                        (gross + price.gross_paise, tax + taxes.tax_paise())
                    });
                    // Half a paisa for each rounded tax.
                    let most_off = if supply == Supply::WithinState { 2 } else { 1 };
                    let off = 2 * (tax * (WHOLE + rate) - gross * rate).abs();
                    prop_assert!(supply == Supply::Untaxed || off <= most_off * (WHOLE + rate));
                }
            }
        }
    }
}
