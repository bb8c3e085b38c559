//! Delivery dates and charges for a pincode.

use axum::http::StatusCode;
use proto::order::v1::{QuoteDeliveryRequest, QuoteDeliveryResponse};
use runtime::status::Rule;
use serde::{
    Deserialize, Serialize,
    de::{
        IntoDeserializer as _,
        value::{Error as NoValue, F64Deserializer},
    },
};
use utoipa::{IntoParams, ToSchema};
use web::{
    Error,
    answer::{Answer, Refusal, money::Rupees},
    request::query::QueryParams,
};

use crate::{
    request::errors::{ApiError, QueryErrors, StaffErrors},
    session::authorize::Session,
};

/// Returns delivery dates and charges for a parcel sent today to a pincode.
#[utoipa::path(
    get,
    path = "/api/office/v1/orders/quote",
    tag = "orders",
    operation_id = "quoteDelivery",
    params(QuoteQuery),
    responses(
        (status = 200, description = "The delivery terms", body = Answer<Delivery>),
        (status = 404, description = "There is no such pincode", body = Refusal),
        QueryErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn quote(
    session: Session,
    QueryParams(query): QueryParams<QuoteQuery>,
) -> Result<Answer<Delivery>, ApiError> {
    let goods = query.goods.as_deref().filter(|text| !text.is_empty());
    let goods = goods.map(rupees).transpose()?;
    let request = QuoteDeliveryRequest {
        pincode: query.pincode.unwrap_or_default(),
    };
    let response = session.call("", request).await?;
    Ok(Answer::new(Delivery::from_contract(response, goods)))
}

/// The pincode and the price of the goods.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct QuoteQuery {
    /// Six digits.
    #[param(nullable = false, example = "395007")]
    pincode: Option<String>,
    /// The price of the goods, in rupees. Some pincodes have a limit for cash on delivery.
    #[param(nullable = false, value_type = f64, minimum = 0)]
    goods: Option<String>,
}

fn rupees(text: &str) -> Result<Rupees, Error> {
    let number = text.parse::<f64>().ok();
    let read = number.and_then(|number| {
        let number: F64Deserializer<NoValue> = number.into_deserializer();
        Rupees::deserialize(number).ok()
    });
    read.ok_or_else(|| {
        let broken =
            Rule::Malformed.says("must be an amount in rupees with at most 2 decimals, such as 249 or 249.5");
        Error::field(StatusCode::UNPROCESSABLE_ENTITY, "goods", broken)
    })
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
    /// The extra charge for cash on delivery, in rupees; absent if COD is not available, or not for this
    /// price.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    cod_fee: Option<Rupees>,
    /// The highest price of the goods for cash on delivery, in rupees; absent if there is no limit or no COD.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    cod_up_to: Option<Rupees>,
    /// Whether orders can be paid online, at the delivery charge of prepaid orders.
    takes_online_payment: bool,
}

impl Delivery {
    /// Converts the service's quote for goods of this price, if it is known.
    fn from_contract(message: QuoteDeliveryResponse, goods: Option<Rupees>) -> Self {
        let is_too_much = match (message.cod_up_to_paise, goods) {
            (Some(most), Some(goods)) => goods.paise > most,
            _ => false,
        };
        let cod_fee = message.cod_fee_paise.filter(|_| !is_too_much);
        Self {
            district: message.district,
            state: message.state,
            earliest_on: message.earliest_on,
            latest_on: message.latest_on,
            prepaid: Rupees::from_paise(message.prepaid_paise),
            cod_fee: cod_fee.map(Rupees::from_paise),
            cod_up_to: message.cod_up_to_paise.map(Rupees::from_paise),
            takes_online_payment: message.takes_online_payment,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_price_is_read_exactly_or_not_at_all() {
        for (text, paise) in [("249", Some(24_900)), ("249.5", Some(24_950)), ("0", Some(0))] {
            assert_eq!(rupees(text).ok().map(|read| read.paise), paise, "{text}");
        }
        for text in ["-1", "249.555", "NaN", "inf", "much", "1e300"] {
            assert!(rupees(text).is_err(), "{text}");
        }
    }

    #[test]
    fn cash_is_offered_up_to_its_bound() {
        let quoted = || QuoteDeliveryResponse {
            cod_fee_paise: Some(5_000),
            cod_up_to_paise: Some(1_000_000),
            ..QuoteDeliveryResponse::default()
        };
        let fee =
            |goods: Option<i64>| Delivery::from_contract(quoted(), goods.map(Rupees::from_paise)).cod_fee;
        assert!(fee(None).is_some() && fee(Some(1_000_000)).is_some());
        assert_eq!(fee(Some(1_000_001)), None);
    }
}
