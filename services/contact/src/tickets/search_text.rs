//! Parses the ticket search text of a staff member. Pure.

use runtime::status::{Broken, Rule};
use values::{Line, MobileNumber};

use crate::tickets::ticket_number;

/// The maximum length in characters.
const MAX_TEXT: usize = 100;

/// The minimum length of a name. Shorter texts occur in nearly every name.
const MIN_NAME: usize = 3;

/// A parsed search text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SearchText {
    /// A ticket number.
    Number(i64),
    /// An email address, in any case.
    Email(String),
    /// Ten digits.
    Phone(String),
    /// A part of a name, in any case.
    Name(String),
}

impl SearchText {
    /// Parses the search text. Returns `None` if it is blank.
    pub fn read(typed: &str) -> Result<Option<Self>, Broken> {
        if typed.trim().is_empty() {
            return Ok(None);
        }
        let line = Line::<MAX_TEXT>::read(typed).map_err(|broken| broken.of("What you look for"))?;
        Self::of(line.as_str()).map(Some)
    }

    fn of(text: &str) -> Result<Self, Broken> {
        if let Some(number) = ticket_number::read(text) {
            return Ok(Self::Number(number));
        }
        if text.contains('@') {
            return Ok(Self::Email(text.to_owned()));
        }
        if let Ok(phone) = MobileNumber::read(text) {
            return Ok(Self::Phone(phone.into_string()));
        }
        if text.chars().count() < MIN_NAME {
            let rule = Rule::TooShort { min: MIN_NAME };
            return Err(rule.says(format!("Type {MIN_NAME} characters or more of a name")));
        }
        Ok(Self::Name(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_of_a_search_text_decides_what_is_searched() {
        for (typed, expected) in [
            ("", None),
            ("t42", Some(SearchText::Number(42))),
            (
                "Asha@example.com",
                Some(SearchText::Email("Asha@example.com".to_owned())),
            ),
            (
                "+91 98765 43210",
                Some(SearchText::Phone("9876543210".to_owned())),
            ),
            (" tara ", Some(SearchText::Name("tara".to_owned()))),
        ] {
            assert_eq!(SearchText::read(typed), Ok(expected), "{typed}");
        }
        let too_short = SearchText::read("as").expect_err("it is in many names");
        assert_eq!(too_short.rule().code(), "TOO_SHORT");
        assert!(SearchText::read(&"a".repeat(101)).is_err());
    }
}
