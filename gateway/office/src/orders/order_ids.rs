//! The order ids of a request.

use axum::http::{StatusCode, Uri};
use runtime::status::Rule;
use utoipa::IntoParams;
use web::{Error, request::query::QueryParams};

/// The most orders in one request, a limit of the services.
const MOST_ORDERS: usize = 100;

/// The orders of the request.
#[derive(Debug, Default, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct OrderIds {
    /// The id of an order; may be repeated up to a hundred times.
    #[param(rename = "orderId", min_items = 1, max_items = 100)]
    pub(crate) order_id: Vec<String>,
}

impl OrderIds {
    /// Parses the query of a URL; empty and unknown parameters are ignored.
    pub(crate) fn from_uri(uri: &Uri) -> Result<Self, Error> {
        let QueryParams(pairs) = QueryParams::<Vec<(String, String)>>::from_uri(uri)?;
        let named = pairs
            .into_iter()
            .filter(|(name, id)| name == "orderId" && !id.is_empty());
        let order_id: Vec<_> = named.map(|(_, id)| id).collect();
        if order_id.len() > MOST_ORDERS {
            let rule = Rule::TooMany { max: MOST_ORDERS };
            let broken = rule.says(format!("must be {MOST_ORDERS} ids or fewer"));
            return Err(Error::field(StatusCode::UNPROCESSABLE_ENTITY, "orderId", broken));
        }
        Ok(Self { order_id })
    }
}
