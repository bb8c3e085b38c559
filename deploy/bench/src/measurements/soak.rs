//! What the programs hold of the machine's memory while they work for long: it must not grow.

use std::time::{Duration, Instant};

use anyhow::ensure;

use crate::{
    checkout::{Order, settled},
    load::{at_rate, get},
    measurements::logins,
    shop::{process::Process, programs::Shop, registry::GATEWAY},
    table::{HEADING, Row, Target},
};

/// How often memory is looked at.
const LOOK_EVERY: Duration = Duration::from_secs(10);

/// How many looks are enough to tell a beginning from an end.
const FEWEST_LOOKS: usize = 10;

/// The end by the beginning, at most: allocators keep a little more for a while.
const MOST_GROWTH: f64 = 1.1;

/// A small shop's evening, for so long: shoppers who read, order, and log in.
pub(crate) async fn run(shop: &Shop, time: Duration) -> anyhow::Result<()> {
    let gateway = shop.address(GATEWAY);
    let order = Order::of(shop).await?;
    let list = || get("/api/v1/products/", &[("accept-encoding", "br")]);
    let (_, _, orders, _, looks) = tokio::try_join!(
        at_rate(gateway, 4, 100.0, time, 200, list),
        at_rate(gateway, 2, 20.0, time, 200, || get("/", &[])),
        at_rate(gateway, 4, 10.0, time, 201, || order.request()),
        at_rate(gateway, 1, 2.0, time, 401, logins::of_a_stranger),
        look(shop, time),
    )?;
    settled(shop).await?;
    println!("{} orders, all mailed\n{HEADING}", orders.count());
    report(shop, &looks)
}

/// The memory of every program in MB, look by look.
async fn look(shop: &Shop, time: Duration) -> anyhow::Result<Vec<Vec<f64>>> {
    let (began, mut looks) = (Instant::now(), Vec::new());
    while began.elapsed() < time {
        tokio::time::sleep(LOOK_EVERY).await;
        let programs = shop.programs().iter().map(Process::resident_megabytes);
        looks.push(programs.collect::<anyhow::Result<_>>()?);
    }
    Ok(looks)
}

/// The last fifth of the looks by the second: the first is still filling pools and caches.
fn report(shop: &Shop, looks: &[Vec<f64>]) -> anyhow::Result<()> {
    ensure!(
        looks.len() >= FEWEST_LOOKS,
        "it was too short to say anything: give it more minutes"
    );
    let fifth = looks.len() / 5;
    let ends = |of: &dyn Fn(&Vec<f64>) -> f64| {
        let early = looks.iter().skip(fifth).take(fifth).map(of);
        let late = looks.iter().rev().take(fifth).map(of);
        late.zip(early).collect::<Vec<_>>()
    };
    for (place, program) in shop.programs().iter().enumerate() {
        let ends = ends(&|look| look[place]);
        let name = format!("memory of {}, late by early", program.name);
        println!("{}", Row::beside(name, "MB", &ends, Target::None));
    }
    let all = ends(&|look| look.iter().sum());
    let row = Row::beside(
        "all programs, late by early",
        "MB",
        &all,
        Target::AtMost(MOST_GROWTH),
    );
    println!("{row}");
    ensure!(row.is_met == Some(true), "the programs take more and more memory");
    Ok(())
}
