//! Lists and searches of the office with a million orders, as a staff member's browser requests them.

use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use proto::order::v1::{CashState, ListCashRequest, SumCashRequest};
use serde_json::json;
use sqlx::Connection as _;

use crate::{
    load::{Connection, LoadResult, call, get, post},
    shop::{owner, programs::Shop, registry::OFFICE},
    table::{Row, Target},
};

const ORDERS: i32 = 1_000_000;

/// Orders per transaction: a trigger keeps each order in memory until the commit.
const BATCH: i32 = 20_000;

/// The number of requests per query in a round, in sequence.
const REQUESTS: usize = 100;

/// The target for a screen's response, in milliseconds (the issue of the office).
const TARGET: Target = Target::AtMost(100.0);

/// The queries: name, and path below the office's API.
const QUERIES: [(&str, &str); 5] = [
    ("newest orders", "orders"),
    ("orders to confirm", "orders?status=placed"),
    (
        "open orders",
        "orders?status=placed&status=confirmed&status=packed&status=shipped",
    ),
    ("an order's page", "orders/BENCH-0500000"),
    ("today", "today"),
];

/// The order searches: name, text, and the statuses to search in.
const SEARCHES: [(&str, &str, &[&str]); 9] = [
    ("orders by number", "BENCH-0500000", &[]),
    ("orders by the beginning of a number", "BENCH-05", &[]),
    ("orders by email address", "customer4783@example.com", &[]),
    ("orders by mobile number", "9000047830", &[]),
    ("orders by pincode", "110101", &[]),
    ("orders by pincode, rare status", "110101", &["packed"]),
    ("orders by a common name", "patel", &[]),
    ("orders by common name, rare status", "patel", &["packed"]),
    ("orders by an unknown name", "zzyzx", &[]),
];

/// Fills the shop, signs the owner in, and measures each query.
pub(crate) async fn run(shop: &Shop, rounds: usize) -> anyhow::Result<Vec<Row>> {
    fill(shop).await?;
    let cookie = owner::session_cookie(shop).await?;
    let mut connection = Connection::open(shop.address(OFFICE)).await?;
    let mut rows = Vec::new();
    let queries = QUERIES.iter().map(|(name, path)| {
        let request = get(&format!("/api/office/v1/{path}"), &[("cookie", cookie)]);
        (*name, request)
    });
    let collected = |carrier: &str| {
        let request = ListCashRequest {
            carrier: carrier.to_owned(),
            state: CashState::Collected.into(),
            ..ListCashRequest::default()
        };
        call(&request, &[("cookie", cookie)])
    };
    let calls = [
        (
            "cash of every carrier",
            call(&SumCashRequest {}, &[("cookie", cookie)]),
        ),
        ("cash held by carriers", collected("")),
        ("cash held by one carrier", collected("DTDC")),
    ];
    let searches = SEARCHES.iter().map(|(name, text, status)| {
        let body = json!({ "text": text, "status": status });
        let request = post("/api/office/v1/orders/searches", &[("cookie", cookie)], &body);
        (*name, request)
    });
    for (name, request) in queries.chain(calls).chain(searches) {
        let mut worst = Vec::new();
        // The first round is a warm-up: pools fill, and pages load from disk.
        for round in 0..=rounds {
            let times = measure(&mut connection, &request).await;
            let times = times.with_context(|| format!("measure {name}"))?;
            if round > 0 {
                worst.push(times.percentile(99));
            }
        }
        let row = Row::single(format!("{name}, p99"), "ms", worst, TARGET);
        println!("{row}");
        rows.push(row);
    }
    Ok(rows)
}

async fn measure(connection: &mut Connection, request: &[u8]) -> anyhow::Result<LoadResult> {
    let began = Instant::now();
    let mut times = Vec::with_capacity(REQUESTS);
    for _ in 0..REQUESTS {
        let sent = Instant::now();
        let status = connection.send(request).await?;
        ensure!(status == 200, "it is answered {status}");
        times.push(sent.elapsed());
    }
    Ok(LoadResult::new(times, began.elapsed()))
}

/// Writes a million orders with dates of three years; the COD cash of 300,000 is with carriers.
async fn fill(shop: &Shop) -> anyhow::Result<()> {
    let began = Instant::now();
    let mut orders = shop.database("order").await?;
    for from in (1..=ORDERS).step_by(usize::try_from(BATCH)?) {
        let write = sqlx::query(include_str!("a_million_orders.sql")).bind(from);
        write.bind(from + BATCH - 1).execute(&mut orders).await?;
    }
    sqlx::raw_sql("VACUUM ANALYZE").execute(&mut orders).await?;
    orders.close().await?;
    println!(
        "note: {ORDERS} orders were written in {:?}",
        rounded(began.elapsed())
    );
    Ok(())
}

fn rounded(time: Duration) -> Duration {
    Duration::from_secs(time.as_secs())
}
