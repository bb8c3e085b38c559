use std::{collections::BTreeMap, fmt, path::Path, time::Duration};

use anyhow::{Context as _, ensure};
use serde_json::Value;
use uuid::Uuid;

use crate::{
    eventually::eventually,
    fleet::{Fleet, program::GATEWAY, stock::Pack},
    invariants,
    load::{
        buyer::{BuyerOutcome, buy},
        history::{AttemptOutcome, History},
        shoppers::Shoppers,
    },
};

/// Buyers of a pack, and packs in stock.
const BUYERS: usize = 200;
const PACKS: i32 = 50;

/// The number of packs per order, if there are several.
const PACKS_PER_ORDER: usize = 5;

/// Buyers who abandon their checkout after the order service died.
const ABANDONED: usize = 20;

/// The longest wait for the order service to resolve an overdue reservation. Its periodic task runs once a
/// minute.
const SETTLED_WITHIN: Duration = Duration::from_mins(3);

/// The results.
#[derive(Debug, Default)]
pub struct Report(Vec<Sale>);

/// One sale of few packs to many buyers.
#[derive(Debug)]
struct Sale {
    name: &'static str,
    bought: usize,
    sold_out: usize,
    /// Requests that failed or got no response.
    unanswered_requests: usize,
}

impl Report {
    /// Orders placed in all sales.
    pub fn bought(&self) -> usize {
        self.0.iter().map(|sale| sale.bought).sum()
    }

    /// Requests that got no response and were sent again.
    pub fn unanswered_requests(&self) -> usize {
        self.0.iter().map(|sale| sale.unanswered_requests).sum()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{BUYERS} buyers, {PACKS} packs; two gateways, orders and inventories, which die"
        )?;
        for sale in &self.0 {
            let Sale {
                name,
                bought,
                sold_out,
                unanswered_requests,
            } = sale;
            write!(f, "\n  {name}: {bought} bought, {sold_out} got \"sold out\", ")?;
            write!(f, "{unanswered_requests} requests sent again")?;
        }
        Ok(())
    }
}

/// Two hundred buyers of fifty packs, then of five times fifty, then packs held by abandoned checkouts. Fails
/// unless every pack is sold once, and every other buyer gets "sold out".
pub async fn run(programs: &Path, log: &Path) -> anyhow::Result<Report> {
    let mut experiment = BuyerExperiment::start(programs, log).await?;
    experiment.one_pack().await?;
    experiment.five_packs().await?;
    experiment.abandoned_checkouts().await?;
    Ok(experiment.report)
}

/// The same without the abandoned checkouts, which wait for a periodic task.
pub async fn run_short(programs: &Path, log: &Path) -> anyhow::Result<Report> {
    let mut experiment = BuyerExperiment::start(programs, log).await?;
    experiment.one_pack().await?;
    experiment.five_packs().await?;
    Ok(experiment.report)
}

struct BuyerExperiment {
    fleet: Fleet,
    shoppers: Shoppers,
    history: History,
    report: Report,
}

impl BuyerExperiment {
    async fn start(programs: &Path, log: &Path) -> anyhow::Result<Self> {
        let counts = [("order", 2), ("inventory", 2), (GATEWAY, 2)];
        let fleet = Fleet::start(programs, log, &counts).await?;
        Ok(Self {
            shoppers: Shoppers::connect(fleet.gateways()).await?,
            fleet,
            history: History::default(),
            report: Report::default(),
        })
    }

    /// Every buyer wants the same pack.
    async fn one_pack(&mut self) -> anyhow::Result<()> {
        let orders = (0..BUYERS).map(|_| self.shoppers.order_of_products(&[0]));
        let orders = orders.collect::<Option<_>>().context("the shop sells nothing")?;
        self.sell("one pack", orders, PACKS).await
    }

    /// Every buyer wants the same packs, each in an order of their own.
    async fn five_packs(&mut self) -> anyhow::Result<()> {
        let orders = (0..BUYERS).map(|_| {
            // Random ids give a random order.
            let indexes: BTreeMap<_, _> = (0..PACKS_PER_ORDER)
                .map(|index| (Uuid::new_v4(), index))
                .collect();
            let indexes: Vec<_> = indexes.into_values().collect();
            self.shoppers.order_of_products(&indexes)
        });
        let orders = orders
            .collect::<Option<_>>()
            .context("the shop sells too little")?;
        self.sell("five packs in any order", orders, PACKS).await
    }

