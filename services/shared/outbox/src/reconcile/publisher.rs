//! The publisher's half: holds what is kept against the outbox, and the outbox against the stream.

use std::{
    collections::{HashMap, HashSet},
    time::Duration,
};

use async_nats::jetstream;
use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{
    differences::{Difference, Report},
    headers,
    part::{PAGE, Page, Publisher, SourceRow, SourceTable, Span},
};
use crate::{retention, stream::DUPLICATE_WINDOW};

/// How far the clocks of database, server and programs may stand apart.
const CLOCKS_DIFFER_BY: Duration = Duration::from_mins(5);

/// What the outbox says of things of one kind.
#[derive(Default)]
struct Outbox {
    /// What has an event, and whether that happened within the time looked at.
    aggregates: HashMap<Uuid, bool>,
    published: usize,
}

struct Row {
    id: Uuid,
    subject: String,
    aggregate_id: Option<Uuid>,
    occurred_at: Option<OffsetDateTime>,
    at: OffsetDateTime,
    is_parked: bool,
}

/// Messages of the stream that no row was found for yet.
#[derive(Default)]
struct InStream {
    all: usize,
    repeated: usize,
    rest: HashMap<Uuid, (u64, OffsetDateTime)>,
}

pub(super) async fn compare(
    db: &PgPool,
    jetstream: &jetstream::Context,
    publisher: Publisher,
    span: Span,
) -> anyhow::Result<Report> {
    let mut report = Report::default();
    // Before the outbox: what is published meanwhile must not look as if the stream lacked it.
    let mut stream = in_stream(jetstream, publisher, span).await?;
    let outbox = published(db, publisher, span, &mut stream, &mut report).await?;
    let outbox = waiting(db, publisher, span, outbox, &mut stream, &mut report).await?;
    unknown(db, span, &stream, &mut report).await?;
    report.count(
        format!("events were published to {}", publisher.stream.name),
        outbox.published,
    );
    report.count(
        "messages are in the stream since, and somewhat before",
        stream.all,
    );
    report.count(
        "of them are there twice; consumers do nothing twice",
        stream.repeated,
    );
    if let Some(kept) = publisher.source {
        compare_source(db, kept, span, outbox, &mut report).await?;
    }
    Ok(report)
}

/// What the stream took since the beginning, and before it for as long as a server drops a repeat.
async fn in_stream(
    jetstream: &jetstream::Context,
    publisher: Publisher,
    span: Span,
) -> anyhow::Result<InStream> {
    let mut found = InStream::default();
    let Some(stream) = headers::stream(jetstream, publisher.stream.name).await? else {
        return Ok(found);
    };
    let since = span.since - DUPLICATE_WINDOW - CLOCKS_DIFFER_BY;
    let mut seen = HashSet::new();
    let reading = headers::read(&stream, publisher.service, since, |header| {
        let Some(id) = header.event_id else { return };
        if !seen.insert(id) {
            found.repeated += 1;
        }
        found.rest.insert(id, (header.sequence, header.published));
    });
    found.all = reading.await?;
    Ok(found)
}

/// Goes through what was published since, up to now: an event of the last minute of the time may have been published after it.
async fn published(
    db: &PgPool,
    publisher: Publisher,
    span: Span,
    stream: &mut InStream,
    report: &mut Report,
) -> sqlx::Result<Outbox> {
    let mut outbox = Outbox::default();
    let (mut after, mut after_id) = (span.since - CLOCKS_DIFFER_BY, Uuid::nil());
    loop {
        let page = sqlx::query_as!(
            Row,
            r#"SELECT id, subject, aggregate_id, occurred_at, published_at AS "at!", false AS "is_parked!" FROM outbox
               WHERE published_at >= $1 AND (published_at > $1 OR id > $2)
               ORDER BY published_at, id LIMIT $3"#,
            after,
            after_id,
            PAGE
        );
        let page = page.fetch_all(db).await?;
        for row in &page {
            outbox.add(row, publisher, span);
            let is_there = stream.rest.remove(&row.id).is_some();
            if span.contains(row.at) {
                outbox.published += 1;
                if !is_there {
                    report.add(Difference::NotInStream, row.named());
                }
            }
        }
        let Some(last) = last_of_full(&page) else {
            return Ok(outbox);
        };
        (after, after_id) = (last.at, last.id);
    }
}

