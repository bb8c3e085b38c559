//! Orders without a pause, with the settings of one server. Memory, response times and dead rows must not
//! grow.

mod columns;
mod dead_rows;
mod reconciliation;
mod units;

use std::time::{Duration, Instant};

use anyhow::ensure;

use crate::{
    checkout::{Order, wait_for_mails},
    load::{LoadResult, get, send_at_rate},
    shop::{programs::Shop, registry::GATEWAY},
};

use columns::{AllowedChange, Column, Table};
use dead_rows::DeadRows;

/// The duration of a row of the table. A shorter soak uses a tenth of its time.
const WINDOW: Duration = Duration::from_secs(30);

/// Concurrent shoppers, each on a keep-alive connection.
const SHOPPERS: u32 = 64;

/// Reads per second by other shoppers.
const READS: f64 = 20.0;

/// The duration, and the orders per second.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Load {
    pub(crate) time: Duration,
    pub(crate) rate: f64,
}

/// Places orders, and checks that each column stays within a tenth of its value after the warm-up, which is a
/// fifth of the time.
pub(crate) async fn run(shop: &Shop, load: Load) -> anyhow::Result<()> {
    let (order, mut dead_rows) = (Order::of(shop).await?, DeadRows::open(shop).await?);
    let mut table = Table::of(columns(shop)?);
    println!("{}", table.heading());
    let ordering = async {
        let began = Instant::now();
        while began.elapsed() < load.time {
            let orders = window(shop, &order, load).await?;
            let row = row(shop, &orders, &mut dead_rows).await?;
            println!("{}", table.add(began.elapsed(), row));
            shop.delete_mails()?;
        }
        anyhow::Ok(())
    };
    let ((), runs) = tokio::try_join!(ordering, reconciliation::after_each_fifth(shop, load.time))?;
    println!("\nThe hourly reconciliation, begun by hand after each of the first four fifths:");
    println!("{}", runs.heading());
    for row in runs.rows() {
        println!("{row}");
    }
    let began = Instant::now();
    let mailed = wait_for_mails(shop).await;
    println!(
        "\nMails were waited for {:.0} s after the last order.",
        began.elapsed().as_secs_f64()
    );
    let results = [table.results(), runs.results()].concat();
    println!("\nAfter the warm-up, at the end:");
    for result in &results {
        println!("{result}");
    }
    mailed?;
    let broken = results.iter().filter(|result| !result.is_met()).count();
    ensure!(
        broken == 0,
        "{broken} of {} columns grew, or are too large",
        results.len()
    );
    Ok(())
}

/// Places orders, with reads beside them, for one row.
async fn window(shop: &Shop, order: &Order, load: Load) -> anyhow::Result<LoadResult> {
    let (gateway, time) = (shop.address(GATEWAY), WINDOW.min(load.time / 10));
    let list = || get("/api/v1/products/", &[("accept-encoding", "br")]);
    let (orders, _) = tokio::try_join!(
        send_at_rate(gateway, SHOPPERS, load.rate, time, 201, || order.request()),
        send_at_rate(gateway, 4, READS, time, 200, list),
    )?;
    Ok(orders)
}

fn columns(shop: &Shop) -> anyhow::Result<Vec<Column>> {
    let mut columns = vec![
        Column::new("orders/s", "/s", AllowedChange::NoFall),
        Column::new("p99 ms", "ms", AllowedChange::MaxGrowth(5.0)),
        Column::new("mail backlog", "", AllowedChange::MaxGrowth(1_000.0)),
        Column::new("dead rows", "", AllowedChange::MaxGrowth(5_000.0)),
        Column::new("dead entries", "", AllowedChange::MaxGrowth(5_000.0)),
        Column::new("pages read", "", AllowedChange::MaxGrowth(100.0)),
        Column::new("postgres", "MB", AllowedChange::MaxGrowth(5.0)),
        Column::new("nats", "MB", AllowedChange::MaxGrowth(5.0)).with_limit(units::memory("nats")?),
    ];
    for program in shop.programs() {
        let most = units::memory(&program.name)?;
        columns.push(Column::new(&program.name, "MB", AllowedChange::MaxGrowth(1.0)).with_limit(most));
    }
    Ok(columns)
}

async fn row(shop: &Shop, orders: &LoadResult, dead_rows: &mut DeadRows) -> anyhow::Result<Vec<f64>> {
    let mut row = vec![
        orders.rate(),
        orders.percentile(99),
        dead_rows.mail_backlog().await?,
    ];
    row.extend(dead_rows.measure().await?);
    row.extend(
        shop.memory_of_engines()?
            .into_iter()
            .map(|(_, megabytes)| megabytes),
    );
    for program in shop.programs() {
        row.push(program.resident_megabytes()?);
    }
    Ok(row)
}
