//! Compares a service's stored rows with their events.

use std::{collections::HashMap, time::Duration};

use sqlx::PgPool;
use uuid::Uuid;

use super::{
    differences::{Difference, Report},
    part::{CLOCKS_DIFFER_BY, PAGE, Page, SourceRow, SourceTable, Span, last_of_full},
};
use crate::retention::first_id;

/// The time span that is compared at once. All its ids are in memory.
pub(super) const SLICE: Duration = Duration::from_mins(10);

/// Finds rows without an event, and events without a row. Returns the number of rows.
pub(super) async fn compare(
    db: &PgPool,
    table: SourceTable,
    slice: Span,
    report: &mut Report,
) -> anyhow::Result<usize> {
    let mut published = published(db, table, slice).await?;
    let mut count = 0;
    let mut after = SourceRow {
        id: Uuid::nil(),
        at: slice.since,
    };
    loop {
        let page = Page {
            since: slice.since,
            until: slice.until,
            after,
            limit: PAGE,
        };
        let rows = (table.page)(db.clone(), page).await?;
        count += rows.len();
        for row in &rows {
            if published.remove(&row.id).is_none() {
                report.add(Difference::WithoutEvent, row.id);
            }
        }
        let Some(last) = last_of_full(&rows) else {
            break;
        };
        after = *last;
    }
    for (id, _) in published.iter().filter(|(_, is_within)| **is_within) {
        report.add(Difference::NotStored, id);
    }
    Ok(count)
}

/// The aggregates with an event around the slice, and whether it is within the slice. Event ids begin with
/// the time.
async fn published(db: &PgPool, table: SourceTable, slice: Span) -> sqlx::Result<HashMap<Uuid, bool>> {
    let mut published = HashMap::new();
    let mut after = first_id(slice.since - CLOCKS_DIFFER_BY);
    loop {
        let page = sqlx::query!(
            "SELECT id, subject, aggregate_id, occurred_at FROM outbox WHERE id > $1 AND id < $2 ORDER BY id LIMIT $3",
            after,
            first_id(slice.until + CLOCKS_DIFFER_BY),
            PAGE
        );
        let page = page.fetch_all(db).await?;
        for row in page.iter().filter(|row| row.subject == table.subject) {
            let is_within = row.occurred_at.is_some_and(|at| slice.contains(at));
            published.extend(row.aggregate_id.map(|id| (id, is_within)));
        }
        match last_of_full(&page) {
            Some(last) => after = last.id,
            None => return Ok(published),
        }
    }
}
