//! Looks up the numbers of orders, because the inventory knows only their ids.

use std::collections::HashMap;

use proto::order::v1::ListOrderNumbersRequest;

use crate::{request::errors::ApiError, session::authorize::Session};

/// The most orders in one request.
const AT_ONCE: usize = 1_000;

/// Order numbers by order id. Stock is shown even if they cannot be loaded.
#[derive(Debug, Default)]
pub(crate) struct OrderNumbers(HashMap<String, String>);

impl OrderNumbers {
    /// Loads the numbers of these orders.
    pub(crate) async fn load(session: &Session, mut ids: Vec<String>) -> Self {
        ids.sort_unstable();
        ids.dedup();
        Self::try_load(session, &ids).await.unwrap_or_default()
    }

    async fn try_load(session: &Session, ids: &[String]) -> Result<Self, ApiError> {
        if ids.is_empty() {
            return Ok(Self::default());
        }
        let authorization = session.authorize_count::<ListOrderNumbersRequest>().await?;
        let mut numbers = HashMap::with_capacity(ids.len());
        for ids in ids.chunks(AT_ONCE) {
            let order_ids = ids.to_vec();
            let response = authorization.call(ListOrderNumbersRequest { order_ids }).await?;
            let orders = response.orders.into_iter();
            numbers.extend(orders.map(|order| (order.order_id, order.order_number)));
        }
        Ok(Self(numbers))
    }

    /// The number of an order; `None` if it could not be loaded.
    pub(crate) fn get(&self, order_id: &str) -> Option<String> {
        self.0.get(order_id).cloned()
    }
}
