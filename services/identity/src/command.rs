//! The commands of an operator beside serving.

use crate::{Settings, codes::keys::Keys, events, staff::invitations::invite};

/// What an operator asks for beside serving.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// About events.
    #[command(flatten)]
    Upkeep(outbox::Upkeep),
    /// Print the link by which whoever runs the shop becomes the owner of its office; the link before it ends
    InviteOwner {
        /// The address of an owner who lost what they sign in with: they cannot until they follow the link
        #[arg(long, value_name = "EMAIL")]
        lost: Option<String>,
    },
}

/// Runs the command that an operator gave.
pub fn run(settings: Settings, command: Command) -> runtime::Life {
    Box::pin(async move {
        let db = database::connect(&settings.database, &[]).await?;
        match command {
            Command::Upkeep(upkeep) => upkeep.run(&db, &settings.events, events::PUBLISHER).await,
            Command::InviteOwner { lost } => {
                let keys = Keys::new(&settings.code_key)?;
                let (token, expires_at) = match lost {
                    Some(email) => invite::invite_lost_owner(&db, &keys, &email).await?,
                    None => invite::invite_first_owner(&db, &keys).await?,
                };
                let office = settings.office_url.trim_end_matches('/');
                println!(
                    "{office}/invitation#{}\nIt can be followed once, until {expires_at}.",
                    token.to_text()
                );
                Ok(())
            }
        }
    })
}
