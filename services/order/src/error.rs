//! Why an order is refused, and the one table from that to gRPC.

use std::time::Duration;

use runtime::status::{self, Violation};
use tonic::{Code, Status};

/// When another try makes sense after the catalog was down, for the `Retry-After` of the answer.
const RETRY_AFTER: Duration = Duration::from_secs(2);

/// Why an order is refused; its text is what the shopper reads.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Values that break a rule.
    #[error("{}", .0.first().map_or("", |violation| violation.message.as_str()))]
    Invalid(Vec<Violation>),
    /// The idempotency key came before, with another order.
    #[error("This order was already sent with other details. Please check out again.")]
    KeyReused,
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
    PriceChanged {
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
    TotalChanged {
        /// As the shopper was shown it, in paise.
        shown_paise: i64,
        /// The sum of the lines, in paise.
        now_paise: i64,
    },
    /// The catalog did not answer, or not in time.
    #[error("We cannot check today's prices right now. Nothing was ordered; please try again in a moment.")]
    CatalogDown(#[source] Box<Status>),
    /// The catalog's answer cannot be used.
    #[error("{}", status::SOMETHING_WENT_WRONG)]
    CatalogAnswer(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The database did not do what was asked.
    #[error("We cannot take your order right now. Please try again in a moment.")]
    Database(#[from] sqlx::Error),
}

impl Error {
    /// What the shopper, or what they were shown, was at odds with; none when it was us.
    pub fn refusal(&self) -> Option<&'static str> {
        match self {
            Self::Invalid(_) => Some("invalid"),
            Self::KeyReused => Some("key"),
            Self::NotSold { .. } | Self::PriceChanged { .. } | Self::TotalChanged { .. } => Some("prices"),
            Self::CatalogDown(_) | Self::CatalogAnswer(_) | Self::Database(_) => None,
        }
    }
}

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        let message = error.to_string();
        match error {
            Error::Invalid(violations) => status::invalid(violations),
            Error::KeyReused => status::with_reason(Code::InvalidArgument, "KEY_REUSED", message),
            Error::NotSold { .. } => status::with_reason(Code::Aborted, "NOT_SOLD", message),
            Error::PriceChanged { .. } | Error::TotalChanged { .. } => {
                status::with_reason(Code::Aborted, "PRICE_CHANGED", message)
            }
            Error::CatalogDown(_) => status::caused_by(status::unavailable(message, RETRY_AFTER), error),
            Error::CatalogAnswer(_) => status::internal(error),
            Error::Database(error) => database::status(error, message),
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
fn rupees(paise: i64) -> String {
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

    #[test]
    fn every_refusal_has_its_code() {
        let table = [
            (
                Error::Invalid(vec![Violation::new("pincode", "Pincode is required")]),
                Code::InvalidArgument,
                None,
            ),
            (Error::KeyReused, Code::InvalidArgument, Some("KEY_REUSED")),
            (
                Error::NotSold {
                    product_name: String::new(),
                    weight_in_grams: 75,
                },
                Code::Aborted,
                Some("NOT_SOLD"),
            ),
            (
                Error::TotalChanged {
                    shown_paise: 1,
                    now_paise: 2,
                },
                Code::Aborted,
                Some("PRICE_CHANGED"),
            ),
            (
                Error::CatalogDown(Box::new(Status::unavailable("down"))),
                Code::Unavailable,
                None,
            ),
            (Error::from(sqlx::Error::PoolTimedOut), Code::Unavailable, None),
            (Error::from(sqlx::Error::RowNotFound), Code::Internal, None),
        ];
        for (error, code, reason) in table {
            let status = Status::from(error);
            assert_eq!(status.code(), code, "{status}");
            assert_eq!(status::details(&status).reason.as_deref(), reason);
        }
    }
}
