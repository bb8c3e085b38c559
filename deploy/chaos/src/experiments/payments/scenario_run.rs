//! One scenario, from the order to the shopper's last action.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use anyhow::{Context as _, ensure};
use payment_simulator::{PaymentScenario, Simulator};
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
const PROGRESS_WITHIN: Duration = Duration::from_mins(3);

/// The pause between checks of a count.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// Counts webhooks for an order's attempts that were stored while the call that requested the payment was
/// pending.
const WEBHOOKS_BEFORE_RESPONSE: &str = "SELECT count(*) FROM attempts JOIN provider_events
    ON position(attempts.id::text IN convert_from(body, 'UTF8')) > 0
    WHERE order_id = $1 AND provider_reference IS NULL";

/// The progress of a fault's scenarios.
#[derive(Debug, Default)]
pub(super) struct Progress {
    pressed: AtomicUsize,
    cancelled: AtomicUsize,
    webhooks_before_response: AtomicUsize,
}

impl Progress {
    pub(super) async fn wait_until_pressed(&self, shoppers: usize) -> anyhow::Result<()> {
        wait_for(&self.pressed, shoppers).await
    }

    pub(super) async fn wait_until_cancelled(&self, shoppers: usize) -> anyhow::Result<()> {
        wait_for(&self.cancelled, shoppers).await
    }

    /// The number of orders with a webhook stored before the response.
    pub(super) fn webhooks_before_response(&self) -> usize {
        self.webhooks_before_response.load(Ordering::Relaxed)
    }
}

async fn wait_for(count: &AtomicUsize, expected: usize) -> anyhow::Result<()> {
    let counting = async {
        while count.load(Ordering::Relaxed) < expected {
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    };
    let counted = tokio::time::timeout(PROGRESS_WITHIN, counting).await;
    counted.context("half of the shoppers did not get there in time")
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
    pub(super) async fn run(&self, scenario: Scenario) -> anyhow::Result<Uuid> {
        let order = self.run_steps(scenario).await;
        order.with_context(|| scenario.to_string())
    }

    async fn run_steps(&self, scenario: Scenario) -> anyhow::Result<Uuid> {
        let order = self.shop.place_order(self.shoppers).await?;
        self.simulator.set_order_scenario(&order.number, scenario.payment);
        if self.fault == Fault::WebhookBeforeResponse {
            self.pay_before_response(scenario, &order).await?;
        } else {
            self.pay(scenario, &order).await?;
        }
        self.progress.pressed.fetch_add(1, Ordering::Relaxed);
        if scenario.behaviour == Behaviour::PayTwice {
            self.shop.pay_at_provider(&order).await?;
        }
        if self.fault.browser_returns() {
            self.shop.check_payment(&order).await?;
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
        let payment_url = self.shop.start_payment(order).await?;
        // This scenario pays the order as it is created.
        if scenario.payment == PaymentScenario::WebhookBeforeResponse {
            return Ok(());
        }
        let payment_url = payment_url.context("the shop returns no payment URL")?;
        self.shop
            .press_button(&payment_url, !self.fault.browser_returns())
            .await
    }

    /// Pays at the provider, which holds its response to the shop until the webhook is stored.
    async fn pay_before_response(&self, scenario: Scenario, order: &Order) -> anyhow::Result<()> {
        self.simulator.hold_response(&order.number);
        let paying = async {
            if scenario.payment != PaymentScenario::WebhookBeforeResponse {
                self.shop.pay_at_provider(order).await?;
            }
            if scenario.has_immediate_webhook() {
                let is_stored = eventually(STORED_WITHIN, async || {
                    let stored = sqlx::query_scalar(WEBHOOKS_BEFORE_RESPONSE).bind(order.id);
                    let stored: i64 = stored.fetch_one(self.payments).await?;
                    Ok(stored > 0)
                });
                let is_stored = is_stored.await?;
                self.progress
                    .webhooks_before_response
                    .fetch_add(usize::from(is_stored), Ordering::Relaxed);
            }
            self.simulator.release_response(&order.number);
            anyhow::Ok(())
        };
        let (started, ()) = tokio::try_join!(self.shop.start_payment(order), paying)?;
        ensure!(
            started.is_none_or(|url| url.starts_with(self.simulator.url().as_str())),
            "the payment URL is not the provider's"
        );
        Ok(())
    }
}
