//! Whether NATS answers, and what its streams hold.

use std::time::Duration;

use anyhow::Context as _;
use async_nats::jetstream;
use futures_util::TryStreamExt as _;
use runtime::Secret;

use super::check::Check;
use crate::installation::Installation;

/// How long NATS may take for everything.
const WITHIN: Duration = Duration::from_secs(5);

/// The stream with events that no consumer could handle.
const DEAD_LETTERS: &str = "DEAD_LETTERS";

pub(super) async fn checks(installation: &Installation) -> Vec<Check> {
    let seen = tokio::time::timeout(WITHIN, looked_at(installation)).await;
    let seen = seen.context("does not answer").flatten();
    seen.unwrap_or_else(|error| vec![Check::wrong("NATS", format!("{error:#}"))])
}

async fn looked_at(installation: &Installation) -> anyhow::Result<Vec<Check>> {
    let url = Secret::from(installation.events_url()?);
    let client = nats::connect(&url, None).await?;
    client.flush().await?;
    let context = jetstream::new(client);
    let streams: Vec<_> = context.streams().try_collect().await?;
    let mut messages = 0;
    let mut dead = 0;
    for stream in &streams {
        if stream.config.name == DEAD_LETTERS {
            dead = stream.state.messages;
        } else {
            messages += stream.state.messages;
        }
    }
    let says = format!("answers, {} streams with {messages} events", streams.len());
    Ok(vec![
        Check::well("NATS", says),
        // They stay until their time is over, also once somebody has seen to them: told, and not wrong.
        Check::well(
            "dead letters",
            format!("{dead} events that no consumer could handle"),
        ),
    ])
}
