//! The operator's commands, for a chosen time span.

use std::time::Duration;

use anyhow::{bail, ensure};
use sqlx::PgPool;
use time::OffsetDateTime;

use super::{
    comparison::Comparison,
    differences::Report,
    part::{Publisher, Span, Subscriber},
    publisher,
};
use crate::{Settings, retention::parse_time};

/// How long an event may be under way, in seconds.
const SETTLED_AFTER: u32 = 60;

/// How far back a look may go. Less than outboxes keep published events.
const FURTHEST_BACK: Duration = Duration::from_hours(6 * 24 + 12);

/// The default time span.
const A_DAY: Duration = Duration::from_hours(24);

/// A time span to look at.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct Window {
    /// Start of the time span, such as 2026-11-20T00:00:00+05:30, six days back at most; default: a day ago
    #[arg(long, value_parser = parse_time)]
    pub since: Option<OffsetDateTime>,
    /// End of the time span; default: now
    #[arg(long, value_parser = parse_time)]
    pub until: Option<OffsetDateTime>,
    /// Seconds that an event may be under way; younger events are left out
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

/// Compares a service's tables with its outbox, and the outbox with its stream.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub struct Reconcile {
    /// The time span.
    #[command(flatten)]
    pub window: Window,
    /// Publish the events again that the stream lacks
    #[arg(long)]
    pub mend: bool,
}

impl Window {
    pub(super) async fn span(self, db: &PgPool) -> anyhow::Result<Span> {
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
    /// Prints counts and differences. Fails if there are differences that it did not mend.
    pub async fn run(self, db: &PgPool, settings: &Settings, publisher: Publisher) -> anyhow::Result<()> {
        let report = self.compare(db, settings, publisher).await?;
        let mended = if self.mend {
            publisher::mend(db, &report).await?
        } else {
            0
        };
        conclude(&report, mended)
    }

    /// Compares a service's rows with its outbox and stream. Changes nothing.
    pub async fn compare(
        self,
        db: &PgPool,
        settings: &Settings,
        publisher: Publisher,
    ) -> anyhow::Result<Report> {
        let span = self.window.span(db).await?;
        let comparison = Comparison::at_publisher(settings, publisher, span).await?;
        comparison.finish(db).await
    }
}

impl Window {
    /// Prints counts and differences. Fails if there are any, because only the publisher can mend them.
    pub async fn run(self, db: &PgPool, settings: &Settings, subscriber: &Subscriber) -> anyhow::Result<()> {
        conclude(&self.compare(db, settings, subscriber).await?, 0)
    }

    /// Compares the streams with a service's inbox. Changes nothing.
    pub async fn compare(
        self,
        db: &PgPool,
        settings: &Settings,
        subscriber: &Subscriber,
    ) -> anyhow::Result<Report> {
        let span = self.span(db).await?;
        let comparison = Comparison::at_subscriber(settings, subscriber, span).await?;
        comparison.finish(db).await
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
