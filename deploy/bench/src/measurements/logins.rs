//! Logins, which are hashes of passwords, beside hashes alone.

use std::time::Duration;

use serde_json::json;
use uuid::Uuid;

use crate::{
    ceilings::hashes,
    load::{flat_out, post},
    shop::{programs::Shop, registry::GATEWAY},
    table::{Row, Target},
};

/// Who log in at the same time: enough for every core, and fewer than are turned away.
const CLIENTS: usize = 16;

/// How long each side works in a round.
const TIME: Duration = Duration::from_secs(3);

/// A login at an address that has no account, from a network of its own: one network is refused after a hundred failures.
pub(crate) fn of_a_stranger() -> Vec<u8> {
    let stranger = Uuid::new_v4();
    let email = format!("{}@example.com", stranger.simple());
    let body = json!({ "email": email, "password": "monsoon-43" });
    let [a, b, c, ..] = *stranger.as_bytes();
    let network = format!("10.{a}.{b}.{c}");
    post("/api/v1/users/userlogin", &[("x-forwarded-for", &network)], &body)
}

/// Logins of strangers, which cost the same hash as those of accounts.
pub(crate) async fn run(shop: &Shop, rounds: usize) -> anyhow::Result<Vec<Row>> {
    let mut rates = Vec::new();
    for _ in 0..rounds {
        let ours = flat_out(shop.address(GATEWAY), CLIENTS, TIME, 401, of_a_stranger).await?;
        let ceiling = tokio::task::spawn_blocking(|| hashes(TIME)).await??;
        rates.push((ours.rate(), ceiling));
    }
    let row = Row::beside("login, beside raw argon2", "/s", &rates, Target::AtLeast(0.9));
    println!("{row}");
    Ok(vec![row])
}
