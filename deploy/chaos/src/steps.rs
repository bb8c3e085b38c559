//! Programs that die at one exact step, and what the same key, the stream and the mailbox say then.

use std::{path::Path, time::Duration};

use anyhow::{Context as _, ensure};
use serde_json::json;
use uuid::Uuid;

use crate::{
    fleet::Fleet,
    invariant::settles,
    ledger::Ledger,
    mails,
    orders::{self, Attempt},
    refusals, stream,
    table::Table,
    trial::{Fault, Trial},
    wire,
};

/// How long a relay or a consumer that is well may take.
const DONE_WITHIN: Duration = Duration::from_secs(30);

/// What a stream remembers when it shall forget: relays set it to 20 minutes, more than a test can wait.
const SHORT_MEMORY: Duration = Duration::from_secs(1);

/// How long a job or an event may take whose holder died: its lease of 30 s, and some.
const TAKEN_OVER_WITHIN: Duration = Duration::from_mins(2);

/// Two consumers that died had one mail each between the server's word and their note: the documented window. Each may
/// have had the other mail of its event in hand, too. One event was published again after the stream had forgotten it.
const DEAD_CONSUMERS: Fault = Fault {
    name: "6 consumers and a worker died after a mail",
    may: &[("mail twice", 4), ("event twice", 1)],
};

/// Every exact step, and what else is quick and exact, on one shop. Those that wait for a lease come first, and are looked
/// at last. Times may be `slack` times as long as was promised.
pub async fn run(programs: &Path, log: &Path, slack: u32) -> anyhow::Result<Table> {
    let mut trial = Trial::start(programs, log, &[], slack).await?;
    let mut ledger = Ledger::default();
    let noted = consumer_dies_after_its_note(&mut trial, &mut ledger).await?;
    let mailed = consumer_dies_after_its_mail(&mut trial, &mut ledger).await?;
    let address = worker_dies_after_its_mail(&mut trial).await?;

    let fault = "1 order died before BEGIN";
    order_dies(&mut trial, fault, "order.before_begin", 0).await?;
    let fault = "2 order died between insert and COMMIT";
    order_dies(&mut trial, fault, "order.before_commit", 0).await?;
    let fault = "3 order died after COMMIT, before the answer";
    order_dies(&mut trial, fault, "order.after_commit", 1).await?;
    relay_dies(&mut trial).await?;
    relay_comes_back_late(&mut trial).await?;
    refusals::one_key(&mut trial, 3).await?;
    wire::catalog_hangs(&mut trial).await?;
    refusals::pool_exhausted(&mut trial).await?;

    let folder = trial.fleet.mails();
    trial.settle(DEAD_CONSUMERS, ledger, None).await?;
    let sent = mails::sent(&folder)?;
    let [noted, mailed] = [(noted, "order-notice"), (mailed, "order-confirmation")]
        .map(|(event, mail)| sent.get(&format!("{event}.{mail}")).copied());
    ensure!(noted == Some(1), "a mail that was noted was sent {noted:?} times");
    ensure!(
        mailed == Some(2),
        "a mail that was not noted was sent {mailed:?} times"
    );
    code_came_twice(&trial.fleet, &address).await?;
    Ok(trial.end())
}

/// Faults 1 to 3: whatever was kept before, the key answers it, and there is one order.
async fn order_dies(
    trial: &mut Trial,
    fault: &'static str,
    failpoint: &str,
    kept: usize,
) -> anyhow::Result<()> {
    let Trial { fleet, shoppers, .. } = trial;
    let (attempt, mut ledger) = (Attempt::new(shoppers), Ledger::default());
    fleet.kill("order")?;
    fleet.add_failing("order", failpoint).await?;
    let answer = attempt.send(shoppers).await;
    ensure!(answer.is_err(), "{fault}: it was answered");
    fleet.until_failed("order").await?;
    let left = attempt.kept(fleet).await?;
    ensure!(left.len() == kept, "{fault}: {} orders are kept", left.len());
    fleet.add("order").await?;
    let placed = attempt.settle(shoppers, &mut ledger, 1).await?;
    ensure!(
        left.first().is_none_or(|left| *left == placed.order),
        "{fault}: the key answered another order than the one that was kept"
    );
    ensure!(
        attempt.kept(fleet).await? == [placed.order],
        "{fault}: there is not one order"
    );
    trial.note(Fault::new(fault), ledger);
    Ok(())
}

