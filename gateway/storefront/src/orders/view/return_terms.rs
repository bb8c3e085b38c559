//! The terms of a return, as the shopper sees them.

use proto::order::v1 as contract;
use serde::Serialize;
use utoipa::ToSchema;

/// The terms of a return.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReturnTerms {
    /// The address to which the shopper sends the packs.
    send_to: String,
    /// True if the shop pays for the parcel, false if the shopper does.
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
