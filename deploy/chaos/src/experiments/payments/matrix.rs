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
    cell::{Fault, OrderOutcome, Scenario},
    deadlines,
    order_records::{self, Databases},
    report::Report,
    scenario_run::{Progress, ScenarioRun},
    shopper::PayingShop,
    sums,
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
    RealTime,
    /// They are due at once, after all scenarios have run.
    Immediate,
}

/// A shop with two gateways and one replica of every other program, and its provider.
pub(super) struct Matrix {
    fleet: Fleet,
    simulator: Simulator,
    shop: PayingShop,
    shoppers: Shoppers,
    databases: Databases,
    expiry: Expiry,
    cells: Vec<(Scenario, Fault, Uuid)>,
    report: Report,
}

impl Matrix {
    pub(super) async fn start(programs: &Path, log: &Path, expiry: Expiry) -> anyhow::Result<Self> {
        let mut settings = Settings::on_a_free_port(None);
        if expiry == Expiry::Immediate {
            settings.scenario_delay = LATE;
        }
        let simulator = Simulator::start(settings.clone()).await?;
        let minutes = match expiry {
            Expiry::RealTime => WINDOW_MINUTES,
            Expiry::Immediate => LONG_WINDOW_MINUTES,
        };
        let variables = [
            ("ONLINE_PAYMENT_MINUTES", minutes),
            ("RAZORPAY_KEY_ID", &settings.key_id),
            ("RAZORPAY_KEY_SECRET", &settings.key_secret),
            ("RAZORPAY_WEBHOOK_SECRET", &settings.webhook_secret),
            ("RAZORPAY_URL", simulator.url().as_str()),
        ];
        let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let options = engines::Options::temporary(engines::checkout())?;
        let fleet = Fleet::start_on(options, variables.into(), programs, log, &[(GATEWAY, 2)]).await?;
        Ok(Self {
            shop: PayingShop::new(fleet.gateways(), simulator.url().as_str())?,
            shoppers: Shoppers::connect(fleet.gateways()).await?,
            databases: Databases::open(&fleet).await?,
            fleet,
            simulator,
            expiry,
            cells: Vec::new(),
            report: Report::default(),
        })
    }

    /// Runs all scenarios concurrently, with the fault among them.
    pub(super) async fn run_scenarios(&mut self, fault: Fault, scenarios: &[Scenario]) -> anyhow::Result<()> {
        let began = Instant::now();
        self.send_webhooks(fault)?;
        let progress = Progress::default();
        let run = ScenarioRun {
            shop: &self.shop,
            shoppers: &self.shoppers,
            simulator: &self.simulator,
            payments: &self.databases.payments,
            fault,
            progress: &progress,
        };
        let running = try_join_all(scenarios.iter().map(|scenario| run.run(*scenario)));
        let kill = ProgramKill {
            fault,
            progress: &progress,
            payments: &self.databases.payments,
            expiry: self.expiry,
        };
        let injecting = kill.inject(&mut self.fleet, scenarios);
        let (orders, ()) = tokio::try_join!(running, injecting).with_context(|| fault.name())?;
        let cells = scenarios.iter().zip(orders);
        self.cells
            .extend(cells.map(|(scenario, order)| (*scenario, fault, order)));
        self.report
            .retried_requests
            .insert(fault, self.shop.take_retried_requests());
        self.report.webhooks_before_response += progress.webhooks_before_response();
        eprintln!(
            "{}: {} scenarios run in {:.1} s",
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
    pub(super) async fn finish(mut self) -> anyhow::Result<Report> {
        let began = Instant::now();
        let expiry = self.expiry;
        self.wait_for_outcomes(Scenario::is_paid_soon, async |databases| match expiry {
            Expiry::RealTime => Ok(()),
            Expiry::Immediate => deadlines::make_attempts_due(&databases.payments).await,
        })
        .await?;
        let outcomes = self
            .wait_for_outcomes(
                |_| true,
                async |databases| match expiry {
                    Expiry::RealTime => Ok(()),
                    Expiry::Immediate => deadlines::end_payment_windows(databases).await,
                },
            )
            .await?;
        for ((scenario, fault, _), outcome) in self.cells.iter().zip(outcomes) {
            self.report.add(*scenario, *fault, outcome);
        }
        eprintln!(
            "every order has its outcome after {:.1} s",
            began.elapsed().as_secs_f64()
        );
        invariants::ensure_money(&self.fleet).await?;
        deadlines::ensure_idle(&self.fleet).await?;
        let (sent, accepted) = self.shop.webhooks().await?;
        let stored = sqlx::query_scalar("SELECT count(*) FROM provider_events");
        let stored = stored.fetch_one(&self.databases.payments).await?;
        self.report.webhooks = (sent, accepted, stored);
        let sums = sums::reconciled_sums(&self.databases, &self.shop.provider_records().await?).await?;
        self.report.sums = Some(sums.map_err(anyhow::Error::msg)?);
        self.simulator.stop().await;
        Ok(self.report)
    }

    /// Waits until the orders of these scenarios have allowed outcomes, and returns the outcomes.
    /// `bring_forward` brings deadlines forward before each check.
    async fn wait_for_outcomes(
        &self,
        is_included: impl Fn(Scenario) -> bool,
        bring_forward: impl AsyncFn(&Databases) -> anyhow::Result<()>,
    ) -> anyhow::Result<Vec<OrderOutcome>> {
        let cells = self.cells.iter().filter(|(scenario, ..)| is_included(*scenario));
        let cells: Vec<_> = cells.collect();
        let mut waiting = cells.clone();
        eventually(SETTLED_WITHIN, async || {
            bring_forward(&self.databases).await?;
            let outcomes = self.outcomes(&waiting).await?;
            let mut outcomes = outcomes.into_iter();
            waiting.retain(|(scenario, ..)| {
                outcomes
                    .next()
                    .is_none_or(|outcome| !scenario.allowed_outcomes().contains(&outcome))
            });
            Ok(waiting.is_empty())
        })
        .await?;
        // Checks once more, because an outcome may not last.
        let outcomes = self.outcomes(&cells).await?;
        let mut wrong = String::new();
        for ((scenario, fault, order), outcome) in cells.iter().zip(&outcomes) {
            if !scenario.allowed_outcomes().contains(outcome) {
                write!(wrong, "\n{scenario} / {}, {order}: {outcome}", fault.name())?;
            }
        }
        ensure!(wrong.is_empty(), "orders with a wrong outcome:{wrong}");
        Ok(outcomes)
    }

    async fn outcomes(&self, cells: &[&(Scenario, Fault, Uuid)]) -> anyhow::Result<Vec<OrderOutcome>> {
        let orders: Vec<_> = cells.iter().map(|(.., order)| *order).collect();
        order_records::outcomes(&self.databases, &self.shop, &orders).await
    }
}

/// The program that dies during the scenarios.
struct ProgramKill<'a> {
    fault: Fault,
    progress: &'a Progress,
    payments: &'a PgPool,
    expiry: Expiry,
}

impl ProgramKill<'_> {
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
        if name == "payment" && self.expiry == Expiry::Immediate {
            deadlines::end_leases(self.payments).await?;
        }
        fleet.add_replica(name).await
    }
}
