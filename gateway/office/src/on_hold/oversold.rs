//! Oversold packs: packs that orders wait for and that are not in stock.

use std::sync::Arc;

use axum::extract::State;
use proto::inventory::v1::{ListOversoldPacksRequest, OversoldPacks};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use web::{answer::Answer, request::query::QueryParams};

use crate::{
    clients::Clients,
    request::errors::{ApiError, QueryErrors, StaffErrors},
    session::authorize::Session,
    stock::{order_numbers::OrderNumbers, product_names::ProductNames},
};

/// Lists the packs that orders wait for, the longest waiting first.
#[utoipa::path(
    get,
    path = "/api/office/v1/stock/oversold",
    tag = "stock",
    operation_id = "listOversoldPacks",
    params(OversoldQuery),
    responses(
        (status = 200, description = "A page of packs", body = Answer<OversoldPage>),
        QueryErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn list(
    session: Session,
    State(clients): State<Arc<Clients>>,
    State(product_names): State<Arc<ProductNames>>,
    QueryParams(query): QueryParams<OversoldQuery>,
) -> Result<Answer<OversoldPage>, ApiError> {
    let page_token = query.cursor.unwrap_or_default();
    let authorization = session.authorize::<ListOversoldPacksRequest>("").await?;
    let page = authorization.call(ListOversoldPacksRequest { page_token });
    let (page, names) = tokio::try_join!(page, product_names.get(&clients))?;
    let ids = page
        .packs
        .iter()
        .map(|message| message.order_id.clone())
        .collect();
    let numbers = OrderNumbers::load(&session, ids).await;
    let packs = page.packs.into_iter().map(|message| {
        let pack = message.pack.as_ref();
        let name = pack.and_then(|pack| names.get(&pack.product_id));
        let number = numbers.get(&message.order_id);
        OversoldPack::from_contract(name.cloned().unwrap_or_default(), number, message)
    });
    Ok(Answer::new(OversoldPage {
        packs: packs.collect(),
        next: Some(page.next_page_token).filter(|next| !next.is_empty()),
    }))
}

/// Which page to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct OversoldQuery {
    /// The `next` value of the previous page.
    #[param(nullable = false)]
    cursor: Option<String>,
}

/// A page of oversold packs.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OversoldPage {
    /// The longest waiting first.
    packs: Vec<OversoldPack>,
    /// The `cursor` of the next page; absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next: Option<String>,
}

/// Missing packs of one order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OversoldPack {
    /// The order's id.
    #[schema(format = "uuid")]
    order_id: String,
    /// The order number; absent if it cannot be looked up right now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "VM-261123-7K3QX")]
    order_number: Option<String>,
    /// The product's id.
    #[schema(format = "uuid")]
    product_id: String,
    /// The product's name; empty if the catalog no longer knows the product.
    product_name: String,
    /// Weight of the pack, in grams.
    #[schema(minimum = 1, example = 100)]
    weight_in_grams: i32,
    /// The number of missing packs.
    #[schema(minimum = 1)]
    quantity: i32,
    /// When the shortage was noticed, in UTC.
    #[schema(format = DateTime)]
    noticed_at: String,
}

impl OversoldPack {
    fn from_contract(product_name: String, order_number: Option<String>, message: OversoldPacks) -> Self {
        let pack = message.pack.unwrap_or_default();
        Self {
            order_id: message.order_id,
            order_number,
            product_id: pack.product_id,
            product_name,
            weight_in_grams: pack.weight_in_grams,
            quantity: message.quantity,
            noticed_at: message.noticed_at,
        }
    }
}
