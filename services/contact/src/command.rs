//! The commands beside serving: those of an operator, and the one that a mail server calls for each mail.

use std::io::{self, Read as _};

use runtime::Exit;
use time::OffsetDateTime;

use crate::{
    incoming::{
        incoming_mail::{IncomingMail, LARGEST_MAIL},
        receive::{self, Received},
    },
    reconcile,
    settings::Settings,
};

/// Exit codes of sysexits.h, by which a mail server knows what becomes of a mail: with 75 it keeps it and tries again, with the others
/// its sender hears that it could not be delivered.
const EX_DATAERR: u8 = 65;
const EX_NOUSER: u8 = 67;
const EX_UNAVAILABLE: u8 = 69;
const EX_TEMPFAIL: u8 = 75;

/// What there is to ask for beside serving.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// About events.
    #[command(flatten)]
    Upkeep(outbox::Upkeep),
    /// Read one mail (RFC 5322) from standard input and add it to the ticket that it answers; exit codes as in sysexits.h: 0 kept, known
    /// or automatic, 65 no mail, 67 no ticket is meant, 69 the ticket takes no more, 75 try again later
    ReceiveMail,
}

/// Runs the command that was given instead of serving.
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

/// Whatever goes wrong here mends itself or is mended by an operator, so the mail server keeps the mail meanwhile. Nothing of the mail is
/// printed: mail servers repeat it to strangers.
async fn receive_mail(settings: &Settings) -> anyhow::Result<()> {
    let raw =
        read_mail().map_err(|error| Exit::new(EX_TEMPFAIL, format!("the mail cannot be read: {error}")))?;
    let no_mail = || Exit::new(EX_DATAERR, "what was sent is no mail");
    let mail = IncomingMail::read(&raw).ok_or_else(no_mail)?;
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
        Received::Kept | Received::Known => Ok(()),
        Received::NoTicket => Err(Exit::new(EX_NOUSER, "no ticket is meant").into()),
        Received::Full => Err(Exit::new(EX_UNAVAILABLE, "this ticket takes no more mails").into()),
    }
}

/// The beginning of the mail on standard input. What a mail says stands before what is attached to it, so the rest of a large one is
/// not needed; it is read all the same, for a mail server that cannot write it would try again.
fn read_mail() -> io::Result<Vec<u8>> {
    let mut input = io::stdin().lock();
    let mut raw = Vec::new();
    input.by_ref().take(LARGEST_MAIL).read_to_end(&mut raw)?;
    io::copy(&mut input, &mut io::sink())?;
    Ok(raw)
}
