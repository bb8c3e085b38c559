//! The fleet of the scenarios, the fault among them, and the check of their outcomes.

use std::{
    fmt::Write as _,
    path::Path,
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};
use futures_util::future::try_join_all;
use payment_simulator::{Settings, Simulator};
use reqwest::Url;
use sqlx::PgPool;
use uuid::Uuid;

use super::{
    books::{self, Stores},
    cell::{Fault, Outcome, Scenario},
    report::Report,
    scenario_run::{Progress, ScenarioRun},
    shopper::PayingShop,
    sums, waiting,
};
use crate::{
    eventually::eventually,
    fleet::{Fleet, program::GATEWAY},
    invariants,
    load::shoppers::Shoppers,
};

/// The payment window of an order, in minutes: long enough for the periodic check half a minute after the
/// request.
const WINDOW_MINUTES: &str = "2";

/// Longer than a run that brings deadlines forward.
const LONG_WINDOW_MINUTES: &str = "30";

/// The longest wait for all outcomes: a window, the minute's periodic checks of it, and a retried refund.
const SETTLED_WITHIN: Duration = Duration::from_mins(8);

/// The delay that counts as late if time is brought forward: longer than anything that follows by itself.
const LATE: Duration = Duration::from_secs(2);

/// The passing of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Expiry {
    /// Windows, checks and late webhooks come when they are due.
    ByItself,
    /// They are due at once, after all scenarios have run.
    BroughtForward,
}

/// A shop with two gateways and one replica of every other program, and its provider.
pub(super) struct Matrix {
    fleet: Fleet,
    simulator: Simulator,
    shop: PayingShop,
    shoppers: Shoppers,
    stores: Stores,
    expiry: Expiry,
    cells: Vec<(Scenario, Fault, Uuid)>,
    report: Report,
}

impl Matrix {
    pub(super) async fn start(programs: &Path, log: &Path, expiry: Expiry) -> anyhow::Result<Self> {
        let mut settings = Settings::on_a_free_port(None);
        if expiry == Expiry::BroughtForward {
            settings.late_by = LATE;
        }
        let simulator = Simulator::start(settings.clone()).await?;
        let minutes = match expiry {
            Expiry::ByItself => WINDOW_MINUTES,
            Expiry::BroughtForward => LONG_WINDOW_MINUTES,
        };
        let variables = [
            ("ONLINE_PAYMENT_MINUTES", minutes),
            ("RAZORPAY_KEY_ID", &settings.key_id),
            ("RAZORPAY_KEY_SECRET", &settings.key_secret),
            ("RAZORPAY_WEBHOOK_SECRET", &settings.webhook_secret),
            ("RAZORPAY_URL", simulator.url().as_str()),
        ];
        let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let options = engines::Options::throw_away(engines::checkout())?;
        let fleet = Fleet::start_on(options, variables.into(), programs, log, &[(GATEWAY, 2)]).await?;
        Ok(Self {
            shop: PayingShop::new(fleet.gateways(), simulator.url().as_str())?,
            shoppers: Shoppers::connect(fleet.gateways()).await?,
            stores: Stores::open(&fleet).await?,
            fleet,
            simulator,
            expiry,
            cells: Vec::new(),
            report: Report::default(),
        })
    }

    /// Runs all scenarios concurrently, with the fault among them.
    pub(super) async fn tell(&mut self, fault: Fault, scenarios: &[Scenario]) -> anyhow::Result<()> {
        let began = Instant::now();
        self.send_webhooks(fault)?;
        let progress = Progress::default();
        let run = ScenarioRun {
            shop: &self.shop,
            shoppers: &self.shoppers,
            simulator: &self.simulator,
            payments: &self.stores.payments,
            fault,
            progress: &progress,
        };
        let told = try_join_all(scenarios.iter().map(|scenario| run.tell(*scenario)));
        let dying = Dying {
            fault,
            progress: &progress,
            payments: &self.stores.payments,
            expiry: self.expiry,
        };
        let injecting = dying.inject(&mut self.fleet, scenarios);
        let (orders, ()) = tokio::try_join!(told, injecting).with_context(|| fault.name())?;
        let cells = scenarios.iter().zip(orders);
        self.cells
            .extend(cells.map(|(scenario, order)| (*scenario, fault, order)));
        self.report.sent_again.insert(fault, self.shop.take_sent_again());
        self.report.told_before_answer += progress.told_before_answer();
        eprintln!(
            "{}: {} scenarios told in {:.1} s",
            fault.name(),
            scenarios.len(),
            began.elapsed().as_secs_f64()
        );
        Ok(())
    }

