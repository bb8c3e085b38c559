//! Programs that die at an exact step, and the results for the idempotency key, the stream and the mailbox.

use std::{path::Path, time::Duration};

use anyhow::ensure;
use serde_json::json;
use uuid::Uuid;

use crate::{
    eventually::eventually,
    experiments::{contention, network},
    fleet::Fleet,
    harness::{
        experiment::{Experiment, Fault},
        report::Report,
    },
    load::{
        attempt::{self, Attempt},
        history::History,
    },
    mails, stream,
};

/// The longest time that a healthy relay or consumer may take.
const PUBLISHED_WITHIN: Duration = Duration::from_secs(30);

/// A duplicate window that is short enough for a test; relays set it to two minutes.
const SHORT_DUPLICATE_WINDOW: Duration = Duration::from_secs(1);

/// The longest wait for a job or event whose holder died: its lease of 30 s and a margin.
const TAKEN_OVER_WITHIN: Duration = Duration::from_mins(2);

/// Two dead consumers each had one mail between the mail server's answer and their record: the documented
/// window. Each may also have had the other mail of its event in flight. One event was published again after
/// the stream had forgotten it.
const DEAD_CONSUMERS: Fault = Fault {
    name: "6 consumers and a worker died after a mail",
    tolerated: &[("duplicate mail", 4), ("duplicate event", 1)],
};

/// Runs every exact step, and other quick, exact faults, on one shop. Those that wait for a lease start first
/// and are checked last. Time limits are multiplied by `slack`.
pub async fn run(programs: &Path, log: &Path, slack: u32) -> anyhow::Result<Report> {
    let mut experiment = Experiment::start(programs, log, &[], slack).await?;
    let mut history = History::default();
    let recorded = consumer_dies_after_inbox_entry(&mut experiment, &mut history).await?;
    let mailed = consumer_dies_after_mail(&mut experiment, &mut history).await?;
    let address = worker_dies_after_mail(&mut experiment).await?;

    let fault = "1 order died before BEGIN";
    order_dies(&mut experiment, fault, "order.before_begin", 0).await?;
    let fault = "2 order died between insert and COMMIT";
    order_dies(&mut experiment, fault, "order.before_commit", 0).await?;
    let fault = "3 order died after COMMIT, before the answer";
    order_dies(&mut experiment, fault, "order.after_commit", 1).await?;
    relay_dies(&mut experiment).await?;
    relay_resumes_late(&mut experiment).await?;
    contention::submit_concurrently(&mut experiment, 3).await?;
    network::hang_catalog(&mut experiment).await?;
    network::hang_inventory(&mut experiment).await?;
    contention::exhaust_pool(&mut experiment).await?;

    let folder = experiment.fleet.mails();
    experiment.verify(DEAD_CONSUMERS, history, None).await?;
    let sent = mails::sent(&folder)?;
    let [recorded, mailed] = [(recorded, "order-notice"), (mailed, "order-confirmation")]
        .map(|(event, mail)| sent.get(&format!("{event}.{mail}")).copied());
    ensure!(recorded == Some(1), "a recorded mail was sent {recorded:?} times");
    ensure!(mailed == Some(2), "an unrecorded mail was sent {mailed:?} times");
    ensure_code_mailed_twice(&experiment.fleet, &address).await?;
    Ok(experiment.into_report())
}

/// Faults 1 to 3: a retry with the key gets the order, stored before or not, and there is one order.
async fn order_dies(
    experiment: &mut Experiment,
    fault: &'static str,
    failpoint: &str,
    expected: usize,
) -> anyhow::Result<()> {
    let Experiment { fleet, shoppers, .. } = experiment;
    let (attempt, mut history) = (Attempt::new(shoppers), History::default());
    fleet.kill("order")?;
    fleet.add_failing_replica("order", failpoint).await?;
    let answer = attempt.submit(shoppers).await;
    ensure!(answer.is_err(), "{fault}: it got a response");
    fleet.wait_for_failpoint("order").await?;
    let stored = attempt.stored_orders(fleet).await?;
    ensure!(
        stored.len() == expected,
        "{fault}: {} orders are stored",
        stored.len()
    );
    fleet.add_replica("order").await?;
    let placed = attempt.complete(shoppers, &mut history, 1).await?;
    ensure!(
        stored.first().is_none_or(|stored| *stored == placed.order),
        "{fault}: the key answered another order than the stored one"
    );
    ensure!(
        attempt.stored_orders(fleet).await? == [placed.order],
        "{fault}: not exactly one order"
    );
    experiment.record(Fault::new(fault), history);
    Ok(())
}

