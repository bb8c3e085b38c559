//! The hourly look of a service, on one replica.

use std::{sync::Arc, time::Duration};

use jobs::{Left, PeriodicTask};
use sqlx::PgPool;
use time::OffsetDateTime;
use tokio::{sync::Mutex, time::Instant};

use super::{
    comparison::{Comparison, OF_PUBLISHER, OF_SUBSCRIBER},
    differences::{Difference, Report},
    part::{Publisher, Span, Subscriber},
    window::Window,
};
use crate::Settings;

const EVERY: Duration = Duration::from_hours(1);

/// The time span of the first look, and of each look after a failure or a difference.
const BACK: Duration = Duration::from_hours(3);

/// How long one slice of the periodic task runs. Far below its lease.
const AT_ONCE: Duration = Duration::from_secs(5);

/// After this time, an unfinished look belongs to a task that another replica has taken over.
const ABANDONED_AFTER: Duration = Duration::from_mins(1);

/// The state between slices and between looks.
#[derive(Default)]
struct ReconcileState {
    unfinished: Option<UnfinishedComparison>,
    /// Everything before this time was in order at this replica's last look.
    in_order_until: Option<OffsetDateTime>,
}

struct UnfinishedComparison {
    comparison: Comparison,
    span: Span,
    left_at: Instant,
}

impl UnfinishedComparison {
    fn is_ours(&self) -> bool {
        self.left_at.elapsed() < ABANDONED_AFTER
    }
}

/// Reconciles a publisher's part every hour, on one replica.
pub fn publisher_task(publisher: Publisher, settings: Settings) -> PeriodicTask {
    Difference::count_from_zero(&Difference::OF_PUBLISHER);
    let state = Arc::<Mutex<ReconcileState>>::default();
    PeriodicTask::in_slices(OF_PUBLISHER, EVERY, move |db| {
        let (settings, state) = (settings.clone(), Arc::clone(&state));
        async move {
            let begin = async |span| Comparison::at_publisher(&settings, publisher, span).await;
            state.lock().await.run_slice(&db, begin).await
        }
    })
}

/// Reconciles a subscriber's part every hour, on one replica.
pub fn subscriber_task(subscriber: Subscriber, settings: Settings) -> PeriodicTask {
    Difference::count_from_zero(&Difference::OF_SUBSCRIBER);
    let state = Arc::<Mutex<ReconcileState>>::default();
    PeriodicTask::in_slices(OF_SUBSCRIBER, EVERY, move |db| {
        let (settings, subscriber, state) = (settings.clone(), subscriber.clone(), Arc::clone(&state));
        async move {
            let begin = async |span| Comparison::at_subscriber(&settings, &subscriber, span).await;
            state.lock().await.run_slice(&db, begin).await
        }
    })
}

/// Stores the result, for `shop-admin status`.
async fn store_result(db: &PgPool, name: &str, report: &Report) -> sqlx::Result<()> {
    let storing = sqlx::query!(
        "INSERT INTO reconciliations (name, differences) VALUES ($1, $2)
         ON CONFLICT (name) DO UPDATE SET differences = excluded.differences, looked_at = excluded.looked_at",
        name,
        i64::try_from(report.differences()).unwrap_or(i64::MAX)
    );
    storing.execute(db).await.map(drop)
}

impl ReconcileState {
    /// Continues a look, or begins one. A failed or cancelled slice ends its look.
    async fn run_slice(
        &mut self,
        db: &PgPool,
        begin: impl AsyncFnOnce(Span) -> anyhow::Result<Comparison>,
    ) -> anyhow::Result<Left> {
        let started = Instant::now();
        let unfinished = self.unfinished.take();
        let (mut comparison, span) =
            if let Some(unfinished) = unfinished.filter(UnfinishedComparison::is_ours) {
                (unfinished.comparison, unfinished.span)
            } else {
                let span = self.window().span(db).await?;
                (begin(span).await?, span)
            };
        while comparison.step(db).await? {
            if started.elapsed() > AT_ONCE {
                let left_at = Instant::now();
                self.unfinished = Some(UnfinishedComparison {
                    comparison,
                    span,
                    left_at,
                });
                return Ok(Left::More);
            }
        }
        let name = comparison.task_name();
        let report = comparison.report();
        report.record();
        store_result(db, name, &report).await?;
        self.in_order_until = (report.differences() == 0).then_some(span.until);
        Ok(Left::Nothing)
    }

    fn window(&self) -> Window {
        let back = OffsetDateTime::now_utc() - BACK;
        Window {
            since: Some(self.in_order_until.map_or(back, |until| until.max(back))),
            ..Window::default()
        }
    }
}
