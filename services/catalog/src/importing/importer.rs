//! The importer of products.

use std::{collections::HashMap, time::Duration};

use csv_import::{CellError, Column, Import, Importer, Line, Record, RowError};
use database::OwnConnection;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use crate::{
    editing::{edited_store, kept_photos, many_store},
    importing::{batch::Batch, row::Row, told::COLUMNS},
    search::search_store,
    shelves::shelf_store,
};

/// The number of products validated at once. Other requests run in between, because searching for claims
/// takes time.
const READ_AT_ONCE: usize = 100;

/// The maximum time for storing the words of a batch. They only wait for edits, whose statements time out
/// after 3 s.
const WORDS_WITHIN: Duration = Duration::from_secs(20);

/// The importer of products.
#[derive(Debug)]
pub struct Products(pub PgPool);

impl Importer for Products {
    type Row = Row;

    const KIND: &'static str = "products";

    const COLUMNS: &'static [Column] = COLUMNS;

    fn read(&self, record: &Record<'_>) -> Result<Row, Vec<CellError>> {
        Row::read(record)
    }

    fn key(row: &Row) -> Option<&str> {
        row.known().map(|change| change.key.as_str())
    }

    /// Locks the products of the file, so that no concurrent change is overwritten.
    async fn begin(&self, db: &mut PgConnection, _import: &Import, keys: &[String]) -> anyhow::Result<()> {
        let ids: Result<Vec<_>, _> = keys.iter().map(|key| Uuid::parse_str(key)).collect();
        Ok(many_store::lock(db, &ids?).await?)
    }

    async fn write(
        &self,
        db: &mut PgConnection,
        import: &Import,
        rows: Vec<(Line, Row)>,
    ) -> anyhow::Result<Vec<RowError>> {
        let mut batch = read(db, rows).await?;
        let owners = many_store::owners(db, &batch.new_names()).await?;
        batch.refuse_taken(&owners);
        let removed = kept_photos::hold_all(db, &batch.contents()).await?;
        batch.refuse_removed(&removed);
        // Committed before the rows: so the import's transaction locks no words that an edit needs.
        OwnConnection::beside(&self.0)
            .within(WORDS_WITHIN, async |db| {
                search_store::keep_words(db, &batch.contents()).await
            })
            .await?;
        let mut versions = many_store::add_drafts(db, &batch.drafts(), import.is_dry_run).await?;
        versions.extend(many_store::renew(db, &batch.renewals()).await?);
        let above = shelf_store::above_mrp(&mut *db, &batch.repriced()).await?;
        batch.refuse_above_mrp(&above);
        many_store::write_down(db, import.staff_id, &batch.history(&versions)).await?;
        Ok(batch.into_errors())
    }
}

/// Checks rows against the products that they name.
async fn read(db: &mut PgConnection, rows: Vec<(Line, Row)>) -> anyhow::Result<Batch> {
    let mut batch = Batch::new(many_store::begun_at(db).await?);
    let mut rows = rows.into_iter();
    loop {
        let part: Vec<_> = rows.by_ref().take(READ_AT_ONCE).collect();
        if part.is_empty() {
            return Ok(batch);
        }
        let named = part.iter().filter_map(|(_, row)| row.known());
        let named: Vec<_> = named.map(|change| change.product_id).collect();
        let found = edited_store::of_ids(&mut *db, &named).await?.into_iter();
        let mut stands: HashMap<_, _> = found.map(|stands| (stands.place.id, stands)).collect();
        for (line, row) in part {
            batch.add(line, row, &mut stands)?;
        }
    }
}
