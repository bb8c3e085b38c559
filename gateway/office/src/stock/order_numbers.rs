//! What orders are called that the inventory knows by their ids.

use std::collections::HashMap;

use proto::order::v1::ListOrderNumbersRequest;

use crate::{request::refusal::Refused, session::authorize::Session};

/// Orders that are asked for at once.
const AT_ONCE: usize = 1_000;

/// The numbers of orders, by their ids. What is known of stock is answered whether or not they can be told.
#[derive(Debug, Default)]
pub(crate) struct OrderNumbers(HashMap<String, String>);

impl OrderNumbers {
    /// Asks for the numbers of these orders.
    pub(crate) async fn of(session: &Session, mut ids: Vec<String>) -> Self {
        ids.sort_unstable();
        ids.dedup();
        Self::asked(session, &ids).await.unwrap_or_default()
    }

    async fn asked(session: &Session, ids: &[String]) -> Result<Self, Refused> {
        if ids.is_empty() {
            return Ok(Self::default());
        }
        let permit = session.permit_count::<ListOrderNumbersRequest>().await?;
        let mut numbers = HashMap::with_capacity(ids.len());
        for ids in ids.chunks(AT_ONCE) {
            let order_ids = ids.to_vec();
            let told = permit.call(ListOrderNumbersRequest { order_ids }).await?;
            let orders = told.orders.into_iter();
            numbers.extend(orders.map(|order| (order.order_id, order.order_number)));
        }
        Ok(Self(numbers))
    }

    /// The number of an order; none when it could not be told.
    pub(crate) fn get(&self, order_id: &str) -> Option<String> {
        self.0.get(order_id).cloned()
    }
}
