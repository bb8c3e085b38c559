//! Sixty-four buyers of one pack, whose row each order locks, compared with sixty-four buyers of all packs.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use crate::{
    checkout::{Order, settled},
    load::flat_out,
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
    let mut seen = Vec::new();
    // A warm-up: pools fill, and pages are created.
    orders_a_second(shop, &orders).await?;
    for _ in 0..rounds {
        let of_many = orders_a_second(shop, &orders).await?;
        let of_one = orders_a_second(shop, &orders[..1]).await?;
        seen.push((of_one, of_many));
    }
    let row = Row::beside(
        "one pack for 64 buyers, beside many packs",
        "/s",
        &seen,
        Target::AtLeast(0.8),
    );
    println!("{row}");
    Ok(vec![row])
}

/// Places orders for these packs in turn, through the gateway.
async fn orders_a_second(shop: &Shop, orders: &[Order]) -> anyhow::Result<f64> {
    let turn = AtomicUsize::new(0);
    let address = shop.address(GATEWAY);
    let outcome = flat_out(address, BUYERS, TIME, 201, || {
        let turn = turn.fetch_add(1, Ordering::Relaxed);
        orders[turn % orders.len()].request()
    })
    .await?;
    settled(shop).await?;
    Ok(outcome.rate())
}
