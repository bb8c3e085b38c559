//! Ticket operations of staff: answer, note, close, reopen. Each commits before it returns, an answer with
//! its event.

use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    error::Error,
    events,
    tickets::{
        entry_store::{self, Entry},
        ticket::{EntryKind, State, Ticket},
        ticket_store::{self, Locked},
        written::Written,
    },
};

/// The ticket operations.
#[derive(Debug, Clone)]
pub struct TicketDesk {
    /// The database.
    pub db: PgPool,
    /// Wakes the relay when an event is waiting.
    pub relay: outbox::Waker,
}

/// The staff member who acts, and the time.
#[derive(Debug, Clone, Copy)]
pub struct By {
    /// The staff member's id. `None` if the call has no staff token.
    pub staff_id: Option<Uuid>,
    /// The time of the action.
    pub now: OffsetDateTime,
}

impl By {
    fn entry(self, id: Uuid, message_id: Uuid, kind: EntryKind, text: &str) -> Entry {
        Entry {
            id,
            message_id,
            kind,
            text: text.to_owned(),
            written_at: self.now,
            staff_id: self.staff_id,
            is_unverified: false,
        }
    }
}

impl TicketDesk {
    /// Answers a ticket, and closes it if `closes` is true.
    pub async fn answer(&self, answer: &Written, closes: bool, by: By) -> Result<Ticket, Error> {
        let mut transaction = database::begin(&self.db).await?;
        let ticket = lock(&mut transaction, answer.message_id).await?;
        if insert(&mut transaction, answer, EntryKind::Answer, by).await? {
            if closes && ticket.progress.state != State::Closed {
                let entry = by.entry(Uuid::now_v7(), ticket.id, EntryKind::Closed, "");
                entry_store::insert(&mut transaction, &entry).await?;
            }
            let progress = ticket.progress.answered(closes, by.now);
            ticket_store::proceed(&mut transaction, ticket, progress, by.now).await?;
            let event = events::contact_answered(ticket.id, answer.entry_id, by.now);
            outbox::write(&mut transaction, event).await?;
            transaction.commit().await?;
            self.relay.wake();
        }
        self.ticket(answer.message_id).await
    }

    /// Adds a note that only staff see.
    pub async fn note(&self, note: &Written, by: By) -> Result<Ticket, Error> {
        let mut transaction = database::begin(&self.db).await?;
        let ticket = lock(&mut transaction, note.message_id).await?;
        if insert(&mut transaction, note, EntryKind::Note, by).await? {
            ticket_store::proceed(&mut transaction, ticket, ticket.progress, by.now).await?;
            transaction.commit().await?;
        }
        self.ticket(note.message_id).await
    }

    /// Closes a ticket.
    pub async fn close(&self, id: Uuid, by: By) -> Result<Ticket, Error> {
        self.set_state(id, State::Closed, by).await
    }

    /// Reopens a ticket.
    pub async fn open(&self, id: Uuid, by: By) -> Result<Ticket, Error> {
        self.set_state(id, State::Open, by).await
    }

    async fn set_state(&self, id: Uuid, state: State, by: By) -> Result<Ticket, Error> {
        let mut transaction = database::begin(&self.db).await?;
        let ticket = lock(&mut transaction, id).await?;
        if ticket.progress.state != state {
            let (kind, progress) = if state == State::Closed {
                (EntryKind::Closed, ticket.progress.closed(by.now))
            } else {
                (EntryKind::Reopened, ticket.progress.opened())
            };
            let entry = by.entry(Uuid::now_v7(), id, kind, "");
            entry_store::insert(&mut transaction, &entry).await?;
            ticket_store::proceed(&mut transaction, ticket, progress, by.now).await?;
            transaction.commit().await?;
        }
        self.ticket(id).await
    }

    async fn ticket(&self, id: Uuid) -> Result<Ticket, Error> {
        ticket_store::find(&self.db, id).await?.ok_or(Error::Unknown)
    }
}

async fn lock(transaction: &mut PgConnection, id: Uuid) -> Result<Locked, Error> {
    ticket_store::lock(transaction, id).await?.ok_or(Error::Unknown)
}

/// Inserts an entry. Returns false if the same entry exists, and fails if its id has other content.
async fn insert(
    transaction: &mut PgConnection,
    written: &Written,
    kind: EntryKind,
    by: By,
) -> Result<bool, Error> {
    let name = if kind == EntryKind::Note {
        "The note"
    } else {
        "The answer"
    };
    if let Some(known) = entry_store::find(transaction, written.entry_id).await? {
        let is_same =
            (known.message_id, known.kind, &known.text) == (written.message_id, kind, &written.text);
        return if is_same {
            Ok(false)
        } else {
            Err(Error::Differs(name))
        };
    }
    let entry = by.entry(written.entry_id, written.message_id, kind, &written.text);
    match entry_store::insert(transaction, &entry).await {
        Ok(()) => Ok(true),
        // Another ticket got an entry with this id at the same time.
        Err(error) if database::violated_constraint(&error) == Some("ticket_entries_pkey") => {
            Err(Error::Differs(name))
        }
        Err(error) => Err(error.into()),
    }
}
