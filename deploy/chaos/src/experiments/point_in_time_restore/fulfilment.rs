//! Orders that are placed and shipped.

use std::time::Duration;

use anyhow::{Context as _, ensure};
use proto::order::v1::{
    Actor, OrderStatus, Parcel, TransitionOrderRequest, order_service_client::OrderServiceClient,
};
use runtime::{Client, Target};
use uuid::Uuid;

use crate::{
    experiments::point_in_time_restore::consistency::{
        INVOICED_ORDERS, OPEN_ORDERS, SHIPPED_ORDERS, SHIPPED_RESERVATIONS, ids, wait_until,
    },
    fleet::Fleet,
    load::shoppers::{RetryPolicy, Shoppers},
};

/// Concurrent shoppers.
const SHOPPERS: usize = 4;

/// Orders per round.
const ORDERS: usize = 24;

/// Places orders and ships every second one.
pub(super) async fn place_and_ship_orders(fleet: &Fleet) -> anyhow::Result<()> {
    let shoppers = Shoppers::connect(fleet.gateways()).await?;
    let history = shoppers
        .place_orders(RetryPolicy::KeyAndRetry, SHOPPERS, ORDERS)
        .await;
    let placed: Vec<_> = history.placed().map(|placed| placed.order).collect();
    ensure!(
        placed.len() == ORDERS,
        "{} of {ORDERS} orders were placed",
        placed.len()
    );
    for order in placed.iter().step_by(2) {
        ship(fleet, *order).await?;
    }
    wait_until("documents are issued", async || {
        let shipped = ids(fleet, "order", SHIPPED_ORDERS).await?;
        Ok(ids(fleet, "billing", INVOICED_ORDERS)
            .await?
            .is_superset(&shipped))
    })
    .await
}

/// Confirms, packs and ships an order, as far as it is not done yet.
async fn ship(fleet: &Fleet, order: Uuid) -> anyhow::Result<()> {
    let mut client = orders(fleet)?;
    let current = "SELECT version, status FROM orders WHERE id = $1";
    let current = sqlx::query_as(current).bind(order);
    let db = fleet.database("order").await?;
    let (mut version, status): (i32, String) = current.fetch_one(&db).await?;
    let statuses = [OrderStatus::Confirmed, OrderStatus::Packed, OrderStatus::Shipped];
    let done = match status.as_str() {
        "placed" => 0,
        "confirmed" => 1,
        "packed" => 2,
        _ => statuses.len(),
    };
    for to in &statuses[done..] {
        let step = TransitionOrderRequest {
            order_id: order.to_string(),
            to: (*to).into(),
            version,
            actor: Actor::Staff.into(),
            parcel: (*to == OrderStatus::Shipped).then(|| Parcel {
                carrier: "India Post".to_owned(),
                tracking_number: "EK123456789IN".to_owned(),
                ..Parcel::default()
            }),
            // The experiment's orders are paid later.
            accepts_unpaid: true,
            ..TransitionOrderRequest::default()
        };
        let changed = client.transition_order(step).await?.into_inner().order;
        version = changed.context("the response has the order")?.version;
    }
    Ok(())
}

fn orders(fleet: &Fleet) -> anyhow::Result<OrderServiceClient<Client>> {
    let target: Target = format!("http://{}", fleet.address("order")?).parse()?;
    let client = runtime::client(target, Duration::from_secs(10));
    Ok(OrderServiceClient::new(
        client.known_as(fleet.identity("operator")),
    ))
}

/// Ships the orders that the order service forgot and whose packs the inventory has as shipped, as staff do.
pub(super) async fn record_lost_shipments(fleet: &Fleet) -> anyhow::Result<()> {
    let (left, open) = (
        ids(fleet, "inventory", SHIPPED_RESERVATIONS).await?,
        ids(fleet, "order", OPEN_ORDERS).await?,
    );
    for order in left.intersection(&open) {
        ship(fleet, *order).await?;
    }
    Ok(())
}
