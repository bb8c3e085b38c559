//! Jobs that do not succeed at the first attempt.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use jobs::{Failure, Handler, Job, Kind, Worker};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use crate::{Depot, Done, PARCEL, Running, ending, numbers, until_number};

/// Attempts, repeats, minutes until the next attempt, or why it is dead, of jobs without a holder.
const STATE: &str = "SELECT coalesce(string_agg(attempts || ' ' || unknown_outcomes || ' ' ||
      CASE WHEN dead_at IS NULL THEN (extract(epoch FROM run_at - set_at) / 60)::int::text ELSE 'dead: ' || dead_reason END,
      ', '), '') FROM jobs WHERE holder IS NULL";

fn busy() -> Failure {
    Failure::Retry(anyhow::anyhow!("no answer"))
}

#[tokio::test]
async fn a_job_is_tried_again_by_its_schedule_and_then_is_dead() {
    let depot = Depot::open().await;
    depot.enqueue("heavy").await;
    let worker = depot.work(1, ending(&Done::default(), |_| Err(busy())));
    for state in ["1 0 1", "2 0 5", "3 0 5"] {
        depot.until(STATE, state).await;
        depot.wait().await;
    }
    depot.until(STATE, "4 0 dead: no answer").await;
    worker.stop().await;
}

#[tokio::test]
async fn a_job_with_an_unknown_outcome_is_repeated_twice_at_most() {
    let depot = Depot::open().await;
    depot.enqueue("at the neighbour's").await;
    let done = Done::default();
    let worker = depot.work(
        1,
        ending(&done, |_| Err(Failure::Unknown(anyhow::anyhow!("no signature")))),
    );
    for state in ["1 1 1", "2 2 3"] {
        depot.until(STATE, state).await;
        depot.wait().await;
    }
    let dead = "3 2 dead: no signature; its outcome is unknown";
    depot.until(STATE, dead).await;
    worker.stop().await;
    assert_eq!(done.all().len(), 3);
}

