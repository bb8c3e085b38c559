//! Measures logins. The results are printed, not asserted, because machines differ.
//!
//! 1. The time of a refused login for addresses with and without an account, alternating, through REST.
//! 2. The product list while 500 logins arrive at once.

#![expect(clippy::cast_precision_loss, reason = "what is counted here is small")]

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use local::{Options, Shop};
use proto::identity::v1::{RegisterRequest, identity_service_client::IdentityServiceClient};
use serde_json::json;

/// The number of logins of each kind.
const LOG_INS: usize = 200;

/// The number of concurrent logins.
const FLOOD: usize = 500;

/// The number of reads of the product list, without and with the concurrent logins.
const READS: usize = 500;

fn main() -> anyhow::Result<()> {
    runtime::install_process_defaults();
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?
        .block_on(run())
}

async fn run() -> anyhow::Result<()> {
    let shop = Shop::start(Options::temporary("bench")?).await?;
    let client = reqwest::Client::new();
    register(&shop).await?;
    compare(&shop, &client).await?;
    flood(&shop, &client).await?;
    shop.stop().await
}

fn known(nth: usize) -> String {
    format!("known{nth}@gmail.com")
}

/// Registers accounts, each from its own network, because the service limits each network separately.
async fn register(shop: &Shop) -> anyhow::Result<()> {
    let mut identity = IdentityServiceClient::new(shop.client("gateway", "identity"));
    for nth in 0..LOG_INS {
        let request = RegisterRequest {
            email: known(nth),
            password: "monsoon-42".to_owned(),
            mobile_number: "9876543210".to_owned(),
            client_address: format!("network {nth}"),
        };
        identity.register(request).await?;
    }
    Ok(())
}

/// Returns the time of a refused login.
async fn refused(shop: &Shop, client: &reqwest::Client, email: &str) -> anyhow::Result<Duration> {
    let credentials = json!({ "email": email, "password": "monsoon-43" });
    let request = client
        .post(format!("{}/api/v1/users/userlogin", shop.url()))
        .json(&credentials);
    let started = Instant::now();
    let response = request.send().await?;
    response.bytes().await?;
    Ok(started.elapsed())
}

async fn compare(shop: &Shop, client: &reqwest::Client) -> anyhow::Result<()> {
    for _ in 0..20 {
        refused(shop, client, "warm.up@gmail.com").await?;
    }
    let (mut with, mut without) = (Vec::new(), Vec::new());
    for nth in 0..LOG_INS {
        with.push(refused(shop, client, &known(nth)).await?);
        without.push(refused(shop, client, &format!("unknown{nth}@gmail.com")).await?);
    }
    let p = mann_whitney(&with, &without);
    let (with, without) = (percentile(with, 50), percentile(without, 50));
    let difference = (with.as_secs_f64() / without.as_secs_f64() - 1.0) * 100.0;
    println!("Refused logins, {LOG_INS} of each kind, alternating, through REST");
    println!("  with an account     median {}", milliseconds(with));
    println!("  without an account  median {}", milliseconds(without));
    println!("  difference          {difference:+.1} % of the median (wanted: less than 5 %)");
    println!("  Mann-Whitney        p = {p:.2} (wanted: more than 0.05)\n");
    Ok(())
}

async fn flood(shop: &Shop, client: &reqwest::Client) -> anyhow::Result<()> {
    let idle = reads(shop, client).await?;
    let started = Instant::now();
    let logins = (0..FLOOD).map(|nth| async move {
        let email = format!("flood{nth}@gmail.com");
        let credentials = json!({ "email": email, "password": "monsoon-43" });
        let url = format!("{}/api/v1/users/userlogin", shop.url());
        let response = client.post(url).json(&credentials).send().await?;
        anyhow::Ok(response.status().as_u16())
    });
    let (statuses, busy) = tokio::join!(
        async { (join_all(logins).await, started.elapsed()) },
        reads(shop, client)
    );
    let (statuses, took) = statuses;
    let busy = busy?;
    let count = |status: u16| {
        statuses
            .iter()
            .flatten()
            .filter(|answered| **answered == status)
            .count()
    };
    println!("{FLOOD} logins at once, and {READS} reads of the product list one after the other meanwhile");
    println!(
        "  logins              {} answered, {} told to come back, in {}",
        count(401),
        count(429),
        milliseconds(took)
    );
    for (when, times) in [("quiet", idle), ("flood", busy)] {
        let (median, worst) = (percentile(times.clone(), 50), percentile(times, 99));
        println!(
            "  product list, {when} median {}, 99th percentile {}",
            milliseconds(median),
            milliseconds(worst)
        );
    }
    Ok(())
}

async fn reads(shop: &Shop, client: &reqwest::Client) -> anyhow::Result<Vec<Duration>> {
    let mut times = Vec::with_capacity(READS);
    for _ in 0..READS {
        let started = Instant::now();
        let response = client
            .get(format!("{}/api/v1/products/", shop.url()))
            .send()
            .await?;
        response.bytes().await?;
        times.push(started.elapsed());
    }
    Ok(times)
}

fn percentile(mut times: Vec<Duration>, percent: usize) -> Duration {
    times.sort();
    times[(times.len() * percent / 100).min(times.len() - 1)]
}

fn milliseconds(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1_000.0)
}

/// The probability that two samples of the same distribution differ this much, by the normal approximation of
/// the rank-sum test.
fn mann_whitney(one: &[Duration], other: &[Duration]) -> f64 {
    let wins: f64 = one
        .iter()
        .map(|a| {
            other
                .iter()
                .map(|b| match a.cmp(b) {
                    std::cmp::Ordering::Greater => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Less => 0.0,
                })
                .sum::<f64>()
        })
        .sum();
    let (m, n) = (one.len() as f64, other.len() as f64);
    let z = (wins - m * n / 2.0) / (m * n * (m + n + 1.0) / 12.0).sqrt();
    two_sided(z.abs())
}

/// Twice the tail of the normal distribution above `z`, by formula 7.1.26 of Abramowitz and Stegun.
fn two_sided(z: f64) -> f64 {
    let x = z / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let polynomial = t
        * (0.254_829_592
            + t * (-0.284_496_736 + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
    polynomial * (-x * x).exp()
}
