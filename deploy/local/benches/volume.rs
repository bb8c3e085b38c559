//! Measures the shop's calls with the sample products, and with 10,000 products and 1,000,000 reviews. The
//! results are printed, not asserted, because machines differ. The gateway runs in its own process, so that
//! its memory can be measured.

use std::{
    net::TcpListener,
    path::Path,
    process::{Child, Command},
    time::{Duration, Instant},
};

use anyhow::Context as _;
use local::{Options, Shop};
use proto::review::v1::{ListRatingsRequest, review_service_client::ReviewServiceClient};
use reqwest::{Client, header::ACCEPT_ENCODING};
use serde_json::Value;
use sqlx::{Connection as _, Executor as _, PgConnection};

const PRODUCTS: &str = include_str!("volume_products.sql");
const REVIEWS: &str = include_str!("volume_reviews.sql");

/// The number of calls of each kind, after some warm-up calls.
const CALLS: usize = 500;
const UNCOUNTED: usize = 20;

/// Search words of shoppers, some misspelt.
const SEARCHES: [&str; 24] = [
    "karela",
    "karla",
    "kerala",
    "ashwgandha",
    "ashwagandha powder",
    "moringa",
    "muringa",
    "amla",
    "aamla",
    "tulsi",
    "tusli",
    "bitter melon",
    "biter melon",
    "holy basil",
    "neem",
    "neam",
    "triphala",
    "tirphala",
    "gooseberry",
    "turmeric",
    "drumstick leaf",
    "himalayan karela",
    "jamoon",
    "laptop",
];

/// The results of one kind of call: median, 99th percentile, and average size of a response in bytes.
struct Cost {
    kind: &'static str,
    median: Duration,
    p99: Duration,
    bytes: usize,
}

/// A gateway in its own process, killed on drop.
struct Gateway {
    process: Child,
    url: String,
}

impl Drop for Gateway {
    fn drop(&mut self) {
        // It may have exited already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Gateway {
    fn start(shop: &Shop) -> anyhow::Result<Self> {
        let program = Path::new(env!("CARGO_BIN_EXE_shop")).with_file_name("gateway");
        let listen = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let mut command = Command::new(program);
        command
            .env_clear()
            .env("LISTEN", listen.to_string())
            .env("SITE_DIR", engines::checkout().join("frontend/storefront/dist"))
            .env("NATS_URL", shop.nats_url())
            .env("RUST_LOG", "warn");
        for (name, address) in shop.services() {
            command.env(
                format!("{}_URL", name.to_uppercase()),
                format!("http://{address}"),
            );
        }
        Ok(Self {
            process: command.spawn().context("start the gateway: build it first")?,
            url: format!("http://{listen}"),
        })
    }

    /// Returns the current and the maximum memory, in MiB.
    fn memory(&self) -> anyhow::Result<(u64, u64)> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id()))?;
        let of = |name: &str| {
            let line = status.lines().find(|line| line.starts_with(name));
            let kibibytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
            kibibytes
                .map(|kibibytes| kibibytes / 1024)
                .context("no such number")
        };
        Ok((of("VmRSS")?, of("VmHWM")?))
    }
}

fn main() -> anyhow::Result<()> {
    runtime::install_process_defaults();
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?
        .block_on(run())
}

async fn run() -> anyhow::Result<()> {
    let shop = Shop::start(Options::temporary("bench")?).await?;
    let gateway = Gateway::start(&shop)?;
    let client = Client::new();
    let before = measure(&gateway, &client, 12).await?;
    let (memory, _) = gateway.memory()?;

    let began = Instant::now();
    generate(&shop, "catalog", PRODUCTS).await?;
    generate(&shop, "review", REVIEWS).await?;
    generate(&shop, "review", "VACUUM ANALYZE reviews").await?;
    println!(
        "10,000 products and 1,000,000 reviews generated in {:.0?}",
        began.elapsed()
    );
    read_ratings(&shop).await?;
    let began = Instant::now();
    let after = measure(&gateway, &client, 10_012).await?;
    println!("measured in {:.0?}\n", began.elapsed());
    print(&before, &after);
    let (now, most) = gateway.memory()?;
    println!(
        "the gateway's memory: {memory} MiB with the samples, then {now} MiB, {most} MiB at most (wanted: 120)"
    );
    println!(
        "the first visit's calls: {} B with the samples, then {} B",
        first_visit(&before),
        first_visit(&after)
    );
    drop(gateway);
    shop.stop().await
}

/// The size of the calls of a first visit, in bytes.
fn first_visit(costs: &[Cost]) -> usize {
    let calls = costs
        .iter()
        .filter(|cost| ["cards", "reviews"].contains(&cost.kind));
    calls.map(|cost| cost.bytes).sum()
}

