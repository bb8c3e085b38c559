//! How workers share jobs.

use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::{Depot, Done, Held, LETTER, PARCEL, ending};

#[tokio::test]
async fn a_job_of_a_transaction_that_was_rolled_back_never_runs() {
    let depot = Depot::open().await;
    let mut transaction = database::begin(depot.db()).await.expect("PostgreSQL answers");
    jobs::enqueue(&mut *transaction, &PARCEL, &"never")
        .await
        .expect("it is written");
    transaction.rollback().await.expect("PostgreSQL answers");
    let mut transaction = database::begin(depot.db()).await.expect("PostgreSQL answers");
    jobs::enqueue(&mut *transaction, &PARCEL, &"decided")
        .await
        .expect("it is written");
    let done = Done::default();
    let worker = depot.work(4, ending(&done, |_| Ok(())));
    depot.enqueue("by itself").await;
    done.until(1).await;
    assert_eq!(done.all(), ["by itself"], "the other is not decided yet");
    transaction.commit().await.expect("PostgreSQL answers");
    done.until(2).await;
    depot.until_empty().await;
    worker.stop().await;
    assert_eq!(done.all(), ["by itself", "decided"]);
}

#[tokio::test]
async fn two_workers_share_the_work_and_each_job_is_done_once() {
    let depot = Depot::open().await;
    for nth in 0..50 {
        depot.enqueue(&nth.to_string()).await;
    }
    let (gate, first, second) = (Arc::new(Semaphore::new(0)), Done::default(), Done::default());
    let workers = [
        depot.work(2, Held(first.clone(), gate.clone())),
        depot.work(3, Held(second.clone(), gate.clone())),
    ];
    first.until(2).await;
    second.until(3).await;
    let in_hand = "SELECT count(holder)::text FROM jobs";
    assert_eq!(depot.text(in_hand).await, "5", "no more at once than hands");
    gate.add_permits(50);
    depot.until_empty().await;
    for worker in workers {
        worker.stop().await;
    }
    let mut all: Vec<usize> = [first.all(), second.all()]
        .concat()
        .iter()
        .map(|payload| payload.parse().expect("a number"))
        .collect();
    all.sort_unstable();
    assert_eq!(all, (0..50).collect::<Vec<_>>());
}

#[tokio::test]
async fn the_job_of_a_holder_that_died_is_taken_again_after_its_lease_and_not_before() {
    let depot = Depot::open().await;
    depot.enqueue("in hand").await;
    let (closed, dying, living) = (Arc::new(Semaphore::new(0)), Done::default(), Done::default());
    let worker = depot.work(1, Held(dying.clone(), closed));
    dying.until(1).await;
    worker.kill().await;
    let lease = "SELECT round(extract(epoch FROM run_at - set_at))::text FROM jobs WHERE holder IS NOT NULL";
    assert_eq!(depot.text(lease).await, "30");

    depot.enqueue("later").await;
    let worker = depot.work(1, ending(&living, |_| Ok(())));
    living.until(1).await;
    assert_eq!(living.all(), ["later"], "the other is still its holder's");
    depot.wait().await;
    living.until(2).await;
    depot.until_empty().await;
    worker.stop().await;
    assert_eq!(living.all(), ["later", "in hand"]);
}

#[tokio::test]
async fn a_job_that_takes_everybody_down_is_given_up() {
    let depot = Depot::open().await;
    depot.enqueue("deadly").await;
    let (closed, done) = (Arc::new(Semaphore::new(0)), Done::default());
    for attempt in 1..=3 {
        let worker = depot.work(1, Held(done.clone(), closed.clone()));
        done.until(attempt).await;
        worker.kill().await;
        depot.wait().await;
    }
    let worker = depot.work(1, Held(done.clone(), closed));
    depot
        .until(
            "SELECT coalesce(max(dead_reason), '') FROM jobs",
            "given up: 3 attempts ended without a word",
        )
        .await;
    worker.stop().await;
    assert_eq!(done.all().len(), 3);
}

#[tokio::test]
async fn a_job_of_an_unknown_kind_is_left_to_others() {
    let depot = Depot::open().await;
    jobs::enqueue(depot.db(), &LETTER, &"of a newer version")
        .await
        .expect("it is written");
    depot.enqueue("known").await;
    let done = Done::default();
    let worker = depot.work(1, ending(&done, |_| Ok(())));
    depot
        .until("SELECT string_agg(kind, ' ') FROM jobs", "letter")
        .await;
    worker.stop().await;
    assert_eq!(done.all(), ["known"]);
}
