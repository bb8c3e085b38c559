//! Orders: at the service and through the gateway, compared with PostgreSQL running the same statements.

use std::{
    collections::BTreeSet,
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant},
};

use futures_util::future::try_join_all;
use sqlx::{Connection as _, PgConnection};

use crate::{
    baselines::Pgbench,
    checkout::{Order, client, wait_for_mails},
    load::{LoadResult, ensure_answered, send_at_rate, send_back_to_back},
    measurements::round_trips::round_trips,
    shop::{cpu::CpuOfOrder, programs::Shop, registry::GATEWAY},
    table::{Row, Target},
};

/// Concurrent clients.
const CLIENTS: usize = 16;

/// The duration of each side in a round.
const TIME: Duration = Duration::from_secs(4);

/// The results of a round, in orders per second and milliseconds.
struct Round {
    baseline: f64,
    service: f64,
    gateway: f64,
    cpu: CpuOfOrder,
    wal_syncs: f64,
}

/// Measures the service and the gateway in turn, each against the same baseline.
pub(crate) async fn run(shop: &mut Shop, rounds: usize) -> anyhow::Result<Vec<Row>> {
    let pgbench = Pgbench::prepare(shop.engines(), "bench_order").await?;
    let order = Order::of(shop).await?;
    // A warm-up: pools fill, and pages are created.
    through_gateway(shop, &order).await?;
    wait_for_mails(shop).await?;
    let mut results = Vec::new();
    for _ in 0..rounds {
        results.push(round(shop, &order, &pgbench).await?);
    }
    let gateway: Vec<_> = results
        .iter()
        .map(|round| (round.gateway, round.baseline))
        .collect();
    let service: Vec<_> = results
        .iter()
        .map(|round| (round.service, round.baseline))
        .collect();
    let through = Row::compared("order through the gateway", "/s", &gateway, Target::AtLeast(0.4));
    let half = through.shop.median / 2.0;
    let address = shop.address(GATEWAY);
    let mut at_half = Vec::new();
    for _ in 0..rounds {
        at_half.push(
            send_at_rate(address, 32, half, TIME, 201, || order.request())
                .await?
                .percentile(99),
        );
        wait_for_mails(shop).await?;
    }
    let trips = round_trips(shop, &order).await?;
    let mut rows = vec![
        Row::compared("order at the service", "/s", &service, Target::AtLeast(0.6)),
        through,
        Row::single(
            "order at half of that rate, p99",
            "ms",
            at_half,
            Target::AtMost(50.0),
        ),
        Row::single(
            "WAL syncs per order, with mails",
            "",
            results.iter().map(|round| round.wal_syncs),
            Target::None,
        ),
        Row::single("round trips before the response", "", trips, Target::AtMost(4.0)),
    ];
    rows.extend(cpu_rows(&results));
    rows.push(bytes_of_an_order(shop).await?);
    for row in &rows {
        println!("{row}");
    }
    Ok(rows)
}

/// The CPU time of an order and its mails, in total and per process.
fn cpu_rows(results: &[Round]) -> Vec<Row> {
    let all = results.iter().map(|round| round.cpu.all());
    let mut rows = vec![Row::single(
        "CPU per order, with mails",
        "ms",
        all,
        Target::AtMost(3.0),
    )];
    for name in results
        .iter()
        .flat_map(|round| round.cpu.names())
        .collect::<BTreeSet<_>>()
    {
        let times = results.iter().map(|round| round.cpu.of(name));
        rows.push(Row::single(
            format!("CPU per order: {name}"),
            "ms",
            times,
            Target::None,
        ));
    }
    rows
}

/// The size of an order in its service's database, with indexes and with rows that are deleted after a week.
async fn bytes_of_an_order(shop: &Shop) -> anyhow::Result<Row> {
    let mut orders = shop.database("order").await?;
    let bytes = sqlx::query_scalar::<_, f64>(
        "SELECT sum(pg_total_relation_size(relid))::float8 / (SELECT count(*) FROM orders) FROM pg_stat_user_tables",
    );
    let bytes = bytes.fetch_one(&mut orders).await?;
    Ok(Row::single("database size per order", "B", [bytes], Target::None))
}

async fn round(shop: &mut Shop, order: &Order, pgbench: &Pgbench) -> anyhow::Result<Round> {
    let baseline = pgbench.orders(CLIENTS, TIME).await?;
    let service = at_service(shop, order).await?.rate();
    wait_for_mails(shop).await?;
    let (before, syncs_before) = (shop.cpu()?, wal_syncs(shop).await?);
    let gateway = through_gateway(shop, order).await?;
    wait_for_mails(shop).await?;
    let (after, syncs_after) = (shop.cpu()?, wal_syncs(shop).await?);
    Ok(Round {
        baseline,
        service,
        gateway: gateway.rate(),
        cpu: after.since(&before, gateway.count()),
        wal_syncs: (syncs_after - syncs_before) / gateway.count(),
    })
}

async fn through_gateway(shop: &Shop, order: &Order) -> anyhow::Result<LoadResult> {
    send_back_to_back(shop.address(GATEWAY), CLIENTS, TIME, 201, || order.request()).await
}

async fn at_service(shop: &Shop, order: &Order) -> anyhow::Result<LoadResult> {
    let client = client(shop).await?;
    let (began, refused) = (Instant::now(), AtomicUsize::new(0));
    let clients = (0..CLIENTS).map(async |_| {
        let (mut client, mut times) = (client.clone(), Vec::new());
        while began.elapsed() < TIME {
            let sent = Instant::now();
            if client.place_order(order.call()).await.is_ok() {
                times.push(sent.elapsed());
            } else {
                refused.fetch_add(1, Ordering::Relaxed);
            }
        }
        anyhow::Ok(times)
    });
    let times = try_join_all(clients).await?.concat();
    ensure_answered(times.len(), refused.into_inner(), 201)?;
    Ok(LoadResult::new(times, began.elapsed()))
}

/// The number of PostgreSQL's WAL syncs so far; NaN from version 18 on, which counts them elsewhere.
#[expect(clippy::cast_precision_loss, reason = "what is counted here is small")]
async fn wal_syncs(shop: &mut Shop) -> anyhow::Result<f64> {
    let mut server = PgConnection::connect(shop.engines().maintenance_url()).await?;
    let syncs = sqlx::query_scalar::<_, i64>("SELECT wal_sync FROM pg_stat_wal");
    Ok(syncs
        .fetch_one(&mut server)
        .await
        .map_or(f64::NAN, |syncs| syncs as f64))
}
