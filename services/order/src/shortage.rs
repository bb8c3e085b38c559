//! Packs that a checkout, or a correction of an order, asks for and that are not there.

use uuid::Uuid;

use crate::order::order_line::OrderLine;

/// The code by which programs tell a shortage.
pub const REASON: &str = "OUT_OF_STOCK";

/// A line that asks for more packs than are left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shortage {
    /// The product's id.
    pub product_id: Uuid,
    /// The catalog's name for it.
    pub product_name: String,
    /// Weight of the pack, in grams.
    pub weight_in_grams: i32,
    /// How many can be bought; 0 when it is sold out.
    pub left: i32,
}

/// The shortages that the inventory told, in the order of the lines: of a product's pack, so many are left.
pub fn of_lines(lines: &[OrderLine], told: &[(&str, i32, i32)]) -> Vec<Shortage> {
    let short = lines.iter().filter_map(|line| {
        let product_id = line.product_id.to_string();
        let of_line = |(product, weight, _): &(&str, i32, i32)| {
            *product == product_id && *weight == line.weight_in_grams
        };
        let (_, _, left) = told.iter().copied().find(of_line)?;
        Some(Shortage {
            product_id: line.product_id,
            product_name: line.product_name.clone(),
            weight_in_grams: line.weight_in_grams,
            left: left.max(0),
        })
    });
    short.collect()
}

/// The first shortage of a correction, as staff read it; what is left counts the packs that the order has.
pub fn words_of_correction(shortages: &[Shortage]) -> String {
    let Some(Shortage {
        product_name: name,
        weight_in_grams: grams,
        left,
        ..
    }) = shortages.first()
    else {
        return "There are not enough packs for this order.".to_owned();
    };
    match left {
        1 => format!("This order can have 1 pack of {name} ({grams} g): there are no more."),
        left => format!("This order can have {left} packs of {name} ({grams} g): there are no more."),
    }
}

/// The first shortage, as the shopper reads it.
pub fn words(shortages: &[Shortage]) -> String {
    let Some(Shortage {
        product_name: name,
        weight_in_grams: grams,
        left,
        ..
    }) = shortages.first()
    else {
        return "Something in your cart is sold out. Please check your cart and try again.".to_owned();
    };
    match left {
        ..=0 => format!("{name} ({grams} g) is sold out. Please remove it from your cart and try again."),
        1 => format!("Only 1 pack of {name} ({grams} g) is left. Please change your cart and try again."),
        left => format!(
            "Only {left} packs of {name} ({grams} g) are left. Please change your cart and try again."
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shopper_reads_what_is_left() {
        let left = |left| {
            words(&[Shortage {
                product_id: Uuid::nil(),
                product_name: "Karela Powder".to_owned(),
                weight_in_grams: 100,
                left,
            }])
        };
        assert_eq!(
            left(0),
            "Karela Powder (100 g) is sold out. Please remove it from your cart and try again."
        );
        assert_eq!(
            left(1),
            "Only 1 pack of Karela Powder (100 g) is left. Please change your cart and try again."
        );
        assert_eq!(
            left(3),
            "Only 3 packs of Karela Powder (100 g) are left. Please change your cart and try again."
        );
    }
}
