//! Keeps a mail in the thread that it answers, and opens the ticket again.

use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    incoming::{authentication, incoming_mail::IncomingMail, incoming_store},
    tickets::ticket_store::{self, Locked},
};

/// Mails of one ticket that are kept at most: whoever knows its address can write, and people read every word.
const MOST_MAILS: i64 = 100;

/// Unverified mails of one ticket that are kept at most, beside those of its shopper: a stranger can write them.
const MOST_UNVERIFIED: i64 = 10;

/// What became of a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Received {
    /// It is in its thread.
    Kept,
    /// It was there before.
    Known,
    /// It belongs to no ticket.
    NoTicket,
    /// Its ticket has as many mails as one may have.
    Full,
}

/// Keeps a mail once, as the shopper's if the ticket's address or the own mail server proves that, else as unverified. What it
/// answered is on disk.
pub async fn receive(
    db: &PgPool,
    mail: &IncomingMail,
    authserv_id: Option<&str>,
    now: OffsetDateTime,
) -> sqlx::Result<Received> {
    let mut transaction = database::begin(db).await?;
    let Some((ticket, has_token)) = ticket_of(&mut transaction, mail).await? else {
        return Ok(Received::NoTicket);
    };
    let is_unverified = !has_token && !is_sender_proven(mail, authserv_id);
    let most = if is_unverified {
        MOST_UNVERIFIED
    } else {
        MOST_MAILS
    };
    if incoming_store::is_known(&mut transaction, ticket.id, &mail.hash).await? {
        return Ok(Received::Known);
    }
    if incoming_store::count(&mut transaction, ticket.id, is_unverified).await? >= most {
        return Ok(Received::Full);
    }
    incoming_store::insert(&mut transaction, ticket.id, mail, is_unverified, now).await?;
    ticket_store::proceed(&mut transaction, ticket, ticket.progress.opened(), now).await?;
    transaction.commit().await?;
    Ok(Received::Kept)
}

/// The ticket that a mail answers, locked, and whether the ticket's address was known: the ticket whose address the mail was sent
/// to, else the one that its subject names if the mail has the From of its shopper.
async fn ticket_of(
    transaction: &mut PgConnection,
    mail: &IncomingMail,
) -> sqlx::Result<Option<(Locked, bool)>> {
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
