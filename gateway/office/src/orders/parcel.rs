//! How an order travels, as staff write and read it.

use proto::order::v1 as contract;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How an order travels.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct Parcel {
    /// Who carries it.
    #[schema(min_length = 2, max_length = 60, example = "India Post")]
    carrier: String,
    /// The carrier's number for it; empty when there is none.
    #[serde(default)]
    #[schema(max_length = 60)]
    tracking_number: String,
    /// Where the carrier says where it is: an https address, empty when there is none.
    #[serde(default)]
    tracking_url: String,
}

impl From<contract::Parcel> for Parcel {
    fn from(parcel: contract::Parcel) -> Self {
        Self {
            carrier: parcel.carrier,
            tracking_number: parcel.tracking_number,
            tracking_url: parcel.tracking_url,
        }
    }
}

impl From<Parcel> for contract::Parcel {
    fn from(parcel: Parcel) -> Self {
        Self {
            carrier: parcel.carrier,
            tracking_number: parcel.tracking_number,
            tracking_url: parcel.tracking_url,
        }
    }
}
