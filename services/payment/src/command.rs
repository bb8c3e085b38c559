//! What an operator can ask of the service, beside serving.

use anyhow::ensure;

use crate::{
    Settings, events,
    reconciling::report::{self, Report},
};

/// What an operator can ask.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// What services that publish are asked
    #[command(flatten)]
    Upkeep(outbox::Upkeep),
    /// Print what of payments somebody has to look at, and how reconciling with the provider stands; ends with 1 when there is something
    Findings {
        /// As JSON, for programs
        #[arg(long)]
        json: bool,
    },
}

/// Runs the command that an operator gave instead of serving.
pub fn command(settings: Settings, command: Command) -> runtime::Life {
    Box::pin(async move {
        let db = database::connect(&settings.database, &[]).await?;
        match command {
            Command::Upkeep(upkeep) => upkeep.run(&db, &settings.events, events::PUBLISHER).await,
            Command::Findings { json } => conclude(&report::of(&db).await?, json),
        }
    })
}

fn conclude(report: &Report, is_json: bool) -> anyhow::Result<()> {
    if is_json {
        println!("{}", serde_json::to_string_pretty(report)?);
    } else {
        print!("{report}");
    }
    let all = report.to_look_at;
    ensure!(all == 0, "{all} to look at");
    Ok(())
}
