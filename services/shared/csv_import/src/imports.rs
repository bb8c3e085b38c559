//! The worker that imports a service's files.

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

/// The importers of a service.
pub struct Imports {
    db: PgPool,
    stopping: CancellationToken,
    importers: Vec<Box<dyn AnyImporter>>,
}

/// An importer of any row type.
trait AnyImporter: Send + Sync {
    fn kind(&self) -> &'static str;
    fn run<'a>(
        &'a self,
        db: &'a PgPool,
        import: &'a Import,
        text: &'a str,
    ) -> BoxFuture<'a, anyhow::Result<()>>;
}

impl<I: Importer> AnyImporter for I {
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
    /// Creates the worker without importers. A stop rolls back the current import and leaves it to another
    /// replica.
    pub fn new(db: PgPool, stopping: CancellationToken) -> Self {
        Self {
            db,
            stopping,
            importers: Vec::new(),
        }
    }

    /// Adds an importer.
    #[must_use]
    pub fn with(mut self, importer: impl Importer) -> Self {
        self.importers.push(Box::new(importer));
        self
    }

    /// The worker. It imports one file at a time, so that memory holds only one. `Worker::waker` wakes it.
    pub fn worker(self) -> Worker<impl Handler> {
        const KINDS: &[jobs::Kind] = &[READING];
        Worker::new(self.db.clone(), KINDS, 1, self)
    }

    async fn import_file(&self, job: &Job) -> Result<(), Failure> {
        let Payload { import_id } = job.payload()?;
        let Some(running) = store::load_running(&self.db, import_id).await? else {
            return Ok(());
        };
        let importer = self
            .importers
            .iter()
            .find(|importer| importer.kind() == running.kind);
        let importer = importer.ok_or_else(|| Failure::Poison(format!("no file is a {}", running.kind)))?;
        let text = String::from_utf8(running.content)
            .map_err(|_| Failure::Poison("its content is no UTF-8".to_owned()))?;
        let Err(error) = importer.run(&self.db, &running.import, &text).await else {
            return Ok(());
        };
        if job.attempts < READING.max_attempts {
            return Err(Failure::Retry(error));
        }
        // Fail the import now, because the staff member waits for it. The periodic task would do it later.
        tracing::error!(%import_id, error = format!("{error:#}"), "an import is given up");
        store::fail(&self.db, import_id).await?;
        Ok(())
    }
}

impl Handler for Imports {
    async fn run(&self, job: &Job) -> Result<(), Failure> {
        let imported = self.stopping.run_until_cancelled(self.import_file(job)).await;
        imported.unwrap_or(Err(Failure::Postponed))
    }
}
