use std::{convert::Infallible, panic::AssertUnwindSafe, sync::Arc, time::Duration};

use futures_util::FutureExt as _;
use runtime::{
    metrics::{Lookups, look_again},
    trace_context,
};
use sqlx::PgPool;
use tokio::{sync::Notify, task::JoinSet};
use tokio_util::sync::CancellationToken;
use tracing::{Instrument as _, Span, field::Empty};

use crate::{Failure, Job, Kind, kind::NextStep, queue};

/// The interval of lease renewals: two before a lease expires.
const RENEW_EVERY: Duration = Duration::from_secs(10);

/// The timeout of an attempt. More than the 10 minutes that a mail server may take to reply (RFC 5321,
/// section 4.5.3.2.6).
const LONGEST: Duration = Duration::from_mins(20);

/// How often an idle worker polls the table, for retries and after crashes.
const POLL: Duration = Duration::from_secs(1);

/// The pause before writing a job's result again after the database failed.
const RETRY_EVERY: Duration = Duration::from_millis(500);

/// The outcomes of jobs, for metrics. Set to 0 at the start, because Prometheus needs a first value to see an
/// increase.
const OUTCOMES: [&str; 4] = ["done", "retry", "dead", "expired"];

/// Runs jobs.
pub trait Handler: Send + Sync + 'static {
    /// Runs a job. May take minutes, because the lease is renewed and no transaction is open. Should end
    /// early when the program stops, if that is safe.
    fn run(&self, job: &Job) -> impl Future<Output = Result<(), Failure>> + Send;
}

/// Runs the jobs of some kinds, several at a time, so that a hanging job does not block others. Replicas
/// share the work.
#[derive(Debug)]
pub struct Worker<H> {
    db: PgPool,
    kinds: &'static [Kind],
    at_once: usize,
    handler: H,
    wake: Arc<Notify>,
}

/// Wakes a worker, so that a new job does not wait for the next poll.
#[derive(Debug, Clone)]
pub struct Waker(Arc<Notify>);

impl Waker {
    /// Wakes the worker. Call it after a commit. Returns at once.
    pub fn wake(&self) {
        self.0.notify_one();
    }
}

impl<H: Handler> Worker<H> {
    /// Creates a worker with at most `at_once` concurrent jobs. It ignores other kinds, which belong to other
    /// workers or newer versions.
    pub fn new(db: PgPool, kinds: &'static [Kind], at_once: usize, handler: H) -> Self {
        Self {
            db,
            kinds,
            at_once,
            handler,
            wake: Arc::default(),
        }
    }

    /// The waker of this worker.
    pub fn waker(&self) -> Waker {
        Waker(Arc::clone(&self.wake))
    }

    /// Runs until stopped. Running jobs are finished, or returned if their handler decides so.
    pub fn run(self, stopping: CancellationToken) -> runtime::Life {
        Box::pin(self.run_until(stopping))
    }

    async fn run_until(self, stopping: CancellationToken) -> anyhow::Result<()> {
        let worker = Arc::new(self);
        for (kind, outcome) in worker
            .kinds
            .iter()
            .flat_map(|kind| OUTCOMES.map(|outcome| (kind, outcome)))
        {
            handled(kind, outcome).absolute(0);
        }
        let names: Vec<_> = worker.kinds.iter().map(|kind| kind.name.to_owned()).collect();
        tokio::join!(
            worker.work_until(&stopping, &names),
            worker.measure_until(&stopping, &names)
        );
        Ok(())
    }

    async fn work_until(self: &Arc<Self>, stopping: &CancellationToken, kinds: &[String]) {
        let mut in_flight = JoinSet::new();
        while !stopping.is_cancelled() {
            while in_flight.try_join_next().is_some() {}
            if in_flight.len() >= self.at_once {
                stopping.run_until_cancelled(in_flight.join_next()).await;
                continue;
            }
            match database::bounded(queue::claim(&self.db, kinds)).await {
                Ok(Some(job)) => {
                    let (worker, stopping) = (Arc::clone(self), stopping.clone());
                    in_flight.spawn(async move { worker.handle(job, &stopping).await });
                    continue;
                }
                Ok(None) => (),
                Err(error) => tracing::warn!(%error, "jobs cannot be claimed"),
            }
            tokio::select! {
                () = stopping.cancelled() => (),
                () = self.wake.notified() => (),
                () = tokio::time::sleep(POLL) => (),
            }
        }
        while in_flight.join_next().await.is_some() {}
    }

