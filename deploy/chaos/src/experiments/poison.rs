//! Fault 15: messages that no consumer can handle, between good ones.

use anyhow::ensure;
use async_nats::jetstream::message::PublishMessage;
use uuid::Uuid;

use crate::{
    fleet::Fleet,
    harness::experiment::{Experiment, Fault},
    load::shoppers::Shoppers,
    stream,
};

/// Poison that is published while shoppers order, and the orders that are taken meanwhile, at least.
const POISON: usize = 100;
const GOOD: usize = 1_000;

/// What the poison passes for.
const SUBJECT: &str = "shop.order.placed.v2";

/// As large as the server lets a message be, whose headers count.
const LARGE: usize = 1_048_576 - 100;

const DEAD_LETTERS: &str = "DEAD_LETTERS";

/// Every good order is mailed, and each poison lies among the dead letters once a consumer, with the reason.
pub(crate) async fn among_good(experiment: &mut Experiment) -> anyhow::Result<()> {
    let before = stream::headers(experiment.fleet.nats_url(), DEAD_LETTERS)
        .await?
        .len();
    let fault = Fault::new("15 100 poison messages among 1,000 good ones");
    experiment.inject(fault, poisoned).await?;
    let letters = stream::headers(experiment.fleet.nats_url(), DEAD_LETTERS).await?;
    // Each puts each poison aside by itself.
    let consumers = stream::consumers_of(experiment.fleet.nats_url(), SUBJECT).await?;
    ensure!(consumers > 1, "15: {consumers} consumers hear {SUBJECT}");
    let new = letters.len() - before;
    ensure!(
        new == consumers * POISON,
        "15: {new} dead letters of {POISON} poison messages for {consumers} consumers"
    );
    let with_reason = letters.iter().filter(|headers| headers.get("Reason").is_some());
    ensure!(
        with_reason.count() == letters.len(),
        "15: a dead letter has no reason"
    );
    Ok(())
}

async fn poisoned(fleet: &mut Fleet, shoppers: &Shoppers) -> anyhow::Result<()> {
    let orders = stream::connect(fleet.nats_url()).await?;
    for number in 0..POISON {
        let payload = match number % 3 {
            0 => b"not a message".to_vec(),
            1 => vec![0xff; LARGE],
            // It can be read, and names no order.
            _ => Vec::new(),
        };
        let mut message = PublishMessage::build().payload(payload.into());
        if number % 5 != 0 {
            message = message.message_id(Uuid::now_v7().to_string());
        }
        orders.send_publish(SUBJECT, message).await?.await?;
        shoppers.wait_for_attempts(GOOD / POISON).await?;
    }
    Ok(())
}