    /// Sells the stock while both order replicas die and both inventories are killed.
    async fn sell(&mut self, name: &'static str, orders: Vec<Value>, stock: i32) -> anyhow::Result<()> {
        let packs = packs_of(&orders[0])?;
        self.fleet.set_free_stock(&packs, stock).await?;
        // One dies with packs reserved and no order stored, the other with all stored and no response sent.
        for step in ["order.before_commit:5", "order.after_commit:8"] {
            self.fleet.kill("order")?;
            self.fleet.add_failing_replica("order", step).await?;
        }
        let Self { fleet, shoppers, .. } = &mut *self;
        let buying = futures_util::future::join_all(orders.iter().map(|order| buy(shoppers, order)));
        let killing = async {
            fleet.wait_for_failpoint("order").await?;
            fleet.kill("inventory")?;
            fleet.add_replica("order").await?;
            fleet.add_replica("inventory").await?;
            fleet.wait_for_failpoint("order").await?;
            fleet.add_replica("order").await?;
            fleet.kill("inventory")?;
            fleet.add_replica("inventory").await
        };
        let (outcomes, killed) = tokio::join!(buying, killing);
        killed.with_context(|| name)?;
        let outcomes: Vec<BuyerOutcome> = outcomes.into_iter().collect::<anyhow::Result<_>>()?;
        self.verify_sale(name, outcomes, stock.try_into()?).await?;
        let free = self.fleet.free_stock(&packs).await?;
        ensure!(free.iter().all(|free| *free == 0), "{name}: {free:?} are left");
        for service in ["order", "inventory"] {
            let deadlocks = self.fleet.deadlocks(service).await?;
            ensure!(deadlocks == 0, "{name}: {deadlocks} deadlocks of {service}");
        }
        Ok(())
    }

    /// Packs stay reserved by abandoned checkouts until the reservations expire.
    async fn abandoned_checkouts(&mut self) -> anyhow::Result<()> {
        const NAME: &str = "packs of abandoned checkouts";
        let orders = (0..ABANDONED).map(|_| self.shoppers.new_order());
        let orders: Vec<_> = orders.collect();
        let packs = packs_of(&orders[0])?;
        self.fleet
            .set_free_stock(&packs, i32::try_from(ABANDONED)?)
            .await?;
        for _ in 0..2 {
            self.fleet.kill("order")?;
            self.fleet
                .add_failing_replica("order", "order.before_commit")
                .await?;
        }
        let Self { fleet, shoppers, .. } = &mut *self;
        let sending = orders
            .iter()
            .map(|order| shoppers.submit(order, Some(Uuid::new_v4())));
        let sending = futures_util::future::join_all(sending);
        let failing = async {
            fleet.wait_for_failpoint("order").await?;
            fleet.wait_for_failpoint("order").await
        };
        let (responses, failed) = tokio::join!(sending, failing);
        failed?;
        let placed = responses.iter().flatten().filter(|(status, _)| *status == 201);
        ensure!(placed.count() == 0, "{NAME}: an abandoned order was placed");
        for _ in 0..2 {
            fleet.add_replica("order").await?;
        }
        let held = usize::try_from(fleet.held_reservations().await?)?;
        ensure!(held > 0, "{NAME}: none is held");
        self.sell_rest(NAME, ABANDONED - held).await?;

        self.fleet.expire_reservations().await?;
        let are_released = eventually(SETTLED_WITHIN, async || {
            Ok(self.fleet.held_reservations().await? == 0)
        })
        .await?;
        ensure!(are_released, "{NAME}: reservations outlive their deadline");
        self.sell_rest("the same, after the reservations expired", held)
            .await
    }

    /// As many buyers as abandoned checkouts want the rest.
    async fn sell_rest(&mut self, name: &'static str, stock: usize) -> anyhow::Result<()> {
        let orders: Vec<_> = (0..ABANDONED).map(|_| self.shoppers.new_order()).collect();
        let buying = orders.iter().map(|order| buy(&self.shoppers, order));
        let outcomes = futures_util::future::join_all(buying).await.into_iter();
        self.verify_sale(name, outcomes.collect::<anyhow::Result<_>>()?, stock)
            .await
    }

    /// Checks that every buyer has a response, that `stock` of them have packs, and that the stored orders
    /// match the responses.
    async fn verify_sale(
        &mut self,
        name: &'static str,
        outcomes: Vec<BuyerOutcome>,
        stock: usize,
    ) -> anyhow::Result<()> {
        let buyers = outcomes.len();
        let requests: usize = outcomes.iter().map(|outcome| outcome.requests).sum();
        let mut bought = 0;
        for BuyerOutcome { placed, requests } in outcomes {
            if let Some(placed) = placed {
                bought += 1;
                self.history.record(AttemptOutcome::Placed(placed), requests);
            }
        }
        let sold_out = buyers - bought;
        self.report.0.push(Sale {
            name,
            bought,
            sold_out,
            unanswered_requests: requests - buyers,
        });
        ensure!(
            bought == stock,
            "{name}: {bought} bought {stock}\n{}",
            self.report
        );
        invariants::ensure_all(&self.fleet, &self.history)
            .await
            .with_context(|| name)
    }
}

/// The packs of an order.
fn packs_of(order: &Value) -> anyhow::Result<Vec<Pack>> {
    let lines = order["products"].as_array().context("an order has lines")?.iter();
    let packs = lines.map(|line| {
        let product = line["productId"].as_str().context("a line names a product")?;
        let weight = line["weightInGrams"].as_i64().context("a line has a weight")?;
        Ok((product.parse()?, weight.try_into()?))
    });
    packs.collect()
}
