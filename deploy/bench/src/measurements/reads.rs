//! Reads: each kind of response compared with a baseline server that sends the same bytes.

use std::{
    net::SocketAddr,
    process::Command,
    time::{Duration, Instant},
};

use anyhow::Context as _;
use serde_json::Value;
use tokio::net::TcpStream;

use crate::{
    load::{get, send_back_to_back},
    shop::{
        process::Process,
        programs::{Shop, free_address},
        registry::GATEWAY,
    },
    table::{Row, Target},
};

/// Concurrent connections.
const CONNECTIONS: usize = 64;

/// The duration of each side in a round.
const TIME: Duration = Duration::from_secs(1);

/// A kind of response.
struct Read {
    name: &'static str,
    path: String,
    accept_encoding: &'static str,
    /// True if the client has a cached copy. The baseline server sends the whole response anyway.
    is_cached: bool,
    /// The target, as a share of the baseline server's rate.
    target: Target,
}

/// Measures each kind in turn, first the shop and then the baseline server, in each round.
pub(crate) async fn run(shop: &Shop, rounds: usize, filter: &str) -> anyhow::Result<Vec<Row>> {
    let reads = reads(shop).await?;
    let mut rows = Vec::new();
    for read in reads.iter().filter(|read| read.name.contains(filter)) {
        let row = measure(shop, read, rounds).await;
        let row = row.with_context(|| format!("measure {}", read.name))?;
        println!("{row}");
        rows.push(row);
    }
    Ok(rows)
}

async fn reads(shop: &Shop) -> anyhow::Result<Vec<Read>> {
    let list: Value = reqwest::get(shop.url("/api/v1/products/")).await?.json().await?;
    let product = list["data"][0]["_id"]
        .as_str()
        .context("the shop sells nothing")?;
    let home = reqwest::get(shop.url("/")).await?.text().await?;
    let asset = home
        .split('"')
        .find(|text| text.starts_with("/assets/") && text.contains(".js"))
        .context("the home page names no script")?;
    let read = |name, path: &str, accept_encoding, least| Read {
        name,
        path: path.to_owned(),
        accept_encoding,
        is_cached: false,
        target: Target::AtLeast(least),
    };
    let list = "/api/v1/products/";
    Ok(vec![
        read("product list", list, "identity", 0.9),
        Read {
            is_cached: true,
            ..read("product list, not modified", list, "identity", 1.0)
        },
        read("product list, brotli", list, "br", 0.95),
        read("cards", "/api/v1/products/cards", "br", 0.9),
        read("review list", "/api/v1/users/getallreview", "br", 0.85),
        read("hashed asset", asset, "br", 0.8),
        read("home page", "/", "br", 0.8),
        read("product page", &format!("/product/{product}"), "br", 0.8),
    ])
}

async fn measure(shop: &Shop, read: &Read, rounds: usize) -> anyhow::Result<Row> {
    let tag = reqwest::Client::new()
        .get(shop.url(&read.path))
        .header("accept-encoding", read.accept_encoding)
        .send()
        .await?
        .headers()
        .get("etag")
        .and_then(|tag| tag.to_str().ok())
        .map(str::to_owned);
    let tag = tag.filter(|_| read.is_cached);
    let mut headers = vec![("accept-encoding", read.accept_encoding)];
    if let Some(tag) = &tag {
        headers.push(("if-none-match", tag));
    }
    let request = get(&read.path, &headers);
    let expected = if read.is_cached { 304 } else { 200 };
    let (server, address) = start_baseline_server(shop, &read.path, read.accept_encoding).await?;
    let gateway = (shop.program(GATEWAY), shop.address(GATEWAY));
    let (mut rates, mut costs) = (Vec::new(), Vec::new());
    // The first round is a warm-up, which fills caches.
    for round in 0..=rounds {
        let measured = measure_requests(gateway, expected, &request).await?;
        let baseline = measure_requests((&server, address), 200, &request).await?;
        if round > 0 {
            rates.push((measured.0, baseline.0));
            costs.push((measured.1, baseline.1));
        }
    }
    Ok(Row::compared(read.name, "/s", &rates, read.target).with_cpu(&costs))
}

/// Responses per second, and the CPU time of one.
pub(crate) async fn measure_requests(
    (process, address): (&Process, SocketAddr),
    expected: u16,
    request: &[u8],
) -> anyhow::Result<(f64, f64)> {
    let before = process.cpu()?;
    let outcome = send_back_to_back(address, CONNECTIONS, TIME, expected, || request.to_vec()).await?;
    let cost = process.cpu()?.saturating_sub(before).as_secs_f64();
    Ok((outcome.rate(), cost / outcome.count()))
}

/// Starts a baseline server with the gateway's response.
pub(crate) async fn start_baseline_server(
    shop: &Shop,
    path: &str,
    accept_encoding: &str,
) -> anyhow::Result<(Process, SocketAddr)> {
    let address = free_address()?;
    let mut command = Command::new(std::env::current_exe()?);
    command
        .args(["baseline-server", "--listen", &address.to_string()])
        .args(["--response-url", &shop.url(path)])
        .args(["--accept-encoding", accept_encoding]);
    let server = Process::start("baseline-server", command, shop.log())?;
    let began = Instant::now();
    while TcpStream::connect(address).await.is_err() {
        anyhow::ensure!(
            began.elapsed() < Duration::from_secs(10),
            "the baseline server does not start"
        );
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    Ok((server, address))
}
