//! The packs of a product and their prices. No other code prices packs.

use crate::products::product_type::ProductType;

/// A weight in which products of a type are packed.
#[derive(Debug)]
struct PackSize {
    weight_in_grams: i32,
    /// The factor on the base price, in ten-thousandths.
    price_factor: i64,
}

/// The sizes of boxes, the lightest first. The factors of the product specification's section 9 are exact:
/// 1, 1.9 × 0.97 and 2.6 × 0.988.
const BOXES: [PackSize; 3] = [
    PackSize {
        weight_in_grams: 75,
        price_factor: 10_000,
    },
    PackSize {
        weight_in_grams: 100,
        price_factor: 18_430,
    },
    PackSize {
        weight_in_grams: 250,
        price_factor: 25_688,
    },
];

/// The sizes of pouches, the lightest first. The factors are 1 and 2 × 0.65.
const POUCHES: [PackSize; 2] = [
    PackSize {
        weight_in_grams: 100,
        price_factor: 10_000,
    },
    PackSize {
        weight_in_grams: 200,
        price_factor: 13_000,
    },
];

/// A pack with its prices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PricedPack {
    /// Weight of the pack, in grams.
    pub weight_in_grams: i32,
    /// The price, in paise: the base price times the factor, rounded half up to whole rupees.
    pub price_paise: i64,
    /// The listed price, in paise: the price plus the discount, rounded down to whole rupees.
    pub mrp_paise: i64,
}

/// Prices the packs of a product, the lightest first. `base_price_rupees` is the price of the lightest, and
/// `discount_percent` the percentage of the listed price above the price.
pub fn priced_packs(
    product_type: ProductType,
    base_price_rupees: i32,
    discount_percent: i32,
) -> impl Iterator<Item = PricedPack> {
    let sizes: &[PackSize] = match product_type {
        ProductType::Box => &BOXES,
        ProductType::Pouch => &POUCHES,
    };
    sizes.iter().map(move |size| {
        let rupees = (i64::from(base_price_rupees) * size.price_factor + 5_000) / 10_000;
        let listed_rupees = rupees + rupees * i64::from(discount_percent) / 100;
        PricedPack {
            weight_in_grams: size.weight_in_grams,
            price_paise: rupees * 100,
            mrp_paise: listed_rupees * 100,
        }
    })
}

/// The name of a pack in orders, stock and invoices, such as P0012-100.
pub fn sku(product_number: i32, weight_in_grams: i32) -> String {
    format!("P{product_number:04}-{weight_in_grams}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The base prices that a product may have, in rupees.
    const BASE_PRICES: std::ops::RangeInclusive<i32> = 1..=20_000;

    /// Weights in grams, with prices in rupees.
    fn prices(product_type: ProductType, base_price_rupees: i32) -> Vec<(i32, i64)> {
        let packs = priced_packs(product_type, base_price_rupees, 0);
        packs
            .map(|pack| (pack.weight_in_grams, pack.price_paise / 100))
            .collect()
    }

    /// Computes numerator / denominator, rounded half up in another way: compares twice the remainder.
    fn half_up(numerator: i64, denominator: i64) -> i64 {
        let (whole, rest) = (numerator / denominator, numerator % denominator);
        whole + i64::from(rest * 2 >= denominator)
    }

    #[test]
    fn every_price_is_the_specifications() {
        for base in BASE_PRICES {
            let rupees = i64::from(base);
            let boxes = [
                (75, rupees),
                (100, half_up(rupees * 19 * 97, 10 * 100)),
                (250, half_up(rupees * 26 * 988, 10 * 1_000)),
            ];
            let pouches = [(100, rupees), (200, half_up(rupees * 2 * 65, 100))];
            assert_eq!(prices(ProductType::Box, base), boxes, "{base}");
            assert_eq!(prices(ProductType::Pouch, base), pouches, "{base}");
        }
    }

    #[test]
    fn half_a_rupee_is_rounded_up() {
        // 5 × 1.3 = 6.5
        assert_eq!(prices(ProductType::Pouch, 5), [(100, 5), (200, 7)]);
        // 500 × 1.843 = 921.5
        assert_eq!(
            prices(ProductType::Box, 500),
            [(75, 500), (100, 922), (250, 1_284)]
        );
    }

    #[test]
    fn a_pack_is_listed_at_the_discount_rounded_down() {
        // 130 + 37.7
        let packs: Vec<_> = priced_packs(ProductType::Pouch, 100, 29)
            .map(|pack| (pack.price_paise, pack.mrp_paise))
            .collect();
        assert_eq!(packs, [(10_000, 12_900), (13_000, 16_700)]);
    }

    #[test]
    fn a_dearer_product_has_no_cheaper_pack_and_no_pack_is_listed_below_its_price() {
        for product_type in [ProductType::Box, ProductType::Pouch] {
            for discount in [0, 1, 29, 90] {
                let mut before: Vec<PricedPack> = Vec::new();
                for base in BASE_PRICES {
                    let packs: Vec<_> = priced_packs(product_type, base, discount).collect();
                    let told = format!("{product_type:?} at {base} rupees and {discount} %");
                    for pair in packs.windows(2) {
                        assert!(pair[0].price_paise <= pair[1].price_paise, "{told}");
                    }
                    for pack in &packs {
                        assert!(pack.mrp_paise >= pack.price_paise, "{told}");
                        let paise_above = (pack.mrp_paise - pack.price_paise) * 100;
                        assert!(paise_above <= pack.price_paise * i64::from(discount), "{told}");
                    }
                    for (pack, cheaper) in packs.iter().zip(&before) {
                        assert!(pack.price_paise >= cheaper.price_paise, "{told}");
                        assert!(pack.mrp_paise >= cheaper.mrp_paise, "{told}");
                    }
                    before = packs;
                }
            }
        }
    }

    #[test]
    fn a_packs_name_has_room_for_many_products() {
        assert_eq!(sku(12, 100), "P0012-100");
        assert_eq!(sku(123_456, 75), "P123456-75");
    }
}
