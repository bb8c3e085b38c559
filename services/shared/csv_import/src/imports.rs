//! The worker that reads the files of a service.

use futures_util::future::BoxFuture;
use jobs::{Failure, Handler, Job, Worker};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::{
    import::Import,
    importer::Importer,
    run,
    starting::{Payload, READING},
    store,
};

/// The kinds of files that a service takes.
pub struct Imports {
    db: PgPool,
    stopping: CancellationToken,
    readers: Vec<Box<dyn Reader>>,
}

/// An importer of whatever rows.
trait Reader: Send + Sync {
    fn kind(&self) -> &'static str;
    fn run<'a>(
        &'a self,
        db: &'a PgPool,
        import: &'a Import,
        text: &'a str,
    ) -> BoxFuture<'a, anyhow::Result<()>>;
}

impl<I: Importer> Reader for I {
    fn kind(&self) -> &'static str {
        I::KIND
    }

    fn run<'a>(
        &'a self,
        db: &'a PgPool,
        import: &'a Import,
        text: &'a str,
    ) -> BoxFuture<'a, anyhow::Result<()>> {
        Box::pin(run::run(self, db, import, text))
    }
}

impl Imports {
    /// None yet. What is being written when the program stops is taken back, and left to another replica.
    pub fn new(db: PgPool, stopping: CancellationToken) -> Self {
        Self {
            db,
            stopping,
            readers: Vec::new(),
        }
    }

    /// Those, and the files of this importer.
    #[must_use]
    pub fn with(mut self, importer: impl Importer) -> Self {
        self.readers.push(Box::new(importer));
        self
    }

    /// What reads the files, one at a time, so that memory holds one. It wakes by `Worker::waker`.
    pub fn worker(self) -> Worker<impl Handler> {
        const KINDS: &[jobs::Kind] = &[READING];
        Worker::new(self.db.clone(), KINDS, 1, self)
    }

    async fn read(&self, job: &Job) -> Result<(), Failure> {
        let Payload { import_id } = job.payload()?;
        let Some(waiting) = store::waiting(&self.db, import_id).await? else {
            return Ok(());
        };
        let reader = self.readers.iter().find(|reader| reader.kind() == waiting.kind);
        let reader = reader.ok_or_else(|| Failure::Poison(format!("no file is a {}", waiting.kind)))?;
        let text = String::from_utf8(waiting.content)
            .map_err(|_| Failure::Poison("its content is no UTF-8".to_owned()))?;
        let Err(error) = reader.run(&self.db, &waiting.import, &text).await else {
            return Ok(());
        };
        if job.attempts < READING.max_attempts {
            return Err(Failure::Retry(error));
        }
        // Whoever waits for it is told now, and not by the sweep.
        tracing::error!(%import_id, error = format!("{error:#}"), "an import is given up");
        store::fail(&self.db, import_id).await?;
        Ok(())
    }
}

impl Handler for Imports {
    async fn run(&self, job: &Job) -> Result<(), Failure> {
        let read = self.stopping.run_until_cancelled(self.read(job)).await;
        read.unwrap_or(Err(Failure::Postponed))
    }
}
