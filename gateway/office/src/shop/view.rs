//! The shop as staff see it.

use proto::catalog::v1 as contract;
use serde::Serialize;
use utoipa::ToSchema;
use web::Error;

use crate::shop::facts::ShopFacts;

/// The shop as staff see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Shop {
    /// Counts its changes; sent with the next one.
    #[schema(minimum = 1, example = 1)]
    version: i32,
    /// Whether it says what a new shop begins with, under which no shop may sell.
    is_sample: bool,
    /// What it says.
    facts: ShopFacts,
}

impl Shop {
    /// Reads what the catalog answered.
    pub(super) fn read(told: Option<contract::Shop>) -> Result<Self, Error> {
        let nothing = || Error::internal("the catalog answered without the shop");
        let told = told.ok_or_else(nothing)?;
        let facts = told.facts.ok_or_else(nothing)?;
        Ok(Self {
            version: told.version,
            is_sample: facts.is_sample,
            facts: ShopFacts::read(facts)?,
        })
    }
}
