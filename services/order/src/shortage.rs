//! Shortages of packs in checkouts and corrections.

use uuid::Uuid;

use crate::order::order_line::OrderLine;

/// The error reason for clients.
pub const REASON: &str = "OUT_OF_STOCK";

/// A line with more packs than are left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shortage {
    /// The product's id.
    pub product_id: Uuid,
    /// The catalog's name of the product.
    pub product_name: String,
    /// Weight of the pack, in grams.
    pub weight_in_grams: i32,
    /// The number of packs that can be bought. 0 when it is sold out.
    pub left: i32,
}

/// Returns the shortages in the order of the lines. `stock_left` contains the product, weight and number left
/// from the inventory.
pub fn of_lines(lines: &[OrderLine], stock_left: &[(&str, i32, i32)]) -> Vec<Shortage> {
    let short = lines.iter().filter_map(|line| {
        let product_id = line.product_id.to_string();
        let of_line = |(product, weight, _): &(&str, i32, i32)| {
            *product == product_id && *weight == line.weight_in_grams
        };
        let (_, _, left) = stock_left.iter().copied().find(of_line)?;
        Some(Shortage {
            product_id: line.product_id,
            product_name: line.product_name.clone(),
            weight_in_grams: line.weight_in_grams,
            left: left.max(0),
        })
    });
    short.collect()
}

/// Returns the message for staff about the first shortage of a correction. The number left includes the
/// order's own packs.
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

/// Returns the message for the shopper about the first shortage.
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
