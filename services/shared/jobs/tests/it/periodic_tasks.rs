//! Periodic tasks.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use jobs::{BATCH, Left, PeriodicTask, run_periodic_tasks};
use tokio::sync::Semaphore;

use crate::{Depot, Running, numbers, until_number};

const HOUR: Duration = Duration::from_hours(1);

/// A task that deletes leaves in batches, and counts the batches.
fn leaves(name: &'static str, batches: &Arc<AtomicUsize>) -> PeriodicTask {
    let batches = Arc::clone(batches);
    PeriodicTask::new(name, HOUR, move |db| {
        batches.fetch_add(1, Ordering::Relaxed);
        async move {
            let statement = "DELETE FROM leaves WHERE ctid = ANY (ARRAY(SELECT ctid FROM leaves LIMIT $1))";
            Ok(sqlx::query(statement)
                .bind(BATCH)
                .execute(&db)
                .await?
                .rows_affected())
        }
    })
}

impl Depot {
    async fn with_leaves() -> Self {
        let depot = Self::open().await;
        depot
            .sql("CREATE TABLE leaves AS SELECT generate_series(1, 2500) AS id")
            .await;
        depot
    }

    fn run(&self, tasks: Vec<PeriodicTask>) -> Running {
        let db = self.db().clone();
        Running::start(|stopping| run_periodic_tasks(db, tasks, stopping))
    }

    async fn until_cleaned(&self) {
        self.until("SELECT count(*)::text FROM leaves", "0").await;
    }
}

const IN_AN_HOUR: &str =
    "SELECT coalesce(min((due_at BETWEEN now() + interval '59 min' AND now() + interval '1 hour')::text), '')
    FROM periodic_tasks WHERE holder IS NULL";

