//! What is held against what: a service's part, and a time.

use std::time::Duration;

use futures_util::future::BoxFuture;
use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{StreamConfig, Subscription};

/// How far the clocks of database, server and programs may stand apart.
pub(super) const CLOCKS_DIFFER_BY: Duration = Duration::from_mins(5);

/// Rows read by one statement, which then stays far below the statement timeout.
pub(super) const PAGE: i64 = 5_000;

/// The part of a service that consumes events, for its inbox to be held against the streams.
#[derive(Debug, Clone)]
pub struct Subscriber {
    /// The name of its user, after which its readers of streams are called.
    pub service: &'static str,
    /// Its durable consumers.
    pub subscriptions: Vec<Subscription>,
}

/// The part of a service that publishes events, for its tables and outbox to be held against its stream.
#[derive(Debug, Clone, Copy)]
pub struct Publisher {
    /// The name of its user, after which its reader of the stream is called.
    pub service: &'static str,
    /// Where its events go.
    pub stream: StreamConfig,
    /// What each of its events of one kind is about; absent where nothing has one event for good.
    pub source: Option<SourceTable>,
}

/// What a service keeps that is told by exactly one event each.
#[derive(Debug, Clone, Copy)]
pub struct SourceTable {
    /// Its name for operators, such as `orders`.
    pub name: &'static str,
    /// The subject of the event that tells of each.
    pub subject: &'static str,
    /// What was kept within a time, page by page.
    pub page: fn(PgPool, Page) -> BoxFuture<'static, sqlx::Result<Vec<SourceRow>>>,
}

/// A page of the rows that are kept, in an order that [`SourceTable::page`] chooses.
#[derive(Debug, Clone, Copy)]
pub struct Page {
    /// From then on.
    pub since: OffsetDateTime,
    /// Before then.
    pub until: OffsetDateTime,
    /// The last one of the page before; at first, the beginning of the time and no id.
    pub after: SourceRow,
    /// How many at most; fewer are the last page.
    pub limit: i64,
}

/// A row that is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SourceRow {
    /// Its events' [`Aggregate`](crate::Aggregate).
    pub id: Uuid,
    /// Its event's `occurred_at`.
    pub at: OffsetDateTime,
}

/// From `since` up to, but not with, `until`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Span {
    pub(super) since: OffsetDateTime,
    pub(super) until: OffsetDateTime,
}

impl Span {
    pub(super) fn contains(self, time: OffsetDateTime) -> bool {
        self.since <= time && time < self.until
    }
}

/// Where the page after this one begins; none after a page with room.
pub(super) fn last_of_full<T>(page: &[T]) -> Option<&T> {
    page.last()
        .filter(|_| i64::try_from(page.len()).is_ok_and(|length| length == PAGE))
}
