//! An attempt to order, and the order service's record of it.

use std::time::Duration;

use anyhow::{Context as _, ensure};
use serde_json::Value;
use sqlx::PgPool;
use uuid::Uuid;

use crate::{
    eventually::eventually,
    fleet::Fleet,
    load::{
        history::{AttemptOutcome, History, Placed},
        shoppers::Shoppers,
    },
};

/// The longest wait for a response of a recovered shop.
const ANSWERED_WITHIN: Duration = Duration::from_secs(30);

/// An attempt to order, by a new shopper.
#[derive(Debug, Clone)]
pub(crate) struct Attempt {
    pub(crate) key: Uuid,
    pub(crate) order: Value,
}

impl Attempt {
    pub(crate) fn new(shoppers: &Shoppers) -> Self {
        Self {
            key: Uuid::new_v4(),
            order: shoppers.new_order(),
        }
    }

    /// Sends the order once.
    pub(crate) async fn submit(&self, shoppers: &Shoppers) -> anyhow::Result<Placed> {
        shoppers.place_order(&self.order, Some(self.key)).await
    }

    /// Sends the order until it is answered. Also returns the number of requests.
    pub(crate) async fn submit_until_answered(&self, shoppers: &Shoppers) -> anyhow::Result<(Placed, usize)> {
        let (mut answer, mut requests) = (None, 0);
        eventually(ANSWERED_WITHIN, async || {
            requests += 1;
            answer = self.submit(shoppers).await.ok();
            Ok(answer.is_some())
        })
        .await?;
        Ok((answer.context("an order is not answered")?, requests))
    }

    /// Sends the order until it is answered, and records it; `before` requests were refused already.
    pub(crate) async fn complete(
        &self,
        shoppers: &Shoppers,
        history: &mut History,
        before: usize,
    ) -> anyhow::Result<Placed> {
        let (placed, requests) = self.submit_until_answered(shoppers).await?;
        history.record(AttemptOutcome::Placed(placed), before + requests);
        Ok(placed)
    }

    /// The stored orders of the attempt. Fails unless each has lines and exactly one event.
    pub(crate) async fn stored_orders(&self, fleet: &Fleet) -> anyhow::Result<Vec<Uuid>> {
        let orders = fleet.database("order").await?;
        let email = self.order["email"].as_str();
        let stored: Vec<Uuid> = sqlx::query_scalar("SELECT id FROM orders WHERE email = $1")
            .bind(email)
            .fetch_all(&orders)
            .await?;
        for id in &stored {
            let events = "SELECT count(*) FROM outbox WHERE aggregate_id = $1";
            let lines = "SELECT count(*) FROM order_lines WHERE order_id = $1";
            ensure!(
                count(&orders, events, *id).await? == 1,
                "not one event of an order"
            );
            ensure!(count(&orders, lines, *id).await? == 1, "not one line of an order");
        }
        Ok(stored)
    }
}

async fn count(orders: &PgPool, query: &'static str, id: Uuid) -> anyhow::Result<i64> {
    Ok(sqlx::query_scalar(query).bind(id).fetch_one(orders).await?)
}

/// The number of stored orders.
pub(crate) async fn count_orders(fleet: &Fleet) -> anyhow::Result<i64> {
    let orders = fleet.database("order").await?;
    Ok(sqlx::query_scalar("SELECT count(*) FROM orders")
        .fetch_one(&orders)
        .await?)
}

/// The number of unpublished events.
pub(crate) async fn count_unpublished(fleet: &Fleet) -> anyhow::Result<i64> {
    let orders = fleet.database("order").await?;
    let unpublished = "SELECT count(*) FROM outbox WHERE published_at IS NULL";
    Ok(sqlx::query_scalar(unpublished).fetch_one(&orders).await?)
}
