//! Reads the streams as a user with all rights.

use std::{collections::BTreeMap, time::Duration};

use anyhow::{Context as _, ensure};
use async_nats::{
    HeaderMap,
    jetstream::{self, consumer::pull},
};
use futures_util::{StreamExt as _, TryStreamExt as _};
use uuid::Uuid;

/// The stream of orders.
pub(crate) const ORDERS: &str = "ORDERS";

/// The stream of dead letters.
const DEAD_LETTERS: &str = "DEAD_LETTERS";

/// Connects as the user in the URL.
pub(crate) async fn connect(url: &str) -> anyhow::Result<jetstream::Context> {
    let address = url.parse::<async_nats::ServerAddr>()?;
    let (user, password) = (
        address.username().unwrap_or_default(),
        address.password().unwrap_or_default(),
    );
    let options = async_nats::ConnectOptions::with_user_and_password(user.to_owned(), password.to_owned());
    Ok(jetstream::new(options.connect(address.clone()).await?))
}

/// The headers of all messages in a stream; none if the stream does not exist yet.
pub(crate) async fn headers(nats_url: &str, stream: &str) -> anyhow::Result<Vec<HeaderMap>> {
    let context = connect(nats_url).await?;
    let mut names = context.stream_names();
    let mut exists = false;
    while let Some(name) = names.try_next().await? {
        exists |= name == stream;
    }
    if !exists {
        return Ok(Vec::new());
    }
    let config = pull::OrderedConfig {
        headers_only: true,
        ..pull::OrderedConfig::default()
    };
    let consumer = context.get_stream(stream).await?.create_consumer(config).await?;
    let count = usize::try_from(consumer.cached_info().num_pending)?;
    let mut messages = consumer.messages().await?.take(count);
    let mut headers = Vec::new();
    while let Some(message) = messages.next().await {
        headers.push(message?.headers.clone().unwrap_or_default());
    }
    Ok(headers)
}

/// The number of messages per order.
pub(crate) async fn messages_by_order(nats_url: &str) -> anyhow::Result<BTreeMap<Uuid, usize>> {
    let mut counts: BTreeMap<Uuid, usize> = BTreeMap::new();
    for headers in headers(nats_url, ORDERS).await? {
        // Messages that an experiment itself published name no aggregate.
        if let Some(id) = headers.get("Aggregate-Id") {
            let id = id
                .as_str()
                .parse()
                .context("the aggregate id of an event is no UUID")?;
            *counts.entry(id).or_default() += 1;
        }
    }
    Ok(counts)
}

/// The number of order messages that consumers have not received or not acknowledged yet.
pub(crate) async fn unacknowledged(nats_url: &str) -> anyhow::Result<usize> {
    unacknowledged_in(&connect(nats_url).await?, ORDERS).await
}

/// The same per stream.
pub(crate) async fn unacknowledged_by_stream(nats_url: &str) -> anyhow::Result<BTreeMap<String, usize>> {
    let context = connect(nats_url).await?;
    let mut names = context.stream_names();
    let mut unacknowledged = BTreeMap::new();
    while let Some(name) = names.try_next().await? {
        let left = unacknowledged_in(&context, &name).await?;
        unacknowledged.insert(name, left);
    }
    Ok(unacknowledged)
}

async fn unacknowledged_in(context: &jetstream::Context, stream: &str) -> anyhow::Result<usize> {
    let stream = context.get_stream(stream).await?;
    let mut consumers = stream.consumers();
    let mut unacknowledged = 0;
    while let Some(consumer) = consumers.try_next().await? {
        let is_durable = consumer.config.durable_name.is_some();
        let pending = usize::try_from(consumer.num_pending)? + consumer.num_ack_pending;
        unacknowledged += if is_durable { pending } else { 0 };
    }
    Ok(unacknowledged)
}

/// The number of dead letters.
pub(crate) async fn dead_letters(nats_url: &str) -> anyhow::Result<u64> {
    let context = connect(nats_url).await?;
    // Without the stream there were never any dead letters.
    match context.get_stream(DEAD_LETTERS).await {
        Ok(stream) => Ok(stream.cached_info().state.messages),
        Err(_) => Ok(0),
    }
}

/// The number of durable consumers of orders that receive this subject.
pub(crate) async fn consumers_of(nats_url: &str, subject: &str) -> anyhow::Result<usize> {
    let stream = connect(nats_url).await?.get_stream(ORDERS).await?;
    let mut consumers = stream.consumers();
    let mut count = 0;
    while let Some(consumer) = consumers.try_next().await? {
        let config = consumer.config;
        count +=
            usize::from(config.durable_name.is_some() && matches_filter(subject, &config.filter_subject));
    }
    Ok(count)
}

/// True if a filter matches a subject: `*` matches one part, and `>` all remaining parts.
fn matches_filter(subject: &str, filter: &str) -> bool {
    let mut parts = subject.split('.');
    for pattern in filter.split('.') {
        match (pattern, parts.next()) {
            (">", Some(_)) => return true,
            ("*", Some(_)) => {}
            (pattern, Some(part)) if pattern == part => {}
            _ => return false,
        }
    }
    parts.next().is_none()
}

/// Sets how long the server remembers the ids of order events.
pub(crate) async fn set_duplicate_window(nats_url: &str, window: Duration) -> anyhow::Result<()> {
    let context = connect(nats_url).await?;
    let mut config = context.get_stream(ORDERS).await?.cached_info().config.clone();
    config.duplicate_window = window;
    let updated = context.update_stream(config).await?;
    ensure!(
        updated.config.duplicate_window == window,
        "the duplicate window did not change"
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_lets_through_what_nats_would() {
        let placed = "shop.order.placed.v1";
        for (filter, matches) in [
            (placed, true),
            ("shop.order.*.v1", true),
            ("shop.order.>", true),
            ("shop.order.shipped.v1", false),
            ("shop.order.*", false),
            ("shop.order.placed.v1.>", false),
        ] {
            assert_eq!(matches_filter(placed, filter), matches, "{filter}");
        }
    }
}
