//! How packs of a return come back to the shop, as staff write and read it.

use proto::order::v1 as contract;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How packs of a return come back.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct ReturnTerms {
    /// Where the shopper sends them.
    #[schema(min_length = 10, max_length = 500)]
    send_to: String,
    /// Who pays for their parcel.
    paid_by: ReturnPayer,
}

/// Who pays for the parcel of a return.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ReturnPayer {
    /// The shopper, as the returns policy says.
    Shopper,
    /// The shop, whose fault it was.
    Shop,
}

impl ReturnTerms {
    /// The terms as they are kept; none of a payer that this version does not know.
    pub(crate) fn read(told: contract::ReturnTerms) -> Option<Self> {
        let paid_by = match told.paid_by() {
            contract::ReturnPayer::Unspecified => return None,
            contract::ReturnPayer::Shopper => ReturnPayer::Shopper,
            contract::ReturnPayer::Shop => ReturnPayer::Shop,
        };
        Some(Self {
            send_to: told.send_to,
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
