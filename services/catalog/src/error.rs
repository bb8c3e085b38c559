//! The errors of the catalog, and their gRPC statuses.

use std::time::Duration;

use runtime::status::{self, Broken, Rule, Violation};
use tonic::{Code, Status};

use crate::{content::claim::FoundClaim, shelves::shelf_store::AboveMrp};

/// The retry delay for refused searches.
const SEARCH_AGAIN_AFTER: Duration = Duration::from_secs(2);

/// An error of the catalog. Its text is for shoppers; in edits it is for staff.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No product has this id.
    #[error("Product not found.")]
    NotFound,
    /// The request has more lines than an order can have.
    #[error("At most {0} lines can be priced at once")]
    TooManyLines(usize),
    /// A field of a request breaks a rule.
    #[error("{}", broken.message())]
    Invalid {
        /// The invalid field.
        field: &'static str,
        /// The rule.
        broken: Broken,
    },
    /// Fields of a product break rules.
    #[error("{}", .0.first().map_or("", Violation::message))]
    InvalidFields(Vec<Violation>),
    /// The call does not come from a staff member. Only staff may write.
    #[error("No staff member asks for this.")]
    NotStaff,
    /// Another product has this name.
    #[error("Another product has this name. Choose a different one")]
    NameTaken,
    /// Another product has this id.
    #[error("There is another product with this id. Please begin the new product again.")]
    ProductExists,
    /// The product was changed since the version that the caller saw.
    #[error("This product was changed meanwhile. Look at it again.")]
    Changed,
    /// Fields that shoppers need before buying are missing.
    #[error("Complete the product before you publish it.")]
    Incomplete(Vec<Violation>),
    /// The texts make claims that were not accepted.
    #[error("The texts make claims that the law may forbid. Change them, or ask the owner to accept them.")]
    ForbiddenClaims(Vec<FoundClaim>),
    /// No pack of the product is in stock, and the request does not ask to publish it without stock.
    #[error(
        "No pack of this product is in stock, so the shop would show it as sold out. Receive a batch first, or publish it as sold out."
    )]
    NoStock,
    /// The price is above the MRP of packs in stock.
    #[error("{}", .0.first().map_or_else(String::new, AboveMrp::to_string))]
    AboveMrp(Vec<AboveMrp>),
    /// The shop profile was changed since the version that the caller saw.
    #[error("The shop was changed meanwhile. Look at it again.")]
    ShopChanged,
    /// Too many searches are running.
    #[error("Many people are searching right now. Please try again in a moment.")]
    TooManySearches,
    /// The database holds inconsistent data.
    #[error("{}", status::SOMETHING_WENT_WRONG)]
    Impossible(&'static str),
    /// The database failed.
    #[error("We cannot show our products right now. Please try again in a moment.")]
    Database(#[from] sqlx::Error),
}

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        let message = error.to_string();
        match error {
            Error::NotFound => Self::not_found(message),
            Error::TooManyLines(max) => refused("lines", Rule::TooMany { max }.says(message)),
            Error::Invalid { field, broken } => refused(field, broken),
            Error::InvalidFields(violations) => status::invalid(violations),
            Error::NotStaff => Self::permission_denied(message),
            Error::NameTaken => {
                let taken = Violation::new("product_name", Rule::Repeated.says(message.clone()));
                status::with_fields(Code::AlreadyExists, "NAME_TAKEN", message, vec![taken])
            }
            Error::ProductExists => status::with_reason(Code::AlreadyExists, "PRODUCT_EXISTS", message),
            Error::Changed => status::with_reason(Code::Aborted, "PRODUCT_CHANGED", message),
            Error::ShopChanged => status::with_reason(Code::Aborted, "SHOP_CHANGED", message),
            Error::Incomplete(missing) => {
                status::with_fields(Code::FailedPrecondition, "INCOMPLETE", message, missing)
            }
            Error::ForbiddenClaims(_) => {
                status::with_reason(Code::FailedPrecondition, "FORBIDDEN_CLAIMS", message)
            }
            Error::NoStock => status::with_reason(Code::FailedPrecondition, "NO_STOCK", message),
            Error::AboveMrp(packs) => {
                let packs = packs.iter().map(|above| {
                    let broken = Rule::NotOffered.says(above.to_string());
                    Violation::new("actual_price_paise", broken)
                });
                status::with_fields(Code::FailedPrecondition, "ABOVE_MRP", message, packs.collect())
            }
            Error::TooManySearches => status::unavailable(message, SEARCH_AGAIN_AFTER),
            Error::Impossible(what) => status::internal(what),
            Error::Database(error) => database::status(error, message),
        }
    }
}

fn refused(field: &'static str, broken: Broken) -> Status {
    status::invalid(vec![Violation::new(field, broken)])
}
