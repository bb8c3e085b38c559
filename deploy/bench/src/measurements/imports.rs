//! A file of stock that is as large as a file may be, as a browser of the staff brings it in: checked, and then entered.

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

/// Rows of a file at most.
const ROWS: usize = 100_000;

/// How often it is asked whether the file is through.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// How long a file may take before nobody waits for it any more.
const THROUGH_WITHIN: Duration = Duration::from_mins(5);

/// What a file may take, in seconds, and its service meanwhile, in MB (the issue of imports).
const SECONDS: Target = Target::AtMost(60.0);
const MEMORY: Target = Target::AtMost(100.0);

/// Checks a file and brings it in, with batches of its own each time.
pub(crate) async fn run(shop: &Shop, rounds: usize) -> anyhow::Result<Vec<Row>> {
    let office = Office {
        browser: Client::new(),
        api: format!("http://{}/api/office/v1", shop.address(OFFICE)),
        cookie: owner::cookie(shop).await?.to_owned(),
    };
    let skus = office.skus().await?;
    let inventory = shop.program("inventory");
    let (mut checked, mut applied, mut peaks) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..rounds {
        let file = file(&skus, round)?;
        inventory.forget_peak()?;
        checked.push(office.import(file.clone(), true).await?);
        applied.push(office.import(file, false).await?);
        peaks.push(inventory.peak_megabytes()?);
    }
    let rows = vec![
        Row::alone(format!("{ROWS} rows of stock, checked"), "s", checked, SECONDS),
        Row::alone(format!("{ROWS} rows of stock, entered"), "s", applied, SECONDS),
        Row::alone("most memory of inventory meanwhile", "MB", peaks, MEMORY),
    ];
    for row in &rows {
        println!("{row}");
    }
    Ok(rows)
}

/// A receipt of a new batch in each row, of all packs in turn.
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

/// The office, as a browser of its owner sees it.
struct Office {
    browser: Client,
    api: String,
    cookie: String,
}

impl Office {
    /// What the packs are called that the shop sells.
    async fn skus(&self) -> anyhow::Result<Vec<String>> {
        let packs = self.read("/packs").await?;
        let packs = packs["packs"].as_array().context("there is no list")?;
        let skus = packs.iter().filter_map(|pack| pack["sku"].as_str());
        Ok(skus.map(str::to_owned).collect())
    }

    /// How long a file takes from when it is sent until it is through, in seconds.
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
            ensure!(
                began.elapsed() < THROUGH_WITHIN,
                "the file does not come to an end"
            );
            tokio::time::sleep(LOOK_EVERY).await;
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