    async fn measure_until(&self, stopping: &CancellationToken, kinds: &[String]) {
        let mut lookups = Lookups::of("jobs");
        loop {
            let measuring = async {
                queue::correct_after_clock_change(&self.db).await?;
                queue::depths(&self.db, kinds).await
            };
            for depth in lookups
                .record(database::bounded(measuring).await)
                .into_iter()
                .flatten()
            {
                metrics::gauge!("jobs_depth", "kind" => depth.kind.clone()).set(depth.depth);
                metrics::gauge!("jobs_oldest_seconds", "kind" => depth.kind.clone()).set(depth.oldest);
                metrics::gauge!("jobs_dead", "kind" => depth.kind).set(depth.dead);
            }
            if !look_again(stopping).await {
                return;
            }
        }
    }

    async fn handle(&self, job: Job, stopping: &CancellationToken) {
        let Some(kind) = self.kinds.iter().find(|kind| kind.name == job.kind) else {
            return;
        };
        let span = tracing::info_span!(
            "job",
            otel.name = format!("job {}", job.kind),
            otel.status_code = Empty,
            job.attempt = job.attempts,
        );
        trace_context::set_parent(&span, job.traceparent.as_deref());
        let handling = async {
            let next_step = match kind.next_step_before(job.age, job.attempts, job.unknown_outcomes) {
                Some(next_step) => next_step,
                None => self.attempt(kind, &job).await,
            };
            runtime::fail_at(kind.name, "after_effect");
            record_outcome(kind, &job, &next_step);
            self.finish(&job, &next_step, stopping).await;
        };
        let handling = async {
            tokio::select! {
                () = handling => (),
                never = self.renew_lease(&job) => match never {},
            }
        };
        handling.instrument(span).await;
    }

    async fn attempt(&self, kind: &Kind, job: &Job) -> NextStep {
        let running = AssertUnwindSafe(self.handler.run(job)).catch_unwind();
        let outcome = match tokio::time::timeout(LONGEST, running).await {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(_)) => Err(Failure::Unknown(anyhow::anyhow!("the handler panicked"))),
            Err(_) => Err(Failure::Unknown(anyhow::anyhow!("the handler took too long"))),
        };
        if let Err(error) = &outcome {
            Span::current().record("otel.status_code", "ERROR");
            tracing::warn!(id = %job.id, kind = kind.name, attempt = job.attempts, %error, "a job was not done");
        }
        kind.next_step_after(job.attempts, job.unknown_outcomes, &outcome)
    }

    /// Renews the lease until cancelled.
    async fn renew_lease(&self, job: &Job) -> Infallible {
        loop {
            tokio::time::sleep(RENEW_EVERY).await;
            if let Err(error) = database::bounded(queue::renew(&self.db, job)).await {
                tracing::warn!(id = %job.id, %error, "the lease of a job was not renewed");
            }
        }
    }

    /// Stores the result. Retries while the database fails, because a finished job must not be repeated.
    async fn finish(&self, job: &Job, next_step: &NextStep, stopping: &CancellationToken) {
        while let Err(error) = database::bounded(queue::finish(&self.db, job, next_step)).await {
            tracing::warn!(id = %job.id, %error, "result of a job not stored");
            let pause = tokio::time::sleep(RETRY_EVERY);
            if stopping.run_until_cancelled(pause).await.is_none() {
                return;
            }
        }
    }
}

fn record_outcome(kind: &Kind, job: &Job, next_step: &NextStep) {
    let outcome = match next_step {
        NextStep::Done => "done",
        NextStep::Retry { .. } => "retry",
        NextStep::Expired => "expired",
        NextStep::Dead(reason) => {
            tracing::error!(id = %job.id, kind = kind.name, reason, "job given up");
            "dead"
        }
    };
    handled(kind, outcome).increment(1);
}

fn handled(kind: &Kind, outcome: &'static str) -> metrics::Counter {
    metrics::counter!("jobs_handled_total", "kind" => kind.name, "outcome" => outcome)
}
