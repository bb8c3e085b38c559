//! A route of the gateway with one gRPC call, compared with a bare server and with the call itself. The order
//! is invalid, so the service refuses it without its database: this measures the round trip.

use std::time::{Duration, Instant};

use anyhow::ensure;

use crate::{
    checkout::{DirectClient, Order, client},
    load::{LoadResult, flat_out},
    measurements::reads::{bare, measure_requests},
    shop::{programs::Shop, registry::GATEWAY},
    table::{Row, Target},
};

/// The duration of the sequential calls of one client.
const TIME: Duration = Duration::from_millis(500);

/// A path of the gateway with a response about as short as the refusal.
const SHORT: &str = "/healthz";

/// Measures all three in turn, in each round.
pub(crate) async fn run(shop: &Shop, rounds: usize) -> anyhow::Result<Vec<Row>> {
    let order = Order::of(shop).await?;
    let request = order.refused_request();
    let (bare, address) = bare(shop, SHORT, "identity").await?;
    let gateway = (shop.program(GATEWAY), shop.address(GATEWAY));
    let mut orders = client(shop).await?;
    let (mut rates, mut costs, mut times) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..=rounds {
        let ours = measure_requests(gateway, 422, &request).await?;
        let ceiling = measure_requests((&bare, address), 200, &request).await?;
        let alone = flat_out(gateway.1, 1, TIME, 422, || request.clone()).await?;
        let direct = direct(&mut orders, &order).await?;
        if round > 0 {
            rates.push((ours.0, ceiling.0));
            costs.push((ours.1, ceiling.1));
            times.push((alone.percentile(50), direct));
        }
    }
    let route = Row::beside("route with one gRPC call", "/s", &rates, Target::AtLeast(0.22)).with_cpu(&costs);
    let one = Row::beside(
        "the same, p50 by the direct call's",
        "ms",
        &times,
        Target::AtMost(3.0),
    );
    for row in [&route, &one] {
        println!("{row}");
    }
    Ok(vec![route, one])
}

/// The median duration of sequential calls, in milliseconds.
async fn direct(orders: &mut DirectClient, order: &Order) -> anyhow::Result<f64> {
    let (began, mut times) = (Instant::now(), Vec::new());
    while began.elapsed() < TIME {
        let asked = Instant::now();
        let refused = orders.place_order(order.refused_call()).await;
        ensure!(refused.is_err(), "an order for no pincode was taken");
        times.push(asked.elapsed());
    }
    Ok(LoadResult::new(times, began.elapsed()).percentile(50))
}
