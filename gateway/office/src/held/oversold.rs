//! The packs that orders wait for: they were sold and are not there.

use std::sync::Arc;

use axum::extract::State;
use proto::inventory::v1::{ListOversoldPacksRequest, OversoldPacks as Told};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use web::{answer::Answer, request::query::QueryParams};

use crate::{
    clients::Clients,
    request::refusal::{ReadsQuery, Refused, StaffOnly},
    session::authorize::Session,
    stock::{order_numbers::OrderNumbers, product_names::ProductNames},
};

/// The packs that orders wait for, those that are waited for longest first.
#[utoipa::path(
    get,
    path = "/api/office/v1/stock/oversold",
    tag = "stock",
    operation_id = "listOversoldPacks",
    params(OversoldQuery),
    responses(
        (status = 200, description = "A page of packs", body = Answer<OversoldPage>),
        ReadsQuery,
        StaffOnly,
    ),
)]
pub(crate) async fn list(
    session: Session,
    State(clients): State<Arc<Clients>>,
    State(product_names): State<Arc<ProductNames>>,
    QueryParams(query): QueryParams<OversoldQuery>,
) -> Result<Answer<OversoldPage>, Refused> {
    let page_token = query.cursor.unwrap_or_default();
    let permit = session.permit::<ListOversoldPacksRequest>("").await?;
    let page = permit.call(ListOversoldPacksRequest { page_token });
    let (page, names) = tokio::try_join!(page, product_names.get(&clients))?;
    let ids = page.packs.iter().map(|told| told.order_id.clone()).collect();
    let numbers = OrderNumbers::of(&session, ids).await;
    let packs = page.packs.into_iter().map(|told| {
        let pack = told.pack.as_ref();
        let name = pack.and_then(|pack| names.get(&pack.product_id));
        let number = numbers.get(&told.order_id);
        OversoldPack::read(name.cloned().unwrap_or_default(), number, told)
    });
    Ok(Answer::new(OversoldPage {
        packs: packs.collect(),
        next: Some(page.next_page_token).filter(|next| !next.is_empty()),
    }))
}

/// Which packs?
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct OversoldQuery {
    /// The `next` of the page before.
    #[param(nullable = false)]
    cursor: Option<String>,
}

/// Packs that orders wait for.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OversoldPage {
    /// Those that are waited for longest first.
    packs: Vec<OversoldPack>,
    /// Asks for the packs after these; absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next: Option<String>,
}

/// Packs that an order waits for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OversoldPack {
    /// The order's id.
    #[schema(format = "uuid")]
    order_id: String,
    /// The number a shopper reads out on the phone; absent when it cannot be told right now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "VM-261123-7K3QX")]
    order_number: Option<String>,
    /// The product's id.
    #[schema(format = "uuid")]
    product_id: String,
    /// What the product is called; empty when the catalog does not know it any more.
    product_name: String,
    /// Weight of the pack, in grams.
    #[schema(minimum = 1, example = 100)]
    weight_in_grams: i32,
    /// How many are missing.
    #[schema(minimum = 1)]
    quantity: i32,
    /// When it was noticed that they are missing, in UTC.
    #[schema(format = DateTime)]
    noticed_at: String,
}

impl OversoldPack {
    fn read(product_name: String, order_number: Option<String>, told: Told) -> Self {
        let pack = told.pack.unwrap_or_default();
        Self {
            order_id: told.order_id,
            order_number,
            product_id: pack.product_id,
            product_name,
            weight_in_grams: pack.weight_in_grams,
            quantity: told.quantity,
            noticed_at: told.noticed_at,
        }
    }
}
