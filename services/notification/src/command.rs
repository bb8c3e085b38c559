//! What an operator can ask for beside serving.

use crate::{Settings, mails};

/// What there is to ask for.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// Hold the events in the streams against the mails, and say what differs
    Reconcile(outbox::Window),
}

/// Does it, and prints what came of it.
pub async fn run(settings: Settings, command: Command) -> anyhow::Result<()> {
    let db = database::connect(&settings.database, &[]).await?;
    let Command::Reconcile(window) = command;
    window.run(&db, &settings.events, &mails::hearing()).await
}
