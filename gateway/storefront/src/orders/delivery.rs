//! Delivery dates and charges for a pincode.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{
    extract::State,
    http::{HeaderValue, header},
    response::{IntoResponse as _, Response},
};
use proto::order::v1::{QuoteDeliveryRequest, QuoteDeliveryResponse};
use quick_cache::sync::Cache;
use serde::{Deserialize, Serialize};
use tonic::{Code, Status};
use utoipa::{IntoParams, ToSchema};
use web::{
    Error,
    answer::{Answer, Refusal, money::Rupees},
    request::query::QueryParams,
};

use crate::{
    clients::Clients,
    payments::ways::{OnlinePayment, PaymentWays},
    request::{
        error_responses::LimitErrors,
        field_names::FieldNames,
        rate_limits::{Limited, Lookups},
    },
};

/// The lifetime of a cached answer. Dates change at midnight, and staff may change charges; placing an order
/// asks again.
const HOLDS: Duration = Duration::from_mins(1);

const CACHE_CONTROL: HeaderValue = HeaderValue::from_static("public, max-age=60");

/// The most cached pincodes: all that exist and some mistyped ones, about 10 MB.
const REMEMBERED: usize = 20_000;

/// Returns delivery dates and charges for a parcel sent today to a pincode.
#[utoipa::path(
    get,
    path = "/api/v1/delivery",
    tag = "orders",
    operation_id = "quoteDelivery",
    params(DeliveryQuery),
    responses(
        (status = 200, description = "The delivery terms", body = Answer<Delivery>),
        LimitErrors,
        (status = 400, description = "The query cannot be read", body = Refusal),
        (status = 404, description = "There is no such pincode", body = Refusal),
        (status = 422, description = "The pincode is malformed", body = Refusal),
    ),
)]
pub(crate) async fn quote(
    State(clients): State<Arc<Clients>>,
    State(quotes): State<Arc<Quotes>>,
    State(ways): State<Arc<PaymentWays>>,
    _: Limited<Lookups>,
    QueryParams(query): QueryParams<DeliveryQuery>,
) -> Result<Response, Error> {
    let quote = quotes.get(&clients, query.pincode.unwrap_or_default()).await;
    let quote = quote.map_err(|status| DeliveryQuery::NAMES.refusal(status))?;
    let online = if quote.takes_online_payment {
        ways.online(&clients).await
    } else {
        OnlinePayment::default()
    };
    let delivery = Delivery {
        district: quote.district,
        state: quote.state,
        earliest_on: quote.earliest_on,
        latest_on: quote.latest_on,
        prepaid: Rupees::from_paise(quote.prepaid_paise),
        cod_fee: quote.cod_fee_paise.map(Rupees::from_paise),
        cod_up_to: quote.cod_up_to_paise.map(Rupees::from_paise),
        takes_online_payment: online.is_offered,
        is_payment_simulated: online.is_simulated,
        is_upi_only: online.is_upi_only,
    };
    Ok(([(header::CACHE_CONTROL, CACHE_CONTROL)], Answer::new(delivery)).into_response())
}

/// A cache of the order service's answers by pincode, including unknown pincodes.
#[derive(Debug)]
pub(crate) struct Quotes(Cache<Box<str>, CachedQuote>);

#[derive(Debug, Clone)]
struct CachedQuote {
    quote: Result<QuoteDeliveryResponse, Status>,
    at: Instant,
}

impl Default for Quotes {
    fn default() -> Self {
        Self(Cache::new(REMEMBERED))
    }
}

impl Quotes {
    async fn get(&self, clients: &Clients, pincode: String) -> Result<QuoteDeliveryResponse, Status> {
        let known = self.0.get(pincode.as_str());
        if let Some(known) = known.filter(|known| known.at.elapsed() < HOLDS) {
            return known.quote;
        }
        let (key, request) = (pincode.clone().into_boxed_str(), QuoteDeliveryRequest { pincode });
        let quote = clients.order.call(request).await;
        // Other errors are not cached: an outage says nothing about a pincode, and mistyped text would fill
        // the memory.
        let is_said = match &quote {
            Ok(_) => true,
            Err(status) => status.code() == Code::NotFound,
        };
        if is_said {
            let at = Instant::now();
            self.0.insert(
                key,
                CachedQuote {
                    quote: quote.clone(),
                    at,
                },
            );
        }
        quote
    }
}

/// The pincode.
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

/// Delivery to a pincode.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Delivery {
    /// Such as Surat.
    #[schema(example = "Surat")]
    district: String,
    /// Such as Gujarat.
    #[schema(example = "Gujarat")]
    state: String,
    /// The earliest delivery day.
    #[schema(format = Date)]
    earliest_on: String,
    /// The latest delivery day.
    #[schema(format = Date)]
    latest_on: String,
    /// The delivery charge of a prepaid order, in rupees.
    prepaid: Rupees,
    /// The charge for cash on delivery, in rupees; null if the carrier does not offer it.
    #[schema(required = true)]
    cod_fee: Option<Rupees>,
    /// The highest price of the goods for cash on delivery, in rupees; null if there is no limit or no COD.
    #[schema(required = true)]
    cod_up_to: Option<Rupees>,
    /// True if orders can be paid online, at the delivery charge of prepaid orders.
    takes_online_payment: bool,
    /// True if online payments are simulated and no money moves.
    is_payment_simulated: bool,
    /// True if online payments are by UPI only, because the shop has a UPI address and no payment provider.
    is_upi_only: bool,
}
