//! What is printed on a product's packs that would be sold next, as the law wants it said where they are sold.

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
    clients::Clients,
    request::{
        field_names::FieldNames,
        rate_limits::{Limited, Searches},
    },
    shelf::products::{NOT_SOLD, Products},
};

/// Which batch goes next changes with every order; a minute old is as true as a pack that is on its way already.
const CACHE_CONTROL: HeaderValue = HeaderValue::from_static("public, max-age=60");

/// What is printed on the packs of a product that would be sold next, the lightest first.
///
/// A weight that is sold out has no label.
#[utoipa::path(
    get,
    path = "/api/v1/products/{id}/labels",
    tag = "products",
    operation_id = "listLabels",
    params(("id" = String, Path, format = "uuid", description = "The product's id")),
    responses(
        (status = 200, description = "The labels", body = Answer<Vec<Label>>),
        (status = 404, description = "No product on sale has the id", body = Refusal),
        (status = 429, description = "Too many; `Retry-After` says when to try again", body = Refusal),
        (status = 503, description = "Something is down; `Retry-After` says when to try again", body = Refusal),
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
    let labels = clients.labels(request).await;
    let labels = labels.map_err(|status| Label::NAMES.refusal(status))?.labels;
    let labels: Vec<_> = labels.into_iter().map(Label::of).collect();
    Ok(([(header::CACHE_CONTROL, CACHE_CONTROL)], Answer::new(labels)).into_response())
}

/// What is printed on a pack.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Label {
    /// Weight of the pack, in grams.
    #[schema(minimum = 1, example = 100)]
    weight_in_grams: i32,
    /// The number of its batch.
    #[schema(example = "VM01-100-A")]
    batch_number: String,
    /// When it was packed.
    #[schema(format = Date)]
    packed_on: String,
    /// Until when it is at its best.
    #[schema(format = Date)]
    best_before: String,
    /// The highest price that it may be sold at, taxes included, in rupees.
    mrp: Rupees,
}

impl Label {
    pub(crate) const NAMES: &FieldNames = &FieldNames::flat(&[("product_id", "id")]);

    fn of(label: inventory::Label) -> Self {
        Self {
            weight_in_grams: label.weight_in_grams,
            batch_number: label.batch_number,
            packed_on: label.packed_on,
            best_before: label.best_before,
            mrp: Rupees::from_paise(label.mrp_paise),
        }
    }
}
