//! What the order service keeps, asked of its database.

use std::time::Duration;

use anyhow::{Context as _, ensure};
use serde_json::Value;
use sqlx::PgPool;
use uuid::Uuid;

use crate::{
    fleet::Fleet,
    invariant::settles,
    ledger::{Ledger, Outcome, Placed},
    load::Shoppers,
};

/// How long a shop that is itself again may take to answer.
const ANSWERED_WITHIN: Duration = Duration::from_secs(30);

/// One attempt to order, by somebody whom nobody else is.
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

    /// Sends it once.
    pub(crate) async fn send(&self, shoppers: &Shoppers) -> anyhow::Result<Placed> {
        shoppers.send(&self.order, Some(self.key)).await
    }

    /// Sends it until it is answered; answers after how many requests.
    pub(crate) async fn answered(&self, shoppers: &Shoppers) -> anyhow::Result<(Placed, usize)> {
        let (mut answer, mut requests) = (None, 0);
        settles(ANSWERED_WITHIN, async || {
            requests += 1;
            answer = self.send(shoppers).await.ok();
            Ok(answer.is_some())
        })
        .await?;
        Ok((answer.context("an order is not answered")?, requests))
    }

    /// Sends it until it is answered, and notes that; `before` requests were refused already.
    pub(crate) async fn settle(
        &self,
        shoppers: &Shoppers,
        ledger: &mut Ledger,
        before: usize,
    ) -> anyhow::Result<Placed> {
        let (placed, requests) = self.answered(shoppers).await?;
        ledger.note(Outcome::Placed(placed), before + requests);
        Ok(placed)
    }

    /// The orders that are kept of it; each with its lines and exactly one event, or this fails.
    pub(crate) async fn kept(&self, fleet: &Fleet) -> anyhow::Result<Vec<Uuid>> {
        let orders = fleet.database("order").await?;
        let email = self.order["email"].as_str();
        let kept: Vec<Uuid> = sqlx::query_scalar("SELECT id FROM orders WHERE email = $1")
            .bind(email)
            .fetch_all(&orders)
            .await?;
        for id in &kept {
            let events = "SELECT count(*) FROM outbox WHERE aggregate_id = $1";
            let lines = "SELECT count(*) FROM order_lines WHERE order_id = $1";
            ensure!(
                count(&orders, events, *id).await? == 1,
                "not one event of an order"
            );
            ensure!(count(&orders, lines, *id).await? == 1, "not one line of an order");
        }
        Ok(kept)
    }
}

async fn count(orders: &PgPool, question: &'static str, id: Uuid) -> anyhow::Result<i64> {
    Ok(sqlx::query_scalar(question).bind(id).fetch_one(orders).await?)
}

/// How many orders are kept in all.
pub(crate) async fn all(fleet: &Fleet) -> anyhow::Result<i64> {
    let orders = fleet.database("order").await?;
    Ok(sqlx::query_scalar("SELECT count(*) FROM orders")
        .fetch_one(&orders)
        .await?)
}

/// How many events of orders wait to be told.
pub(crate) async fn untold(fleet: &Fleet) -> anyhow::Result<i64> {
    let orders = fleet.database("order").await?;
    let untold = "SELECT count(*) FROM outbox WHERE published_at IS NULL";
    Ok(sqlx::query_scalar(untold).fetch_one(&orders).await?)
}
