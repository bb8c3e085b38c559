//! Parses the shopper search text of a staff member. Pure.

use runtime::status::{Broken, Rule};
use values::{Line, MobileNumber};

/// The minimum length of a name. A single character occurs in nearly every name.
const MIN_NAME: usize = 2;

/// The size of the name index's character groups (trigrams). Shorter texts are found only at the start of a
/// word.
const GROUP: usize = 3;

/// The maximum length in characters.
const MAX_TEXT: usize = 100;

/// A parsed search text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SearchText {
    /// An email address, in lower case.
    Email(String),
    /// Ten digits.
    MobileNumber(String),
    /// A part of a name, in any case.
    Name(NamePart),
}

/// A part of a name, as `LIKE` patterns. A name matches if one of the patterns does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamePart {
    /// At the start of the name, or anywhere.
    pub first: String,
    /// After a space; the same as `first` if that is anywhere.
    pub second: String,
}

impl SearchText {
    /// Parses the search text. `None` if it is blank.
    pub fn read(typed: &str) -> Result<Option<Self>, Broken> {
        if typed.trim().is_empty() {
            return Ok(None);
        }
        let line = Line::<MAX_TEXT>::read(typed).map_err(|broken| broken.of("What you look for"))?;
        Self::of(line.as_str()).map(Some)
    }

    fn of(text: &str) -> Result<Self, Broken> {
        if text.contains('@') {
            return Ok(Self::Email(text.to_lowercase()));
        }
        if let Ok(mobile_number) = MobileNumber::read(text) {
            return Ok(Self::MobileNumber(mobile_number.into_string()));
        }
        if text.chars().count() < MIN_NAME {
            let rule = Rule::TooShort { min: MIN_NAME };
            return Err(rule.says(format!("Type {MIN_NAME} characters or more of a name")));
        }
        Ok(Self::Name(NamePart::of(text)))
    }
}

impl NamePart {
    fn of(text: &str) -> Self {
        let text = literally(text);
        if text.chars().count() < GROUP {
            return Self {
                first: format!("{text}%"),
                second: format!("% {text}%"),
            };
        }
        let anywhere = format!("%{text}%");
        Self {
            first: anywhere.clone(),
            second: anywhere,
        }
    }
}

/// Escapes the text for a `LIKE` pattern.
fn literally(text: &str) -> String {
    let mut pattern = String::with_capacity(text.len());
    for letter in text.chars() {
        if matches!(letter, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(letter);
    }
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(first: &str, second: &str) -> SearchText {
        SearchText::Name(NamePart {
            first: first.to_owned(),
            second: second.to_owned(),
        })
    }

    #[test]
    fn the_form_of_a_search_text_decides_what_is_searched() {
        let email = |email: &str| SearchText::Email(email.to_owned());
        for (typed, expected) in [
            (" Asha@Example.com", email("asha@example.com")),
            ("asha@", email("asha@")),
            (
                "+91 98765-43210",
                SearchText::MobileNumber("9876543210".to_owned()),
            ),
            ("98765", name("%98765%", "%98765%")),
            ("Om", name("Om%", "% Om%")),
            ("Ash", name("%Ash%", "%Ash%")),
            (r"5%_\", name(r"%5\%\_\\%", r"%5\%\_\\%")),
            ("પ્રિયા", name("%પ્રિયા%", "%પ્રિયા%")),
        ] {
            assert_eq!(SearchText::read(typed), Ok(Some(expected)), "{typed}");
        }
        assert_eq!(SearchText::read(" \t"), Ok(None));
    }

    #[test]
    fn a_search_text_that_finds_all_or_none_is_refused() {
        for (typed, rule) in [
            (" A ", Rule::TooShort { min: MIN_NAME }),
            ("Asha\0", Rule::NotAllowedCharacters),
            (&"x".repeat(101), Rule::TooLong { max: MAX_TEXT }),
        ] {
            let broken = SearchText::read(typed).expect_err("it is nothing to look for");
            assert_eq!(broken.rule(), rule, "{typed:?}");
        }
    }

    #[test]
    fn fuzz_of_shopper_searches() {
        let corpus = ["asha@example.com", "98765 43210", "Asha", "Om", "5%_\\"];
        fuzz::feed_text("shopper searches", &corpus, |typed| {
            if let Ok(Some(SearchText::Name(part))) = SearchText::read(typed) {
                assert!(
                    part.first.ends_with('%') && part.second.starts_with('%'),
                    "{typed}"
                );
            }
        });
    }
}
