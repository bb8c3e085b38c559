//! The parcel of an order, in requests and responses.

use proto::order::v1 as contract;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;
use web::request::whole_number::whole_number;

/// The parcel of an order.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct Parcel {
    /// The carrier's name.
    #[schema(min_length = 2, max_length = 60, example = "India Post")]
    carrier: String,
    /// The carrier's tracking number; empty if there is none.
    #[serde(default)]
    #[schema(max_length = 60)]
    tracking_number: String,
    /// The carrier's tracking page: an https address, or empty.
    #[serde(default)]
    tracking_url: String,
}

/// Deserializes optional grams: a whole number, or null. For `#[serde(default, deserialize_with)]`.
pub(crate) fn optional_grams<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i32>, D::Error> {
    #[derive(Deserialize)]
    struct Grams(#[serde(deserialize_with = "whole_number")] i32);

    let grams = Option::<Grams>::deserialize(deserializer)?;
    Ok(grams.map(|Grams(grams)| grams))
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
