//! The publisher's part: compares the tables with the outbox, and the outbox with the stream.

use std::collections::HashSet;

use async_nats::jetstream;
use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{
    differences::{Difference, Report},
    headers::{MessageHeader, StreamReader},
    id_filter::IdFilter,
    part::{CLOCKS_DIFFER_BY, PAGE, Publisher, Span, last_of_full},
    source,
};
use crate::{retention, stream::DUPLICATE_WINDOW};

/// A look at a publisher's part, in slices.
#[derive(Debug)]
pub(super) struct Comparison {
    publisher: Publisher,
    span: Span,
    stage: Stage,
    stream_ids: IdFilter,
    messages: usize,
    repeated: usize,
    published: usize,
    kept: usize,
    pub(super) report: Report,
}

/// The next step of a look. The stream is read before the outbox, so that events published meanwhile do not
/// seem to be missing.
#[derive(Debug)]
enum Stage {
    Stream(Box<StreamReader>),
    Published(RowCursor),
    Waiting(RowCursor),
    Source(OffsetDateTime),
    Over,
}

/// The last row of the previous page.
#[derive(Debug, Clone, Copy)]
struct RowCursor {
    at: OffsetDateTime,
    id: Uuid,
}

struct OutboxRow {
    id: Uuid,
    subject: String,
    aggregate_id: Option<Uuid>,
    at: OffsetDateTime,
    is_parked: bool,
}

impl Comparison {
    pub(super) async fn begin(
        jetstream: &jetstream::Context,
        publisher: Publisher,
        span: Span,
    ) -> anyhow::Result<Self> {
        // A dropped duplicate is in the stream at the place of the first message.
        let since = span.since - DUPLICATE_WINDOW - CLOCKS_DIFFER_BY;
        let reading = StreamReader::open(jetstream, publisher.stream.name, publisher.service, since).await?;
        let outbox = Stage::Published(RowCursor::before(span.since - CLOCKS_DIFFER_BY));
        Ok(Self {
            publisher,
            span,
            stage: reading.map_or(outbox, |reading| Stage::Stream(Box::new(reading))),
            stream_ids: IdFilter::with_room_for(0),
            messages: 0,
            repeated: 0,
            published: 0,
            kept: 0,
            report: Report::default(),
        })
    }

    /// Compares a slice. Returns false if nothing is left.
    pub(super) async fn step(&mut self, db: &PgPool) -> anyhow::Result<bool> {
        self.stage = match std::mem::replace(&mut self.stage, Stage::Over) {
            Stage::Stream(reading) => self.read_stream(db, reading).await?,
            Stage::Published(after) => match self.compare_published(db, after).await? {
                Some(after) => Stage::Published(after),
                None => Stage::Waiting(RowCursor::before(OffsetDateTime::UNIX_EPOCH)),
            },
            Stage::Waiting(after) => match self.compare_unpublished(db, after).await? {
                Some(after) => Stage::Waiting(after),
                None => Stage::Source(self.span.since),
            },
            Stage::Source(since) => self.compare_source(db, since).await?,
            Stage::Over => Stage::Over,
        };
        let is_over = matches!(self.stage, Stage::Over);
        if is_over {
            self.count();
        }
        Ok(!is_over)
    }

    async fn read_stream(&mut self, db: &PgPool, mut reading: Box<StreamReader>) -> anyhow::Result<Stage> {
        let slice = reading.slice().await?;
        if slice.is_empty() {
            return Ok(Stage::Published(RowCursor::before(
                self.span.since - CLOCKS_DIFFER_BY,
            )));
        }
        if self.messages == 0 {
            self.stream_ids = IdFilter::with_room_for(reading.messages);
        }
        self.messages += slice.len();
        for id in slice.iter().filter_map(|header| header.event_id) {
            self.repeated += usize::from(!self.stream_ids.insert(id));
        }
        self.find_unknown(db, &slice).await?;
        Ok(Stage::Stream(reading))
    }

