//! Claims in a product's texts that the law may forbid, and their acceptance by staff.

use serde::Deserialize;

use crate::content::product_content::Content;

/// A claim that a staff member has accepted responsibility for.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct AcceptedClaim {
    /// The field; for a list without the entry's number, so that moved entries stay accepted.
    pub field: String,
    /// The rule that the claim may break.
    pub rule: String,
    /// The exact words.
    pub words: String,
}

/// A part of a product's texts that may be a forbidden claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundClaim {
    /// The field's name in the contract.
    pub field: &'static str,
    /// The index of the list entry; `None` if the field is not a list.
    pub entry: Option<usize>,
    /// The start in the text, in code points.
    pub start: usize,
    /// The end in the text (exclusive), in code points.
    pub end: usize,
    /// The words.
    pub text: String,
    /// The rule that the claim may break.
    pub rule: &'static str,
    /// The explanation of the rule, for staff.
    pub explanation: &'static str,
    /// True if a staff member has accepted it.
    pub is_accepted: bool,
}

impl FoundClaim {
    /// The path of the text, for example `benefits[2]`.
    pub fn path(&self) -> String {
        match self.entry {
            Some(entry) => format!("{}[{entry}]", self.field),
            None => self.field.to_owned(),
        }
    }

    fn is_in(&self, accepted: &[AcceptedClaim]) -> bool {
        accepted
            .iter()
            .any(|claim| claim.field == self.field && claim.rule == self.rule && claim.words == self.text)
    }
}

/// Returns all claims in the texts, sorted by field, then by position.
///
/// Cautions are not searched: they name diseases only to warn people ("not for use in diabetes without a
/// doctor's word"). Concerns are words from the shop's own list.
pub fn find(content: &Content, accepted: &[AcceptedClaim]) -> Vec<FoundClaim> {
    let details = &content.details;
    let texts = [
        ("product_name", &details.product_name),
        ("hindi_name", &details.hindi_name),
        ("tagline", &details.tagline),
        ("description", &details.description),
    ];
    let lists = [
        ("ingredients", &details.ingredients),
        ("benefits", &details.benefits),
        ("other_names", &details.other_names),
    ];
    let last = [("how_to_use", &details.how_to_use), ("storage", &details.storage)];
    let entries = lists.into_iter().flat_map(|(field, list)| {
        let numbered = list.iter().enumerate();
        numbered.map(move |(entry, text)| (field, Some(entry), text))
    });
    let whole = |(field, text)| (field, None, text);
    let texts = texts.into_iter().map(whole).chain(entries);
    let mut found: Vec<_> = texts
        .chain(last.into_iter().map(whole))
        .flat_map(|(field, entry, text)| in_text(field, entry, text))
        .collect();
    for claim in &mut found {
        claim.is_accepted = claim.is_in(accepted);
    }
    found
}

/// Returns the claims that were not accepted.
pub fn unaccepted(found: Vec<FoundClaim>) -> Vec<FoundClaim> {
    found.into_iter().filter(|claim| !claim.is_accepted).collect()
}

fn in_text(field: &'static str, entry: Option<usize>, text: &str) -> Vec<FoundClaim> {
    let claims = claims::find(text).into_iter();
    let found = claims.map(|claim| FoundClaim {
        field,
        entry,
        start: claim.start,
        end: claim.end,
        text: text
            .chars()
            .skip(claim.start)
            .take(claim.end.saturating_sub(claim.start))
            .collect(),
        rule: claim.rule,
        explanation: claim.explanation,
        is_accepted: false,
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::{content::content_input::ContentInput, products::product_type::ProductType};

    const CLAIM: &str = "cures diabetes";

    fn content(change: impl FnOnce(&mut ContentInput)) -> Content {
        let mut typed = ContentInput {
            product_name: "Karela Powder".to_owned(),
            product_type: Some(ProductType::Pouch),
            actual_price_paise: 24_900,
            ..ContentInput::default()
        };
        change(&mut typed);
        typed.validate(Uuid::nil()).unwrap()
    }

    #[test]
    fn a_claim_is_found_where_it_stands_and_in_no_caution() {
        let written = content(|typed| {
            typed.description = format!("करेला {CLAIM}.");
            typed.benefits = vec!["A plain bitter".to_owned(), format!("It {CLAIM}")];
            typed.cautions = format!("No one says that it {CLAIM}");
            typed.storage = format!("Kept dry it {CLAIM}");
        });
        let found = find(&written, &[]);
        let places: Vec<_> = found
            .iter()
            .map(|claim| (claim.path(), claim.start, claim.text.as_str()))
            .collect();
        assert_eq!(
            places,
            [
                ("description".to_owned(), 6, CLAIM),
                ("benefits[1]".to_owned(), 3, CLAIM),
                ("storage".to_owned(), 12, CLAIM),
            ]
        );
    }

    #[test]
    fn the_same_words_in_the_same_field_are_answered_for_and_no_others() {
        let written = content(|typed| typed.benefits = vec![format!("It {CLAIM}")]);
        let claim = &find(&written, &[])[0];
        let accepted = AcceptedClaim {
            field: "benefits".to_owned(),
            rule: claim.rule.to_owned(),
            words: CLAIM.to_owned(),
        };
        let is_answered =
            |written: &Content| unaccepted(find(written, std::slice::from_ref(&accepted))).is_empty();
        assert!(is_answered(&written));
        assert!(is_answered(&content(|typed| {
            typed.benefits = vec!["A plain bitter".to_owned(), format!("It surely {CLAIM}")];
        })));
        assert!(!is_answered(&content(|typed| {
            typed.benefits = vec!["It CURES diabetes".to_owned()];
        })));
        assert!(!is_answered(&content(
            |typed| typed.tagline = format!("It {CLAIM}")
        )));
    }
}
