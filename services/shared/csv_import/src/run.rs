//! Runs one import.

use std::time::Duration;

use anyhow::Context as _;
use database::OwnConnection;
use sqlx::{PgConnection, PgPool};

use crate::{
    errors::{Line, RowError},
    file::Rows,
    import::Import,
    importer::Importer,
    reading::{self, ReadResult},
    store::{self, Counts, State},
};

/// The statement timeout of an import, in PostgreSQL's notation. Its statements write more than those of a
/// request.
const STATEMENT_TIMEOUT: &str = "60s";

/// How long the import's transaction may be idle while another service is called, in PostgreSQL's notation.
const IDLE_IN_TRANSACTION_TIMEOUT: &str = "30s";

/// Plans each statement for the current table size, including those of triggers. With a cached plan from when
/// the table had one page, 80,000 receipts took six minutes; without, 100,000 take eleven seconds.
const PLANS: &str = "force_custom_plan";

/// How long an import waits for its progress to be written. It holds its row locks meanwhile.
const PROGRESS_TIMEOUT: Duration = Duration::from_secs(1);

/// Imports a file. An error means that it should be retried.
pub(crate) async fn run<I: Importer>(
    importer: &I,
    db: &PgPool,
    import: &Import,
    text: &str,
) -> anyhow::Result<()> {
    let found = reading::read_all(importer, text).await;
    // A file without any rows is rejected as a whole.
    if found.counts.total == 0 {
        return refuse(db, import, found).await;
    }
    // The good rows of a file with errors are written and rolled back, to report all errors together.
    let import = &Import {
        is_dry_run: import.is_dry_run || found.counts.wrong > 0,
        ..*import
    };
    write_all(importer, db, import, text, found).await
}

/// Ends an import as refused.
async fn refuse(db: &PgPool, import: &Import, mut found: ReadResult) -> anyhow::Result<()> {
    found.counts.done = found.counts.total;
    found.errors.sort_by_key(|error| error.line);
    let mut connection = db.acquire().await?;
    store::end(
        &mut connection,
        import.id,
        State::Refused,
        found.counts,
        &found.errors,
    )
    .await?;
    Ok(())
}

async fn write_all<I: Importer>(
    importer: &I,
    db: &PgPool,
    import: &Import,
    text: &str,
    mut found: ReadResult,
) -> anyhow::Result<()> {
    let keys: Vec<_> = std::mem::take(&mut found.keys).into_iter().collect();
    let mut progress = OwnConnection::beside(db);
    write_progress(&mut progress, import, found.counts).await;
    let mut transaction = database::begin(db).await?;
    raise_timeouts(&mut transaction).await?;
    importer.begin(&mut transaction, import, &keys).await?;
    let Ok(mut rows) = Rows::open(text, I::COLUMNS) else {
        anyhow::bail!("the first line is refused that was good before");
    };
    loop {
        let batch = reading::batch(importer, &mut rows);
        if batch.is_empty() {
            break;
        }
        found.counts.done += i32::try_from(batch.len()).context("a batch is small")?;
        let errors = importer.write(&mut transaction, import, batch).await?;
        record_errors(&mut found, errors);
        write_progress(&mut progress, import, found.counts).await;
    }
    let state = match (found.counts.wrong, import.is_dry_run) {
        (0, false) => State::Applied,
        (0, true) => State::Checked,
        _ => State::Refused,
    };
    if state == State::Applied {
        importer.finish(&mut transaction, import, &keys).await?;
        // In the transaction that writes the rows, so that the import happens only once.
        if store::end(&mut transaction, import.id, state, found.counts, &[]).await? {
            transaction.commit().await?;
            importer.committed();
        }
        return Ok(());
    }
    transaction.rollback().await?;
    if state == State::Refused {
        return refuse(db, import, found).await;
    }
    let mut connection = db.acquire().await?;
    store::end(&mut connection, import.id, state, found.counts, &[]).await?;
    Ok(())
}

/// Records the errors of a batch, in the order of the file.
fn record_errors(found: &mut ReadResult, mut errors: Vec<RowError>) {
    errors.sort_by_key(|error| error.line);
    let mut lines: Vec<Line> = errors.iter().map(|error| error.line).collect();
    lines.dedup();
    found.counts.wrong += i32::try_from(lines.len()).unwrap_or(i32::MAX);
    found.add(errors);
}

async fn raise_timeouts(db: &mut PgConnection) -> sqlx::Result<()> {
    let raising = sqlx::query!(
        "SELECT set_config('statement_timeout', $1, true) AS statements,
           set_config('idle_in_transaction_session_timeout', $2, true) AS idle,
           set_config('plan_cache_mode', $3, true) AS plans",
        STATEMENT_TIMEOUT,
        IDLE_IN_TRANSACTION_TIMEOUT,
        PLANS
    );
    raising.fetch_one(db).await?;
    Ok(())
}

/// Writes the progress on its own connection. Requests that wait for rows of the import may use up the pool.
/// A failure only affects the display.
async fn write_progress(progress: &mut OwnConnection, import: &Import, counts: Counts) {
    let writing = progress.within(PROGRESS_TIMEOUT, async |db| {
        store::show_progress(db, import.id, counts).await
    });
    if let Err(error) = writing.await {
        tracing::warn!(%error, id = %import.id, "the progress of an import is not shown");
    }
}
