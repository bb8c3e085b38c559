//! When a parcel comes to a pincode, and what that costs.

use std::sync::Arc;

use axum::extract::State;
use proto::order::v1::QuoteDeliveryRequest;
use runtime::repeatable;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use web::{
    Error,
    answer::{Answer, Refusal},
    money::Rupees,
    query::Asked,
};

use crate::{clients::Clients, field_names::FieldNames};

/// When a parcel of today comes to a pincode, and what that costs.
#[utoipa::path(
    get,
    path = "/api/v1/delivery",
    tag = "orders",
    operation_id = "quoteDelivery",
    params(DeliveryQuery),
    responses(
        (status = 200, description = "The way there", body = Answer<Delivery>),
        (status = 400, description = "The query cannot be read", body = Refusal),
        (status = 404, description = "There is no such pincode", body = Refusal),
        (status = 422, description = "It has not six digits", body = Refusal),
        (status = 503, description = "Something is down; `Retry-After` says when to try again", body = Refusal),
    ),
)]
pub(crate) async fn quote(
    State(clients): State<Arc<Clients>>,
    Asked(query): Asked<DeliveryQuery>,
) -> Result<Answer<Delivery>, Error> {
    let request = QuoteDeliveryRequest {
        pincode: query.pincode.unwrap_or_default(),
    };
    let quote = clients
        .order
        .call(async |mut orders| orders.quote_delivery(repeatable(request)).await)
        .await
        .map_err(|status| DeliveryQuery::NAMES.refusal(status))?;
    Ok(Answer::new(Delivery {
        district: quote.district,
        state: quote.state,
        earliest_on: quote.earliest_on,
        latest_on: quote.latest_on,
        prepaid: Rupees::from_paise(quote.prepaid_paise),
        cod_fee: quote.cod_fee_paise.map(Rupees::from_paise),
    }))
}

/// To where?
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct DeliveryQuery {
    /// Six digits.
    #[param(nullable = false, example = "395007")]
    pincode: Option<String>,
}

impl DeliveryQuery {
    pub(crate) const NAMES: &FieldNames = &FieldNames::flat(&[("pincode", "pincode")]);
}

/// The way to a pincode.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Delivery {
    /// Such as Surat.
    #[schema(example = "Surat")]
    district: String,
    /// Such as Gujarat.
    #[schema(example = "Gujarat")]
    state: String,
    /// The first day on which it may come.
    #[schema(format = Date)]
    earliest_on: String,
    /// The last day on which it may come.
    #[schema(format = Date)]
    latest_on: String,
    /// What delivery costs when it is paid before, in rupees.
    prepaid: Rupees,
    /// What cash at the door costs, in rupees; null where the carrier takes none.
    #[schema(required = true)]
    cod_fee: Option<Rupees>,
}
