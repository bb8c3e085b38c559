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
        staff_entry::StaffEntry,
        ticket::{EntryKind, State, Ticket},
        ticket_store::{self, LockedTicket},
    },
};

/// The ticket operations.
#[derive(Debug, Clone)]
pub struct TicketOperations {
    /// The database.
    pub db: PgPool,
    /// Wakes the relay when an event is waiting.
    pub relay: outbox::Waker,
}

/// The staff member who acts, and the time.
#[derive(Debug, Clone, Copy)]
pub struct StaffAction {
    /// The staff member's id. `None` if the call has no staff token.
    pub staff_id: Option<Uuid>,
    /// The time of the action.
    pub now: OffsetDateTime,
}

impl StaffAction {
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

impl TicketOperations {
    /// Answers a ticket, and closes it if `closes` is true.
    pub async fn answer(&self, answer: &StaffEntry, closes: bool, by: StaffAction) -> Result<Ticket, Error> {
        let mut transaction = database::begin(&self.db).await?;
        let ticket = lock(&mut transaction, answer.message_id).await?;
        if insert(&mut transaction, answer, EntryKind::Answer, by).await? {
            if closes && ticket.progress.state != State::Closed {
                let entry = by.entry(Uuid::now_v7(), ticket.id, EntryKind::Closed, "");
                entry_store::insert(&mut transaction, &entry).await?;
            }
            let progress = ticket.progress.answered(closes, by.now);
            ticket_store::store_progress(&mut transaction, ticket, progress, by.now).await?;
            let event = events::contact_answered(ticket.id, answer.entry_id, by.now);
            outbox::write(&mut transaction, event).await?;
            transaction.commit().await?;
            self.relay.wake();
        }
        self.ticket(answer.message_id).await
    }

    /// Adds a note that only staff see.
    pub async fn note(&self, note: &StaffEntry, by: StaffAction) -> Result<Ticket, Error> {
        let mut transaction = database::begin(&self.db).await?;
        let ticket = lock(&mut transaction, note.message_id).await?;
        if insert(&mut transaction, note, EntryKind::Note, by).await? {
            ticket_store::store_progress(&mut transaction, ticket, ticket.progress, by.now).await?;
            transaction.commit().await?;
        }
        self.ticket(note.message_id).await
    }

    /// Closes a ticket.
    pub async fn close(&self, id: Uuid, by: StaffAction) -> Result<Ticket, Error> {
        self.set_state(id, State::Closed, by).await
    }

    /// Reopens a ticket.
    pub async fn open(&self, id: Uuid, by: StaffAction) -> Result<Ticket, Error> {
        self.set_state(id, State::Open, by).await
    }

    async fn set_state(&self, id: Uuid, state: State, by: StaffAction) -> Result<Ticket, Error> {
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
            ticket_store::store_progress(&mut transaction, ticket, progress, by.now).await?;
            transaction.commit().await?;
        }
        self.ticket(id).await
    }

    async fn ticket(&self, id: Uuid) -> Result<Ticket, Error> {
        ticket_store::find(&self.db, id).await?.ok_or(Error::Unknown)
    }
}

async fn lock(transaction: &mut PgConnection, id: Uuid) -> Result<LockedTicket, Error> {
    ticket_store::lock(transaction, id).await?.ok_or(Error::Unknown)
}

/// Inserts an entry. Returns false if the same entry exists, and fails if its id has other content.
async fn insert(
    transaction: &mut PgConnection,
    entry: &StaffEntry,
    kind: EntryKind,
    by: StaffAction,
) -> Result<bool, Error> {
    let name = if kind == EntryKind::Note {
        "The note"
    } else {
        "The answer"
    };
    if let Some(known) = entry_store::find(transaction, entry.entry_id).await? {
        let is_same = (known.message_id, known.kind, &known.text) == (entry.message_id, kind, &entry.text);
        return if is_same {
            Ok(false)
        } else {
            Err(Error::Differs(name))
        };
    }
    let entry = by.entry(entry.entry_id, entry.message_id, kind, &entry.text);
    match entry_store::insert(transaction, &entry).await {
        Ok(()) => Ok(true),
        // Another ticket got an entry with this id at the same time.
        Err(error) if database::violated_constraint(&error) == Some("ticket_entries_pkey") => {
            Err(Error::Differs(name))
        }
        Err(error) => Err(error.into()),
    }
}
