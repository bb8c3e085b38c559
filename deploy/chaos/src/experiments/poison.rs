//! Fault 15: messages that no consumer can handle, among good ones.

use std::collections::BTreeMap;

use anyhow::ensure;
use async_nats::{HeaderMap, header::NATS_MESSAGE_ID, jetstream::message::PublishMessage};
use uuid::Uuid;

use crate::{
    fleet::Fleet,
    harness::experiment::{Experiment, Fault},
    load::shoppers::Shoppers,
    stream,
};

/// Poison messages that are published during orders, and the minimum number of these orders.
const POISON: usize = 100;
const GOOD: usize = 1_000;

/// Every nth message has no id.
const NAMELESS: usize = 5;

/// Consumers that act on placed orders. Other consumers ignore the content of the event.
const ACTING: [&str; 3] = ["order-confirmation-v2", "order-notice-v2", "stock-orders-v2"];

/// The subject of the poison messages.
const SUBJECT: &str = "shop.order.placed.v2";

/// The server's limit for a message, which includes its headers.
const LARGE: usize = 1_048_576 - 100;

const DEAD_LETTERS: &str = "DEAD_LETTERS";

/// Every good order is mailed. Each poison message is one dead letter per acting consumer, with the reason.
/// Those without an id are one dead letter per consumer, because no consumer can tell that it needs no
/// action.
pub(crate) async fn among_good(experiment: &mut Experiment) -> anyhow::Result<()> {
    let before = stream::headers(experiment.fleet.nats_url(), DEAD_LETTERS)
        .await?
        .len();
    let fault = Fault::new("15 100 poison messages among 1,000 good ones");
    experiment.inject(fault, poisoned).await?;
    let letters = stream::headers(experiment.fleet.nats_url(), DEAD_LETTERS).await?;
    let hearing = stream::consumers_of(experiment.fleet.nats_url(), SUBJECT).await?;
    let new = by_consumer(&letters[before..]);
    ensure!(
        new.len() == hearing && ACTING.iter().all(|name| new.contains_key(name)),
        "15: of {hearing} consumers that hear {SUBJECT}, these put poison aside: {new:?}"
    );
    for (consumer, count) in &new {
        let is_acting = ACTING.contains(consumer);
        let expected = if is_acting { POISON } else { POISON / NAMELESS };
        ensure!(
            *count == expected,
            "15: {consumer} put {count} of {POISON} poison messages aside, and not {expected}"
        );
    }
    let with_reason = letters.iter().filter(|headers| headers.get("Reason").is_some());
    ensure!(
        with_reason.count() == letters.len(),
        "15: a dead letter has no reason"
    );
    Ok(())
}

/// Counts the dead letters of each consumer. Its name is the first part of a letter's id.
fn by_consumer(letters: &[HeaderMap]) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for letter in letters {
        let id = letter.get(NATS_MESSAGE_ID).map_or("", |id| id.as_str());
        let name = id.split(':').next().unwrap_or_default();
        *counts.entry(name).or_default() += 1;
    }
    counts
}

async fn poisoned(fleet: &mut Fleet, shoppers: &Shoppers) -> anyhow::Result<()> {
    let orders = stream::connect(fleet.nats_url()).await?;
    for number in 0..POISON {
        let payload = match number % 3 {
            0 => b"not a message".to_vec(),
            1 => vec![0xff; LARGE],
            // A message that can be decoded, but names no order.
            _ => Vec::new(),
        };
        let mut message = PublishMessage::build().payload(payload.into());
        if number % NAMELESS != 0 {
            message = message.message_id(Uuid::now_v7().to_string());
        }
        orders.send_publish(SUBJECT, message).await?.await?;
        shoppers.wait_for_attempts(GOOD / POISON).await?;
    }
    Ok(())
}
