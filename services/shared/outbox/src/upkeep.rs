use futures_util::future::BoxFuture;
use sqlx::PgPool;

use crate::{Publisher, Reconcile, Replay, Settings};

/// The operator's commands of a service that publishes events.
#[derive(Debug, clap::Subcommand)]
pub enum Upkeep {
    /// Publish events again, for a stream that lost them
    Replay(Replay),
    /// Compare the tables with the published events, and report differences
    Reconcile(Reconcile),
}

impl Upkeep {
    /// Runs the command and prints its result. Fails if there are differences.
    pub fn run<'a>(
        self,
        db: &'a PgPool,
        settings: &'a Settings,
        publisher: Publisher,
    ) -> BoxFuture<'a, anyhow::Result<()>> {
        // Boxed, like `runtime::Life`.
        Box::pin(async move {
            match self {
                Self::Replay(replay) => {
                    println!("{} events are published again", replay.run(db).await?);
                    Ok(())
                }
                Self::Reconcile(reconcile) => reconcile.run(db, settings, publisher).await,
            }
        })
    }
}
