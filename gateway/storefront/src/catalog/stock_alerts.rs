//! Stock alerts: one mail when a sold-out pack is available again. The address is then deleted.

use std::sync::Arc;

use axum::{extract::State, http::StatusCode};
use proto::inventory::v1::AddStockAlertRequest;
use serde::Deserialize;
use tonic::{Code, Status};
use utoipa::ToSchema;
use web::{
    Error,
    answer::{Done, Refusal, error_responses::BodyErrors},
    request::{json_body::JsonBody, whole_number::whole_number},
};

use crate::{
    catalog::products::{NOT_SOLD, Products},
    clients::Clients,
    request::{
        error_responses::LimitErrors,
        field_names::FieldNames,
        rate_limits::{Limited, Submissions},
    },
};

/// Mails the shopper once when a sold-out pack can be bought again.
///
/// A repeated request changes nothing and gets the same answer. An address can have 20 alerts; one more
/// replaces the oldest. The address is deleted with the mail, or after 180 days.
#[utoipa::path(
    post,
    path = "/api/v1/users/stockalerts",
    tag = "products",
    operation_id = "addStockAlert",
    request_body = StockAlert,
    responses(
        (status = 201, description = "The alert is stored", body = Done),
        BodyErrors,
        LimitErrors,
        (status = 404, description = "The shop does not sell this pack", body = Refusal),
        (status = 409, description = "The pack can be bought now", body = Refusal),
    ),
)]
pub(crate) async fn add(
    State(clients): State<Arc<Clients>>,
    State(products): State<Arc<Products>>,
    _: Limited<Submissions>,
    JsonBody(alert): JsonBody<StockAlert>,
) -> Result<(StatusCode, Done), Error> {
    let list = products.get().await?;
    let entry = list.find(&alert.product_id);
    let is_sold = entry.is_some_and(|entry| {
        let mut variants = entry.variants.iter();
        variants.any(|variant| variant.weight_in_grams == alert.weight_in_grams)
    });
    if !is_sold {
        return Err(Error::new(StatusCode::NOT_FOUND, NOT_SOLD));
    }
    clients
        .inventory
        .call(alert.into_request())
        .await
        .map_err(refusal)?;
    let answer = Done::with_message("We will email you once, when it is back.");
    Ok((StatusCode::CREATED, answer))
}

/// Converts the inventory's error: the pack is in stock, and the shopper's list is outdated.
fn refusal(status: Status) -> Error {
    if status.code() == Code::FailedPrecondition {
        return Error::new(
            StatusCode::CONFLICT,
            "This pack can be bought now. Load the page again to see it.",
        )
        .with_code("IN_STOCK");
    }
    StockAlert::NAMES.refusal(status)
}

/// A stock alert.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct StockAlert {
    /// The product's id.
    #[schema(format = "uuid")]
    product_id: String,
    /// Weight of the pack, in grams.
    #[serde(deserialize_with = "whole_number")]
    #[schema(minimum = 1, example = 100)]
    weight_in_grams: i32,
    /// The email address for the mail.
    #[schema(example = "asha@example.com")]
    email: String,
}

impl StockAlert {
    pub(crate) const NAMES: &FieldNames = &FieldNames::flat(&[
        ("product_id", "productId"),
        ("weight_in_grams", "weightInGrams"),
        ("email", "email"),
    ]);

    fn into_request(self) -> AddStockAlertRequest {
        AddStockAlertRequest {
            product_id: self.product_id,
            weight_in_grams: self.weight_in_grams,
            email: self.email,
        }
    }
}
