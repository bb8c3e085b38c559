//! Finds the parts of a review that staff have to check before it is shown. Pure.

use crate::review::contact_details::{self, ContactDetail};

/// A part of a review because of which it is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FlaggedPart {
    /// The start, in Unicode code points from the beginning of the text.
    pub start: usize,
    /// The end (exclusive), in Unicode code points.
    pub end: usize,
    /// The rule that it may break, in kebab case; stable across releases.
    pub rule: &'static str,
    /// An explanation of the rule, for staff.
    pub explanation: &'static str,
}

/// Finds the forbidden claims and contact details of a text, in order. They never overlap.
pub fn find(text: &str) -> Vec<FlaggedPart> {
    let claims = claims::find(text).into_iter();
    let mut found: Vec<_> = claims
        .map(|claim| FlaggedPart {
            start: claim.start,
            end: claim.end,
            rule: claim.rule,
            explanation: claim.explanation,
        })
        .collect();
    for (detail, start, end) in contact_details::find(text) {
        if found.iter().any(|known| start < known.end && known.start < end) {
            continue;
        }
        let (rule, explanation) = words(detail);
        found.push(FlaggedPart {
            start,
            end,
            rule,
            explanation,
        });
    }
    found.sort_by_key(|part| part.start);
    found
}

/// True if staff have to check a review with these texts: the writer's name, the product name and the review.
pub fn is_flagged(texts: [&str; 3]) -> bool {
    texts.iter().any(|text| !find(text).is_empty())
}

fn words(detail: ContactDetail) -> (&'static str, &'static str) {
    match detail {
        ContactDetail::Link => (
            "contact-link",
            "A link. Anyone could follow it from the shop's pages.",
        ),
        ContactDetail::Email => (
            "contact-email",
            "An email address or a UPI id: a personal detail, or a way around the shop.",
        ),
        ContactDetail::Phone => (
            "contact-phone",
            "A phone number: a personal detail, or a way around the shop.",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_claims_and_contact_details_in_the_order_of_the_text() {
        let text = "Call 9876543210! It cures diabetes, see cures-diabetes.in";
        let rules: Vec<_> = find(text).into_iter().map(|part| part.rule).collect();
        assert_eq!(rules[0], "contact-phone");
        assert!(rules[1].starts_with("dmr-"), "{rules:?}");
        let mut last = 0;
        for part in find(text) {
            assert!(last <= part.start, "{part:?}");
            last = part.end;
        }
    }

    #[test]
    fn reads_the_names_too() {
        let is_flagged = |name, product, review| is_flagged([name, product, review]);
        assert!(!is_flagged("Asha", "Karela Powder", "Bitter."));
        assert!(is_flagged("Asha 98765 43210", "Karela Powder", "Bitter."));
        assert!(is_flagged("Asha", "cheap.in", "Bitter."));
        assert!(is_flagged("Asha", "Karela Powder", "It cures diabetes."));
    }
}