    /// Sends the provider's webhooks to the gateway that is killed first, or to both at the same time.
    fn send_webhooks(&self, fault: Fault) -> anyhow::Result<()> {
        let urls = self.fleet.gateways().into_iter();
        let urls = urls.map(|gateway| Url::parse(&format!("{gateway}/api/v1/payments/webhooks/razorpay")));
        let urls: Vec<_> = urls.collect::<Result<_, _>>()?;
        let [first, second] = <[Url; 2]>::try_from(urls)
            .ok()
            .context("there are two gateways")?;
        if fault == Fault::TwoSenders {
            self.simulator.send_webhooks_to_both(first, second);
        } else {
            self.simulator.send_webhooks_to(first);
        }
        Ok(())
    }

    /// Waits for the outcome of every order, and compares all records.
    pub(super) async fn settle(mut self) -> anyhow::Result<Report> {
        let began = Instant::now();
        let expiry = self.expiry;
        self.until_ended(Scenario::is_paid_soon, async |stores| match expiry {
            Expiry::ByItself => Ok(()),
            Expiry::BroughtForward => waiting::look_at_attempts(&stores.payments).await,
        })
        .await?;
        let outcomes = self
            .until_ended(
                |_| true,
                async |stores| match expiry {
                    Expiry::ByItself => Ok(()),
                    Expiry::BroughtForward => waiting::end_windows(stores).await,
                },
            )
            .await?;
        for ((scenario, fault, _), outcome) in self.cells.iter().zip(outcomes) {
            self.report.add(*scenario, *fault, outcome);
        }
        eprintln!(
            "every order has ended after {:.1} s",
            began.elapsed().as_secs_f64()
        );
        invariants::ensure_money(&self.fleet).await?;
        waiting::ensure_quiet(&self.fleet).await?;
        let (sent, taken) = self.shop.webhooks().await?;
        let stored = sqlx::query_scalar("SELECT count(*) FROM provider_events");
        let stored = stored.fetch_one(&self.stores.payments).await?;
        self.report.webhooks = (sent, taken, stored);
        let sums = sums::agreed(&self.stores, &self.shop.provider_books().await?).await?;
        self.report.sums = Some(sums.map_err(anyhow::Error::msg)?);
        self.simulator.stop().await;
        Ok(self.report)
    }

    /// Waits until the orders of these scenarios have allowed outcomes, and returns the outcomes. `hurry`
    /// brings deadlines forward before each check.
    async fn until_ended(
        &self,
        which: impl Fn(Scenario) -> bool,
        hurry: impl AsyncFn(&Stores) -> anyhow::Result<()>,
    ) -> anyhow::Result<Vec<Outcome>> {
        let cells = self.cells.iter().filter(|(scenario, ..)| which(*scenario));
        let cells: Vec<_> = cells.collect();
        let mut waiting = cells.clone();
        eventually(SETTLED_WITHIN, async || {
            hurry(&self.stores).await?;
            let ends = self.ends(&waiting).await?;
            let mut ends = ends.into_iter();
            waiting.retain(|(scenario, ..)| ends.next().is_none_or(|end| !scenario.may_end().contains(&end)));
            Ok(waiting.is_empty())
        })
        .await?;
        // Checks once more, because an outcome may not last.
        let ends = self.ends(&cells).await?;
        let mut wrong = String::new();
        for ((scenario, fault, order), end) in cells.iter().zip(&ends) {
            if !scenario.may_end().contains(end) {
                write!(wrong, "\n{scenario} / {}, {order}: {end}", fault.name())?;
            }
        }
        ensure!(wrong.is_empty(), "orders that did not end as they may:{wrong}");
        Ok(ends)
    }

    async fn ends(&self, cells: &[&(Scenario, Fault, Uuid)]) -> anyhow::Result<Vec<Outcome>> {
        let orders: Vec<_> = cells.iter().map(|(.., order)| *order).collect();
        books::outcomes(&self.stores, &self.shop, &orders).await
    }
}

/// The program that dies during the scenarios.
struct Dying<'a> {
    fault: Fault,
    progress: &'a Progress,
    payments: &'a PgPool,
    expiry: Expiry,
}

impl Dying<'_> {
    /// Kills it when half of the shoppers have paid, and again when half of the cancellations are done.
    async fn inject(&self, fleet: &mut Fleet, scenarios: &[Scenario]) -> anyhow::Result<()> {
        let name = match self.fault {
            Fault::GatewayKilled => GATEWAY,
            Fault::PaymentKilled => "payment",
            _ => return Ok(()),
        };
        self.progress
            .wait_until_pressed(scenarios.len().div_ceil(2))
            .await?;
        self.replace(fleet, name).await?;
        let cancelling = scenarios
            .iter()
            .filter(|scenario| scenario.is_cancelled())
            .count();
        self.progress.wait_until_cancelled(cancelling.div_ceil(2)).await?;
        self.replace(fleet, name).await
    }

    async fn replace(&self, fleet: &mut Fleet, name: &str) -> anyhow::Result<()> {
        fleet.kill(name)?;
        if name == "payment" && self.expiry == Expiry::BroughtForward {
            waiting::end_leases(self.payments).await?;
        }
        fleet.add_replica(name).await
    }
}
