//! The trait of importers, which the services implement.

use sqlx::PgConnection;

use crate::{
    column::Column,
    errors::{CellError, Line, RowError},
    file::Record,
    import::Import,
};

/// Reads and writes the rows of a kind of file.
pub trait Importer: Send + Sync + 'static {
    /// A parsed row.
    type Row: Send;

    /// The kind in the table, such as "stock" or "products".
    const KIND: &'static str;

    /// The columns. A file with any other column is rejected.
    const COLUMNS: &'static [Column];

    /// Parses a row. Pure, because it may run twice per row. Fails with all violations of the row, by column.
    fn read(&self, record: &Record<'_>) -> Result<Self::Row, Vec<CellError>>;

    /// The key that [`Importer::begin`] needs of every row in advance, for example to lock records. `None` by
    /// default.
    fn key(_row: &Self::Row) -> Option<&str> {
        None
    }

    /// Begins the import's transaction, before the first rows. `keys` has the distinct keys of all rows,
    /// sorted.
    fn begin(
        &self,
        _db: &mut PgConnection,
        _import: &Import,
        _keys: &[String],
    ) -> impl Future<Output = anyhow::Result<()>> + Send {
        async { Ok(()) }
    }

    /// Writes at most [`crate::MOST_ROWS_AT_ONCE`] rows in the import's transaction. Returns errors with
    /// their lines. Must check in advance what the database would refuse, because a failed statement breaks
    /// the transaction. Called for every batch, even after errors, to report as many as possible.
    fn write(
        &self,
        db: &mut PgConnection,
        import: &Import,
        rows: Vec<(Line, Self::Row)>,
    ) -> impl Future<Output = anyhow::Result<Vec<RowError>>> + Send;

    /// Called before the commit of a file without errors, for example to call other services. `keys` has the
    /// keys of all rows. On an error, the whole file is tried again.
    fn finish(
        &self,
        _db: &mut PgConnection,
        _import: &Import,
        _keys: &[String],
    ) -> impl Future<Output = anyhow::Result<()>> + Send {
        async { Ok(()) }
    }

    /// Called after the commit, for example to wake a relay.
    fn committed(&self) {}
}
