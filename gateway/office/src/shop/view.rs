//! The shop profile, as staff see it.

use proto::catalog::v1 as contract;
use serde::Serialize;
use utoipa::ToSchema;
use web::Error;

use crate::shop::facts::ShopFacts;

/// The shop profile, as staff see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Shop {
    /// The profile's version; the next change must send it.
    #[schema(minimum = 1, example = 1)]
    version: i32,
    /// True for the sample profile of a new shop, with which a shop may not sell.
    is_sample: bool,
    /// The content of the profile.
    facts: ShopFacts,
}

impl Shop {
    /// Converts the shop in the catalog's answer.
    pub(super) fn from_contract(message: Option<contract::Shop>) -> Result<Self, Error> {
        let nothing = || Error::internal("the catalog answered without the shop");
        let message = message.ok_or_else(nothing)?;
        let facts = message.facts.ok_or_else(nothing)?;
        Ok(Self {
            version: message.version,
            is_sample: facts.is_sample,
            facts: ShopFacts::from_contract(facts)?,
        })
    }
}
