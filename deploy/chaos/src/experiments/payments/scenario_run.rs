//! One scenario, from the order to the shopper's last action.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use anyhow::{Context as _, ensure};
use payment_simulator::{Script, Simulator};
use sqlx::PgPool;
use uuid::Uuid;

use super::{
    cell::{Behaviour, Fault, Scenario},
    shopper::{Order, PayingShop},
};
use crate::{eventually::eventually, load::shoppers::Shoppers};

/// The longest wait for a webhook while the response is held. The payment service waits five seconds for that
/// response.
const STORED_WITHIN: Duration = Duration::from_secs(3);

/// The longest wait for half of the shoppers.
const TOLD_WITHIN: Duration = Duration::from_mins(3);

/// The pause between checks of a count.
const LOOK_EVERY: Duration = Duration::from_millis(2);

/// Counts webhooks for an order's attempts that were stored while the call that requested the payment was
/// pending.
const TOLD_BEFORE_ANSWER: &str = "SELECT count(*) FROM attempts JOIN provider_events
    ON position(attempts.id::text IN convert_from(body, 'UTF8')) > 0
    WHERE order_id = $1 AND provider_reference IS NULL";

/// The progress of a fault's scenarios.
#[derive(Debug, Default)]
pub(super) struct Progress {
    pressed: AtomicUsize,
    cancelled: AtomicUsize,
    told_before_answer: AtomicUsize,
}

impl Progress {
    pub(super) async fn wait_until_pressed(&self, shoppers: usize) -> anyhow::Result<()> {
        wait_for(&self.pressed, shoppers).await
    }

    pub(super) async fn wait_until_cancelled(&self, shoppers: usize) -> anyhow::Result<()> {
        wait_for(&self.cancelled, shoppers).await
    }

    /// The number of orders with a webhook stored before the response.
    pub(super) fn told_before_answer(&self) -> usize {
        self.told_before_answer.load(Ordering::Relaxed)
    }
}

async fn wait_for(count: &AtomicUsize, wanted: usize) -> anyhow::Result<()> {
    let counting = async {
        while count.load(Ordering::Relaxed) < wanted {
            tokio::time::sleep(LOOK_EVERY).await;
        }
    };
    let counted = tokio::time::timeout(TOLD_WITHIN, counting).await;
    counted.context("half of the shoppers did not come so far")
}

/// The parts that a scenario runs with.
#[derive(Clone, Copy)]
pub(super) struct ScenarioRun<'a> {
    pub(super) shop: &'a PayingShop,
    pub(super) shoppers: &'a Shoppers,
    pub(super) simulator: &'a Simulator,
    /// The payment service's database.
    pub(super) payments: &'a PgPool,
    pub(super) fault: Fault,
    pub(super) progress: &'a Progress,
}

impl ScenarioRun<'_> {
    /// Runs a scenario and returns its order.
    pub(super) async fn tell(&self, scenario: Scenario) -> anyhow::Result<Uuid> {
        let told = self.tell_whole(scenario).await;
        told.with_context(|| scenario.to_string())
    }

    async fn tell_whole(&self, scenario: Scenario) -> anyhow::Result<Uuid> {
        let order = self.shop.place(self.shoppers).await?;
        self.simulator.script_order(&order.number, scenario.script);
        if self.fault == Fault::WebhookBeforeAnswer {
            self.pay_before_answer(scenario, &order).await?;
        } else {
            self.pay(scenario, &order).await?;
        }
        self.progress.pressed.fetch_add(1, Ordering::Relaxed);
        if scenario.behaviour == Behaviour::PayTwice {
            self.shop.pay_at_provider(&order).await?;
        }
        if self.fault.browser_returns() {
            self.shop.check(&order).await?;
        }
        if scenario.is_cancelled() {
            if scenario.is_paid_soon() {
                self.shop.wait_until_paid(&order).await?;
            }
            self.shop.cancel(&order).await?;
            self.progress.cancelled.fetch_add(1, Ordering::Relaxed);
        }
        Ok(order.id)
    }

    /// Pays on the page that the shop sends the shopper to.
    async fn pay(&self, scenario: Scenario, order: &Order) -> anyhow::Result<()> {
        let pay_url = self.shop.start(order).await?;
        // This script pays the order as it is created.
        if scenario.script == Script::WebhookBeforeAnswer {
            return Ok(());
        }
        let pay_url = pay_url.context("the shop does not say where to pay")?;
        self.shop.press(&pay_url, !self.fault.browser_returns()).await
    }

    /// Pays at the provider, which holds its response to the shop until the webhook is stored.
    async fn pay_before_answer(&self, scenario: Scenario, order: &Order) -> anyhow::Result<()> {
        self.simulator.hold_answer(&order.number);
        let paying = async {
            if scenario.script != Script::WebhookBeforeAnswer {
                self.shop.pay_at_provider(order).await?;
            }
            if scenario.is_told_at_once() {
                let is_stored = eventually(STORED_WITHIN, async || {
                    let stored = sqlx::query_scalar(TOLD_BEFORE_ANSWER).bind(order.id);
                    let stored: i64 = stored.fetch_one(self.payments).await?;
                    Ok(stored > 0)
                });
                let is_stored = is_stored.await?;
                self.progress
                    .told_before_answer
                    .fetch_add(usize::from(is_stored), Ordering::Relaxed);
            }
            self.simulator.release_answer(&order.number);
            anyhow::Ok(())
        };
        let (started, ()) = tokio::try_join!(self.shop.start(order), paying)?;
        ensure!(
            started.is_none_or(|url| url.starts_with(self.simulator.url().as_str())),
            "the shopper is sent elsewhere"
        );
        Ok(())
    }
}
