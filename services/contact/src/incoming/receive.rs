//! Stores an incoming mail in the thread of its ticket and reopens the ticket.

use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    incoming::{authentication, incoming_mail::IncomingMail, incoming_store},
    tickets::ticket_store::{self, LockedTicket},
};

/// The maximum number of verified mails per ticket. Anyone who knows the ticket's address can write, and
/// staff read every mail.
const MOST_MAILS: i64 = 100;

/// The maximum number of unverified mails per ticket, counted separately because a stranger can send them.
const MOST_UNVERIFIED: i64 = 10;

/// The result of receiving a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReceiveOutcome {
    /// The mail was stored.
    Stored,
    /// The mail was already stored.
    Duplicate,
    /// No ticket matches.
    NoTicket,
    /// The ticket has the maximum number of mails.
    Full,
}

/// Stores a mail once and reopens its ticket. The mail is verified if it has the ticket's token, or if the
/// shop's mail server proves its sender. Committed before the function returns.
pub async fn receive(
    db: &PgPool,
    mail: &IncomingMail,
    authserv_id: Option<&str>,
    now: OffsetDateTime,
) -> sqlx::Result<ReceiveOutcome> {
    let mut transaction = database::begin(db).await?;
    let Some((ticket, has_token)) = ticket_of(&mut transaction, mail).await? else {
        return Ok(ReceiveOutcome::NoTicket);
    };
    let is_unverified = !has_token && !is_sender_proven(mail, authserv_id);
    let most = if is_unverified {
        MOST_UNVERIFIED
    } else {
        MOST_MAILS
    };
    if incoming_store::is_known(&mut transaction, ticket.id, &mail.hash).await? {
        return Ok(ReceiveOutcome::Duplicate);
    }
    if incoming_store::count(&mut transaction, ticket.id, is_unverified).await? >= most {
        return Ok(ReceiveOutcome::Full);
    }
    incoming_store::insert(&mut transaction, ticket.id, mail, is_unverified, now).await?;
    ticket_store::store_progress(&mut transaction, ticket, ticket.progress.opened(), now).await?;
    transaction.commit().await?;
    Ok(ReceiveOutcome::Stored)
}

/// Locks the ticket that a mail answers: by the token in its recipients, else by the number in its subject
/// and its From. The bool is true if a token matched.
async fn ticket_of(
    transaction: &mut PgConnection,
    mail: &IncomingMail,
) -> sqlx::Result<Option<(LockedTicket, bool)>> {
    let with_token = incoming_store::with_token(transaction, &mail.tokens).await?;
    let id: Option<Uuid> = match (with_token, mail.ticket_number, &mail.from) {
        (Some(id), ..) => Some(id),
        (None, Some(number), Some(from)) => incoming_store::with_number(transaction, number, from).await?,
        _ => None,
    };
    let Some(id) = id else {
        return Ok(None);
    };
    let ticket = ticket_store::lock(transaction, id).await?;
    Ok(ticket.map(|ticket| (ticket, with_token.is_some())))
}

fn is_sender_proven(mail: &IncomingMail, authserv_id: Option<&str>) -> bool {
    let (Some(from), Some(id)) = (&mail.from, authserv_id) else {
        return false;
    };
    authentication::proves(&mail.authentication, id, from)
}
