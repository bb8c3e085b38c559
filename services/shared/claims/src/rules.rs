//! The roles of phrases in the lists.

/// A rule of the law.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rule {
    pub id: &'static str,
    pub explanation: &'static str,
}

/// The role of a phrase in a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// A claim by itself.
    Claim(Rule),
    /// A claim by itself, unless the sentence warns.
    Hint(Rule),
    /// A disease for which nothing may be advertised.
    Disease(Rule),
    /// Any other illness or complaint, which food must not claim to affect.
    Condition(Rule),
    /// A measure of the body: blood sugar, weight.
    Measure(Rule),
    /// Acts on a disease, in the base form that lists after `not` use: `treat`.
    ActBase,
    /// Acts on a disease: `treats`.
    Act,
    /// Changes a measure, or acts on a disease: `lowers`, `kam karta hai`.
    Change,
    /// Says that it is good for something.
    Good,
    /// A remedy: medicine, cure.
    Remedy,
    /// Gives the purpose, before it: `for`.
    For,
    /// Gives the purpose, after it: `ke liye`.
    Use,
    /// A person who is spoken about: `father`.
    Person,
    /// Denies the following verb: `does not`.
    Not,
    /// Denies the following thing: `no`.
    No,
    /// Denies the preceding words, in the languages of India: `nahi`.
    NotBefore,
    /// Looks like a denial, but is none: `not only`.
    NotDenied,
    /// Warns, or refers to a doctor's treatment.
    Warning,
    /// Names something else than the product as the cause: `with my tablets`.
    Other,
    /// Reports other people's words: `they claim to`.
    Reported,
    /// Ends a denial: `but`.
    But,
}

impl Role {
    /// The role with this name in a list.
    pub(crate) fn read(name: &str, rule: Rule) -> Option<Self> {
        let read = match name {
            "claim" => Self::Claim(rule),
            "hint" => Self::Hint(rule),
            "disease" => Self::Disease(rule),
            "condition" => Self::Condition(rule),
            "measure" => Self::Measure(rule),
            "act-base" => Self::ActBase,
            "act" => Self::Act,
            "change" => Self::Change,
            "good" => Self::Good,
            "remedy" => Self::Remedy,
            "for" => Self::For,
            "use" => Self::Use,
            "person" => Self::Person,
            "not" => Self::Not,
            "no" => Self::No,
            "not-before" => Self::NotBefore,
            "not-denied" => Self::NotDenied,
            "warning" => Self::Warning,
            "other" => Self::Other,
            "reported" => Self::Reported,
            "but" => Self::But,
            _ => return None,
        };
        Some(read)
    }
}
