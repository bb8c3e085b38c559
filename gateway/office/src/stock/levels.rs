//! How every pack stands that is counted.

use std::sync::Arc;

use axum::extract::State;
use proto::inventory::v1::{self as contract, ListStockLevelsRequest};
use serde::Serialize;
use tonic::Status;
use utoipa::ToSchema;
use web::answer::Answer;

use crate::{
    clients::Clients,
    request::refusal::{Refused, StaffOnly},
    session::{authorize::Session, permit::Permit},
    stock::product_names::ProductNames,
};

/// How every pack stands over all of its batches.
#[utoipa::path(
    get,
    path = "/api/office/v1/stock",
    tag = "stock",
    operation_id = "listStockLevels",
    responses(
        (status = 200, description = "A level for each pack that is counted", body = Answer<StockLevels>),
        StaffOnly,
    ),
)]
pub(crate) async fn list(
    session: Session,
    State(clients): State<Arc<Clients>>,
    State(product_names): State<Arc<ProductNames>>,
) -> Result<Answer<StockLevels>, Refused> {
    let permit = session.permit("").await?;
    let (levels, names) = tokio::try_join!(read_all(&permit), product_names.get(&clients))?;
    let levels = levels.into_iter().map(|told| {
        let pack = told.pack.as_ref();
        let name = pack.and_then(|pack| names.get(&pack.product_id));
        StockLevel::read(name.cloned().unwrap_or_default(), told)
    });
    Ok(Answer::new(StockLevels {
        levels: levels.collect(),
    }))
}

/// The level of every pack, as the inventory tells it.
pub(crate) async fn read_all(
    permit: &Permit<ListStockLevelsRequest>,
) -> Result<Vec<contract::StockLevel>, Status> {
    let page_of = |page_token| ListStockLevelsRequest { page_token };
    permit
        .read_all(page_of, |page| (page.levels, page.next_page_token))
        .await
}

/// How every pack stands.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StockLevels {
    /// By product and weight.
    levels: Vec<StockLevel>,
}

/// How a pack stands over all of its batches.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StockLevel {
    /// The product's id.
    #[schema(format = "uuid")]
    product_id: String,
    /// What the product is called; empty when it is not sold any more.
    product_name: String,
    /// Weight of the pack, in grams.
    #[schema(minimum = 1, example = 100)]
    weight_in_grams: i32,
    /// Packs that are there.
    on_hand: i64,
    /// How many of them orders wait for.
    reserved: i64,
    /// How many can be bought: of batches that are neither recalled nor too old.
    available: i64,
    /// How shoppers see it.
    availability: Availability,
    /// Packs that came back and wait for somebody to look at them.
    returned: i64,
    /// Packs that orders wait for and that are not there.
    missing: i64,
    /// The first day on which a batch with packs will not be sold any more; absent when there is no such batch.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = Date)]
    next_last_sale_on: Option<String>,
}

/// Whether a pack can be bought.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Availability {
    /// Nobody needs to hurry.
    InStock,
    /// A few are left.
    Low,
    /// None is left.
    SoldOut,
}

impl From<contract::Availability> for Availability {
    fn from(told: contract::Availability) -> Self {
        match told {
            contract::Availability::Low => Self::Low,
            contract::Availability::SoldOut => Self::SoldOut,
            contract::Availability::InStock | contract::Availability::Unspecified => Self::InStock,
        }
    }
}

impl StockLevel {
    fn read(product_name: String, told: contract::StockLevel) -> Self {
        let availability = told.availability().into();
        let pack = told.pack.unwrap_or_default();
        Self {
            product_id: pack.product_id,
            product_name,
            weight_in_grams: pack.weight_in_grams,
            on_hand: told.on_hand,
            reserved: told.reserved,
            available: told.available,
            availability,
            returned: told.returned,
            missing: told.missing,
            next_last_sale_on: Some(told.next_last_sale_on).filter(|day| !day.is_empty()),
        }
    }
}
