//! Whether every row that is kept has an event, every event is in the stream, and every event of the stream was handled.
//!
//! Each service looks at its own part, with its own role and user: a publisher holds its tables and its outbox against its
//! stream, a subscriber holds the stream against its inbox. `publisher` and `subscriber` are those two halves.

mod differences;
mod headers;
mod part;
mod publisher;
mod seen;
mod source;
mod subscriber;
mod sweeping;

use std::time::Duration;

use anyhow::{bail, ensure};
use async_nats::jetstream;
use sqlx::PgPool;
use time::OffsetDateTime;

use part::Span;

pub use differences::{Difference, Report};
pub use part::{Page, Publisher, SourceRow, SourceTable, Subscriber};
pub use sweeping::{sweep_publisher, sweep_subscriber};

use crate::{Settings, retention::parse_time};

/// The name of the sweep that reconciles a publisher's part.
const PUBLISHER_SWEEP: &str = "reconcile";
/// The name of the sweep that reconciles a subscriber's part.
const SUBSCRIBER_SWEEP: &str = "reconcile-heard";

/// Seconds that an event may be on its way.
const SETTLED_AFTER: u32 = 60;

/// Less than outboxes keep what was published.
const FURTHEST_BACK: Duration = Duration::from_hours(6 * 24 + 12);

/// How far back it looks unless told otherwise.
const A_DAY: Duration = Duration::from_hours(24);

/// A time to look at.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct Window {
    /// What happened since then, such as 2026-11-20T00:00:00+05:30, six days back at most; absent: a day ago
    #[arg(long, value_parser = parse_time)]
    pub since: Option<OffsetDateTime>,
    /// What happened until then; absent: now
    #[arg(long, value_parser = parse_time)]
    pub until: Option<OffsetDateTime>,
    /// Seconds that anything may be on its way: what is younger is left out
    #[arg(long, default_value_t = SETTLED_AFTER)]
    pub settled_after: u32,
}

impl Default for Window {
    fn default() -> Self {
        Self {
            since: None,
            until: None,
            settled_after: SETTLED_AFTER,
        }
    }
}

/// Holds what a service keeps against its outbox and its stream.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub struct Reconcile {
    /// When.
    #[command(flatten)]
    pub window: Window,
    /// Publish again what the stream lacks
    #[arg(long)]
    pub mend: bool,
}

impl Window {
    async fn span(self, db: &PgPool) -> anyhow::Result<Span> {
        let now = sqlx::query_scalar!(r#"SELECT clock_timestamp() AS "now!""#);
        let now = now.fetch_one(db).await?;
        let since = self.since.unwrap_or(now - A_DAY);
        let settled = now - Duration::from_secs(self.settled_after.into());
        let until = self.until.map_or(settled, |until| until.min(settled));
        ensure!(
            since >= now - FURTHEST_BACK,
            "outboxes forget after seven days: say a time that is at most six and a half days ago"
        );
        ensure!(since < until, "nothing lies between these times");
        Ok(Span { since, until })
    }
}

impl Reconcile {
    /// Prints counts and differences. Fails when there are differences that it did not mend.
    pub async fn run(self, db: &PgPool, settings: &Settings, publisher: Publisher) -> anyhow::Result<()> {
        let report = self.compare(db, settings, publisher).await?;
        let mended = if self.mend {
            publisher::mend(db, &report).await?
        } else {
            0
        };
        conclude(&report, mended)
    }

    /// What a service keeps, held against its outbox and its stream; changes nothing.
    pub async fn compare(
        self,
        db: &PgPool,
        settings: &Settings,
        publisher: Publisher,
    ) -> anyhow::Result<Report> {
        let span = self.window.span(db).await?;
        let look = Look::at_publisher(settings, publisher, span).await?;
        look.finish(db).await
    }
}

impl Window {
    /// Prints counts and differences. Fails when there are any: only the publisher could mend them.
    pub async fn run(self, db: &PgPool, settings: &Settings, subscriber: &Subscriber) -> anyhow::Result<()> {
        conclude(&self.compare(db, settings, subscriber).await?, 0)
    }

    /// Streams, held against what a service heard; changes nothing.
    pub async fn compare(
        self,
        db: &PgPool,
        settings: &Settings,
        subscriber: &Subscriber,
    ) -> anyhow::Result<Report> {
        let span = self.span(db).await?;
        let look = Look::at_subscriber(settings, subscriber, span).await?;
        look.finish(db).await
    }
}

fn conclude(report: &Report, mended: u64) -> anyhow::Result<()> {
    print!("{report}");
    if mended > 0 {
        println!("{mended} events are published again; look again in a minute");
    }
    match u64::try_from(report.differences()).unwrap_or(u64::MAX) {
        0 => println!("no differences"),
        all if all <= mended => (),
        all => bail!("{} differences", all - mended),
    }
    Ok(())
}

/// A look at a service's part, slice by slice.
#[derive(Debug)]
enum Look {
    Publisher(Box<publisher::Look>),
    Subscriber(Box<subscriber::Look>),
}

impl Look {
    async fn at_publisher(settings: &Settings, publisher: Publisher, span: Span) -> anyhow::Result<Self> {
        let jetstream = jetstream::new(crate::connect(settings).await?);
        let look = publisher::Look::begin(&jetstream, publisher, span).await?;
        Ok(Self::Publisher(Box::new(look)))
    }

    async fn at_subscriber(settings: &Settings, subscriber: &Subscriber, span: Span) -> anyhow::Result<Self> {
        let jetstream = jetstream::new(crate::connect(settings).await?);
        let look = subscriber::Look::begin(jetstream, subscriber, span);
        Ok(Self::Subscriber(Box::new(look)))
    }

    /// The name of the sweep that looks.
    fn sweep(&self) -> &'static str {
        match self {
            Self::Publisher(_) => PUBLISHER_SWEEP,
            Self::Subscriber(_) => SUBSCRIBER_SWEEP,
        }
    }

    /// Looks at a slice; false when nothing is left.
    async fn step(&mut self, db: &PgPool) -> anyhow::Result<bool> {
        match self {
            Self::Publisher(look) => look.step(db).await,
            Self::Subscriber(look) => look.step(db).await,
        }
    }

    fn report(self) -> Report {
        match self {
            Self::Publisher(look) => look.report,
            Self::Subscriber(look) => look.report,
        }
    }

    /// Looks at all slices.
    async fn finish(mut self, db: &PgPool) -> anyhow::Result<Report> {
        while self.step(db).await? {}
        Ok(self.report())
    }
}
