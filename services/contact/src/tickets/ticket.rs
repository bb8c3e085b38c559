//! What a ticket is, and how it goes on. Pure.

use time::OffsetDateTime;
use uuid::Uuid;

/// How far a ticket is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// The shop is to answer: it is new, or its writer wrote again.
    Open,
    /// The shop answered last.
    Answered,
    /// Nothing is to do.
    Closed,
}

impl State {
    const ALL: [Self; 3] = [Self::Open, Self::Answered, Self::Closed];

    /// As it is kept.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Answered => "answered",
            Self::Closed => "closed",
        }
    }

    /// The state that is kept so. Panics on any other text: the database refuses those.
    pub fn kept(text: &str) -> Self {
        let known = Self::ALL.into_iter().find(|state| state.as_str() == text);
        known.expect("the table has no other states")
    }
}

/// What an entry of a thread is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    /// The message, or a later mail of its writer.
    FromShopper,
    /// An answer of the shop, by mail.
    Answer,
    /// A note that only staff see.
    Note,
    /// It was closed.
    Closed,
    /// It was opened again.
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

    /// As it is kept.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::FromShopper => "from_shopper",
            Self::Answer => "answer",
            Self::Note => "note",
            Self::Closed => "closed",
            Self::Reopened => "reopened",
        }
    }

    /// The kind that is kept so. Panics on any other text: the database refuses those.
    pub fn kept(text: &str) -> Self {
        let known = Self::ALL.into_iter().find(|kind| kind.as_str() == text);
        known.expect("the table has no other kinds")
    }
}

/// A ticket without its thread.
#[derive(Debug, Clone)]
pub struct Ticket {
    /// The id of the message that opened it.
    pub id: Uuid,
    /// Counts the tickets of the shop.
    pub number: i64,
    /// How far it is.
    pub state: State,
    /// Who wrote.
    pub name: String,
    /// Where answers go.
    pub email: String,
    /// Ten digits.
    pub phone: String,
    /// What it is about, in lower case.
    pub subject: String,
    /// The beginning of what was written last.
    pub excerpt: String,
    /// When the message was received.
    pub received_at: OffsetDateTime,
    /// When it was answered first.
    pub answered_at: Option<OffsetDateTime>,
    /// When it was closed.
    pub closed_at: Option<OffsetDateTime>,
    /// Until when the shop has to do something about it.
    pub due_at: OffsetDateTime,
    /// When something was last written or done about it.
    pub last_entry_at: OffsetDateTime,
}

/// What of a ticket changes as it goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// How far it is.
    pub state: State,
    /// When it was answered first.
    pub answered_at: Option<OffsetDateTime>,
    /// When it was closed.
    pub closed_at: Option<OffsetDateTime>,
}

impl Progress {
    /// The shop answers, and closes it where nothing is left to do.
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

    /// It is closed.
    #[must_use]
    pub fn closed(self, now: OffsetDateTime) -> Self {
        Self {
            state: State::Closed,
            closed_at: self.closed_at.or(Some(now)),
            ..self
        }
    }

    /// The shop has to answer again.
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
    fn what_is_kept_is_read_again() {
        for state in State::ALL {
            assert_eq!(State::kept(state.as_str()), state);
        }
        for kind in EntryKind::ALL {
            assert_eq!(EntryKind::kept(kind.as_str()), kind);
        }
    }

    #[test]
    fn a_ticket_keeps_when_it_was_first_answered_and_forgets_when_it_was_closed() {
        let (first, second) = (datetime!(2026-11-26 09:00 UTC), datetime!(2026-11-27 09:00 UTC));
        let new = Progress {
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
