//! A buyer who wants packs of which there are few, and takes yes or no for an answer.

use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use serde_json::Value;
use uuid::Uuid;

use super::{
    history::Placed,
    shoppers::{self, Shoppers},
};

/// How long a buyer tries until the shop says yes or no.
const DECIDED_WITHIN: Duration = Duration::from_mins(5);

/// The pause between two tries, at first and at most: two hundred who come three times a second keep a machine that is busy with
/// something else from ever answering one of them. The shop's pages wait longer each time, too.
const FIRST_PAUSE: Duration = Duration::from_millis(300);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// What a buyer got.
#[derive(Debug)]
pub(crate) struct BuyerOutcome {
    /// None when the packs were sold out.
    pub(crate) placed: Option<Placed>,
    /// How often it was sent.
    pub(crate) requests: usize,
}

/// Tries with one key until the shop has packs for the order, or none.
pub(crate) async fn buy(shoppers: &Shoppers, order: &Value) -> anyhow::Result<BuyerOutcome> {
    let (key, began) = (Uuid::new_v4(), Instant::now());
    let mut pause = FIRST_PAUSE;
    let mut requests = 0;
    while began.elapsed() < DECIDED_WITHIN {
        requests += 1;
        match shoppers.submit(order, Some(key)).await {
            Ok((status, body)) if status == 201 => {
                let placed = Some(shoppers::placed(&body["data"])?);
                return Ok(BuyerOutcome { placed, requests });
            }
            Ok((status, body)) if status == 409 => {
                let left = body["data"]["left"].as_array().context("it names no packs")?;
                let is_none = |pack: &Value| pack["left"] == 0;
                ensure!(!left.is_empty() && left.iter().all(is_none), "refused: {body}");
                return Ok(BuyerOutcome {
                    placed: None,
                    requests,
                });
            }
            Ok((status, body)) if status.is_client_error() => anyhow::bail!("{status}: {body}"),
            _ => tokio::time::sleep(pause).await,
        }
        // Not all at the same moment: between one and a half and twice as long.
        let longer = pause + pause.mul_f64(0.5 + f64::from(Uuid::new_v4().as_bytes()[0]) / 512.0);
        pause = longer.min(LONGEST_PAUSE);
    }
    anyhow::bail!("the shop says neither yes nor no")
}
