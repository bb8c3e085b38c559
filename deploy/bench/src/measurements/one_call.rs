//! A route of the gateway with one gRPC call, compared with a baseline server and with the call itself. The
//! order is invalid, so the service refuses it without its database: this measures the round trip.

use std::time::{Duration, Instant};

use anyhow::ensure;

use crate::{
    checkout::{DirectClient, Order, client},
    load::{LoadResult, send_back_to_back},
    measurements::reads::{measure_requests, start_baseline_server},
    shop::{programs::Shop, registry::GATEWAY},
    table::{Row, Target},
};

/// The duration of the sequential calls of one client.
const TIME: Duration = Duration::from_millis(500);

/// A path of the gateway with a response about as short as the refusal.
const HEALTH_PATH: &str = "/healthz";

/// Measures all three in turn, in each round.
pub(crate) async fn run(shop: &Shop, rounds: usize) -> anyhow::Result<Vec<Row>> {
    let order = Order::of(shop).await?;
    let request = order.invalid_request();
    let (server, address) = start_baseline_server(shop, HEALTH_PATH, "identity").await?;
    let gateway = (shop.program(GATEWAY), shop.address(GATEWAY));
    let mut orders = client(shop).await?;
    let (mut rates, mut costs, mut times) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..=rounds {
        let measured = measure_requests(gateway, 422, &request).await?;
        let baseline = measure_requests((&server, address), 200, &request).await?;
        let alone = send_back_to_back(gateway.1, 1, TIME, 422, || request.clone()).await?;
        let direct = direct_latency(&mut orders, &order).await?;
        if round > 0 {
            rates.push((measured.0, baseline.0));
            costs.push((measured.1, baseline.1));
            times.push((alone.percentile(50), direct));
        }
    }
    let route =
        Row::compared("route with one gRPC call", "/s", &rates, Target::AtLeast(0.22)).with_cpu(&costs);
    let latency = Row::compared("route with one gRPC call, p50", "ms", &times, Target::AtMost(3.0));
    for row in [&route, &latency] {
        println!("{row}");
    }
    Ok(vec![route, latency])
}

/// The median duration of sequential calls, in milliseconds.
async fn direct_latency(orders: &mut DirectClient, order: &Order) -> anyhow::Result<f64> {
    let (began, mut times) = (Instant::now(), Vec::new());
    while began.elapsed() < TIME {
        let sent = Instant::now();
        let refused = orders.place_order(order.invalid_call()).await;
        ensure!(refused.is_err(), "an order without a pincode was placed");
        times.push(sent.elapsed());
    }
    Ok(LoadResult::new(times, began.elapsed()).percentile(50))
}
