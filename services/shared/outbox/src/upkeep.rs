use futures_util::future::BoxFuture;
use sqlx::PgPool;

use crate::{Publisher, Reconcile, Replay, Settings};

/// What an operator can ask of a service that publishes, beside serving.
#[derive(Debug, clap::Subcommand)]
pub enum Upkeep {
    /// Publish events again, for a stream that lost them
    Replay(Replay),
    /// Hold what is kept against the events that were told, and say what differs
    Reconcile(Reconcile),
}

impl Upkeep {
    /// Does it, and prints what came of it. Fails also when something differs.
    pub fn run<'a>(
        self,
        db: &'a PgPool,
        settings: &'a Settings,
        publisher: Publisher,
    ) -> BoxFuture<'a, anyhow::Result<()>> {
        // Boxed as `runtime::Life` is.
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
