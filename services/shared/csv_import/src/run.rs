//! One import, from its file to its end.

use std::time::Duration;

use anyhow::Context as _;
use database::OwnConnection;
use sqlx::{PgConnection, PgPool};

use crate::{
    errors::{Line, RowError},
    file::Rows,
    import::Import,
    importer::Importer,
    reading::{self, Found},
    store::{self, Counts, State},
};

/// A statement of an import ends after this, in PostgreSQL's notation: it writes more than one of a request.
const STATEMENT_TIMEOUT: &str = "60s";

/// The import's transaction may wait so long for another service that says what rows mean.
const IDLE_IN_TRANSACTION_TIMEOUT: &str = "30s";

/// Statements, those of triggers too, are planned for tables as large as they are by then. A connection may keep plans from when one
/// had a page, which read it whole: 80,000 receipts took six minutes with such a plan, and 100,000 take eleven seconds without.
const PLANS: &str = "force_custom_plan";

/// How long an import waits until its progress is written. It keeps its rows locked meanwhile.
const SHOWN_WITHIN: Duration = Duration::from_secs(1);

/// Reads a file and writes what it says. An error is worth another try.
pub(crate) async fn run<I: Importer>(
    importer: &I,
    db: &PgPool,
    import: &Import,
    text: &str,
) -> anyhow::Result<()> {
    let found = reading::read_all(importer, text).await;
    // A file without rows that can be read is wrong as a whole.
    if found.counts.total == 0 {
        return refuse(db, import, found).await;
    }
    // The good rows of a file with wrong ones are written and taken back, so that all that is wrong with it is told at once.
    let import = &Import {
        is_dry_run: import.is_dry_run || found.counts.wrong > 0,
        ..*import
    };
    write_all(importer, db, import, text, found).await
}

/// Ends an import of which nothing is written.
async fn refuse(db: &PgPool, import: &Import, mut found: Found) -> anyhow::Result<()> {
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
    mut found: Found,
) -> anyhow::Result<()> {
    let keys: Vec<_> = std::mem::take(&mut found.keys).into_iter().collect();
    let mut progress = OwnConnection::beside(db);
    show(&mut progress, import, found.counts).await;
    let mut transaction = database::begin(db).await?;
    be_patient(&mut transaction).await?;
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
        note(&mut found, errors);
        show(&mut progress, import, found.counts).await;
    }
    let state = match (found.counts.wrong, import.is_dry_run) {
        (0, false) => State::Applied,
        (0, true) => State::Checked,
        _ => State::Refused,
    };
    if state == State::Applied {
        importer.finish(&mut transaction, import, &keys).await?;
        // In the transaction that writes the rows: it is never carried out twice.
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

/// Notes what is wrong with rows of a batch, in the order of the file.
fn note(found: &mut Found, mut errors: Vec<RowError>) {
    errors.sort_by_key(|error| error.line);
    let mut lines: Vec<Line> = errors.iter().map(|error| error.line).collect();
    lines.dedup();
    found.counts.wrong += i32::try_from(lines.len()).unwrap_or(i32::MAX);
    found.add(errors);
}

async fn be_patient(db: &mut PgConnection) -> sqlx::Result<()> {
    let patience = sqlx::query!(
        "SELECT set_config('statement_timeout', $1, true) AS statements,
           set_config('idle_in_transaction_session_timeout', $2, true) AS idle,
           set_config('plan_cache_mode', $3, true) AS plans",
        STATEMENT_TIMEOUT,
        IDLE_IN_TRANSACTION_TIMEOUT,
        PLANS
    );
    patience.fetch_one(db).await?;
    Ok(())
}

/// Shows the import's progress, beside the transaction and not through the pool: requests that wait for rows of the import may have all
/// connections of the pool. Nothing depends on it.
async fn show(progress: &mut OwnConnection, import: &Import, counts: Counts) {
    let showing = progress.within(SHOWN_WITHIN, async |db| {
        store::show_progress(db, import.id, counts).await
    });
    if let Err(error) = showing.await {
        tracing::warn!(%error, id = %import.id, "the progress of an import is not shown");
    }
}