/// Fault 4: the event is sent a second time, and lies in the stream once.
async fn relay_dies(trial: &mut Trial) -> anyhow::Result<()> {
    const FAULT: &str = "4 relay died after the ack, before its mark";
    let (copies, ledger) = relay_dies_with_an_order(trial, async |_| Ok(())).await?;
    ensure!(copies == 1, "{FAULT}: the event is in the stream {copies} times");
    trial.note(Fault::new(FAULT), ledger);
    Ok(())
}

/// Fault 9, to the point: the event is sent a second time when the stream has forgotten its id, and lies there twice. The
/// invariants say whether its mails came once.
async fn relay_comes_back_late(trial: &mut Trial) -> anyhow::Result<()> {
    const FAULT: &str = "9 NATS away longer than it remembers (1 s)";
    // A server that runs goes on to remember what it did.
    let outage = async |fleet: &mut Fleet| {
        stream::remember_for(fleet.nats_url(), SHORT_MEMORY).await?;
        let nats = fleet.engines().nats().context("NATS is not ours")?;
        nats.kill();
        tokio::time::sleep(2 * SHORT_MEMORY).await;
        nats.restart()
    };
    let (copies, ledger) = relay_dies_with_an_order(trial, outage).await?;
    ensure!(copies == 2, "{FAULT}: the event is in the stream {copies} times");
    trial.note(Fault::new(FAULT), ledger);
    Ok(())
}

/// One order whose event was acknowledged and not marked, and was then published again; answers how many copies
/// of it the stream has then.
async fn relay_dies_with_an_order(
    trial: &mut Trial,
    meanwhile: impl AsyncFnOnce(&mut Fleet) -> anyhow::Result<()>,
) -> anyhow::Result<(usize, Ledger)> {
    let Trial { fleet, shoppers, .. } = trial;
    let (attempt, mut ledger) = (Attempt::new(shoppers), Ledger::default());
    told(fleet).await?;
    fleet.kill("order")?;
    fleet.add_failing("order", "relay.after_ack").await?;
    let answer = attempt.send(shoppers).await;
    fleet.until_failed("order").await?;
    ensure!(
        orders::untold(fleet).await? == 1,
        "the event is not marked, for the relay died"
    );
    let before = stream::about_orders(fleet.nats_url()).await?;
    meanwhile(fleet).await?;
    fleet.add("order").await?;
    told(fleet).await?;
    let placed = attempt
        .settle(shoppers, &mut ledger, usize::from(answer.is_err()))
        .await?;
    ensure!(
        before.get(&placed.order) == Some(&1),
        "the event is in the stream, for it was acknowledged"
    );
    let after = stream::about_orders(fleet.nats_url()).await?;
    Ok((after.get(&placed.order).copied().unwrap_or(0), ledger))
}

async fn told(fleet: &Fleet) -> anyhow::Result<()> {
    let is_told = settles(DONE_WITHIN, async || Ok(orders::untold(fleet).await? == 0)).await?;
    ensure!(is_told, "events are not told");
    Ok(())
}

/// Fault 6, with an inbox that knows: answers the event whose notice may be sent once only.
async fn consumer_dies_after_its_note(trial: &mut Trial, ledger: &mut Ledger) -> anyhow::Result<Uuid> {
    let event = consumer_dies(trial, ledger, "order-notice-v2.after_note").await?;
    let inbox = trial.fleet.database("notification").await?;
    let noted = "SELECT count(*) FROM inbox WHERE consumer = 'order-notice-v2' AND event_id = $1";
    let noted: i64 = sqlx::query_scalar(noted).bind(event).fetch_one(&inbox).await?;
    ensure!(noted == 1, "6: the consumer died before its note");
    Ok(event)
}

