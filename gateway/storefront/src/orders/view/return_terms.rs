//! How packs of a return come back to the shop, as its shopper reads it.

use proto::order::v1 as contract;
use serde::Serialize;
use utoipa::ToSchema;

/// How packs of a return come back.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReturnTerms {
    /// Where the shopper sends them.
    send_to: String,
    /// Whether the shop pays for their parcel, and not the shopper.
    is_paid_by_shop: bool,
}

impl From<contract::ReturnTerms> for ReturnTerms {
    fn from(terms: contract::ReturnTerms) -> Self {
        Self {
            is_paid_by_shop: terms.paid_by() == contract::ReturnPayer::Shop,
            send_to: terms.send_to,
        }
    }
}
