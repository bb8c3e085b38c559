//! The gRPC API of order numbers.

use proto::order::v1::{
    ListOrderNumbersRequest, ListOrderNumbersResponse, NumberedOrder,
    order_number_service_server::OrderNumberService,
};
use runtime::status::{Rule, Violation};
use sqlx::PgPool;
use tonic::{Request, Response, Status, async_trait};
use uuid::Uuid;

use crate::{error::Error, order::order_store};

/// The maximum number of orders in a request.
const MOST_ORDERS: usize = 1_000;

/// The gRPC service.
#[derive(Debug)]
pub struct NumberApi {
    /// The database of orders.
    pub db: PgPool,
}

#[async_trait]
impl OrderNumberService for NumberApi {
    async fn list_order_numbers(
        &self,
        request: Request<ListOrderNumbersRequest>,
    ) -> Result<Response<ListOrderNumbersResponse>, Status> {
        let invalid = |field: &'static str, broken| Error::Invalid(vec![Violation::new(field, broken)]);
        let mut asked = request.into_inner();
        for (field, orders) in [
            ("order_ids", &asked.order_ids),
            ("order_numbers", &asked.order_numbers),
        ] {
            if orders.len() > MOST_ORDERS {
                let broken = Rule::TooMany { max: MOST_ORDERS };
                let words = format!("The numbers of at most {MOST_ORDERS} orders are told at once");
                return Err(invalid(field, broken.says(words)).into());
            }
        }
        let ids = asked.order_ids.iter().map(|id| Uuid::parse_str(id));
        let ids = ids.collect::<Result<Vec<_>, _>>();
        let ids = ids.map_err(|_| invalid("order_ids", Rule::Malformed.says("must be UUIDs")))?;
        // PostgreSQL does not accept this character in text, and no order has it.
        asked.order_numbers.retain(|number| !number.contains('\0'));
        let numbers = order_store::numbers(&self.db, &ids, &asked.order_numbers).await;
        let numbers = numbers.map_err(Error::from)?;
        let orders = numbers.into_iter().map(|(id, order_number)| NumberedOrder {
            order_id: id.to_string(),
            order_number,
        });
        Ok(Response::new(ListOrderNumbersResponse {
            orders: orders.collect(),
        }))
    }
}
