//! Checks NATS, the backlogs of consumers, and new dead letters.

use std::{collections::BTreeSet, time::Duration};

use anyhow::Context as _;
use async_nats::jetstream::{
    self,
    consumer::Info,
    stream::{self, Stream},
};
use futures_util::TryStreamExt as _;
use runtime::Secret;
use time::OffsetDateTime;

use super::check::Check;
use crate::installation::Installation;

/// The timeout of all NATS checks together.
const WITHIN: Duration = Duration::from_secs(5);

/// The stream with events that no consumer could handle.
const DEAD_LETTERS: &str = "DEAD_LETTERS";

/// The time for which a dead letter counts as new. It stays in its stream for longer, even after a person has
/// handled it.
const DEAD_LETTER_IS_NEW: time::Duration = time::Duration::days(1);

/// The maximum backlog of one consumer: a minute's work of a busy hour (docs/PERFORMANCE.md).
const MAX_BACKLOG: u64 = 1_000;

/// The maximum wait of an event for a consumer.
const MAX_WAIT: time::Duration = time::Duration::minutes(10);

/// The backlog of one consumer.
#[derive(Debug, Default)]
struct Backlog {
    consumer: String,
    /// Events that were not delivered or not acknowledged.
    events: u64,
    /// The age of the oldest event that was not delivered.
    oldest_waiting: Option<time::Duration>,
    /// The age of the oldest event that failed and is retried. An event that a handler postpones has not
    /// failed.
    oldest_failing: Option<time::Duration>,
}

/// Runs the checks. `failing` names the consumers with an event that failed and is retried.
pub(super) async fn checks(
    installation: &Installation,
    failing: &BTreeSet<String>,
    now: OffsetDateTime,
) -> Vec<Check> {
    let result = tokio::time::timeout(WITHIN, run_checks(installation, failing, now)).await;
    let result = result.context("does not answer").flatten();
    result.unwrap_or_else(|error| vec![Check::failed("NATS", format!("{error:#}"))])
}

async fn run_checks(
    installation: &Installation,
    failing: &BTreeSet<String>,
    now: OffsetDateTime,
) -> anyhow::Result<Vec<Check>> {
    let url = Secret::from(installation.events_url()?);
    let client = nats::connect(&url, None).await?;
    client.flush().await?;
    let context = jetstream::new(client);
    let streams: Vec<stream::Info> = context.streams().try_collect().await?;
    let messages: u64 = streams.iter().map(|stream| stream.state.messages).sum();
    let message = format!("answers, {} streams with {messages} events", streams.len());
    let mut checks = vec![Check::healthy("NATS", message)];
    let mut dead_letter_check = Check::healthy("dead letters", "there are none");
    let mut backlogs = Vec::new();
    for info in &streams {
        let stream = context.get_stream_no_info(&info.config.name).await?;
        if info.config.name == DEAD_LETTERS {
            dead_letter_check = dead_letters(&stream, &info.state, now).await;
            continue;
        }
        let consumers: Vec<Info> = stream.consumers().try_collect().await?;
        // Consumers without a name belong to gateways, which only get new events.
        for consumer in consumers.iter().filter(|info| info.config.durable_name.is_some()) {
            backlogs.push(backlog(&stream, consumer, failing, now).await);
        }
    }
    checks.push(dead_letter_check);
    checks.extend(consumers(&backlogs));
    Ok(checks)
}

async fn dead_letters(stream: &Stream<()>, state: &stream::State, now: OffsetDateTime) -> Check {
    // If a person has removed the newest dead letter, its reason is unknown.
    let newest = stream.get_raw_message(state.last_sequence).await.ok();
    let reason = newest.map(|dead_letter| {
        let header = |name: &str| {
            dead_letter
                .headers
                .get(name)
                .map(|value| value.as_str().to_owned())
        };
        let event = header("Original-Msg-Id").unwrap_or_default();
        let reason = header("Reason").unwrap_or_default();
        format!("{}, event {event}: {reason}", dead_letter.subject)
    });
    evaluate_dead_letters(state.messages, now - state.last_timestamp, reason.as_deref())
}

fn evaluate_dead_letters(messages: u64, age: time::Duration, reason: Option<&str>) -> Check {
    const NAME: &str = "dead letters";
    let message = format!("{messages} events that no consumer could handle");
    if messages == 0 || age >= DEAD_LETTER_IS_NEW {
        return Check::healthy(NAME, message);
    }
    let minutes = age.whole_minutes();
    let reason = reason.unwrap_or("it was removed");
    Check::failed(
        NAME,
        format!("{message}, the newest {minutes} minutes ago: {reason}"),
    )
}

