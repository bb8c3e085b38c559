//! Stories about jobs and periodic tasks, with real PostgreSQL.

mod outcomes;
mod periodic_tasks;
mod sharing;

use std::{
    sync::{Arc, Mutex, OnceLock},
    time::Duration,
};

use jobs::{Failure, Handler, Job, Kind, Worker};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use sqlx::{AssertSqlSafe, PgPool};
use testkit::{Running, TestDatabase, eventually};
use tokio::sync::Semaphore;

const MINUTE: Duration = Duration::from_mins(1);

/// A kind with pauses longer than any test.
const PARCEL: Kind = Kind {
    name: "parcel",
    retry_after: &[MINUTE, Duration::from_mins(5)],
    repeat_after: &[MINUTE, Duration::from_mins(3)],
    max_attempts: 4,
    useful_for: Duration::from_hours(1),
};

/// A kind of another service, or of a newer version.
const LETTER: Kind = Kind {
    name: "letter",
    ..PARCEL
};

/// A test's database.
struct Depot {
    database: TestDatabase,
}

impl Depot {
    async fn open() -> Self {
        runtime::metrics::look_every(Duration::from_millis(500));
        Self {
            database: testkit::database(&[&jobs::MIGRATIONS]).await,
        }
    }

    fn db(&self) -> &PgPool {
        self.database.pool()
    }

    async fn enqueue(&self, payload: &str) {
        jobs::enqueue(self.db(), &PARCEL, &payload)
            .await
            .expect("PostgreSQL answers");
    }

    /// Starts a worker with this many slots.
    fn work(&self, at_once: usize, handler: impl Handler) -> Running {
        let worker = Worker::new(self.db().clone(), &[PARCEL], at_once, handler);
        Running::start(|stopping| worker.run(stopping))
    }

    async fn sql(&self, statement: &str) {
        sqlx::raw_sql(AssertSqlSafe(statement.to_owned()))
            .execute(self.db())
            .await
            .expect("the test's statement is good");
    }

    async fn text(&self, question: &str) -> String {
        let answer = sqlx::query_scalar(AssertSqlSafe(question.to_owned()));
        answer
            .fetch_one(self.db())
            .await
            .expect("the test's question is good")
    }

    async fn until(&self, question: &str, answer: &str) {
        eventually(question, async || {
            (self.text(question).await == answer).then_some(())
        })
        .await;
    }

    async fn until_empty(&self) {
        self.until("SELECT count(*)::text FROM jobs", "0").await;
    }

    /// Makes all jobs due, as after every pause and lease.
    async fn wait(&self) {
        self.sql("UPDATE jobs SET run_at = now()").await;
    }
}

/// The record of what was done, in order. Clones share it.
#[derive(Clone, Default)]
struct Done(Arc<Mutex<Vec<String>>>);

impl Done {
    fn add(&self, job: &Job) -> String {
        let payload: String = job.payload().expect("it is a text");
        self.0
            .lock()
            .expect("the mutex is not poisoned")
            .push(payload.clone());
        payload
    }

    fn all(&self) -> Vec<String> {
        self.0.lock().expect("the mutex is not poisoned").clone()
    }

    async fn until(&self, count: usize) {
        eventually("jobs are begun", async || {
            (self.all().len() == count).then_some(())
        })
        .await;
    }
}

/// Creates a handler that records each attempt, and ends as `how` decides from the payload.
fn ending<F>(done: &Done, how: F) -> Ending<F>
where
    F: Fn(&str) -> Result<(), Failure> + Send + Sync + 'static,
{
    Ending(done.clone(), how)
}

struct Ending<F>(Done, F);

impl<F: Fn(&str) -> Result<(), Failure> + Send + Sync + 'static> Handler for Ending<F> {
    async fn run(&self, job: &Job) -> Result<(), Failure> {
        (self.1)(&self.0.add(job))
    }
}

/// Records each attempt, and holds it until it is released.
struct Held(Done, Arc<Semaphore>);

impl Handler for Held {
    async fn run(&self, job: &Job) -> Result<(), Failure> {
        self.0.add(job);
        self.1.acquire().await.expect("it stays open").forget();
        Ok(())
    }
}

/// The metrics of this process.
fn numbers() -> &'static PrometheusHandle {
    static NUMBERS: OnceLock<PrometheusHandle> = OnceLock::new();
    NUMBERS.get_or_init(|| {
        PrometheusBuilder::new()
            .install_recorder()
            .expect("nothing else records")
    })
}

async fn until_number(line: &str) {
    eventually(line, async || {
        numbers()
            .render()
            .lines()
            .any(|shown| shown == line)
            .then_some(())
    })
    .await;
}
