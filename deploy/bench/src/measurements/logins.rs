//! Logins, which hash passwords, compared with hashes alone.

use std::time::Duration;

use serde_json::json;
use uuid::Uuid;

use crate::{
    baselines::hashes,
    load::{post, send_back_to_back},
    shop::{programs::Shop, registry::GATEWAY},
    table::{Row, Target},
};

/// Concurrent logins: enough for every core, and below the shop's limit.
const CLIENTS: usize = 16;

/// The duration of each side in a round.
const TIME: Duration = Duration::from_secs(3);

/// A login for an address without an account, from a new network, because a network is refused after a
/// hundred failures.
pub(crate) fn request_without_account() -> Vec<u8> {
    let id = Uuid::new_v4();
    let email = format!("{}@example.com", id.simple());
    let body = json!({ "email": email, "password": "monsoon-43" });
    let [a, b, c, ..] = *id.as_bytes();
    let network = format!("10.{a}.{b}.{c}");
    post("/api/v1/users/userlogin", &[("x-forwarded-for", &network)], &body)
}

/// Measures logins without an account, which cost the same hash as others.
pub(crate) async fn run(shop: &Shop, rounds: usize) -> anyhow::Result<Vec<Row>> {
    let mut rates = Vec::new();
    for _ in 0..rounds {
        let measured =
            send_back_to_back(shop.address(GATEWAY), CLIENTS, TIME, 401, request_without_account).await?;
        let baseline = tokio::task::spawn_blocking(|| hashes(TIME)).await??;
        rates.push((measured.rate(), baseline));
    }
    let row = Row::compared("login, by argon2 alone", "/s", &rates, Target::AtLeast(0.9));
    println!("{row}");
    Ok(vec![row])
}