    /// Finds messages in the span that the outbox does not know at any age.
    async fn find_unknown(&mut self, db: &PgPool, slice: &[MessageHeader]) -> sqlx::Result<()> {
        let within = slice.iter().filter(|header| self.span.contains(header.published));
        let within: Vec<_> = within
            .filter_map(|header| Some((header.event_id?, header.sequence)))
            .collect();
        let ids: Vec<Uuid> = within.iter().map(|(id, _)| *id).collect();
        let known = sqlx::query_scalar!("SELECT id FROM outbox WHERE id = ANY($1)", &ids);
        let known: HashSet<Uuid> = known.fetch_all(db).await?.into_iter().collect();
        for (id, sequence) in within.iter().filter(|(id, _)| !known.contains(id)) {
            self.report
                .add(Difference::Unknown, format!("{id} at sequence {sequence}"));
        }
        Ok(())
    }

    /// Compares a page of published rows with the stream. Returns the start of the next page.
    async fn compare_published(&mut self, db: &PgPool, after: RowCursor) -> sqlx::Result<Option<RowCursor>> {
        let page = sqlx::query_as!(
            OutboxRow,
            r#"SELECT id, subject, aggregate_id, published_at AS "at!", false AS "is_parked!" FROM outbox
               WHERE published_at >= $1 AND (published_at > $1 OR id > $2)
               ORDER BY published_at, id LIMIT $3"#,
            after.at,
            after.id,
            PAGE
        );
        let page = page.fetch_all(db).await?;
        for row in page.iter().filter(|row| self.span.contains(row.at)) {
            self.published += 1;
            if !self.stream_ids.contains(row.id) {
                self.report.add(Difference::NotInStream, row.named());
            }
        }
        Ok(last_of_full(&page).map(OutboxRow::cursor))
    }

    /// Records a page of unpublished rows. Returns the start of the next page.
    async fn compare_unpublished(
        &mut self,
        db: &PgPool,
        after: RowCursor,
    ) -> sqlx::Result<Option<RowCursor>> {
        let page = sqlx::query_as!(
            OutboxRow,
            r#"SELECT id, subject, aggregate_id, created_at AS "at!", parked_at IS NOT NULL AS "is_parked!"
               FROM outbox WHERE published_at IS NULL AND created_at >= $1 AND (created_at > $1 OR id > $2)
               ORDER BY created_at, id LIMIT $3"#,
            after.at,
            after.id,
            PAGE
        );
        let page = page.fetch_all(db).await?;
        for row in &page {
            if row.is_parked {
                self.report.add(Difference::Parked, row.named());
            } else if row.at < self.span.until {
                self.report.add(Difference::Waiting, row.named());
            }
        }
        Ok(last_of_full(&page).map(OutboxRow::cursor))
    }

    async fn compare_source(&mut self, db: &PgPool, since: OffsetDateTime) -> anyhow::Result<Stage> {
        let Some(table) = self.publisher.source.filter(|_| since < self.span.until) else {
            return Ok(Stage::Over);
        };
        let slice = Span {
            since,
            until: self.span.until.min(since + source::SLICE),
        };
        self.kept += source::compare(db, table, slice, &mut self.report).await?;
        Ok(Stage::Source(slice.until))
    }

    fn count(&mut self) {
        let stream = self.publisher.stream.name;
        let counts = [
            (format!("events were published to {stream}"), self.published),
            (
                "messages are in the stream since, and somewhat before".to_owned(),
                self.messages,
            ),
            (
                "of them are there twice; consumers do nothing twice".to_owned(),
                self.repeated,
            ),
        ];
        for (what, count) in counts {
            self.report.count(what, count);
        }
        if let Some(table) = self.publisher.source {
            self.report.count(format!("{} were kept", table.name), self.kept);
        }
    }
}

impl RowCursor {
    fn before(at: OffsetDateTime) -> Self {
        Self { at, id: Uuid::nil() }
    }
}

impl OutboxRow {
    fn cursor(&self) -> RowCursor {
        RowCursor {
            at: self.at,
            id: self.id,
        }
    }

    fn named(&self) -> String {
        match self.aggregate_id {
            Some(aggregate) => format!("{} {} of {aggregate}", self.id, self.subject),
            None => format!("{} {}", self.id, self.subject),
        }
    }
}

/// Marks events that the stream lacks for publishing again. Returns how many.
pub(super) async fn mend(db: &PgPool, report: &Report) -> sqlx::Result<u64> {
    let lacking = report.ids(Difference::NotInStream);
    let mut mended = 0;
    for ids in lacking.chunks(usize::try_from(jobs::BATCH).unwrap_or(1)) {
        mended += retention::put_back(db, ids).await?;
    }
    Ok(mended)
}
