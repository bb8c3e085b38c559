//! Why the catalog cannot answer, and the one table from that to gRPC.

use std::time::Duration;

use runtime::status::{self, Broken, Rule, Violation};
use tonic::{Code, Status};

use crate::{content::claim::FoundClaim, shelves::shelf_store::AboveMrp};

/// When another search makes sense.
const SEARCH_AGAIN_AFTER: Duration = Duration::from_secs(2);

/// Why the catalog cannot answer; its text is what the shopper reads, and of products that are written, what staff read.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No product has the id.
    #[error("Product not found.")]
    NotFound,
    /// More lines than an order can have.
    #[error("At most {0} lines can be priced at once")]
    TooManyLines(usize),
    /// A field of a request that breaks a rule.
    #[error("{}", broken.message())]
    Invalid {
        /// The field that is wrong.
        field: &'static str,
        /// What it may be.
        broken: Broken,
    },
    /// Values of a product that break a rule.
    #[error("{}", .0.first().map_or("", Violation::message))]
    InvalidFields(Vec<Violation>),
    /// The call is for nobody of the staff, who alone may write.
    #[error("Nobody of the staff asks for this.")]
    NotStaff,
    /// Another product has the name.
    #[error("Another product has this name. Choose a different one")]
    NameTaken,
    /// Another product has the id.
    #[error("There is another product with this id. Please begin the new product again.")]
    ProductExists,
    /// Somebody changed the product from the version that the caller saw.
    #[error("This product was changed meanwhile. Look at it again.")]
    Changed,
    /// What a shopper has to know before buying is missing.
    #[error("This is still missing before the product can be sold.")]
    Incomplete(Vec<Violation>),
    /// The texts make claims for which nobody answers.
    #[error("The texts make claims that the law may forbid. Change them, or have the owner answer for them.")]
    ForbiddenClaims(Vec<FoundClaim>),
    /// None of the product's packs can be bought, and nobody said that it is published all the same.
    #[error(
        "No pack of this product is in stock, so the shop would show it as sold out. Receive a batch first, or publish it all the same."
    )]
    NoStock,
    /// Packs would cost more than what is printed on some that are there.
    #[error("{}", .0.first().map_or_else(String::new, AboveMrp::to_string))]
    AboveMrp(Vec<AboveMrp>),
    /// Somebody changed the shop from the version that the caller saw.
    #[error("The shop was changed meanwhile. Look at it again.")]
    ShopChanged,
    /// As many searches as the shop can answer in time are under way.
    #[error("Many people are searching right now. Please try again in a moment.")]
    TooManySearches,
    /// The database holds what cannot be.
    #[error("{}", status::SOMETHING_WENT_WRONG)]
    Impossible(&'static str),
    /// The database did not do what was asked.
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
