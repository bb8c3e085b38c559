//! Errors in values: the broken rule, for programs in any language, and a message.
//!
//! A rule has a code and values; a service adds the message for shoppers.

use std::borrow::Cow;

/// A rule that a value breaks. Code and values are sent to clients, which translate them; the input itself is
/// never sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// The value is missing.
    Required,
    /// The value is too short.
    TooShort {
        /// The minimum length.
        min: usize,
    },
    /// The value is too long.
    TooLong {
        /// The maximum length.
        max: usize,
    },
    /// The value is malformed.
    Malformed,
    /// The value has characters that are not allowed, or not in their place.
    NotAllowedCharacters,
    /// The number is out of range.
    OutOfRange {
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
    },
    /// The number is not whole, or too large for a program.
    NotWhole,
    /// The value names something that the shop does not have, or no longer has.
    Unknown,
    /// The secret is wrong: a one-time code or a password.
    Wrong,
    /// The list has too many items.
    TooMany {
        /// The maximum number of items.
        max: usize,
    },
    /// The value was given before.
    Repeated,
    /// The password is too common.
    TooCommon,
    /// The choice exists, but is not offered here.
    NotOffered,
}

/// All codes, for API descriptions.
pub const CODES: [&str; 13] = [
    "REQUIRED",
    "TOO_SHORT",
    "TOO_LONG",
    "MALFORMED",
    "NOT_ALLOWED_CHARACTERS",
    "OUT_OF_RANGE",
    "NOT_WHOLE",
    "UNKNOWN",
    "WRONG",
    "TOO_MANY",
    "REPEATED",
    "TOO_COMMON",
    "NOT_OFFERED",
];

impl Rule {
    /// The code, one of [`CODES`].
    pub fn code(self) -> &'static str {
        match self {
            Self::Required => "REQUIRED",
            Self::TooShort { .. } => "TOO_SHORT",
            Self::TooLong { .. } => "TOO_LONG",
            Self::Malformed => "MALFORMED",
            Self::NotAllowedCharacters => "NOT_ALLOWED_CHARACTERS",
            Self::OutOfRange { .. } => "OUT_OF_RANGE",
            Self::NotWhole => "NOT_WHOLE",
            Self::Unknown => "UNKNOWN",
            Self::Wrong => "WRONG",
            Self::TooMany { .. } => "TOO_MANY",
            Self::Repeated => "REPEATED",
            Self::TooCommon => "TOO_COMMON",
            Self::NotOffered => "NOT_OFFERED",
        }
    }

    /// The values of the rule, by name.
    pub fn params(self) -> Vec<(&'static str, i64)> {
        let count = |count| i64::try_from(count).expect("nothing has that many characters or items");
        match self {
            Self::TooShort { min } => vec![("min", count(min))],
            Self::TooLong { max } | Self::TooMany { max } => vec![("max", count(max))],
            Self::OutOfRange { min, max } => vec![("min", min), ("max", max)],
            Self::Required
            | Self::Malformed
            | Self::NotAllowedCharacters
            | Self::NotWhole
            | Self::Unknown
            | Self::Wrong
            | Self::Repeated
            | Self::TooCommon
            | Self::NotOffered => Vec::new(),
        }
    }

    /// Adds a message for shoppers, which must contain the rule's values.
    pub fn says(self, message: impl Into<Cow<'static, str>>) -> Broken {
        let message = message.into();
        debug_assert!(
            self.params()
                .iter()
                .all(|(_, value)| message.contains(&value.to_string())),
            "{self:?} does not say its values: {message}"
        );
        Broken { rule: self, message }
    }
}

/// A broken rule, with its message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    rule: Rule,
    message: Cow<'static, str>,
}

impl Broken {
    /// The broken rule, for programs.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The message for shoppers, in English: what to change.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The message as an owned string.
    pub fn into_message(self) -> Cow<'static, str> {
        self.message
    }
}

/// A field whose value breaks a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The field, with its name in the contract, such as `lines[0].quantity`.
    pub field: Cow<'static, str>,
    /// The broken rule.
    pub broken: Broken,
}

impl Violation {
    /// Creates a violation of a field.
    pub fn new(field: impl Into<Cow<'static, str>>, broken: Broken) -> Self {
        Self {
            field: field.into(),
            broken,
        }
    }

    /// The message for shoppers, in English: what to change.
    pub fn message(&self) -> &str {
        self.broken.message()
    }
}

/// The value of a parsed field. Adds an error to `violations`, so that a form shows all errors together.
pub fn field<T>(
    name: impl Into<Cow<'static, str>>,
    read: Result<T, Broken>,
    violations: &mut Vec<Violation>,
) -> Option<T> {
    read.map_err(|broken| violations.push(Violation::new(name, broken)))
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: [Rule; 13] = [
        Rule::Required,
        Rule::TooShort { min: 1 },
        Rule::TooLong { max: 2 },
        Rule::Malformed,
        Rule::NotAllowedCharacters,
        Rule::OutOfRange { min: 3, max: 4 },
        Rule::NotWhole,
        Rule::Unknown,
        Rule::Wrong,
        Rule::TooMany { max: 5 },
        Rule::Repeated,
        Rule::TooCommon,
        Rule::NotOffered,
    ];

    #[test]
    fn every_rule_has_a_code_of_the_list_and_every_code_a_rule() {
        assert_eq!(RULES.map(Rule::code), CODES);
        for code in CODES {
            assert!(code.chars().all(|c| c.is_ascii_uppercase() || c == '_'), "{code}");
        }
    }

    #[test]
    fn a_sentence_says_the_values_of_its_rule() {
        let broken = Rule::OutOfRange { min: 1, max: 99 }.says("Choose between 1 and 99 packs");
        assert_eq!(broken.rule().params(), [("min", 1), ("max", 99)]);
        let silent = std::panic::catch_unwind(|| Rule::TooShort { min: 10 }.says("Too short"));
        assert!(silent.is_err(), "a sentence that hides a value");
    }
}
