//! The name of a parcel's recipient.

use std::sync::LazyLock;

use regex::Regex;
use violations::Rule;

use crate::text::{BrokenText, Line, pattern};

/// Maximum length, in characters (product specification).
const MOST: usize = 30;

/// Minimum length, in characters (product specification).
const LEAST: usize = 3;

/// Words of letters with marks, and the joiners of Indian scripts.
static WORDS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"^\p{L}[\p{L}\p{M}\x{200C}\x{200D}]*(?: +\p{L}[\p{L}\p{M}\x{200C}\x{200D}]*)*$")
});

/// A name: letters of any script with marks, and spaces. 3 to 30 characters, composed (NFC).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PersonName(String);

impl PersonName {
    /// Parses user input. Fails with the broken rule.
    pub fn read(text: &str) -> Result<Self, Rule> {
        let name = Line::<MOST>::read(text).map_err(BrokenText::rule)?.into_string();
        if name.chars().count() < LEAST {
            return Err(Rule::TooShort { min: LEAST });
        }
        if !WORDS.is_match(&name) {
            return Err(Rule::NotAllowedCharacters);
        }
        Ok(Self(name))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name as an owned string.
    pub fn into_string(self) -> String {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_every_script_are_names() {
        for name in [
            "Asha",
            "Sri Ram",
            "José",
            "आशा पटेल",
            "પ્રિયા શાહ",
            "ಶ್ರೀನಿವಾಸ",
            "കാര്‍ത്തിക",
            "王小明",
        ] {
            assert!(PersonName::read(name).is_ok(), "{name}");
        }
        let decomposed = PersonName::read(" Jose\u{301} ").expect("it is a name");
        assert_eq!(decomposed.as_str(), "José");
    }

    #[test]
    fn an_invalid_name_is_refused() {
        for (name, rule) in [
            ("", Rule::Required),
            (" ", Rule::Required),
            ("Al", Rule::TooShort { min: 3 }),
            ("R2D2", Rule::NotAllowedCharacters),
            ("O'Neil", Rule::NotAllowedCharacters),
            ("Asha\nPatel", Rule::NotAllowedCharacters),
            ("\u{301}\u{302}\u{303}", Rule::NotAllowedCharacters),
            ("Asha\u{202e}letaP", Rule::NotAllowedCharacters),
            ("As\u{200d}ha", Rule::NotAllowedCharacters),
            ("\u{3164}\u{3164}\u{3164}", Rule::NotAllowedCharacters),
            ("abcdefghijklmnopqrstuvwxyzabcde", Rule::TooLong { max: 30 }),
        ] {
            assert_eq!(PersonName::read(name), Err(rule), "{name:?}");
        }
    }
}