async fn generate(shop: &Shop, service: &str, statements: &'static str) -> anyhow::Result<()> {
    let mut database = PgConnection::connect(shop.database_url(service)).await?;
    database.execute(sqlx::raw_sql(statements)).await?;
    Ok(())
}

/// Reads the ratings of all products as the gateway does, and prints the duration.
async fn read_ratings(shop: &Shop) -> anyhow::Result<()> {
    let mut client = ReviewServiceClient::new(shop.client("gateway", "review"));
    let began = Instant::now();
    let (mut count, mut page_token) = (0, String::new());
    loop {
        let request = ListRatingsRequest {
            page_size: 1_000,
            page_token,
        };
        let page = client.list_ratings(request).await?.into_inner();
        count += page.ratings.len();
        page_token = page.next_page_token;
        if page_token.is_empty() {
            println!(
                "the ratings of {count} products are read in {:.1?}",
                began.elapsed()
            );
            return Ok(());
        }
    }
}

/// Waits until the gateway has this many products, and measures each kind of call.
async fn measure(gateway: &Gateway, client: &Client, products: usize) -> anyhow::Result<Vec<Cost>> {
    let url = |path: &str| format!("{}/api/v1/{path}", gateway.url);
    let began = Instant::now();
    let listed = loop {
        anyhow::ensure!(
            began.elapsed() < Duration::from_mins(3),
            "the gateway does not see the products"
        );
        if let Ok(answer) = client.get(url("products/")).send().await
            && let Ok(body) = answer.json::<Value>().await
            && let Some(listed) = body["data"].as_array()
            && listed.len() == products
        {
            break listed.iter().map(names).collect::<Vec<_>>();
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    println!("{products} products are listed after {:.1?}", began.elapsed());
    let some = |nth: usize| &listed[nth * 7919 % listed.len()];
    let mut costs = Vec::new();
    for (kind, path) in [
        ("list", (&|_| "products/".to_owned()) as &dyn Fn(usize) -> String),
        ("cards", &|_| "products/cards".to_owned()),
        ("cards by ids", &|nth| {
            format!("products/cards?ids={},{}", some(nth).0, some(nth + 1).0)
        }),
        ("product", &|nth| format!("products/{}", some(nth).0)),
        ("search", &|nth| format!("products/cards?search={}", search(nth))),
        ("reviews", &|_| "users/getallreview".to_owned()),
        ("a product's reviews", &|nth| {
            format!("users/getallreview?limit=20&productname={}", some(nth).1)
        }),
    ] {
        costs.push(cost(client, kind, |nth| url(&path(nth))).await?);
    }
    Ok(costs)
}

/// Returns search words that were not used before, so that no cached results count.
fn search(nth: usize) -> String {
    let words = SEARCHES[nth % SEARCHES.len()].to_owned();
    let round = nth / SEARCHES.len();
    let blanks = " ".repeat(1 + round % 12);
    // Each round spells the same search in another way.
    let letters = words.chars().enumerate();
    let mixed = letters.map(|(place, letter)| {
        if round >> place & 1 == 1 {
            letter.to_ascii_uppercase()
        } else {
            letter
        }
    });
    mixed.collect::<String>().replace(' ', &blanks)
}

fn names(product: &Value) -> (String, String) {
    let text = |field: &str| product[field].as_str().unwrap_or_default().to_owned();
    (text("_id"), text("productName"))
}

async fn cost(client: &Client, kind: &'static str, url: impl Fn(usize) -> String) -> anyhow::Result<Cost> {
    let (mut times, mut bytes) = (Vec::new(), 0);
    for nth in 0..UNCOUNTED + CALLS {
        let request = client.get(url(nth)).header(ACCEPT_ENCODING, "br, gzip");
        let began = Instant::now();
        let body = request.send().await?.error_for_status()?.bytes().await?;
        if nth >= UNCOUNTED {
            times.push(began.elapsed());
            bytes += body.len();
        }
    }
    times.sort();
    let cost = Cost {
        kind,
        median: times[CALLS / 2],
        p99: times[CALLS * 99 / 100],
        bytes: bytes / CALLS,
    };
    println!(
        "  {kind}: p50 {:.2?}, p99 {:.2?}, {} B",
        cost.median, cost.p99, cost.bytes
    );
    Ok(cost)
}

fn print(before: &[Cost], after: &[Cost]) {
    println!("                        12 products            10,012 products");
    println!(
        "                        p50        p99         p50        p99      ratio of p99 (wanted: 1.5)   bytes"
    );
    for (before, after) in before.iter().zip(after) {
        let ratio = after.p99.as_secs_f64() / before.p99.as_secs_f64();
        println!(
            "{:<22}{:>9.2?}  {:>9.2?}   {:>9.2?}  {:>9.2?}   {ratio:>6.2}    {:>8} then {}",
            before.kind, before.median, before.p99, after.median, after.p99, before.bytes, after.bytes
        );
    }
}