/// Fault 4: the event is sent twice and is in the stream once.
async fn relay_dies(experiment: &mut Experiment) -> anyhow::Result<()> {
    const FAULT: &str = "4 relay died after the ack, before its mark";
    let (copies, history) = relay_dies_with_an_order(experiment, async |_| Ok(())).await?;
    ensure!(copies == 1, "{FAULT}: the event is in the stream {copies} times");
    experiment.record(Fault::new(FAULT), history);
    Ok(())
}

/// Fault 9 at its exact step: the event is sent again after the stream has forgotten its id, and is in the
/// stream twice. The invariants check that its mails were sent once.
async fn relay_resumes_late(experiment: &mut Experiment) -> anyhow::Result<()> {
    const FAULT: &str = "9 NATS away longer than it remembers (1 s)";
    // A running server would keep its memory of ids.
    let outage = async |fleet: &mut Fleet| {
        stream::set_duplicate_window(fleet.nats_url(), SHORT_DUPLICATE_WINDOW).await?;
        let nats = fleet.nats()?;
        nats.kill();
        tokio::time::sleep(2 * SHORT_DUPLICATE_WINDOW).await;
        nats.restart()
    };
    let (copies, history) = relay_dies_with_an_order(experiment, outage).await?;
    ensure!(copies == 2, "{FAULT}: the event is in the stream {copies} times");
    experiment.record(Fault::new(FAULT), history);
    Ok(())
}

/// Places an order whose event was acknowledged, not marked, and published again. Returns the number of
/// copies in the stream.
async fn relay_dies_with_an_order(
    experiment: &mut Experiment,
    during_outage: impl AsyncFnOnce(&mut Fleet) -> anyhow::Result<()>,
) -> anyhow::Result<(usize, History)> {
    let Experiment { fleet, shoppers, .. } = experiment;
    let (attempt, mut history) = (Attempt::new(shoppers), History::default());
    wait_until_published(fleet).await?;
    fleet.kill("order")?;
    fleet.add_failing_replica("order", "relay.after_ack").await?;
    let answer = attempt.submit(shoppers).await;
    fleet.wait_for_failpoint("order").await?;
    ensure!(
        attempt::count_unpublished(fleet).await? == 1,
        "the event must not be marked, because the relay died"
    );
    let before = stream::messages_by_order(fleet.nats_url()).await?;
    during_outage(fleet).await?;
    fleet.add_replica("order").await?;
    wait_until_published(fleet).await?;
    let placed = attempt
        .complete(shoppers, &mut history, usize::from(answer.is_err()))
        .await?;
    ensure!(
        before.get(&placed.order) == Some(&1),
        "the event must be in the stream, because it was acknowledged"
    );
    let after = stream::messages_by_order(fleet.nats_url()).await?;
    Ok((after.get(&placed.order).copied().unwrap_or(0), history))
}

async fn wait_until_published(fleet: &Fleet) -> anyhow::Result<()> {
    let is_published = eventually(PUBLISHED_WITHIN, async || {
        Ok(attempt::count_unpublished(fleet).await? == 0)
    })
    .await?;
    ensure!(is_published, "events are not published");
    Ok(())
}

/// Fault 6 with a record in the inbox. Returns the event whose notice may be sent only once.
async fn consumer_dies_after_inbox_entry(
    experiment: &mut Experiment,
    history: &mut History,
) -> anyhow::Result<Uuid> {
    let event = consumer_dies(experiment, history, "order-notice.after_note").await?;
    let inbox = experiment.fleet.database("notification").await?;
    let recorded = "SELECT count(*) FROM inbox WHERE consumer = 'order-notice' AND event_id = $1";
    let recorded: i64 = sqlx::query_scalar(recorded).bind(event).fetch_one(&inbox).await?;
    ensure!(recorded == 1, "6: the consumer died before its inbox entry");
    Ok(event)
}