#[tokio::test]
async fn three_replicas_run_a_task_once_a_period_in_batches() {
    numbers();
    let depot = Depot::with_leaves().await;
    let batches = Arc::default();
    let replicas = [(); 3].map(|()| depot.run(vec![leaves("leaves", &batches)]));
    depot.until_cleaned().await;
    depot.until(IN_AN_HOUR, "true").await;
    assert_eq!(batches.load(Ordering::Relaxed), 3, "1000, 1000 and 500");
    until_number(r#"periodic_task_rows_total{task="leaves"} 2500"#).await;
    let period = "SELECT every_seconds::text FROM periodic_tasks WHERE name = 'leaves'";
    assert_eq!(depot.text(period).await, "3600", "for the server's owner");

    // The next period.
    depot.sql("INSERT INTO leaves SELECT 1").await;
    depot
        .sql("UPDATE periodic_tasks SET due_at = now(), succeeded_at = now() - interval '1 hour'")
        .await;
    depot.until_cleaned().await;
    depot.until(IN_AN_HOUR, "true").await;
    assert_eq!(batches.load(Ordering::Relaxed), 4);
    let age = "SELECT (now() - succeeded_at < interval '1 min')::text FROM periodic_tasks";
    assert_eq!(depot.text(age).await, "true");
    for replica in replicas {
        replica.stop().await;
    }
}

#[tokio::test]
async fn a_task_that_fails_keeps_no_other_and_is_tried_again_sooner() {
    numbers();
    let depot = Depot::with_leaves().await;
    depot
        .sql("INSERT INTO periodic_tasks (name, succeeded_at) VALUES ('stones', now() - interval '2 hours')")
        .await;
    let batches = Arc::default();
    let failing = PeriodicTask::new("stones", HOUR, |db| async move {
        sqlx::query("DELETE FROM stones").execute(&db).await?;
        Ok(0)
    });
    let running = depot.run(vec![failing, leaves("fallen-leaves", &batches)]);
    depot.until_cleaned().await;
    let put_off = "SELECT (due_at BETWEEN now() + interval '30 s' AND now() + interval '1 min' AND holder IS NULL)::text
      FROM periodic_tasks WHERE name = 'stones'";
    depot.until(put_off, "true").await;
    depot
        .until(&format!("{IN_AN_HOUR} AND name = 'fallen-leaves'"), "true")
        .await;
    let age = || {
        let numbers = numbers().render();
        let line = numbers
            .lines()
            .find_map(|line| line.strip_prefix(r#"periodic_task_success_age_seconds{task="stones"} "#));
        line.expect("it is shown").parse::<f64>().expect("a number")
    };
    assert!(age() >= 7_200.0, "{}", age());

    depot.sql("CREATE TABLE stones (id int)").await;
    depot.sql("UPDATE periodic_tasks SET due_at = now()").await;
    depot.until(IN_AN_HOUR, "true").await;
    testkit::eventually("operators see that it went through", async || {
        (age() < 7_000.0).then_some(())
    })
    .await;
    running.stop().await;
}

#[tokio::test]
async fn a_task_whose_holder_died_goes_on_after_the_lease_and_not_before() {
    let depot = Depot::with_leaves().await;
    let begun = Arc::new(Semaphore::new(0));
    let dying = Arc::clone(&begun);
    let hanging = PeriodicTask::new("leaves", HOUR, move |_| {
        dying.add_permits(1);
        std::future::pending()
    });
    let first = depot.run(vec![hanging]);
    begun.acquire().await.expect("it stays open").forget();
    first.kill().await;
    let batches = Arc::default();
    let marker = Arc::new(AtomicUsize::new(0));
    let other = leaves("other-leaves", &marker);
    let second = depot.run(vec![leaves("leaves", &batches), other]);
    depot.until_cleaned().await;
    assert_eq!(batches.load(Ordering::Relaxed), 0, "the lease is the dead one's");
    depot.sql("UPDATE periodic_tasks SET due_at = now()").await;
    // Wait for both tasks, because the other one alone could make this true too early.
    depot
        .until(&format!("{IN_AN_HOUR} AND name = 'leaves'"), "true")
        .await;
    assert!(batches.load(Ordering::Relaxed) > 0);
    second.stop().await;
}

#[tokio::test]
async fn a_task_in_slices_is_called_until_nothing_is_left_and_keeps_its_lease() {
    let depot = Depot::open().await;
    let slices = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&slices);
    let looking = move |db: sqlx::PgPool| {
        let slice = counted.fetch_add(1, Ordering::Relaxed);
        async move {
            // As if all slices so far had taken nearly as long as the lease.
            let age = "UPDATE periodic_tasks SET due_at = due_at - interval '29 s' WHERE name = 'looks'";
            sqlx::query(age).execute(&db).await?;
            Ok(if slice < 4 { Left::More } else { Left::Nothing })
        }
    };
    let running = depot.run(vec![PeriodicTask::in_slices("looks", HOUR, looking)]);
    depot.until(IN_AN_HOUR, "true").await;
    assert_eq!(slices.load(Ordering::Relaxed), 5);
    running.stop().await;
}

/// The database's machine loses power just as a failed task records its end.
#[tokio::test]
async fn a_task_goes_on_though_the_database_fell_silent_at_its_end() {
    let depot = Depot::open().await;
    let (line, url) = testkit::FaultProxy::in_front_of(depot.database.url()).await;
    let settings = database::Settings {
        database_url: url.into(),
        ..depot.database.settings()
    };
    let db = database::connect(&settings, &[]).await.expect("it answers");
    line.lose_after(&[b"UPDATE periodic_tasks SET holder = NULL"], 1);
    let tries = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&tries);
    let failing = PeriodicTask::with_dependencies("failing", HOUR, move |_| {
        counted.fetch_add(1, Ordering::Relaxed);
        std::future::ready(Err(anyhow::anyhow!("the carrier is away")))
    });
    let running = Running::start(|stopping| run_periodic_tasks(db, vec![failing], stopping));
    testkit::eventually("it is tried again after its lease", async || {
        (tries.load(Ordering::Relaxed) > 1).then_some(())
    })
    .await;
    running.stop().await;
}
