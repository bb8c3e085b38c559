//! What the service that owns the data says of its files.

use sqlx::PgConnection;

use crate::{
    column::Column,
    errors::{CellError, Line, RowError},
    file::Record,
    import::Import,
};

/// What a kind of file says, row by row, and how it is written.
pub trait Importer: Send + Sync + 'static {
    /// What a row says once it is read.
    type Row: Send;

    /// The kind, as the table has it: "stock", "products", "pincodes", "tracking", "remittances".
    const KIND: &'static str;

    /// The columns by name; others are refused by name.
    const COLUMNS: &'static [Column];

    /// Reads a row by the rules that need nothing else. Pure, for it may be asked of a row twice. Every violation of the row, by
    /// column.
    fn read(&self, record: &Record<'_>) -> Result<Self::Row, Vec<CellError>>;

    /// What a row names that [`Importer::begin`] has to know of all rows beforehand, such as to lock it; nothing unless told
    /// otherwise.
    fn key(_row: &Self::Row) -> Option<&str> {
        None
    }

    /// Begins the import's transaction, before the first rows are written. `keys` are those of all rows, each once, in their order.
    fn begin(
        &self,
        _db: &mut PgConnection,
        _import: &Import,
        _keys: &[String],
    ) -> impl Future<Output = anyhow::Result<()>> + Send {
        async { Ok(()) }
    }

    /// Writes rows in the import's transaction, at most [`crate::MOST_ROWS_AT_ONCE`]; answers what is wrong with some of them, by
    /// their lines. A statement that fails breaks the transaction: what the database would refuse is looked for before. Called with
    /// every row, also after one was wrong, so that as much as can be known is told.
    fn write(
        &self,
        db: &mut PgConnection,
        import: &Import,
        rows: Vec<(Line, Self::Row)>,
    ) -> impl Future<Output = anyhow::Result<Vec<RowError>>> + Send;

    /// Once every row is written and none is wrong, before the commit: tells other services what a file that is good as a whole does.
    /// `keys` are those of all rows. An error is worth another try of the whole file.
    fn finish(
        &self,
        _db: &mut PgConnection,
        _import: &Import,
        _keys: &[String],
    ) -> impl Future<Output = anyhow::Result<()>> + Send {
        async { Ok(()) }
    }

    /// After the commit of an import that was written, such as to wake a relay.
    fn committed(&self) {}
}