/// Goes through what is not published.
async fn waiting(
    db: &PgPool,
    publisher: Publisher,
    span: Span,
    mut outbox: Outbox,
    stream: &mut InStream,
    report: &mut Report,
) -> sqlx::Result<Outbox> {
    let (mut after, mut after_id) = (OffsetDateTime::UNIX_EPOCH, Uuid::nil());
    loop {
        let page = sqlx::query_as!(
            Row,
            r#"SELECT id, subject, aggregate_id, occurred_at, created_at AS "at!", parked_at IS NOT NULL AS "is_parked!"
               FROM outbox WHERE published_at IS NULL AND created_at >= $1 AND (created_at > $1 OR id > $2)
               ORDER BY created_at, id LIMIT $3"#,
            after,
            after_id,
            PAGE
        );
        let page = page.fetch_all(db).await?;
        for row in &page {
            outbox.add(row, publisher, span);
            stream.rest.remove(&row.id);
            if row.is_parked {
                report.add(Difference::Parked, row.named());
            } else if row.at < span.until {
                report.add(Difference::Waiting, row.named());
            }
        }
        let Some(last) = last_of_full(&page) else {
            return Ok(outbox);
        };
        (after, after_id) = (last.at, last.id);
    }
}

/// Where the page after this one begins; none after a page with room.
fn last_of_full<T>(page: &[T]) -> Option<&T> {
    page.last()
        .filter(|_| i64::try_from(page.len()).is_ok_and(|length| length == PAGE))
}

impl Outbox {
    fn add(&mut self, row: &Row, publisher: Publisher, span: Span) {
        let is_of_kept = publisher.source.is_some_and(|kept| kept.subject == row.subject);
        if let Some(id) = row.aggregate_id.filter(|_| is_of_kept) {
            let is_within = row.occurred_at.is_some_and(|at| span.contains(at));
            self.aggregates.insert(id, is_within);
        }
    }
}

impl Row {
    fn named(&self) -> String {
        match self.aggregate_id {
            Some(aggregate) => format!("{} {} of {aggregate}", self.id, self.subject),
            None => format!("{} {}", self.id, self.subject),
        }
    }
}

/// What the stream took within the time, and the outbox does not know, at any age.
async fn unknown(db: &PgPool, span: Span, stream: &InStream, report: &mut Report) -> sqlx::Result<()> {
    let within = stream
        .rest
        .iter()
        .filter(|(_, (_, published))| span.contains(*published));
    let ids: Vec<Uuid> = within.map(|(id, _)| *id).collect();
    for ids in ids.chunks(usize::try_from(PAGE).unwrap_or(1)) {
        let known = sqlx::query_scalar!("SELECT id FROM outbox WHERE id = ANY($1)", ids);
        let known: HashSet<Uuid> = known.fetch_all(db).await?.into_iter().collect();
        for id in ids.iter().filter(|id| !known.contains(id)) {
            let (sequence, _) = stream.rest[id];
            report.add(Difference::Unknown, format!("{id} at sequence {sequence}"));
        }
    }
    Ok(())
}

/// Everything that is kept has an event, and everything that an event tells of is kept.
async fn compare_source(
    db: &PgPool,
    kept: SourceTable,
    span: Span,
    mut outbox: Outbox,
    report: &mut Report,
) -> anyhow::Result<()> {
    let mut count = 0;
    let mut after = SourceRow {
        id: Uuid::nil(),
        at: span.since,
    };
    loop {
        let page = Page {
            since: span.since,
            until: span.until,
            after,
            limit: PAGE,
        };
        let things = (kept.page)(db.clone(), page).await?;
        count += things.len();
        for thing in &things {
            if outbox.aggregates.remove(&thing.id).is_none() {
                report.add(Difference::WithoutEvent, thing.id);
            }
        }
        let Some(last) = last_of_full(&things) else {
            break;
        };
        after = *last;
    }
    report.count(format!("{} were kept", kept.name), count);
    let not_kept = outbox.aggregates.iter().filter(|(_, is_within)| **is_within);
    for (id, _) in not_kept {
        report.add(Difference::NotStored, id);
    }
    Ok(())
}

/// Puts back what the stream lacks, for the relays; answers how many events.
pub(super) async fn mend(db: &PgPool, report: &Report) -> sqlx::Result<u64> {
    let lacking = report.ids(Difference::NotInStream);
    let mut mended = 0;
    for ids in lacking.chunks(usize::try_from(jobs::BATCH).unwrap_or(1)) {
        mended += retention::put_back(db, ids).await?;
    }
    Ok(mended)
}
