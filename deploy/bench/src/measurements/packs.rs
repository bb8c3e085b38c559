//! Sixty-four buyers of one pack, whose row each order locks, compared with sixty-four buyers of all packs.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use crate::{
    checkout::{Order, wait_for_mails},
    load::send_back_to_back,
    shop::{programs::Shop, registry::GATEWAY},
    table::{Row, Target},
};

/// Concurrent buyers.
const BUYERS: usize = 64;

/// The duration of each side in a round.
const TIME: Duration = Duration::from_secs(4);

/// Measures both in turn.
pub(crate) async fn run(shop: &Shop, rounds: usize) -> anyhow::Result<Vec<Row>> {
    let orders = Order::of_each_pack(shop).await?;
    let mut rates = Vec::new();
    // A warm-up: pools fill, and pages are created.
    orders_per_second(shop, &orders).await?;
    for _ in 0..rounds {
        let many_packs = orders_per_second(shop, &orders).await?;
        let one_pack = orders_per_second(shop, &orders[..1]).await?;
        rates.push((one_pack, many_packs));
    }
    let row = Row::compared(
        "64 buyers of one pack, by many packs",
        "/s",
        &rates,
        Target::AtLeast(0.8),
    );
    println!("{row}");
    Ok(vec![row])
}

/// Places orders for these packs in turn, through the gateway.
async fn orders_per_second(shop: &Shop, orders: &[Order]) -> anyhow::Result<f64> {
    let turn = AtomicUsize::new(0);
    let address = shop.address(GATEWAY);
    let outcome = send_back_to_back(address, BUYERS, TIME, 201, || {
        let turn = turn.fetch_add(1, Ordering::Relaxed);
        orders[turn % orders.len()].request()
    })
    .await?;
    wait_for_mails(shop).await?;
    Ok(outcome.rate())
}
