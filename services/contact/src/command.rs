//! Subcommands: operator commands, and `receive-mail`, which a mail server runs for each incoming mail.

use std::io::{self, Read as _};

use runtime::Exit;
use time::OffsetDateTime;

use crate::{
    incoming::{
        incoming_mail::{IncomingMail, LARGEST_MAIL},
        receive::{self, ReceiveOutcome},
    },
    reconcile,
    settings::Settings,
};

/// Exit codes of sysexits.h. The mail server retries after 75; after the others it returns the mail to its
/// sender as undeliverable.
const EX_DATAERR: u8 = 65;
const EX_NOUSER: u8 = 67;
const EX_UNAVAILABLE: u8 = 69;
const EX_TEMPFAIL: u8 = 75;

/// The subcommands of the contact service.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// Commands about events.
    #[command(flatten)]
    Upkeep(outbox::Upkeep),
    /// Read one mail (RFC 5322) from standard input and add it to the ticket that it answers; exit codes as
    /// in sysexits.h: 0 stored, duplicate or automatic, 65 not a mail, 67 no matching ticket, 69 the ticket
    /// takes no more mails, 75 try again later
    ReceiveMail,
}

/// Runs a subcommand instead of serving.
pub fn run(settings: Settings, command: Command) -> runtime::Life {
    Box::pin(async move {
        match command {
            Command::Upkeep(upkeep) => {
                let db = database::connect(&settings.database, &[]).await?;
                upkeep.run(&db, &settings.events, reconcile::PUBLISHER).await
            }
            Command::ReceiveMail => receive_mail(&settings).await,
        }
    })
}

/// Every temporary failure exits with `EX_TEMPFAIL`, so the mail server keeps the mail and retries. The
/// output contains nothing from the mail, because mail servers repeat it to strangers.
async fn receive_mail(settings: &Settings) -> anyhow::Result<()> {
    let raw =
        read_mail().map_err(|error| Exit::new(EX_TEMPFAIL, format!("the mail cannot be read: {error}")))?;
    let no_mail = || Exit::new(EX_DATAERR, "the input is no mail");
    let mail = IncomingMail::parse(&raw).ok_or_else(no_mail)?;
    if mail.is_automatic {
        return Ok(());
    }
    let later = |error: &dyn std::error::Error| Exit::new(EX_TEMPFAIL, format!("try again later: {error}"));
    let db = database::connect(&settings.database, &[])
        .await
        .map_err(|error| later(&error))?;
    let authserv_id = settings.mail_authserv_id.as_deref();
    let received = receive::receive(&db, &mail, authserv_id, OffsetDateTime::now_utc()).await;
    match received.map_err(|error| later(&error))? {
        ReceiveOutcome::Stored | ReceiveOutcome::Duplicate => Ok(()),
        ReceiveOutcome::NoTicket => Err(Exit::new(EX_NOUSER, "no ticket is meant").into()),
        ReceiveOutcome::Full => Err(Exit::new(EX_UNAVAILABLE, "this ticket takes no more mails").into()),
    }
}

/// Reads the first `LARGEST_MAIL` bytes of the mail on standard input. The text of a mail precedes its
/// attachments, so the rest is not needed. The rest is still consumed, because a mail server whose write
/// fails would retry.
fn read_mail() -> io::Result<Vec<u8>> {
    let mut input = io::stdin().lock();
    let mut raw = Vec::new();
    input.by_ref().take(LARGEST_MAIL).read_to_end(&mut raw)?;
    io::copy(&mut input, &mut io::sink())?;
    Ok(raw)
}
