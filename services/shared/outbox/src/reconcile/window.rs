//! The commands of an operator: a look at a time that they choose.

use std::time::Duration;

use anyhow::{bail, ensure};
use sqlx::PgPool;
use time::OffsetDateTime;

use super::{
    differences::Report,
    look::Look,
    part::{Publisher, Span, Subscriber},
    publisher,
};
use crate::{Settings, retention::parse_time};

/// Seconds that an event may be on its way.
const SETTLED_AFTER: u32 = 60;

/// Less than outboxes keep what was published.
const FURTHEST_BACK: Duration = Duration::from_hours(6 * 24 + 12);

/// How far back it looks unless told otherwise.
const A_DAY: Duration = Duration::from_hours(24);

/// A time to look at.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct Window {
    /// Beginning of the time, such as 2026-11-20T00:00:00+05:30, six days back at most; absent: a day ago
    #[arg(long, value_parser = parse_time)]
    pub since: Option<OffsetDateTime>,
    /// End of the time; absent: now
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

    /// Holds a service's rows against its outbox and its stream; changes nothing.
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