async fn backlog(
    stream: &Stream<()>,
    info: &Info,
    failing: &BTreeSet<String>,
    now: OffsetDateTime,
) -> Backlog {
    let age_from = async |sequence: u64| {
        let subject = &info.config.filter_subject;
        let oldest = stream.get_first_raw_message_by_subject(subject, sequence).await;
        // An event that was handled meanwhile may be gone.
        oldest.ok().map(|event| now - event.time)
    };
    let (pending, unacknowledged) = (
        info.num_pending,
        u64::try_from(info.num_ack_pending).unwrap_or(u64::MAX),
    );
    let mut backlog = Backlog {
        consumer: info.name.clone(),
        events: pending.saturating_add(unacknowledged),
        ..Backlog::default()
    };
    if pending > 0 {
        backlog.oldest_waiting = age_from(info.delivered.stream_sequence + 1).await;
    }
    if unacknowledged > 0 && failing.contains(&info.name) {
        backlog.oldest_failing = age_from(info.ack_floor.stream_sequence + 1).await;
    }
    backlog
}

/// Returns a check for each consumer that is behind; else one for all.
fn consumers(backlogs: &[Backlog]) -> Vec<Check> {
    let behind: Vec<_> = backlogs.iter().filter_map(evaluate_backlog).collect();
    if !behind.is_empty() {
        return behind;
    }
    let events: u64 = backlogs.iter().map(|backlog| backlog.events).sum();
    let message = format!(
        "{} keep up, {events} events are waiting or in progress",
        backlogs.len()
    );
    vec![Check::healthy("consumers", message)]
}

fn evaluate_backlog(backlog: &Backlog) -> Option<Check> {
    let minutes = |age: Option<time::Duration>| {
        age.filter(|age| *age > MAX_WAIT)
            .map(time::Duration::whole_minutes)
    };
    let mut problems = Vec::new();
    if backlog.events > MAX_BACKLOG {
        problems.push(format!("{} events are waiting or in progress", backlog.events));
    }
    if let Some(minutes) = minutes(backlog.oldest_waiting) {
        problems.push(format!("an event of {minutes} minutes ago waits"));
    }
    if let Some(minutes) = minutes(backlog.oldest_failing) {
        problems.push(format!(
            "an event of {minutes} minutes ago fails and is tried again"
        ));
    }
    let name = format!("consumer {}", backlog.consumer);
    (!problems.is_empty()).then(|| Check::failed(name, problems.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dead_letter_fails_its_check_for_a_day() {
        let reason = Some("shop.dead_letter.order_confirmation, event 1: it cannot be read");
        let new = evaluate_dead_letters(3, time::Duration::hours(23), reason);
        assert!(
            !new.is_healthy && new.message.contains("it cannot be read"),
            "{new:?}"
        );
        assert!(!evaluate_dead_letters(3, time::Duration::ZERO, None).is_healthy);
        assert!(evaluate_dead_letters(3, time::Duration::days(1), reason).is_healthy);
        assert!(evaluate_dead_letters(0, time::Duration::ZERO, None).is_healthy);
    }

    #[test]
    fn a_consumer_that_is_behind_fails_a_check_by_name() {
        let idle = |consumer: &str| Backlog {
            consumer: consumer.to_owned(),
            ..Backlog::default()
        };
        let at_limit = Backlog {
            events: MAX_BACKLOG,
            oldest_waiting: Some(MAX_WAIT),
            ..idle("review")
        };
        let all = consumers(&[at_limit, idle("billing")]);
        assert!(
            matches!(&all[..], [one] if one.is_healthy && one.name == "consumers"),
            "{all:?}"
        );
        let old = Some(time::Duration::minutes(11));
        let behind = [
            idle("billing"),
            Backlog {
                events: MAX_BACKLOG + 1,
                ..idle("order-notice")
            },
            Backlog {
                oldest_waiting: old,
                ..idle("stock-orders")
            },
            Backlog {
                oldest_failing: old,
                ..idle("order-confirmation")
            },
        ];
        let names: Vec<_> = consumers(&behind).into_iter().map(|check| check.name).collect();
        assert_eq!(
            names,
            [
                "consumer order-notice",
                "consumer stock-orders",
                "consumer order-confirmation"
            ]
        );
    }
}
