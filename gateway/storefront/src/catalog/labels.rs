//! The labels of a product's next packs to be sold, which the law requires at the point of sale.

use std::sync::Arc;

use axum::{
    extract::{Path, State},
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use proto::inventory::v1::{self as inventory, GetLabelsRequest};
use serde::Serialize;
use utoipa::ToSchema;
use web::{
    Error,
    answer::{Answer, Refusal, money::Rupees},
};

use crate::{
    catalog::products::{NOT_SOLD, Products},
    clients::Clients,
    request::{
        error_responses::LimitErrors,
        field_names::FieldNames,
        rate_limits::{Limited, Searches},
    },
};

/// The next batch changes with every order, so a label that is a minute old is acceptable.
const CACHE_CONTROL: HeaderValue = HeaderValue::from_static("public, max-age=60");

/// Lists the labels of a product's next packs to be sold, lightest first.
///
/// Sold-out weights have no label.
#[utoipa::path(
    get,
    path = "/api/v1/products/{id}/labels",
    tag = "products",
    operation_id = "listLabels",
    params(("id" = String, Path, format = "uuid", description = "The product's id")),
    responses(
        (status = 200, description = "The labels", body = Answer<Vec<Label>>),
        LimitErrors,
        (status = 404, description = "No product on sale has the id", body = Refusal),
    ),
)]
pub(crate) async fn list(
    State(clients): State<Arc<Clients>>,
    State(products): State<Arc<Products>>,
    _: Limited<Searches>,
    Path(id): Path<String>,
) -> Result<Response, Error> {
    if products.get().await?.find(&id).is_none() {
        return Err(Error::new(StatusCode::NOT_FOUND, NOT_SOLD));
    }
    let request = GetLabelsRequest { product_id: id };
    let labels = clients.inventory.call(request).await;
    let labels = labels.map_err(|status| Label::NAMES.refusal(status))?.labels;
    let labels: Vec<_> = labels.into_iter().map(Label::from_contract).collect();
    Ok(([(header::CACHE_CONTROL, CACHE_CONTROL)], Answer::new(labels)).into_response())
}

/// The label of a pack.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Label {
    /// Weight of the pack, in grams.
    #[schema(minimum = 1, example = 100)]
    weight_in_grams: i32,
    /// The batch number.
    #[schema(example = "VM01-100-A")]
    batch_number: String,
    /// The packing date.
    #[schema(format = Date)]
    packed_on: String,
    /// The best-before date.
    #[schema(format = Date)]
    best_before: String,
    /// The MRP, taxes included, in rupees.
    mrp: Rupees,
}

impl Label {
    pub(crate) const NAMES: &FieldNames = &FieldNames::flat(&[("product_id", "id")]);

    fn from_contract(label: inventory::Label) -> Self {
        Self {
            weight_in_grams: label.weight_in_grams,
            batch_number: label.batch_number,
            packed_on: label.packed_on,
            best_before: label.best_before,
            mrp: Rupees::from_paise(label.mrp_paise),
        }
    }
}
