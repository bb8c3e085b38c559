//! The operator's commands, beside serving.

use anyhow::ensure;

use crate::{
    Settings, events,
    reconciliation::report::{self, Report},
};

/// A command for the operator.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// Commands that every publishing service has
    #[command(flatten)]
    Upkeep(outbox::Upkeep),
    /// Print the payment issues that need a person, and the state of reconciliation. Exits with 1 if there
    /// are issues
    Findings {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

/// Runs an operator's command.
pub fn command(settings: Settings, command: Command) -> runtime::Life {
    Box::pin(async move {
        let db = database::connect(&settings.database, &[]).await?;
        match command {
            Command::Upkeep(upkeep) => upkeep.run(&db, &settings.events, events::PUBLISHER).await,
            Command::Findings { json } => conclude(&report::build(&db).await?, json),
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
