//! What the lists say: groups of phrases, each with what its words do in a claim.

/// A rule of the law, as a claim names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rule {
    pub id: &'static str,
    pub explanation: &'static str,
}

/// What a phrase of the lists does in a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// A claim by itself.
    Claim(Rule),
    /// A claim by itself that a warning excuses.
    Hint(Rule),
    /// A disease that nothing may be advertised for.
    Disease(Rule),
    /// Any other illness or complaint, which food may not be said to act on.
    Condition(Rule),
    /// What is measured in the body: sugar in the blood, weight.
    Measure(Rule),
    /// Acts on a disease, in a form that a list after `not` goes on with: `treat`.
    ActBase,
    /// Acts on a disease: `treats`.
    Act,
    /// Acts on what is measured, and on diseases: `lowers`, `kam karta hai`.
    Change,
    /// Is good for something.
    Good,
    /// What helps: medicine, remedy.
    Remedy,
    /// Says for whom or what, before it: `for`.
    For,
    /// Says it after it: `ke liye`.
    Use,
    /// People of whom is spoken and not to: `father`.
    Person,
    /// Denies what follows: `does not`.
    Not,
    /// Denies the thing that follows: `no`.
    No,
    /// Denies what goes before, in the languages of India: `nahi`.
    NotBefore,
    /// Looks like a denial and is none: `not only`.
    NotDenied,
    /// Warns, or speaks of a doctor's doing.
    Warning,
    /// Something else than the product acts: `with my tablets`.
    Other,
    /// Tells what others say: `they claim to`.
    Reported,
    /// Ends what was denied: `but`.
    But,
}

impl Role {
    /// The role that a group's first line names.
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
