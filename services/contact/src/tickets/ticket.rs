//! A ticket, its states and its transitions. Pure.

use time::OffsetDateTime;
use uuid::Uuid;

/// The state of a ticket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// The shop has to answer: the ticket is new, or its sender wrote again.
    Open,
    /// The shop answered last.
    Answered,
    /// Nothing is left to do.
    Closed,
}

impl State {
    const ALL: [Self; 3] = [Self::Open, Self::Answered, Self::Closed];

    /// The stored name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Answered => "answered",
            Self::Closed => "closed",
        }
    }

    /// Parses the stored name. Panics on any other text, which the database rejects.
    pub fn from_stored(text: &str) -> Self {
        let known = Self::ALL.into_iter().find(|state| state.as_str() == text);
        known.expect("the table has no other states")
    }
}

/// The kind of a thread entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    /// The opening message, or a later mail of its sender.
    FromShopper,
    /// An answer by the shop, sent by mail.
    Answer,
    /// A note that only staff see.
    Note,
    /// The ticket was closed.
    Closed,
    /// The ticket was reopened.
    Reopened,
}

impl EntryKind {
    const ALL: [Self; 5] = [
        Self::FromShopper,
        Self::Answer,
        Self::Note,
        Self::Closed,
        Self::Reopened,
    ];

    /// The stored name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::FromShopper => "from_shopper",
            Self::Answer => "answer",
            Self::Note => "note",
            Self::Closed => "closed",
            Self::Reopened => "reopened",
        }
    }

    /// Parses the stored name. Panics on any other text, which the database rejects.
    pub fn from_stored(text: &str) -> Self {
        let known = Self::ALL.into_iter().find(|kind| kind.as_str() == text);
        known.expect("the table has no other kinds")
    }
}

/// A ticket without its thread.
#[derive(Debug, Clone)]
pub struct Ticket {
    /// The id of the message that opened it.
    pub id: Uuid,
    /// The ticket number.
    pub number: i64,
    /// The state.
    pub state: State,
    /// The sender's name.
    pub name: String,
    /// The email address for answers.
    pub email: String,
    /// Ten digits.
    pub phone: String,
    /// The subject, in lower case.
    pub subject: String,
    /// The first 200 characters of the newest text in the thread.
    pub excerpt: String,
    /// When the message was received.
    pub received_at: OffsetDateTime,
    /// The time of the first answer.
    pub answered_at: Option<OffsetDateTime>,
    /// When it was closed.
    pub closed_at: Option<OffsetDateTime>,
    /// The next deadline of the shop.
    pub due_at: OffsetDateTime,
    /// The time of the newest entry.
    pub last_entry_at: OffsetDateTime,
}

/// The part of a ticket that changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TicketProgress {
    /// The state.
    pub state: State,
    /// The time of the first answer.
    pub answered_at: Option<OffsetDateTime>,
    /// When it was closed.
    pub closed_at: Option<OffsetDateTime>,
}

impl TicketProgress {
    /// The shop answers, and closes the ticket if `closes` is true.
    #[must_use]
    pub fn answered(self, closes: bool, now: OffsetDateTime) -> Self {
        let answered = Self {
            answered_at: self.answered_at.or(Some(now)),
            state: State::Answered,
            closed_at: None,
        };
        if closes {
            Self {
                state: State::Closed,
                closed_at: self.closed_at.or(Some(now)),
                ..answered
            }
        } else {
            answered
        }
    }

    /// Closes the ticket.
    #[must_use]
    pub fn closed(self, now: OffsetDateTime) -> Self {
        Self {
            state: State::Closed,
            closed_at: self.closed_at.or(Some(now)),
            ..self
        }
    }

    /// Reopens the ticket: the shop has to answer again.
    #[must_use]
    pub fn opened(self) -> Self {
        Self {
            state: State::Open,
            closed_at: None,
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    #[test]
    fn stored_states_and_kinds_are_read_back() {
        for state in State::ALL {
            assert_eq!(State::from_stored(state.as_str()), state);
        }
        for kind in EntryKind::ALL {
            assert_eq!(EntryKind::from_stored(kind.as_str()), kind);
        }
    }

    #[test]
    fn a_ticket_keeps_when_it_was_first_answered_and_forgets_when_it_was_closed() {
        let (first, second) = (datetime!(2026-11-26 09:00 UTC), datetime!(2026-11-27 09:00 UTC));
        let new = TicketProgress {
            state: State::Open,
            answered_at: None,
            closed_at: None,
        };
        let closed = new.answered(true, first);
        assert_eq!((closed.state, closed.closed_at), (State::Closed, Some(first)));
        assert_eq!(closed.answered(true, second), closed);
        let opened = closed.opened();
        assert_eq!((opened.state, opened.closed_at), (State::Open, None));
        let answered = opened.answered(false, second);
        assert_eq!(
            (answered.state, answered.answered_at),
            (State::Answered, Some(first))
        );
        assert_eq!(answered.closed(second).closed_at, Some(second));
    }
}
