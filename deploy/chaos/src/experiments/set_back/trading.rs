//! Orders that are placed and shipped.

use std::time::Duration;

use anyhow::{Context as _, ensure};
use proto::order::v1::{
    Actor, OrderStatus, Parcel, TransitionOrderRequest, order_service_client::OrderServiceClient,
};
use runtime::{Client, Target};
use uuid::Uuid;

use crate::{
    experiments::set_back::agreement::{INVOICED, LEFT, OPEN, SHIPPED, ids, until},
    fleet::Fleet,
    load::shoppers::{RetryPolicy, Shoppers},
};

/// Concurrent shoppers.
const SHOPPERS: usize = 4;

/// Orders per round.
const ORDERS: usize = 24;

/// Places orders and ships every second one.
pub(super) async fn trade(fleet: &Fleet) -> anyhow::Result<()> {
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
    until("documents are issued", async || {
        let shipped = ids(fleet, "order", SHIPPED).await?;
        Ok(ids(fleet, "billing", INVOICED).await?.is_superset(&shipped))
    })
    .await
}

/// Moves an order on until it is shipped.
async fn ship(fleet: &Fleet, order: Uuid) -> anyhow::Result<()> {
    let mut client = orders(fleet)?;
    let standing = "SELECT version, status FROM orders WHERE id = $1";
    let standing = sqlx::query_as(standing).bind(order);
    let db = fleet.database("order").await?;
    let (mut version, status): (i32, String) = standing.fetch_one(&db).await?;
    let way = [OrderStatus::Confirmed, OrderStatus::Packed, OrderStatus::Shipped];
    let done = match status.as_str() {
        "placed" => 0,
        "confirmed" => 1,
        "packed" => 2,
        _ => way.len(),
    };
    for to in &way[done..] {
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
        let moved = client.transition_order(step).await?.into_inner().order;
        version = moved.context("the order is answered")?.version;
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

/// Ships orders again, as staff do who see that parcels have left which the order service lost.
pub(super) async fn ship_again(fleet: &Fleet) -> anyhow::Result<()> {
    let (left, open) = (
        ids(fleet, "inventory", LEFT).await?,
        ids(fleet, "order", OPEN).await?,
    );
    for order in left.intersection(&open) {
        ship(fleet, *order).await?;
    }
    Ok(())
}
