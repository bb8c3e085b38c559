//! The commands of an operator beside serving.

use crate::{Settings, sweep};

/// What there is to ask for.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// Hold the events in the streams against what was heard, and say what differs
    Reconcile(outbox::Window),
}

/// Runs the reconciliation, and prints what came of it.
pub fn run(settings: Settings, Command::Reconcile(window): Command) -> runtime::Life {
    Box::pin(async move {
        let db = database::connect(&settings.database, &[]).await?;
        window.run(&db, &settings.events, &sweep::subscriber()).await
    })
}
