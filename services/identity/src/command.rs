//! Operator commands.

use crate::{Settings, codes::keys::Keys, events, staff::invitations::invite};

/// The subcommands of the identity service.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// Commands about events.
    #[command(flatten)]
    Upkeep(outbox::Upkeep),
    /// Print the link by which the first owner joins the office; invalidates the previous link
    InviteOwner {
        /// Email address of an owner who lost their password or phone: their access ends until they follow
        /// the link
        #[arg(long, value_name = "EMAIL")]
        lost: Option<String>,
    },
}

/// Runs a subcommand.
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
