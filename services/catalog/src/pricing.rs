//! What a pack costs. Exact, in whole rupees, without floating point.

use crate::product::ProductType;

/// A price in whole rupees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rupees(pub i64);

impl Rupees {
    /// The same price in paise.
    pub fn paise(self) -> i64 {
        self.0 * 100
    }
}

/// A pack on offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Variant {
    /// Weight of the pack, in grams.
    pub weight_in_grams: i32,
    /// Price of the pack.
    pub price: Rupees,
}

/// Weights in grams with their factors on the base price in ten-thousandths, the coarsest unit in which every factor of
/// the product specification's section 9 is exact.
type Factors = &'static [(i32, i64)];

/// 1, 1.9 × 0.97 and 2.6 × 0.988.
const BOX: Factors = &[(75, 10_000), (100, 18_430), (250, 25_688)];

/// 1 and 2 × 0.65.
const POUCH: Factors = &[(100, 10_000), (200, 13_000)];

/// The packs of a product with their prices, lightest first; rounded half up.
pub fn variants(product_type: ProductType, base: Rupees) -> impl Iterator<Item = Variant> {
    let factors = match product_type {
        ProductType::Box => BOX,
        ProductType::Pouch => POUCH,
    };
    factors.iter().map(move |&(weight_in_grams, factor)| Variant {
        weight_in_grams,
        price: Rupees((base.0 * factor + 5_000) / 10_000),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prices(product_type: ProductType, base: i64) -> Vec<(i32, i64)> {
        variants(product_type, Rupees(base))
            .map(|variant| (variant.weight_in_grams, variant.price.0))
            .collect()
    }

    /// numerator / denominator, rounded half up, by another way than the code's: compare twice the remainder.
    fn half_up(numerator: i128, denominator: i128) -> i64 {
        let (whole, rest) = (numerator / denominator, numerator % denominator);
        i64::try_from(whole + i128::from(rest * 2 >= denominator)).expect("a price is small")
    }

    #[test]
    fn every_price_of_the_table_is_the_specifications() {
        for base in 1..=20_000_i64 {
            let b = i128::from(base);
            let expected = [
                (75, base),
                (100, half_up(b * 19 * 97, 10 * 100)),
                (250, half_up(b * 26 * 988, 10 * 1_000)),
            ];
            assert_eq!(prices(ProductType::Box, base), expected);
            let expected = [(100, base), (200, half_up(b * 2 * 65, 100))];
            assert_eq!(prices(ProductType::Pouch, base), expected);
        }
    }

    #[test]
    fn prices_worked_out_by_hand() {
        // 349 × 1.843 = 643.207; 349 × 2.5688 = 896.5112
        assert_eq!(prices(ProductType::Box, 349), [(75, 349), (100, 643), (250, 897)]);
        // 249 × 1.3 = 323.7
        assert_eq!(prices(ProductType::Pouch, 249), [(100, 249), (200, 324)]);
        // 5 × 1.3 = 6.5, half up; 500 × 1.843 = 921.5, half up
        assert_eq!(prices(ProductType::Pouch, 5), [(100, 5), (200, 7)]);
        assert_eq!(prices(ProductType::Box, 500)[1], (100, 922));
    }
}
