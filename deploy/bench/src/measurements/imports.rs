//! The largest allowed stock import, as a staff member's browser sends it: first a check, then the import.

use std::{
    fmt::Write as _,
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};
use reqwest::Client;
use serde_json::Value;
use uuid::Uuid;

use crate::{
    shop::{owner, programs::Shop, registry::OFFICE},
    table::{Row, Target},
};

/// The limit of rows in a file.
const ROWS: usize = 100_000;

/// The pause between polls of an import.
const POLL_INTERVAL: Duration = Duration::from_millis(200);

/// The longest wait for a file.
const IMPORTED_WITHIN: Duration = Duration::from_mins(5);

/// The targets for a file in seconds, and for its service's memory in MB (the issue of imports).
const SECONDS: Target = Target::AtMost(60.0);
const MEMORY: Target = Target::AtMost(100.0);

/// Checks and imports a file, with new batches in each round.
pub(crate) async fn run(shop: &Shop, rounds: usize) -> anyhow::Result<Vec<Row>> {
    let office = Office {
        browser: Client::new(),
        api: format!("http://{}/api/office/v1", shop.address(OFFICE)),
        cookie: owner::session_cookie(shop).await?.to_owned(),
    };
    let skus = office.skus().await?;
    let inventory = shop.program("inventory");
    let (mut checked, mut applied, mut peaks) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..rounds {
        let file = file(&skus, round)?;
        inventory.reset_peak()?;
        checked.push(office.import(file.clone(), true).await?);
        applied.push(office.import(file, false).await?);
        peaks.push(inventory.peak_megabytes()?);
    }
    let rows = vec![
        Row::single(format!("{ROWS} rows of stock, checked"), "s", checked, SECONDS),
        Row::single(format!("{ROWS} rows of stock, imported"), "s", applied, SECONDS),
        Row::single("peak memory of inventory", "MB", peaks, MEMORY),
    ];
    for row in &rows {
        println!("{row}");
    }
    Ok(rows)
}

/// A file with a receipt of a new batch in each row, for all packs in turn.
fn file(skus: &[String], round: usize) -> anyhow::Result<String> {
    let mut file = "sku,batch,packed_on,expires,mrp,cost,quantity,reason\r\n".to_owned();
    for (row, sku) in (0..ROWS).zip(skus.iter().cycle()) {
        write!(
            file,
            "{sku},R{round}-{row:06},2026-11-01,2027-11-01,2998.50,112.00,40,For the bench\r\n"
        )?;
    }
    Ok(file)
}

/// The office's API for its owner's browser.
struct Office {
    browser: Client,
    api: String,
    cookie: String,
}

impl Office {
    /// The SKUs of all packs on sale.
    async fn skus(&self) -> anyhow::Result<Vec<String>> {
        let packs = self.read("/packs").await?;
        let packs = packs["packs"].as_array().context("there is no list")?;
        let skus = packs.iter().filter_map(|pack| pack["sku"].as_str());
        Ok(skus.map(str::to_owned).collect())
    }

    /// The time from upload to completion of a file, in seconds.
    async fn import(&self, file: String, is_dry_run: bool) -> anyhow::Result<f64> {
        let path = format!("/imports/stock/{}", Uuid::new_v4());
        let sending = self
            .browser
            .post(format!("{}{path}?dryRun={is_dry_run}", self.api))
            .header("cookie", &self.cookie)
            .header("content-type", "text/csv")
            .body(file);
        let began = Instant::now();
        sending.send().await?.error_for_status()?;
        loop {
            let import = self.read(&path).await?;
            let state = import["state"].as_str().context("an import has a state")?;
            if state != "running" {
                let expected = if is_dry_run { "checked" } else { "applied" };
                ensure!(state == expected, "the file is {state}: {}", import["errors"]);
                return Ok(began.elapsed().as_secs_f64());
            }
            ensure!(began.elapsed() < IMPORTED_WITHIN, "the import does not end");
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    async fn read(&self, path: &str) -> anyhow::Result<Value> {
        let asked = self
            .browser
            .get(format!("{}{path}", self.api))
            .header("cookie", &self.cookie);
        let mut answer: Value = asked.send().await?.error_for_status()?.json().await?;
        Ok(answer["data"].take())
    }
}
