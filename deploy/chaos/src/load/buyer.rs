//! A buyer of scarce packs, who accepts an order or "sold out".

use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use serde_json::Value;
use uuid::Uuid;

use super::{
    history::Placed,
    shoppers::{self, Shoppers},
};

/// The longest time that a buyer retries.
const ANSWERED_WITHIN: Duration = Duration::from_mins(5);

/// The first and the longest pause between tries: two hundred buyers with three tries per second would block
/// a busy machine. The shop's pages also wait longer each time.
const FIRST_PAUSE: Duration = Duration::from_millis(300);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// The outcome for a buyer.
#[derive(Debug)]
pub(crate) struct BuyerOutcome {
    /// The order; `None` if the packs were sold out.
    pub(crate) placed: Option<Placed>,
    /// The number of requests.
    pub(crate) requests: usize,
}

/// Retries with one key until the order is placed or sold out.
pub(crate) async fn buy(shoppers: &Shoppers, order: &Value) -> anyhow::Result<BuyerOutcome> {
    let (key, began) = (Uuid::new_v4(), Instant::now());
    let mut pause = FIRST_PAUSE;
    let mut requests = 0;
    while began.elapsed() < ANSWERED_WITHIN {
        requests += 1;
        match shoppers.submit(order, Some(key)).await {
            Ok((status, body)) if status == 201 => {
                let placed = Some(shoppers::placed(&body["data"])?);
                return Ok(BuyerOutcome { placed, requests });
            }
            Ok((status, body)) if status == 409 => {
                let left = body["data"]["left"]
                    .as_array()
                    .context("the response names no packs")?;
                let is_sold_out = |pack: &Value| pack["left"] == 0;
                ensure!(
                    !left.is_empty() && left.iter().all(is_sold_out),
                    "refused: {body}"
                );
                return Ok(BuyerOutcome {
                    placed: None,
                    requests,
                });
            }
            Ok((status, body)) if status.is_client_error() => anyhow::bail!("{status}: {body}"),
            _ => tokio::time::sleep(pause).await,
        }
        // Adds jitter: each pause is one and a half to twice as long.
        let longer = pause + pause.mul_f64(0.5 + f64::from(Uuid::new_v4().as_bytes()[0]) / 512.0);
        pause = longer.min(LONGEST_PAUSE);
    }
    anyhow::bail!("the shop gives no final answer")
}
