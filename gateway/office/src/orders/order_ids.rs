//! The orders that a request names by their ids.

use axum::http::{StatusCode, Uri};
use runtime::status::Rule;
use utoipa::IntoParams;
use web::{Error, request::query::QueryParams};

/// Orders that may be named at once, as the services have it.
const MOST_ORDERS: usize = 100;

/// Of which orders?
#[derive(Debug, Default, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct OrderIds {
    /// The id of an order; may be sent a hundred times.
    #[param(rename = "orderId", min_items = 1, max_items = 100)]
    pub(crate) order_id: Vec<String>,
}

impl OrderIds {
    /// Reads the query of an address; parameters that are empty or that nobody knows are passed over.
    pub(crate) fn read(uri: &Uri) -> Result<Self, Error> {
        let QueryParams(pairs) = QueryParams::<Vec<(String, String)>>::read(uri)?;
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
