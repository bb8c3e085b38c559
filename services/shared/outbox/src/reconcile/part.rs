//! A service's part in reconciliation, and the time span.

use std::time::Duration;

use futures_util::future::BoxFuture;
use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{StreamConfig, Subscription};

/// The largest clock difference between database, server and programs.
pub(super) const CLOCKS_DIFFER_BY: Duration = Duration::from_mins(5);

/// The number of rows per statement, to stay far below the statement timeout.
pub(super) const PAGE: i64 = 5_000;

/// The consuming part of a service, whose inbox is compared with the streams.
#[derive(Debug, Clone)]
pub struct Subscriber {
    /// The name of its user, with which its readers of streams are named.
    pub service: &'static str,
    /// Its durable consumers.
    pub subscriptions: Vec<Subscription>,
}

/// The publishing part of a service, whose tables and outbox are compared with its stream.
#[derive(Debug, Clone, Copy)]
pub struct Publisher {
    /// The name of its user, with which its reader of the stream is named.
    pub service: &'static str,
    /// The stream of its events.
    pub stream: StreamConfig,
    /// The table with exactly one event of a kind per row. `None` if there is none.
    pub source: Option<SourceTable>,
}

/// A table with exactly one event per row.
#[derive(Debug, Clone, Copy)]
pub struct SourceTable {
    /// The name for operators, such as `orders`.
    pub name: &'static str,
    /// The subject of the event.
    pub subject: &'static str,
    /// Reads the rows of a time span, in pages.
    pub page: fn(PgPool, Page) -> BoxFuture<'static, sqlx::Result<Vec<SourceRow>>>,
}

/// A request for a page of rows, in an order that [`SourceTable::page`] chooses.
#[derive(Debug, Clone, Copy)]
pub struct Page {
    /// The start, inclusive.
    pub since: OffsetDateTime,
    /// The end, exclusive.
    pub until: OffsetDateTime,
    /// The last row of the previous page. For the first page, the start of the span and the nil id.
    pub after: SourceRow,
    /// Limit of rows. A page with fewer is the last one.
    pub limit: i64,
}

/// A stored row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SourceRow {
    /// The id of its events' [`Aggregate`](crate::Aggregate).
    pub id: Uuid,
    /// The `occurred_at` of its event.
    pub at: OffsetDateTime,
}

/// A time span from `since` to `until` (exclusive).
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

/// The start of the next page. `None` if the page was not full.
pub(super) fn last_of_full<T>(page: &[T]) -> Option<&T> {
    page.last()
        .filter(|_| i64::try_from(page.len()).is_ok_and(|length| length == PAGE))
}
