//! What is wrong with a value: the rule it breaks, as programs know it in every language, and the sentence about it.
//!
//! A rule stands where a value is read, and tells its code and its values there; a service adds the words for a shopper.

use std::borrow::Cow;

/// A rule that a value breaks. Its code and values travel to clients, which choose words by language; what was typed never does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// Nothing was given.
    Required,
    /// Less than the least length.
    TooShort {
        /// The least length.
        min: usize,
    },
    /// More than the greatest length.
    TooLong {
        /// The greatest length.
        max: usize,
    },
    /// Not what such a value looks like.
    Malformed,
    /// Characters that this value does not have, or in places where it does not have them.
    NotAllowedCharacters,
    /// A number below the least or above the greatest.
    OutOfRange {
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// No whole number, or none that any program could hold.
    NotWhole,
    /// A name of nothing that the shop knows, or not any more.
    Unknown,
    /// A secret that is another one than the shop keeps: a one-time code, a password.
    Wrong,
    /// More items than a list may have.
    TooMany {
        /// How many it may have.
        max: usize,
    },
    /// Given a second time.
    Repeated,
    /// A password that everybody tries.
    TooCommon,
    /// A choice that the shop has, but not here.
    NotOffered,
}

/// Every code there is, for descriptions of an API.
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
    /// The rule's name for programs, one of [`CODES`].
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

    /// The rule's values by their names.
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

    /// The broken rule, with what a shopper reads about it. The sentence names the rule's values.
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

/// A broken rule and the words about it.
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

    /// What to change, fit for a shopper, in English.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What to change, to keep.
    pub fn into_message(self) -> Cow<'static, str> {
        self.message
    }
}

/// A field whose value breaks a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The field, as the contract names it, such as `lines[0].quantity`.
    pub field: Cow<'static, str>,
    /// What is wrong with it.
    pub broken: Broken,
}

impl Violation {
    /// What is wrong with a field.
    pub fn new(field: impl Into<Cow<'static, str>>, broken: Broken) -> Self {
        Self {
            field: field.into(),
            broken,
        }
    }

    /// What to change, fit for a shopper, in English.
    pub fn message(&self) -> &str {
        self.broken.message()
    }
}

/// The value of a field that was read; what is wrong with it joins `violations`, so that a form tells everything at once.
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
