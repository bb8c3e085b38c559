//! Orders: at the service and through the gateway, beside PostgreSQL with the same statements.

use std::{
    collections::BTreeSet,
    fs,
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};
use futures_util::future::try_join_all;
use proto::order::v1::{PlaceOrderLine, PlaceOrderRequest, order_service_client::OrderServiceClient};
use serde_json::{Value, json};
use sqlx::{Connection as _, PgConnection};
use tonic::transport::Channel;
use uuid::Uuid;

use crate::{
    ceilings::Pgbench,
    load::{Connection, Outcome, at_rate, flat_out, post, told},
    shop::{CpuOfOrder, GATEWAY, Shop},
    table::{Row, Target},
};

/// Who order at the same time.
const CLIENTS: usize = 16;

/// How long each side works in a round.
const TIME: Duration = Duration::from_secs(4);

/// Orders, one after the other, whose statements are counted.
const COUNTED: usize = 15;

/// How long mails may take that follow a round's orders.
const MAILED_WITHIN: Duration = Duration::from_mins(3);

/// What everybody orders: one pack of the first product.
#[derive(Debug)]
pub(crate) struct Order {
    product_id: String,
    product_name: String,
    weight_in_grams: i32,
    price: Value,
    price_paise: i64,
}

impl Order {
    pub(crate) async fn of(shop: &Shop) -> anyhow::Result<Self> {
        let list: Value = reqwest::get(shop.url("/api/v1/products/")).await?.json().await?;
        let product = &list["data"][0];
        let variant = &product["variants"][0];
        let text = |value: &Value| {
            value
                .as_str()
                .map(str::to_owned)
                .context("the product has no name")
        };
        let rupees = variant["price"]
            .as_i64()
            .context("the price is no whole number")?;
        let weight = variant["weightInGrams"]
            .as_i64()
            .context("the pack has no weight")?;
        Ok(Self {
            product_id: text(&product["_id"])?,
            product_name: text(&product["productName"])?,
            weight_in_grams: i32::try_from(weight)?,
            price: variant["price"].clone(),
            price_paise: rupees * 100,
        })
    }

    /// As a browser sends it, by a shopper who orders for the first time.
    fn request(&self) -> Vec<u8> {
        let key = Uuid::new_v4();
        let line = json!({
            "productName": self.product_name,
            "productId": self.product_id,
            "weightInGrams": self.weight_in_grams,
            "quantity": 1,
            "basePrice": self.price,
            "actualPrice": self.price,
        });
        let body = json!({
            "fullname": "Asha Patel",
            // A mailbox gets only so many mails an hour.
            "email": format!("{}@example.com", key.simple()),
            "mobilenumber": "9876543210",
            "deliveryAddress": "12 Ring Road, Surat",
            "pincode": "395007",
            "totalAmount": self.price,
            "products": [line],
        });
        let key = key.to_string();
        post(
            "/api/v1/users/orders/create/",
            &[("idempotency-key", &key)],
            &body,
        )
    }

    /// As the gateway sends it.
    pub(crate) fn call(&self) -> PlaceOrderRequest {
        let key = Uuid::new_v4();
        PlaceOrderRequest {
            idempotency_key: key.to_string(),
            full_name: "Asha Patel".to_owned(),
            email: format!("{}@example.com", key.simple()),
            mobile_number: "9876543210".to_owned(),
            delivery_address: "12 Ring Road, Surat".to_owned(),
            pincode: "395007".to_owned(),
            total_paise: self.price_paise,
            lines: vec![PlaceOrderLine {
                product_id: self.product_id.clone(),
                product_name: self.product_name.clone(),
                weight_in_grams: self.weight_in_grams,
                quantity: 1,
                unit_price_paise: self.price_paise,
                line_total_paise: self.price_paise,
            }],
            ..PlaceOrderRequest::default()
        }
    }
}

/// What a round saw, in orders a second and milliseconds.
struct Round {
    ceiling: f64,
    service: f64,
    gateway: f64,
    cpu: CpuOfOrder,
    wal_syncs: f64,
}