/// Fault 6 in the window that no inbox covers. Returns the event whose confirmation is sent twice.
async fn consumer_dies_after_mail(
    experiment: &mut Experiment,
    history: &mut History,
) -> anyhow::Result<Uuid> {
    let newest = consumer_dies(experiment, history, "order-confirmation.after_effect").await?;
    let sent = mails::sent(&experiment.fleet.mails())?;
    let inbox = experiment.fleet.database("notification").await?;
    let recorded = "SELECT event_id FROM inbox WHERE consumer = 'order-confirmation'";
    let recorded: Vec<Uuid> = sqlx::query_scalar(recorded).fetch_all(&inbox).await?;
    // It may be the event of the previous order, which another death left in flight.
    let events = sent
        .keys()
        .filter_map(|about| about.strip_suffix(".order-confirmation"));
    let events = events.filter_map(|event| event.parse::<Uuid>().ok());
    let unrecorded: Vec<_> = events.filter(|event| !recorded.contains(event)).collect();
    ensure!(
        !unrecorded.is_empty(),
        "6: the consumer died before its mail, or after its inbox entry"
    );
    Ok(if unrecorded.contains(&newest) {
        newest
    } else {
        unrecorded[0]
    })
}

/// Kills a consumer at a failpoint. Returns the event of the order placed meanwhile.
async fn consumer_dies(
    experiment: &mut Experiment,
    history: &mut History,
    failpoint: &str,
) -> anyhow::Result<Uuid> {
    let Experiment { fleet, shoppers, .. } = experiment;
    fleet.kill("notification")?;
    fleet.add_failing_replica("notification", failpoint).await?;
    let placed = Attempt::new(shoppers).complete(shoppers, history, 0).await?;
    fleet.wait_for_failpoint("notification").await?;
    fleet.add_replica("notification").await?;
    let orders = fleet.database("order").await?;
    let event = "SELECT id FROM outbox WHERE aggregate_id = $1";
    Ok(sqlx::query_scalar(event)
        .bind(placed.order)
        .fetch_one(&orders)
        .await?)
}

/// Kills a job's worker between the mail and the row. Returns the address of the mail with the code.
async fn worker_dies_after_mail(experiment: &mut Experiment) -> anyhow::Result<String> {
    let Experiment { fleet, shoppers, .. } = experiment;
    let address = format!("{}@gmail.com", Uuid::new_v4().simple());
    let account = json!({
        "email": address, "password": "monsoon-42", "mobileNumber": "9876543210",
    });
    shoppers.post("/api/v1/users/userregister", &account).await?;
    fleet.kill("identity")?;
    fleet
        .add_failing_replica("identity", "one-time-code.after_effect")
        .await?;
    let email = json!({ "email": address });
    // The mail is sent during the request, so the response may be lost with the program.
    let _ = shoppers.post("/api/v1/users/forgotpassword", &email).await;
    fleet.wait_for_failpoint("identity").await?;
    fleet.add_replica("identity").await?;
    Ok(address)
}

/// Checks that the same code was mailed twice, and that no job is left.
async fn ensure_code_mailed_twice(fleet: &Fleet, address: &str) -> anyhow::Result<()> {
    let jobs = fleet.database("identity").await?;
    let is_done = async || {
        let left: i64 = sqlx::query_scalar("SELECT count(*) FROM jobs")
            .fetch_one(&jobs)
            .await?;
        Ok(left == 0)
    };
    ensure!(eventually(TAKEN_OVER_WITHIN, is_done).await?, "a job remains");
    let mails = mails::texts_to(&fleet.mails(), address)?;
    let codes: Vec<_> = mails.iter().filter_map(|mail| mails::code_in(mail)).collect();
    ensure!(
        codes.len() == 2 && codes[0] == codes[1],
        "{} mails with a code, not the same one twice",
        codes.len()
    );
    Ok(())
}
