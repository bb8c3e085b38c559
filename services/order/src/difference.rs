//! Differences between the shopper's cart and the catalog, in words.

use uuid::Uuid;

/// The current price of a line's pack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CurrentPrice {
    /// The product's id.
    pub product_id: Uuid,
    /// Weight of the pack, in grams.
    pub weight_in_grams: i32,
    /// The price in paise. `None` when it is no longer sold.
    pub price_paise: Option<i64>,
}

/// The first difference between the cart and the catalog. Its text is for the shopper.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Difference {
    /// A product or one of its weights is no longer sold.
    #[error(
        "{} ({weight_in_grams} g) is not sold any more. Please remove it from your cart and try again.",
        named(product_name)
    )]
    NotSold {
        /// The catalog's name. Empty for an unknown product.
        product_name: String,
        /// The weight, in grams.
        weight_in_grams: i32,
    },
    /// The price of a line differs.
    #[error("{} Please check your cart and try again.", price_change(product_name, *weight_in_grams, *quantity, *shown_paise, *now_paise))]
    Price {
        /// The catalog's name.
        product_name: String,
        /// The weight, in grams.
        weight_in_grams: i32,
        /// The number of packs.
        quantity: i32,
        /// The prices of one pack and of the line that the shopper saw, in paise.
        shown_paise: (i64, i64),
        /// The catalog's prices of one pack and of the line, in paise.
        now_paise: (i64, i64),
    },
    /// The prices of the lines agree but the total differs.
    #[error("Your order costs {}, not {}. Please check your cart and try again.", rupees(*now_paise), rupees(*shown_paise))]
    Total {
        /// The total that the shopper saw, in paise.
        shown_paise: i64,
        /// The sum of lines and charges, in paise.
        now_paise: i64,
    },
}

impl Difference {
    /// Returns the error reason for clients.
    pub fn reason(&self) -> &'static str {
        match self {
            Self::NotSold { .. } => "NOT_SOLD",
            Self::Price { .. } | Self::Total { .. } => "PRICE_CHANGED",
        }
    }
}

fn named(product_name: &str) -> &str {
    if product_name.is_empty() {
        "A product in your cart"
    } else {
        product_name
    }
}

fn price_change(name: &str, grams: i32, quantity: i32, shown: (i64, i64), now: (i64, i64)) -> String {
    if shown.0 == now.0 {
        format!(
            "{quantity} × {name} ({grams} g) cost {}, not {}.",
            rupees(now.1),
            rupees(shown.1)
        )
    } else {
        format!(
            "The price of {name} ({grams} g) is now {}, not {}.",
            rupees(now.0),
            rupees(shown.0)
        )
    }
}

/// Formats an amount in rupees, with paise only if there are any.
pub fn rupees(paise: i64) -> String {
    let sign = if paise < 0 { "-" } else { "" };
    let (rupees, paise) = (paise.unsigned_abs() / 100, paise.unsigned_abs() % 100);
    if paise == 0 {
        format!("{sign}₹{rupees}")
    } else {
        format!("{sign}₹{rupees}.{paise:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rupees_show_paise_only_where_there_are_some() {
        let table = [
            (0, "₹0"),
            (5, "₹0.05"),
            (24_900, "₹249"),
            (24_950, "₹249.50"),
            (-100, "-₹1"),
            (i64::MIN, "-₹92233720368547758.08"),
        ];
        for (paise, expected) in table {
            assert_eq!(rupees(paise), expected);
        }
    }
}
