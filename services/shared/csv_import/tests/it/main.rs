//! Stories about imports, with real PostgreSQL.

mod outcomes;
mod starting;

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering::SeqCst},
};

use csv_import::{
    CellError, Column, File, Import, ImportView, Importer, Imports, Line, Record, RowError, State, find,
    start,
};
use sqlx::{AssertSqlSafe, PgConnection, PgPool};
use testkit::{Running, TestDatabase, eventually};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

const BINA: Uuid = Uuid::from_u128(0xB17A);

/// An importer of distinct words. A word of more than ten letters is rejected when parsed, a known word when
/// written.
#[derive(Clone)]
struct Words(Arc<Desk>);

/// The importer's state, with which tests observe and block it.
struct Desk {
    /// The number of batches that may be written before it blocks.
    lots: Semaphore,
    /// The number of attempts that are still to fail, each after its first batch.
    failures: AtomicUsize,
    written: AtomicUsize,
    committed: AtomicUsize,
}

impl Importer for Words {
    type Row = String;

    const KIND: &'static str = "words";

    const COLUMNS: &'static [Column] = &[Column::required("word"), Column::optional("note")];

    fn read(&self, record: &Record<'_>) -> Result<String, Vec<CellError>> {
        match record.get("word") {
            word if (1..=10).contains(&word.len()) => Ok(word.to_owned()),
            _ => Err(vec![CellError::new("word", "A word has 1 to 10 letters")]),
        }
    }

    async fn write(
        &self,
        db: &mut PgConnection,
        _: &Import,
        rows: Vec<(Line, String)>,
    ) -> anyhow::Result<Vec<RowError>> {
        self.0.lots.acquire().await?.forget();
        // Cached plans from when a table was small would read all of a large one for each row.
        let plans = sqlx::query_scalar::<_, String>("SELECT current_setting('plan_cache_mode')");
        anyhow::ensure!(plans.fetch_one(&mut *db).await? == "force_custom_plan");
        self.0.written.fetch_add(rows.len(), SeqCst);
        let mut errors = Vec::new();
        for (line, word) in rows {
            let adding =
                sqlx::query("INSERT INTO words (word) VALUES ($1) ON CONFLICT DO NOTHING").bind(word);
            if adding.execute(&mut *db).await?.rows_affected() == 0 {
                errors.push(RowError::new(line, "word", "This word is known"));
            }
        }
        let failing = |left: usize| left.checked_sub(1);
        if self.0.failures.fetch_update(SeqCst, SeqCst, failing).is_ok() {
            anyhow::bail!("the dictionary fell down");
        }
        Ok(errors)
    }

    fn committed(&self) {
        self.0.committed.fetch_add(1, SeqCst);
    }
}

/// A test's database, and the importer.
struct Library {
    database: TestDatabase,
    words: Words,
}

impl Library {
    /// Opens one whose importer blocks after this many batches.
    async fn open(lots: usize) -> Self {
        let database = testkit::database(&[&csv_import::MIGRATIONS, &jobs::MIGRATIONS]).await;
        let library = Self {
            database,
            words: Words(Arc::new(Desk {
                lots: Semaphore::new(lots),
                failures: AtomicUsize::new(0),
                written: AtomicUsize::new(0),
                committed: AtomicUsize::new(0),
            })),
        };
        library.sql("CREATE TABLE words (word text PRIMARY KEY)").await;
        library
    }

    fn db(&self) -> &PgPool {
        self.database.pool()
    }

    /// Starts a replica that imports files.
    fn read(&self) -> Running {
        self.read_through(self.db().clone())
    }

    /// Starts a replica with this pool.
    fn read_through(&self, db: PgPool) -> Running {
        let words = self.words.clone();
        Running::start(|stopping| read(db, words, stopping))
    }

    async fn start(&self, file: File) -> ImportView {
        start(self.db(), Words::KIND, file, BINA)
            .await
            .expect("the file is taken")
    }

    async fn find(&self, id: Uuid) -> ImportView {
        let found = find(self.db(), Words::KIND, id).await;
        found.expect("PostgreSQL answers").expect("it is known")
    }

    /// Waits for the end of the import.
    async fn end(&self, id: Uuid) -> ImportView {
        eventually("the import ends", async || {
            Some(self.find(id).await).filter(|import| import.state != State::Running)
        })
        .await
    }

    async fn sql(&self, statement: &str) {
        let done = sqlx::raw_sql(AssertSqlSafe(statement.to_owned()));
        done.execute(self.db())
            .await
            .expect("the test's statement is good");
    }

    async fn count(&self, of: &str) -> i64 {
        let counted = sqlx::query_scalar(AssertSqlSafe(format!("SELECT count(*) FROM {of}")));
        counted.fetch_one(self.db()).await.expect("counting works")
    }
}

fn read(db: PgPool, words: Words, stopping: CancellationToken) -> runtime::Life {
    let imports = Imports::new(db, stopping.clone()).with(words);
    imports.worker().run(stopping)
}

/// A file with a header line and these rows.
fn file(rows: &str, is_dry_run: bool) -> File {
    File {
        import_id: Uuid::now_v7().to_string(),
        is_dry_run,
        content: format!("word,note\r\n{rows}").into_bytes(),
    }
}

/// This many different words, a row each.
fn rows(words: usize) -> String {
    let rows: Vec<_> = (0..words).map(|word| format!("w{word},x\r\n")).collect();
    rows.concat()
}
