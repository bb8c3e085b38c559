//! Conversion of tickets and threads to contract messages.

use proto::contact::v1 as contract;
use time::{OffsetDateTime, UtcOffset, format_description::well_known::Rfc3339};

use crate::tickets::{
    deadlines,
    entry_store::Entry,
    ticket::{EntryKind, State, Ticket},
    ticket_number,
};

/// Formats a time for the contract: RFC 3339 in UTC.
pub fn rfc3339(time: OffsetDateTime) -> String {
    let rfc3339 = time.to_offset(UtcOffset::UTC).format(&Rfc3339);
    rfc3339.expect("a time of this century has an RFC 3339 form")
}

/// Converts a ticket.
pub fn ticket(ticket: Ticket) -> contract::Ticket {
    contract::Ticket {
        message_id: ticket.id.to_string(),
        number: ticket_number::format(ticket.number),
        state: state_to_contract(ticket.state).into(),
        name: ticket.name,
        email: ticket.email,
        phone: ticket.phone,
        subject: ticket.subject,
        excerpt: ticket.excerpt,
        received_at: rfc3339(ticket.received_at),
        answer_due_at: rfc3339(deadlines::answer_due_at(ticket.received_at)),
        answered_at: ticket.answered_at.map(rfc3339).unwrap_or_default(),
        close_due_at: rfc3339(deadlines::close_due_at(ticket.received_at)),
        closed_at: ticket.closed_at.map(rfc3339).unwrap_or_default(),
    }
}

/// Builds the thread of a ticket: the opening message, then its entries.
pub fn thread(ticket: &Ticket, message: String, entries: Vec<Entry>) -> Vec<contract::TicketEntry> {
    let head = contract::TicketEntry {
        id: ticket.id.to_string(),
        kind: contract::TicketEntryKind::FromShopper.into(),
        text: message,
        written_at: rfc3339(ticket.received_at),
        staff_id: String::new(),
        is_unverified: false,
    };
    let entries = entries.into_iter().map(|entry| contract::TicketEntry {
        id: entry.id.to_string(),
        kind: kind_to_contract(entry.kind).into(),
        text: entry.text,
        written_at: rfc3339(entry.written_at),
        staff_id: entry.staff_id.map(|id| id.to_string()).unwrap_or_default(),
        is_unverified: entry.is_unverified,
    });
    std::iter::once(head).chain(entries).collect()
}

/// Converts the state in a request. `Unspecified` becomes `None`.
pub fn state_from_contract(state: contract::TicketState) -> Option<State> {
    match state {
        contract::TicketState::Unspecified => None,
        contract::TicketState::Open => Some(State::Open),
        contract::TicketState::Answered => Some(State::Answered),
        contract::TicketState::Closed => Some(State::Closed),
    }
}

fn state_to_contract(state: State) -> contract::TicketState {
    match state {
        State::Open => contract::TicketState::Open,
        State::Answered => contract::TicketState::Answered,
        State::Closed => contract::TicketState::Closed,
    }
}

fn kind_to_contract(kind: EntryKind) -> contract::TicketEntryKind {
    match kind {
        EntryKind::FromShopper => contract::TicketEntryKind::FromShopper,
        EntryKind::Answer => contract::TicketEntryKind::Answer,
        EntryKind::Note => contract::TicketEntryKind::Note,
        EntryKind::Closed => contract::TicketEntryKind::Closed,
        EntryKind::Reopened => contract::TicketEntryKind::Reopened,
    }
}