/// The service and the gateway in turn, each beside the same ceiling.
pub(crate) async fn run(shop: &mut Shop, rounds: usize) -> anyhow::Result<Vec<Row>> {
    let pgbench = Pgbench::prepare(shop.engines(), "bench_order").await?;
    let order = Order::of(shop).await?;
    // Nobody's: pools fill, pages are made.
    through_gateway(shop, &order).await?;
    settled(shop).await?;
    let mut seen = Vec::new();
    for _ in 0..rounds {
        seen.push(round(shop, &order, &pgbench).await?);
    }
    let gateway: Vec<_> = seen.iter().map(|round| (round.gateway, round.ceiling)).collect();
    let service: Vec<_> = seen.iter().map(|round| (round.service, round.ceiling)).collect();
    let through = Row::beside("order through the gateway", "/s", &gateway, Target::AtLeast(0.4));
    let half = through.ours.median / 2.0;
    let address = shop.address(GATEWAY);
    let mut at_half = Vec::new();
    for _ in 0..rounds {
        at_half.push(
            at_rate(address, 32, half, TIME, 201, || order.request())
                .await?
                .percentile(99),
        );
        settled(shop).await?;
    }
    let trips = round_trips(shop, &order).await?;
    let of = |what: fn(&Round) -> f64| seen.iter().map(what).collect::<Vec<_>>();
    let mut rows = vec![
        Row::beside("order at the service", "/s", &service, Target::AtLeast(0.6)),
        through,
        Row::alone("the same at half of it, p99", "ms", at_half, Target::AtMost(50.0)),
        Row::alone(
            "WAL syncs an order, with mails",
            "",
            of(|round| round.wal_syncs),
            Target::None,
        ),
        Row::alone("round trips before the answer", "", trips, Target::AtMost(4.0)),
    ];
    rows.extend(cpu_rows(&seen));
    rows.push(bytes_of_an_order(shop).await?);
    for row in &rows {
        println!("{row}");
    }
    Ok(rows)
}

/// The processor's time of an order until its mails have gone, in all and for each process.
fn cpu_rows(seen: &[Round]) -> Vec<Row> {
    let all = seen.iter().map(|round| round.cpu.all());
    let mut rows = vec![Row::alone(
        "CPU an order, with mails",
        "ms",
        all,
        Target::AtMost(3.0),
    )];
    for name in seen
        .iter()
        .flat_map(|round| round.cpu.names())
        .collect::<BTreeSet<_>>()
    {
        let of_it = seen.iter().map(|round| round.cpu.of(name));
        rows.push(Row::alone(format!("  of it {name}"), "ms", of_it, Target::None));
    }
    rows
}

/// What an order takes in its service's database, with indexes and with what is swept after a week.
async fn bytes_of_an_order(shop: &Shop) -> anyhow::Result<Row> {
    let mut orders = shop.database("order").await?;
    let bytes = sqlx::query_scalar::<_, f64>(
        "SELECT sum(pg_total_relation_size(relid))::float8 / (SELECT count(*) FROM orders) FROM pg_stat_user_tables",
    );
    let bytes = bytes.fetch_one(&mut orders).await?;
    Ok(Row::alone("database of an order", "B", [bytes], Target::None))
}

async fn round(shop: &mut Shop, order: &Order, pgbench: &Pgbench) -> anyhow::Result<Round> {
    let ceiling = pgbench.orders(CLIENTS, TIME).await?;
    let service = at_service(shop, order).await?.rate();
    settled(shop).await?;
    let (before, syncs_before) = (shop.cpu()?, wal_syncs(shop).await?);
    let gateway = through_gateway(shop, order).await?;
    settled(shop).await?;
    let (after, syncs_after) = (shop.cpu()?, wal_syncs(shop).await?);
    Ok(Round {
        ceiling,
        service,
        gateway: gateway.rate(),
        cpu: after.since(&before, gateway.count()),
        wal_syncs: (syncs_after - syncs_before) / gateway.count(),
    })
}

async fn through_gateway(shop: &Shop, order: &Order) -> anyhow::Result<Outcome> {
    flat_out(shop.address(GATEWAY), CLIENTS, TIME, 201, || order.request()).await
}

async fn at_service(shop: &Shop, order: &Order) -> anyhow::Result<Outcome> {
    let client = client(shop).await?;
    let (began, refused) = (Instant::now(), AtomicUsize::new(0));
    let clients = (0..CLIENTS).map(async |_| {
        let (mut client, mut times) = (client.clone(), Vec::new());
        while began.elapsed() < TIME {
            let asked = Instant::now();
            if client.place_order(order.call()).await.is_ok() {
                times.push(asked.elapsed());
            } else {
                refused.fetch_add(1, Ordering::Relaxed);
            }
        }
        anyhow::Ok(times)
    });
    let times = try_join_all(clients).await?.concat();
    told(times.len(), refused.into_inner(), 201)?;
    Ok(Outcome::new(times, began.elapsed()))
}

