//! The operator's commands, besides serving.

use crate::{Settings, delivery::pincode_file, reconcile};

/// The operator's commands, besides serving.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// Commands for events.
    #[command(flatten)]
    Upkeep(outbox::Upkeep),
    /// Set the delivery rules of pincodes from a CSV file
    Pincodes(pincode_file::Pincodes),
}

/// Runs an operator's command.
pub fn run(settings: Settings, command: Command) -> runtime::Life {
    Box::pin(async move {
        let db = database::connect(&settings.database, &[]).await?;
        match command {
            Command::Upkeep(upkeep) => upkeep.run(&db, &settings.events, reconcile::PUBLISHER).await,
            Command::Pincodes(pincodes) => pincodes.run(&db).await,
        }
    })
}
