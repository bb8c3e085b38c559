//! Answers and notes by staff, and their validation. Pure.

use runtime::status::{Rule, Violation, field};
use uuid::Uuid;
use values::Paragraphs;

/// The maximum length of an answer or a note in characters, as for a message.
const MAX_TEXT: usize = 5_000;

/// An answer or a note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StaffEntry {
    /// The message that opened the ticket.
    pub message_id: Uuid,
    /// The id chosen by the caller. The same id with the same text is a retry.
    pub entry_id: Uuid,
    /// 1 to 5,000 characters.
    pub text: String,
}

impl StaffEntry {
    /// Validates the values. Returns every violation. `entry_field` is the request's name for the entry's id.
    pub fn parse(
        message_id: &str,
        (entry_field, entry_id): (&'static str, &str),
        text: &str,
    ) -> Result<Self, Vec<Violation>> {
        let mut violations = Vec::new();
        let all = &mut violations;
        let message_id = field("message_id", parse_id(message_id), all);
        let entry_id = field(entry_field, parse_id(entry_id), all);
        let text = Paragraphs::<MAX_TEXT>::read(text).map_err(|broken| broken.of("Text"));
        let text = field("text", text, all);
        let entry = (|| {
            Some(Self {
                message_id: message_id?,
                entry_id: entry_id?,
                text: text?.into_string(),
            })
        })();
        entry.ok_or(violations)
    }
}

/// Parses an id.
pub fn parse_id(text: &str) -> Result<Uuid, runtime::status::Broken> {
    Uuid::parse_str(text).map_err(|_| Rule::Malformed.says("must be a UUID"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_broken_rule_is_told() {
        let id = "0190b6a0-0000-7000-9000-000000000001";
        let good = StaffEntry::parse(id, ("answer_id", id), " Namaste,\r\nit is on its way. ");
        assert_eq!(good.expect("it is good").text, "Namaste,\nit is on its way.");
        let broken = StaffEntry::parse("1", ("answer_id", ""), &"x".repeat(5_001)).expect_err("all is wrong");
        let fields: Vec<_> = broken.iter().map(|violation| violation.field.as_ref()).collect();
        assert_eq!(fields, ["message_id", "answer_id", "text"]);
    }
}
