//! The packs on sale, for entering a new order.

use std::{collections::HashMap, sync::Arc};

use axum::extract::State;
use proto::{
    catalog::v1::{Product, Variant},
    inventory::v1::{ListStockLevelsRequest, StockLevel},
};
use serde::Serialize;
use utoipa::ToSchema;
use web::answer::{Answer, money::Rupees};

use crate::{
    clients::Clients,
    request::errors::{ApiError, StaffErrors},
    session::authorize::Session,
    stock::levels::{self, Availability},
};

/// Lists the packs on sale.
#[utoipa::path(
    get,
    path = "/api/office/v1/packs",
    tag = "stock",
    operation_id = "listPacks",
    responses(
        (status = 200, description = "The packs of all products that are sold", body = Answer<Packs>),
        StaffErrors,
    ),
)]
pub(crate) async fn list(
    session: Session,
    State(clients): State<Arc<Clients>>,
) -> Result<Answer<Packs>, ApiError> {
    let authorization = session.authorize::<ListStockLevelsRequest>("").await?;
    let (levels, products) = tokio::try_join!(levels::read_all(&authorization), clients.all_products())?;
    let levels: HashMap<_, _> = levels
        .into_iter()
        .filter_map(|level| {
            let pack = level.pack.clone()?;
            Some(((pack.product_id, pack.weight_in_grams), level))
        })
        .collect();
    let packs = products.iter().flat_map(|product| {
        product.variants.iter().map(|variant| {
            let level = levels.get(&(product.id.clone(), variant.weight_in_grams));
            Pack::from_contract(product, variant, level)
        })
    });
    Ok(Answer::new(Packs {
        packs: packs.collect(),
    }))
}

/// The packs on sale.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Packs {
    /// In the shop's order of products; the lightest pack of each product first.
    packs: Vec<Pack>,
}

/// A pack on sale.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Pack {
    /// The product's id.
    #[schema(format = "uuid")]
    product_id: String,
    /// The product's name.
    product_name: String,
    /// The product's name in Hindi.
    hindi_name: String,
    /// Weight of the pack, in grams.
    #[schema(minimum = 1, example = 100)]
    weight_in_grams: i32,
    /// The pack's SKU.
    sku: String,
    /// The price, in rupees.
    price: Rupees,
    /// Whether the pack can be bought.
    availability: Availability,
    /// The number of packs that can be bought.
    available: i64,
}

impl Pack {
    fn from_contract(product: &Product, variant: &Variant, level: Option<&StockLevel>) -> Self {
        Self {
            product_id: product.id.clone(),
            product_name: product.product_name.clone(),
            hindi_name: product.hindi_name.clone(),
            weight_in_grams: variant.weight_in_grams,
            sku: variant.sku.clone(),
            price: Rupees::from_paise(variant.price_paise),
            // A pack without a stock level was never received.
            availability: level.map_or(Availability::SoldOut, |level| level.availability().into()),
            available: level.map_or(0, |level| level.available),
        }
    }
}