#[tokio::test]
async fn the_dead_are_seen_and_can_be_brought_back() {
    const LOST: Kind = Kind {
        name: "lost-parcel",
        ..PARCEL
    };
    numbers();
    let depot = Depot::open().await;
    for payload in ["nowhere", "somewhere"] {
        jobs::enqueue(depot.db(), &LOST, &payload)
            .await
            .expect("it is written");
    }
    let is_found = Arc::new(AtomicBool::new(false));
    let found = Arc::clone(&is_found);
    let ending = ending(&Done::default(), move |payload| match payload {
        "nowhere" if !found.load(Ordering::Relaxed) => {
            Err(Failure::Poison("there is no such street".to_owned()))
        }
        _ => Ok(()),
    });
    let worker = Worker::new(depot.db().clone(), &[LOST], 2, ending);
    let waker = worker.waker();
    let worker = Running::start(|stopping| worker.run(stopping));
    depot.until(STATE, "1 0 dead: there is no such street").await;
    for line in [
        r#"jobs_handled_total{kind="lost-parcel",outcome="done"} 1"#,
        r#"jobs_handled_total{kind="lost-parcel",outcome="dead"} 1"#,
        r#"jobs_handled_total{kind="lost-parcel",outcome="retry"} 0"#,
        r#"jobs_dead{kind="lost-parcel"} 1"#,
        r#"jobs_depth{kind="lost-parcel"} 0"#,
        r#"jobs_oldest_seconds{kind="lost-parcel"} 0"#,
    ] {
        until_number(line).await;
    }
    is_found.store(true, Ordering::Relaxed);
    depot
        .sql("UPDATE jobs SET dead_at = NULL, dead_reason = NULL, attempts = 0, unknown_outcomes = 0, run_at = now()")
        .await;
    waker.wake();
    depot.until_empty().await;
    until_number(r#"jobs_dead{kind="lost-parcel"} 0"#).await;
    worker.stop().await;
}

#[tokio::test]
async fn a_panic_and_a_payload_of_another_shape_end_no_worker() {
    struct Strict;
    impl Handler for Strict {
        async fn run(&self, job: &Job) -> Result<(), Failure> {
            job.payload::<u8>().map(drop)
        }
    }
    let depot = Depot::open().await;
    depot.enqueue("explosive").await;
    let done = Done::default();
    let worker = depot.work(
        1,
        ending(&done, |payload| {
            assert_ne!(payload, "explosive", "it goes off");
            Ok(())
        }),
    );
    depot.until(STATE, "1 1 1").await;
    depot.enqueue("harmless").await;
    done.until(2).await;
    worker.stop().await;

    depot.wait().await;
    let worker = depot.work(1, Strict);
    depot.until(STATE, "2 1 dead: its payload cannot be read").await;
    worker.stop().await;
}

#[tokio::test]
async fn a_stop_gives_back_what_was_not_begun() {
    struct Interrupted(Done, CancellationToken);
    impl Handler for Interrupted {
        async fn run(&self, job: &Job) -> Result<(), Failure> {
            self.0.add(job);
            self.1.cancelled().await;
            Err(Failure::Postponed)
        }
    }
    let depot = Depot::open().await;
    depot.enqueue("not begun").await;
    let (done, interrupt) = (Done::default(), CancellationToken::new());
    let worker = depot.work(1, Interrupted(done.clone(), interrupt.clone()));
    done.until(1).await;
    tokio::join!(worker.stop(), async { interrupt.cancel() });
    assert_eq!(depot.text(STATE).await, "0 0 0", "due at once, and no attempt");
}

#[tokio::test]
async fn an_outdated_job_is_dropped() {
    let depot = Depot::open().await;
    depot.enqueue("milk").await;
    depot
        .sql("UPDATE jobs SET queued_at = now() - interval '61 min'")
        .await;
    depot.enqueue("honey").await;
    let done = Done::default();
    let worker = depot.work(1, ending(&done, |_| Ok(())));
    depot.until_empty().await;
    worker.stop().await;
    assert_eq!(done.all(), ["honey"]);
}

#[tokio::test]
async fn the_next_attempt_sees_the_payload_that_the_last_one_saved() {
    struct Noting(sqlx::PgPool, Done);
    impl Handler for Noting {
        async fn run(&self, job: &Job) -> Result<(), Failure> {
            if self.1.add(job) == "first" {
                job.save_payload(&self.0, &"second").await?;
                return Err(busy());
            }
            Ok(())
        }
    }
    let depot = Depot::open().await;
    depot.enqueue("first").await;
    let done = Done::default();
    let worker = depot.work(1, Noting(depot.db().clone(), done.clone()));
    depot.until(STATE, "1 0 1").await;
    depot.wait().await;
    depot.until_empty().await;
    worker.stop().await;
    assert_eq!(done.all(), ["first", "second"]);
}

#[tokio::test]
async fn a_worker_that_was_frozen_beyond_its_lease_overwrites_nothing() {
    struct Saving(sqlx::PgPool, Done, Arc<Semaphore>, &'static str);
    impl Handler for Saving {
        async fn run(&self, job: &Job) -> Result<(), Failure> {
            self.1.add(job);
            self.2.acquire().await.expect("it stays open").forget();
            job.save_payload(&self.0, &self.3).await?;
            Err(busy())
        }
    }
    let depot = Depot::open().await;
    depot.enqueue("heavy").await;
    let (done, frozen, free) = (
        Done::default(),
        Arc::new(Semaphore::new(0)),
        Arc::new(Semaphore::new(1)),
    );
    let saving = |gate: &Arc<Semaphore>, text| Saving(depot.db().clone(), done.clone(), gate.clone(), text);
    let first = depot.work(1, saving(&frozen, "of the frozen worker"));
    done.until(1).await;
    depot.wait().await;
    let second = depot.work(1, saving(&free, "of the other worker"));
    depot.until(STATE, "2 1 5").await;
    frozen.add_permits(1);
    first.stop().await;
    second.stop().await;
    assert_eq!(depot.text(STATE).await, "2 1 5");
    let payload = depot.text("SELECT payload #>> '{}' FROM jobs").await;
    assert_eq!(payload, "of the other worker");
}

#[tokio::test]
async fn a_clock_that_was_set_back_makes_no_pause_longer() {
    let depot = Depot::open().await;
    depot.enqueue("heavy").await;
    let worker = depot.work(1, ending(&Done::default(), |_| Err(busy())));
    depot.until(STATE, "1 0 1").await;
    depot
        .sql("UPDATE jobs SET set_at = set_at + interval '1 hour', run_at = run_at + interval '1 hour'")
        .await;
    let rest = "SELECT (run_at < now() + interval '1 min')::text FROM jobs";
    depot.until(rest, "true").await;
    assert_eq!(depot.text(STATE).await, "1 0 1", "nor shorter");
    worker.stop().await;
}
