//! Looks up the numbers of orders, because the staff log knows only their ids.

use std::collections::HashMap;

use proto::order::v1::{ListOrderNumbersRequest, NumberedOrder};

use crate::{orders::one::normalized_number, request::errors::ApiError, session::authorize::Session};

/// The most orders in one request.
const AT_ONCE: usize = 1_000;

/// Order numbers by order id. The staff log is shown even if they cannot be loaded.
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
        let authorization = session.authorize::<ListOrderNumbersRequest>("").await?;
        let mut numbers = HashMap::with_capacity(ids.len());
        for ids in ids.chunks(AT_ONCE) {
            let request = ListOrderNumbersRequest {
                order_ids: ids.to_vec(),
                order_numbers: Vec::new(),
            };
            let response = authorization.call(request).await?;
            let orders = response.orders.into_iter();
            numbers.extend(orders.map(|order| (order.order_id, order.order_number)));
        }
        Ok(Self(numbers))
    }

    /// Finds the order with this number, in any spelling.
    pub(crate) async fn find(session: &Session, number: &str) -> Result<Option<NumberedOrder>, ApiError> {
        let request = ListOrderNumbersRequest {
            order_ids: Vec::new(),
            order_numbers: vec![normalized_number(number)],
        };
        Ok(session.call("", request).await?.orders.pop())
    }

    /// The number of an order; `None` if it could not be loaded.
    pub(crate) fn get(&self, order_id: &str) -> Option<String> {
        self.0.get(order_id).cloned()
    }
}
