//! The importer of products.

use std::{
    collections::{BTreeSet, HashMap},
    time::Duration,
};

use csv_import::{CellError, Column, Import, Importer, Line, Record, RowError};
use database::OwnConnection;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use crate::{
    editing::{bulk_store, change_store, edit_store, edited_store, photo_check},
    importing::{batch::Batch, cell_errors::COLUMNS, row::ImportRow},
    products::product_state::ProductState,
    search::{search_store, words::search_words},
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
    type Row = ImportRow;

    const KIND: &'static str = "products";

    const COLUMNS: &'static [Column] = COLUMNS;

    fn read(&self, record: &Record<'_>) -> Result<ImportRow, Vec<CellError>> {
        ImportRow::parse(record)
    }

    fn key(row: &ImportRow) -> Option<&str> {
        row.update().map(|change| change.key.as_str())
    }

    /// Locks the products of the file, so that no concurrent change is overwritten.
    async fn begin(&self, db: &mut PgConnection, _import: &Import, keys: &[String]) -> anyhow::Result<()> {
        let ids: Result<Vec<_>, _> = keys.iter().map(|key| Uuid::parse_str(key)).collect();
        Ok(bulk_store::lock(db, &ids?).await?)
    }

    async fn write(
        &self,
        db: &mut PgConnection,
        import: &Import,
        rows: Vec<(Line, ImportRow)>,
    ) -> anyhow::Result<Vec<RowError>> {
        let mut batch = validate(db, rows).await?;
        let ids_by_name = bulk_store::ids_by_name(db, &batch.new_names()).await?;
        batch.refuse_taken(&ids_by_name);
        let removed = photo_check::lock_all(db, &batch.contents()).await?;
        batch.refuse_removed(&removed);
        let contents = batch.contents().into_iter();
        let words: BTreeSet<_> = contents
            .flat_map(|content| search_words(&content.details))
            .collect();
        // Committed before the rows: so the import's transaction locks no words that an edit needs.
        OwnConnection::beside(&self.0)
            .within(WORDS_WITHIN, async |db| {
                search_store::keep_words(db, &words).await
            })
            .await?;
        let drafts = batch.drafts();
        let mut versions = edit_store::add(db, &drafts, ProductState::Draft, import.is_dry_run).await?;
        versions.extend(edit_store::update(db, &batch.updates()).await?);
        let above = shelf_store::above_mrp(&mut *db, &batch.repriced()).await?;
        batch.refuse_above_mrp(&above);
        change_store::add(db, import.staff_id, &batch.history(&versions), None).await?;
        Ok(batch.into_errors())
    }
}

/// Checks rows against the products that they name.
async fn validate(db: &mut PgConnection, rows: Vec<(Line, ImportRow)>) -> anyhow::Result<Batch> {
    let mut batch = Batch::new(bulk_store::begun_at(db).await?);
    let mut rows = rows.into_iter();
    loop {
        let part: Vec<_> = rows.by_ref().take(READ_AT_ONCE).collect();
        if part.is_empty() {
            return Ok(batch);
        }
        let named = part.iter().filter_map(|(_, row)| row.update());
        let named: Vec<_> = named.map(|change| change.product_id).collect();
        let found = edited_store::of_ids(&mut *db, &named).await?.into_iter();
        let mut stored: HashMap<_, _> = found.map(|stored| (stored.cursor.id, stored)).collect();
        for (line, row) in part {
            batch.add(line, row, &mut stored)?;
        }
    }
}
