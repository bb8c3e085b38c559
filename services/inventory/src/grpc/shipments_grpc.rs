//! The gRPC method that releases many orders for shipping.

use proto::inventory::v1 as contract;
use runtime::status::{Rule, Violation};
use sqlx::PgPool;

use crate::{error::Error, pack, reservations::release_orders};

/// The maximum number of orders in one request.
const MOST_ORDERS: usize = 1_000;

/// Releases all of these orders for shipping, or returns those that must not be shipped.
pub async fn release(
    db: &PgPool,
    request: &contract::ReleaseShipmentsRequest,
) -> Result<contract::ReleaseShipmentsResponse, Error> {
    let invalid = |broken| Error::Invalid(vec![Violation::new("order_ids", broken)]);
    if request.order_ids.len() > MOST_ORDERS {
        let broken = Rule::TooMany { max: MOST_ORDERS };
        return Err(invalid(
            broken.says(format!("At most {MOST_ORDERS} orders are released at once")),
        ));
    }
    let ids = request.order_ids.iter().map(|id| pack::id(id, "An order's id"));
    let ids = ids.collect::<Result<Vec<_>, _>>().map_err(invalid)?;
    let held_up = release_orders::release_all(db, &ids, request.is_dry_run).await?;
    let held_up = held_up.into_iter().map(|order| contract::HeldUpShipment {
        order_id: order.order_id.to_string(),
        message: order.why.to_string(),
    });
    Ok(contract::ReleaseShipmentsResponse {
        held_up: held_up.collect(),
    })
}