/// Fault 6, in the window that no inbox closes: answers the event whose confirmation comes twice.
async fn consumer_dies_after_its_mail(trial: &mut Trial, ledger: &mut Ledger) -> anyhow::Result<Uuid> {
    let newest = consumer_dies(trial, ledger, "order-confirmation-v2.after_effect").await?;
    let sent = mails::sent(&trial.fleet.mails())?;
    let inbox = trial.fleet.database("notification").await?;
    let noted = "SELECT event_id FROM inbox WHERE consumer = 'order-confirmation-v2'";
    let noted: Vec<Uuid> = sqlx::query_scalar(noted).fetch_all(&inbox).await?;
    // It may be that of the order before, which another death left in hand.
    let events = sent
        .keys()
        .filter_map(|about| about.strip_suffix(".order-confirmation"));
    let events = events.filter_map(|event| event.parse::<Uuid>().ok());
    let unnoted: Vec<_> = events.filter(|event| !noted.contains(event)).collect();
    ensure!(
        !unnoted.is_empty(),
        "6: the consumer died before its mail, or after its note"
    );
    Ok(if unnoted.contains(&newest) {
        newest
    } else {
        unnoted[0]
    })
}

/// Answers the event of the order that was sent meanwhile.
async fn consumer_dies(trial: &mut Trial, ledger: &mut Ledger, failpoint: &str) -> anyhow::Result<Uuid> {
    let Trial { fleet, shoppers, .. } = trial;
    fleet.kill("notification")?;
    fleet.add_failing("notification", failpoint).await?;
    let placed = Attempt::new(shoppers).settle(shoppers, ledger, 0).await?;
    fleet.until_failed("notification").await?;
    fleet.add("notification").await?;
    let orders = fleet.database("order").await?;
    let event = "SELECT id FROM outbox WHERE aggregate_id = $1";
    Ok(sqlx::query_scalar(event)
        .bind(placed.order)
        .fetch_one(&orders)
        .await?)
}

/// A job's worker between the mail and the row: answers the address that the code goes to.
async fn worker_dies_after_its_mail(trial: &mut Trial) -> anyhow::Result<String> {
    let Trial { fleet, shoppers, .. } = trial;
    let address = format!("{}@gmail.com", Uuid::new_v4().simple());
    let account = json!({
        "email": address, "password": "monsoon-42", "mobileNumber": "9876543210",
    });
    shoppers.post("/api/v1/users/userregister", &account).await?;
    fleet.kill("identity")?;
    fleet
        .add_failing("identity", "one-time-code.after_effect")
        .await?;
    let email = json!({ "email": address });
    // The mail is behind the request, so the answer may be lost with the program.
    let _ = shoppers.post("/api/v1/users/forgotpassword", &email).await;
    fleet.until_failed("identity").await?;
    fleet.add("identity").await?;
    Ok(address)
}

/// The same code twice, and no job left.
async fn code_came_twice(fleet: &Fleet, address: &str) -> anyhow::Result<()> {
    let jobs = fleet.database("identity").await?;
    let left = async || {
        let left: i64 = sqlx::query_scalar("SELECT count(*) FROM jobs")
            .fetch_one(&jobs)
            .await?;
        Ok(left == 0)
    };
    ensure!(settles(TAKEN_OVER_WITHIN, left).await?, "a job is left");
    let mails = mails::to(&fleet.mails(), address)?;
    let codes: Vec<_> = mails.iter().filter_map(|mail| code_in(mail)).collect();
    ensure!(
        codes.len() == 2 && codes[0] == codes[1],
        "{} mails with a code, not the same one twice",
        codes.len()
    );
    Ok(())
}

/// The six digits that stand alone on a line of a mail.
fn code_in(mail: &str) -> Option<&str> {
    let mut lines = mail.lines().map(str::trim);
    lines.find(|line| line.len() == 6 && line.bytes().all(|byte| byte.is_ascii_digit()))
}
