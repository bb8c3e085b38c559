//! Keeps a mail in the thread that it answers, and opens the ticket again.

use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    incoming::{incoming_mail::IncomingMail, incoming_store},
    tickets::ticket_store::{self, Locked},
};

/// Mails of one ticket that are kept at most: whoever knows its address can write, and people read every word.
const MOST_MAILS: i64 = 100;

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

/// Keeps a mail once. What it answered is on disk.
pub async fn receive(db: &PgPool, mail: &IncomingMail, now: OffsetDateTime) -> sqlx::Result<Received> {
    let mut transaction = database::begin(db).await?;
    let Some(ticket) = ticket_of(&mut transaction, mail).await? else {
        return Ok(Received::NoTicket);
    };
    if incoming_store::is_known(&mut transaction, ticket.id, &mail.hash).await? {
        return Ok(Received::Known);
    }
    if incoming_store::count(&mut transaction, ticket.id).await? >= MOST_MAILS {
        return Ok(Received::Full);
    }
    incoming_store::insert(&mut transaction, ticket.id, mail, now).await?;
    ticket_store::proceed(&mut transaction, ticket, ticket.progress.opened(), now).await?;
    transaction.commit().await?;
    Ok(Received::Kept)
}

/// The ticket that a mail answers, locked: the one whose address it was sent to; else the one that its subject names, if it comes from
/// whoever opened that.
async fn ticket_of(transaction: &mut PgConnection, mail: &IncomingMail) -> sqlx::Result<Option<Locked>> {
    let id: Option<Uuid> = match incoming_store::with_token(transaction, &mail.tokens).await? {
        Some(id) => Some(id),
        None => match (mail.ticket_number, &mail.from) {
            (Some(number), Some(from)) => incoming_store::with_number(transaction, number, from).await?,
            _ => None,
        },
    };
    match id {
        Some(id) => ticket_store::lock(transaction, id).await,
        None => Ok(None),
    }
}
