//! The terms of a return, in requests and responses.

use proto::order::v1 as contract;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The terms of a return.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct ReturnTerms {
    /// The address to which the shopper sends the packs.
    #[schema(min_length = 10, max_length = 500)]
    send_to: String,
    /// The payer of the return parcel.
    paid_by: ReturnPayer,
}

/// The payer of a return parcel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ReturnPayer {
    /// The shopper, as the returns policy says.
    Shopper,
    /// The shop, because the fault was its own.
    Shop,
}

impl ReturnTerms {
    /// Converts stored terms; `None` if this version does not know the payer.
    pub(crate) fn from_contract(message: contract::ReturnTerms) -> Option<Self> {
        let paid_by = match message.paid_by() {
            contract::ReturnPayer::Unspecified => return None,
            contract::ReturnPayer::Shopper => ReturnPayer::Shopper,
            contract::ReturnPayer::Shop => ReturnPayer::Shop,
        };
        Some(Self {
            send_to: message.send_to,
            paid_by,
        })
    }
}

impl From<ReturnTerms> for contract::ReturnTerms {
    fn from(terms: ReturnTerms) -> Self {
        let paid_by = match terms.paid_by {
            ReturnPayer::Shopper => contract::ReturnPayer::Shopper,
            ReturnPayer::Shop => contract::ReturnPayer::Shop,
        };
        Self {
            send_to: terms.send_to,
            paid_by: paid_by.into(),
        }
    }
}
