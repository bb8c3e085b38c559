//! The hourly look of a service, on one replica.

use std::{sync::Arc, time::Duration};

use jobs::{Left, Sweep};
use sqlx::PgPool;
use time::OffsetDateTime;
use tokio::{sync::Mutex, time::Instant};

use super::{
    differences::{Difference, Report},
    look::{Look, OF_PUBLISHER, OF_SUBSCRIBER},
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
struct Kept {
    look: Option<Unfinished>,
    /// Everything before this time was in order at this replica's last look.
    in_order_until: Option<OffsetDateTime>,
}

struct Unfinished {
    look: Look,
    span: Span,
    left_at: Instant,
}

impl Unfinished {
    fn is_ours(&self) -> bool {
        self.left_at.elapsed() < ABANDONED_AFTER
    }
}

/// Reconciles a publisher's part every hour, on one replica.
pub fn sweep_publisher(publisher: Publisher, settings: Settings) -> Sweep {
    Difference::count_from_zero(&Difference::OF_PUBLISHER);
    let kept = Arc::<Mutex<Kept>>::default();
    Sweep::in_slices(OF_PUBLISHER, EVERY, move |db| {
        let (settings, kept) = (settings.clone(), Arc::clone(&kept));
        async move {
            let begin = async |span| Look::at_publisher(&settings, publisher, span).await;
            kept.lock().await.look_on(&db, begin).await
        }
    })
}

/// Reconciles a subscriber's part every hour, on one replica.
pub fn sweep_subscriber(subscriber: Subscriber, settings: Settings) -> Sweep {
    Difference::count_from_zero(&Difference::OF_SUBSCRIBER);
    let kept = Arc::<Mutex<Kept>>::default();
    Sweep::in_slices(OF_SUBSCRIBER, EVERY, move |db| {
        let (settings, subscriber, kept) = (settings.clone(), subscriber.clone(), Arc::clone(&kept));
        async move {
            let begin = async |span| Look::at_subscriber(&settings, &subscriber, span).await;
            kept.lock().await.look_on(&db, begin).await
        }
    })
}

/// Stores the result, for `shop-admin status`.
async fn keep(db: &PgPool, name: &str, report: &Report) -> sqlx::Result<()> {
    let keeping = sqlx::query!(
        "INSERT INTO reconciliations (name, differences) VALUES ($1, $2)
         ON CONFLICT (name) DO UPDATE SET differences = excluded.differences, looked_at = excluded.looked_at",
        name,
        i64::try_from(report.differences()).unwrap_or(i64::MAX)
    );
    keeping.execute(db).await.map(drop)
}

impl Kept {
    /// Continues a look, or begins one. A failed or cancelled slice ends its look.
    async fn look_on(
        &mut self,
        db: &PgPool,
        begin: impl AsyncFnOnce(Span) -> anyhow::Result<Look>,
    ) -> anyhow::Result<Left> {
        let started = Instant::now();
        let unfinished = self.look.take();
        let (mut look, span) = if let Some(unfinished) = unfinished.filter(Unfinished::is_ours) {
            (unfinished.look, unfinished.span)
        } else {
            let span = self.window().span(db).await?;
            (begin(span).await?, span)
        };
        while look.step(db).await? {
            if started.elapsed() > AT_ONCE {
                let left_at = Instant::now();
                self.look = Some(Unfinished { look, span, left_at });
                return Ok(Left::More);
            }
        }
        let name = look.sweep();
        let report = look.report();
        report.record();
        keep(db, name, &report).await?;
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
