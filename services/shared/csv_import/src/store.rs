//! The SQL of the table `csv_imports`. Uses the database's clock, so that replicas agree.

use sqlx::{PgConnection, PgExecutor, PgPool, types::Json};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{errors::RowError, import::Import};

/// The state of an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Waiting or running.
    Running,
    /// A dry run without errors. Nothing was written.
    Checked,
    /// All rows were written.
    Applied,
    /// There were errors. Nothing was written.
    Refused,
    /// It could not be completed. Nothing was written.
    Failed,
}

impl State {
    /// The word in the table.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Checked => "checked",
            Self::Applied => "applied",
            Self::Refused => "refused",
            Self::Failed => "failed",
        }
    }

    fn parse(word: &str) -> Self {
        let all = [Self::Running, Self::Checked, Self::Applied, Self::Refused];
        let named = all.into_iter().find(|state| state.word() == word);
        named.unwrap_or(Self::Failed)
    }
}

/// An import, as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportView {
    /// The id, chosen by the client.
    pub id: Uuid,
    /// The staff member who started it.
    pub staff_id: Uuid,
    /// True for a dry run.
    pub is_dry_run: bool,
    /// The state.
    pub state: State,
    /// The number of rows. 0 before they are counted.
    pub rows_total: i32,
    /// The number of rows that were processed so far.
    pub rows_done: i32,
    /// The number of rows with errors so far.
    pub rows_wrong: i32,
    /// The first hundred errors, in the order of the file.
    pub errors: Vec<RowError>,
    /// When it was started.
    pub started_at: OffsetDateTime,
    /// When it ended.
    pub finished_at: Option<OffsetDateTime>,
}

/// The import of a kind with this id. Does not read its content, because clients poll it.
pub async fn find(db: &PgPool, kind: &str, id: Uuid) -> Result<Option<ImportView>, sqlx::Error> {
    let found = sqlx::query!(
        r#"SELECT staff_id, is_dry_run, state, rows_total, rows_done, rows_wrong,
             errors AS "errors: Json<Vec<RowError>>", started_at, finished_at
           FROM csv_imports WHERE id = $1 AND kind = $2"#,
        id,
        kind
    );
    let found = found.fetch_optional(db).await?;
    Ok(found.map(|row| ImportView {
        id,
        staff_id: row.staff_id,
        is_dry_run: row.is_dry_run,
        state: State::parse(&row.state),
        rows_total: row.rows_total,
        rows_done: row.rows_done,
        rows_wrong: row.rows_wrong,
        errors: row.errors.0,
        started_at: row.started_at,
        finished_at: row.finished_at,
    }))
}

/// A waiting import, for its job.
pub(crate) struct RunningImport {
    pub(crate) import: Import,
    pub(crate) kind: String,
    pub(crate) content: Vec<u8>,
}

/// The import of a job. `None` if it ended or was deleted.
pub(crate) async fn load_running(db: &PgPool, id: Uuid) -> sqlx::Result<Option<RunningImport>> {
    let found = sqlx::query!(
        r#"SELECT kind, staff_id, is_dry_run, started_at, content AS "content!"
           FROM csv_imports WHERE id = $1 AND state = 'running'"#,
        id
    );
    let found = found.fetch_optional(db).await?;
    Ok(found.map(|row| RunningImport {
        import: Import {
            id,
            staff_id: row.staff_id,
            is_dry_run: row.is_dry_run,
            started_at: row.started_at,
        },
        kind: row.kind,
        content: row.content,
    }))
}

/// The numbers of all, processed and wrong rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) total: i32,
    pub(crate) done: i32,
    pub(crate) wrong: i32,
}

/// Writes the progress of an import, for display.
pub(crate) async fn show_progress(db: &mut PgConnection, id: Uuid, counts: Counts) -> sqlx::Result<()> {
    let shown = sqlx::query!(
        "UPDATE csv_imports SET rows_total = $2, rows_done = $3, rows_wrong = $4 WHERE id = $1 AND state = 'running'",
        id,
        counts.total,
        counts.done,
        counts.wrong
    );
    shown.execute(db).await?;
    Ok(())
}

/// Ends an import. Returns false if it had already ended.
pub(crate) async fn end(
    db: &mut PgConnection,
    id: Uuid,
    state: State,
    counts: Counts,
    errors: &[RowError],
) -> sqlx::Result<bool> {
    let ended = sqlx::query!(
        "UPDATE csv_imports SET state = $2, rows_total = $3, rows_done = $4, rows_wrong = $5, errors = $6, content = NULL,
           finished_at = clock_timestamp()
         WHERE id = $1 AND state = 'running'",
        id,
        state.word(),
        counts.total,
        counts.done,
        counts.wrong,
        Json(errors) as _
    );
    Ok(ended.execute(db).await?.rows_affected() == 1)
}

/// Ends an import as failed.
pub(crate) async fn fail(db: impl PgExecutor<'_>, id: Uuid) -> sqlx::Result<()> {
    let failed = sqlx::query!(
        "UPDATE csv_imports SET state = 'failed', content = NULL, finished_at = now() WHERE id = $1 AND state = 'running'",
        id
    );
    failed.execute(db).await?;
    Ok(())
}
