//! How an order travels, as staff write and read it.

use proto::order::v1 as contract;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;
use web::request::whole_number::whole_number;

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

/// Reads grams that may be absent: a whole number, or null. For `#[serde(default, deserialize_with)]`.
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