/// A client of the order service.
pub(crate) async fn client(shop: &Shop) -> anyhow::Result<OrderServiceClient<Channel>> {
    let url = format!("http://{}", shop.address("order"));
    Ok(OrderServiceClient::connect(url).await?)
}

/// Waits until both mails of every order have gone.
pub(crate) async fn settled(shop: &Shop) -> anyhow::Result<()> {
    let mut orders = shop.database("order").await?;
    let mut mails = shop.database("notification").await?;
    let began = Instant::now();
    loop {
        let placed: i64 = sqlx::query_scalar("SELECT count(*) FROM orders")
            .fetch_one(&mut orders)
            .await?;
        let mailed: i64 = sqlx::query_scalar("SELECT count(*) FROM inbox")
            .fetch_one(&mut mails)
            .await?;
        if mailed >= 2 * placed {
            return Ok(());
        }
        ensure!(
            began.elapsed() < MAILED_WITHIN,
            "{mailed} mails have gone for {placed} orders"
        );
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// How often PostgreSQL waited for the disk so far; not a number from version 18 on, which counts it elsewhere.
#[expect(clippy::cast_precision_loss, reason = "what is counted here is small")]
async fn wal_syncs(shop: &mut Shop) -> anyhow::Result<f64> {
    let mut server = PgConnection::connect(shop.engines().maintenance_url()).await?;
    let syncs = sqlx::query_scalar::<_, i64>("SELECT wal_sync FROM pg_stat_wal");
    Ok(syncs
        .fetch_one(&mut server)
        .await
        .map_or(f64::NAN, |syncs| syncs as f64))
}

/// Statements that the order service waits for before it answers, counted in PostgreSQL's log.
async fn round_trips(shop: &mut Shop, order: &Order) -> anyhow::Result<Vec<f64>> {
    let mut server = PgConnection::connect(shop.engines().maintenance_url()).await?;
    let set = ["log_statement = 'all'", "log_line_prefix = '%m [%d] '"];
    for setting in set {
        let statement = format!("ALTER SYSTEM SET {setting}");
        sqlx::raw_sql(sqlx::AssertSqlSafe(statement))
            .execute(&mut server)
            .await?;
    }
    sqlx::raw_sql("SELECT pg_reload_conf()")
        .execute(&mut server)
        .await?;
    // Sessions read the settings before their next statement.
    tokio::time::sleep(Duration::from_millis(500)).await;
    let mut connection = Connection::open(shop.address(GATEWAY)).await?;
    let mut counts = Vec::new();
    for _ in 0..COUNTED {
        let before = fs::metadata(shop.postgres_log())?.len();
        let status = connection.ask(&order.request()).await?;
        ensure!(status == 201, "answered {status}");
        settled(shop).await?;
        let log = fs::read(shop.postgres_log())?;
        let said = String::from_utf8_lossy(&log[usize::try_from(before)?..]).into_owned();
        counts.push(statements_of_an_order(&said));
    }
    sqlx::raw_sql("ALTER SYSTEM RESET ALL")
        .execute(&mut server)
        .await?;
    sqlx::raw_sql("SELECT pg_reload_conf()")
        .execute(&mut server)
        .await?;
    Ok(counts)
}

/// How many there are up to the one that writes the event, and the commit behind it where a transaction was begun.
fn statements_of_an_order(log: &str) -> f64 {
    let (mut count, mut begun) = (0.0, 0.0);
    // A statement of several lines goes on behind a tab.
    for entry in log.replace("\n\t", " ").lines() {
        let is_statement = ["LOG:  execute", "LOG:  statement:"]
            .iter()
            .any(|kind| entry.contains(kind));
        if !is_statement || !entry.contains("[bench_order]") {
            continue;
        }
        count += 1.0;
        if entry.ends_with("BEGIN") {
            begun = 1.0;
        }
        if entry.contains("INSERT INTO outbox") {
            return count + begun;
        }
    }
    f64::NAN
}
