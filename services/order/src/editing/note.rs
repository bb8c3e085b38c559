//! Notes on orders, which only staff see.

use runtime::status::{Broken, Rule, Violation, field};
use time::OffsetDateTime;
use uuid::Uuid;
use values::Paragraphs;

/// The maximum length of a note, in characters (contract).
const MAX_NOTE: usize = 2_000;

/// An unvalidated note. [`NoteRequest::validate`] turns it into a [`NewNote`].
#[derive(Debug, Clone, Default)]
pub struct NoteRequest {
    /// The order's id, a UUID.
    pub order_id: String,
    /// The note's ID, a UUID chosen by the caller.
    pub note_id: String,
    /// The text.
    pub text: String,
}

/// A validated note.
#[derive(Debug, Clone)]
pub struct NewNote {
    /// The order's id.
    pub order_id: Uuid,
    /// The note's ID. A note with the same ID is a retry.
    pub note_id: Uuid,
    /// The text, 1 to 2,000 characters.
    pub text: String,
}

/// A stored note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The note's id.
    pub id: Uuid,
    /// The text.
    pub text: String,
    /// The time of writing.
    pub written_at: OffsetDateTime,
    /// The staff member who wrote it.
    pub staff_id: Uuid,
}

impl NoteRequest {
    /// Validates the values. Returns every violation.
    pub fn validate(self) -> Result<NewNote, Vec<Violation>> {
        let mut violations = Vec::new();
        let order_id = field("order_id", id(&self.order_id), &mut violations);
        let note_id = field("note_id", id(&self.note_id), &mut violations);
        let text = Paragraphs::<MAX_NOTE>::read(&self.text).map_err(|broken| broken.of("Note"));
        let text = field("text", text, &mut violations);
        match (order_id, note_id, text) {
            (Some(order_id), Some(note_id), Some(text)) => Ok(NewNote {
                order_id,
                note_id,
                text: text.into_string(),
            }),
            _ => Err(violations),
        }
    }
}

/// Parses a UUID.
pub fn id(text: &str) -> Result<Uuid, Broken> {
    Uuid::parse_str(text).map_err(|_| Rule::Malformed.says("must be a UUID"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "0190b6a0-0000-7000-8000-000000000001";

    fn note(text: &str) -> NoteRequest {
        NoteRequest {
            order_id: ID.to_owned(),
            note_id: ID.to_owned(),
            text: text.to_owned(),
        }
    }

    #[test]
    fn a_note_says_something_and_not_too_much() {
        let kept = note(" Call before\r\nyou come ")
            .validate()
            .expect("it keeps the rules");
        assert_eq!(kept.text, "Call before\nyou come");
        assert!(note(&"x".repeat(2_000)).validate().is_ok());
        for (text, code) in [(" ", "REQUIRED"), (&"x".repeat(2_001), "TOO_LONG")] {
            let violations = note(text).validate().expect_err("it breaks one");
            let told: Vec<_> = violations
                .iter()
                .map(|violation| (violation.field.as_ref(), violation.broken.rule().code()))
                .collect();
            assert_eq!(told, [("text", code)]);
        }
        let violations = NoteRequest::default().validate().expect_err("nothing is given");
        assert_eq!(violations.len(), 3);
    }
}
