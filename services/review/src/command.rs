//! Operator commands.

use crate::{Settings, periodic_tasks};

/// The subcommands of the review service.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// Compare the events in the streams with the handled events and report the differences
    Reconcile(outbox::Window),
}

/// Runs the reconciliation and prints its result.
pub fn run(settings: Settings, Command::Reconcile(window): Command) -> runtime::Life {
    Box::pin(async move {
        let db = database::connect(&settings.database, &[]).await?;
        window
            .run(&db, &settings.events, &periodic_tasks::subscriber())
            .await
    })
}
