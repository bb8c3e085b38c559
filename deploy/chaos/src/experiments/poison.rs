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
const ORDERS: usize = 1_000;

/// Every nth message has no id.
const WITHOUT_ID: usize = 5;

/// Consumers that act on placed orders. Other consumers ignore the content of the event.
const ACTING_CONSUMERS: [&str; 3] = ["order-confirmation", "order-notice", "stock-orders"];

/// The subject of the poison messages.
const SUBJECT: &str = "shop.order.placed.v1";

/// The server's limit for a message, which includes its headers.
const LARGE: usize = 1_048_576 - 100;

const DEAD_LETTERS: &str = "DEAD_LETTERS";

/// Every good order is mailed. Each poison message is one dead letter per acting consumer, with the reason.
/// Those without an id are one dead letter per consumer, because no consumer can tell that it needs no
/// action.
pub(crate) async fn publish_among_orders(experiment: &mut Experiment) -> anyhow::Result<()> {
    let before = stream::headers(experiment.fleet.nats_url(), DEAD_LETTERS)
        .await?
        .len();
    let fault = Fault::new("15 100 poison messages among 1,000 good ones");
    experiment.inject(fault, publish_poison).await?;
    let dead_letters = stream::headers(experiment.fleet.nats_url(), DEAD_LETTERS).await?;
    let consumers = stream::consumers_of(experiment.fleet.nats_url(), SUBJECT).await?;
    let new = by_consumer(&dead_letters[before..]);
    ensure!(
        new.len() == consumers && ACTING_CONSUMERS.iter().all(|name| new.contains_key(name)),
        "15: of {consumers} consumers of {SUBJECT}, these dead-lettered poison: {new:?}"
    );
    for (consumer, count) in &new {
        let is_acting = ACTING_CONSUMERS.contains(consumer);
        let expected = if is_acting { POISON } else { POISON / WITHOUT_ID };
        ensure!(
            *count == expected,
            "15: {consumer} dead-lettered {count} of {POISON} poison messages, and not {expected}"
        );
    }
    let with_reason = dead_letters
        .iter()
        .filter(|headers| headers.get("Reason").is_some());
    ensure!(
        with_reason.count() == dead_letters.len(),
        "15: a dead letter has no reason"
    );
    Ok(())
}

/// Counts the dead letters of each consumer. Its name is the first part of a letter's id.
fn by_consumer(dead_letters: &[HeaderMap]) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for dead_letter in dead_letters {
        let id = dead_letter.get(NATS_MESSAGE_ID).map_or("", |id| id.as_str());
        let name = id.split(':').next().unwrap_or_default();
        *counts.entry(name).or_default() += 1;
    }
    counts
}

async fn publish_poison(fleet: &mut Fleet, shoppers: &Shoppers) -> anyhow::Result<()> {
    let context = stream::connect(fleet.nats_url()).await?;
    for number in 0..POISON {
        let payload = match number % 3 {
            0 => b"not a message".to_vec(),
            1 => vec![0xff; LARGE],
            // A message that can be decoded, but names no order.
            _ => Vec::new(),
        };
        let mut message = PublishMessage::build().payload(payload.into());
        if number % WITHOUT_ID != 0 {
            message = message.message_id(Uuid::now_v7().to_string());
        }
        context.send_publish(SUBJECT, message).await?.await?;
        shoppers.wait_for_attempts(ORDERS / POISON).await?;
    }
    Ok(())
}
