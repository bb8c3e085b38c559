//! What a shopper was shown, held against what the catalog says: where the two part, in words.

use uuid::Uuid;

/// What one pack of a line costs today.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CurrentPrice {
    /// The product's id.
    pub product_id: Uuid,
    /// Weight of the pack, in grams.
    pub weight_in_grams: i32,
    /// In paise; none when it is not sold any more.
    pub price_paise: Option<i64>,
}

/// The first thing in an order that is not as the shopper was shown it; its text is what the shopper reads.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Difference {
    /// A product or one of its weights is gone.
    #[error(
        "{} ({weight_in_grams} g) is not sold any more. Please remove it from your cart and try again.",
        named(product_name)
    )]
    NotSold {
        /// The catalog's name; empty when it does not know the product.
        product_name: String,
        /// In grams.
        weight_in_grams: i32,
    },
    /// A line costs something else than the shopper was shown.
    #[error("{} Please check your cart and try again.", price_change(product_name, *weight_in_grams, *quantity, *shown_paise, *now_paise))]
    Price {
        /// The catalog's name.
        product_name: String,
        /// In grams.
        weight_in_grams: i32,
        /// Packs in the line.
        quantity: i32,
        /// One pack and the line as the shopper was shown them, in paise.
        shown_paise: (i64, i64),
        /// One pack and the line as the catalog prices them, in paise.
        now_paise: (i64, i64),
    },
    /// The lines agree and their sum does not.
    #[error("Your order costs {}, not {}. Please check your cart and try again.", rupees(*now_paise), rupees(*shown_paise))]
    Total {
        /// As the shopper was shown it, in paise.
        shown_paise: i64,
        /// The sum of lines and charges, in paise.
        now_paise: i64,
    },
}

impl Difference {
    /// The code by which programs tell the differences apart.
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

/// Rupees as a shopper writes them; paise only where there are some.
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
