//! The search text of staff: an email address, a mobile number, a part of a name, or what else a list knows.

use violations::{Broken, Rule};

use crate::{Line, MobileNumber};

/// The minimum length of a part of a name, in characters. A single one occurs in nearly every name.
const MIN_NAME: usize = 2;

/// The size of a trigram index's character groups. A shorter part is found only at the start of a word.
const TRIGRAM: usize = 3;

/// The maximum length, in characters: that of the longest email address.
const MAX_TEXT: usize = 254;

/// A recognised search text. `Own` holds what only one list knows, such as an order number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SearchText<Own> {
    /// The list's own.
    Own(Own),
    /// An email address, in lower case.
    Email(String),
    /// Ten digits.
    MobileNumber(String),
    /// A part of a name, in any case.
    Name(NamePart),
}

/// A part of a name, as `LIKE` patterns. A name matches if one of them does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamePart {
    /// At the start of the name, or anywhere.
    pub first: String,
    /// After a space. Equals `first` if that is anywhere.
    pub second: String,
}

impl<Own> SearchText<Own> {
    /// Parses a search text. `None` for a blank one. `own` recognises the list's own texts, before all others.
    ///
    /// # Errors
    ///
    /// The broken rule, with a message for staff.
    pub fn parse(typed: &str, own: impl FnOnce(&str) -> Option<Own>) -> Result<Option<Self>, Broken> {
        if typed.trim().is_empty() {
            return Ok(None);
        }
        let line = Line::<MAX_TEXT>::read(typed).map_err(|broken| broken.of("The search text"))?;
        let text = line.as_str();
        if let Some(own) = own(text) {
            return Ok(Some(Self::Own(own)));
        }
        if text.contains('@') {
            return Ok(Some(Self::Email(text.to_lowercase())));
        }
        if let Ok(mobile_number) = MobileNumber::read(text) {
            return Ok(Some(Self::MobileNumber(mobile_number.into_string())));
        }
        if text.chars().count() < MIN_NAME {
            let rule = Rule::TooShort { min: MIN_NAME };
            return Err(rule.says(format!("Enter {MIN_NAME} characters or more of a name")));
        }
        Ok(Some(Self::Name(NamePart::new(text))))
    }
}

impl NamePart {
    fn new(text: &str) -> Self {
        let mut literal = String::with_capacity(text.len());
        for letter in text.chars() {
            if matches!(letter, '%' | '_' | '\\') {
                literal.push('\\');
            }
            literal.push(letter);
        }
        if text.chars().count() < TRIGRAM {
            return Self {
                first: format!("{literal}%"),
                second: format!("% {literal}%"),
            };
        }
        let anywhere = format!("%{literal}%");
        Self {
            first: anywhere.clone(),
            second: anywhere,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(typed: &str) -> Result<Option<SearchText<String>>, Broken> {
        SearchText::parse(typed, |text| text.strip_prefix("VM-").map(str::to_owned))
    }

    fn name(first: &str, second: &str) -> SearchText<String> {
        SearchText::Name(NamePart {
            first: first.to_owned(),
            second: second.to_owned(),
        })
    }

    #[test]
    fn the_form_of_a_search_text_decides_what_is_searched() {
        let email = |email: &str| SearchText::Email(email.to_owned());
        for (typed, expected) in [
            (" VM-@1 ", SearchText::Own("@1".to_owned())),
            (" Asha@Example.com", email("asha@example.com")),
            ("asha@", email("asha@")),
            (
                "+91 98765-43210",
                SearchText::MobileNumber("9876543210".to_owned()),
            ),
            ("98765", name("%98765%", "%98765%")),
            ("Om", name("Om%", "% Om%")),
            ("Ash", name("%Ash%", "%Ash%")),
            ("5%", name(r"5\%%", r"% 5\%%")),
            (r"5%_\", name(r"%5\%\_\\%", r"%5\%\_\\%")),
            ("પ્રિયા", name("%પ્રિયા%", "%પ્રિયા%")),
        ] {
            assert_eq!(parse(typed), Ok(Some(expected)), "{typed}");
        }
        assert_eq!(parse(" \t"), Ok(None));
    }

    #[test]
    fn a_search_text_that_finds_all_or_none_is_refused() {
        for (typed, rule) in [
            (" A ", Rule::TooShort { min: MIN_NAME }),
            ("Asha\0", Rule::NotAllowedCharacters),
            (&"x".repeat(255), Rule::TooLong { max: MAX_TEXT }),
        ] {
            let broken = parse(typed).expect_err("it is nothing to look for");
            assert_eq!(broken.rule(), rule, "{typed:?}");
        }
    }

    #[test]
    fn fuzz_of_search_texts() {
        let corpus = ["asha@example.com", "98765 43210", "Asha", "Om", "VM-1", "5%_\\"];
        fuzz::feed_text("search texts", &corpus, |typed| {
            if let Ok(Some(SearchText::Name(part))) = parse(typed) {
                assert!(
                    part.first.ends_with('%') && part.second.starts_with('%'),
                    "{typed}"
                );
            }
        });
    }
}
