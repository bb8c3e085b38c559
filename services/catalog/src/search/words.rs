//! The ranking of search results: the browser's rules for small shops
//! (`frontend/storefront/src/rules/search.ts`), for shops that are too large for a browser.

use runtime::status::{Broken, Rule};
use std::collections::HashSet;

use uuid::Uuid;

use crate::search::fuse::{Match, Pattern, likeness};

/// The maximum score of a match by name, from 0 (identical) to 1 (anything).
const SEARCH_THRESHOLD: f64 = 0.5;

/// The maximum score of the products below the best match.
const SUGGESTION_THRESHOLD: f64 = 0.3;

/// The maximum length of a search, in characters.
const LONGEST: usize = 100;

/// The maximum number of words looked up one by one.
const MOST_TERMS: usize = 5;

/// The word separators, as in `search_words` of `migrations/0002_functions.sql`, in addition to white space.
const SEPARATORS: &str = ",;:.!?/()&+'\"_-";

/// A search text, trimmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchWords(String);

/// A product that the search may mean.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// The product's id.
    pub id: Uuid,
    /// The English name.
    pub product_name: String,
    /// The name in Devanagari.
    pub hindi_name: String,
    /// Other names for the search.
    pub other_names: Vec<String>,
    /// The concerns under which shoppers find it.
    pub concerns: Vec<String>,
}

impl SearchWords {
    /// Parses a search text. Fails with a message that says what to change.
    pub fn parse(words: &str) -> Result<Self, Broken> {
        let words = words.trim();
        if words.is_empty() {
            return Err(Rule::Required.says("Enter what to search for"));
        }
        if words.chars().count() > LONGEST {
            let broken = Rule::TooLong { max: LONGEST };
            return Err(broken.says(format!("Search for at most {LONGEST} characters")));
        }
        if words.chars().any(char::is_control) {
            return Err(Rule::NotAllowedCharacters.says("Search without control characters"));
        }
        Ok(Self(words.to_owned()))
    }

    /// The text in lower case.
    pub fn lower(&self) -> String {
        self.0.to_lowercase()
    }

    /// The words in lower case.
    pub fn terms(&self) -> Vec<String> {
        let lower = self.lower();
        let is_separator = |c: char| c.is_whitespace() || SEPARATORS.contains(c);
        let terms = lower.split(is_separator).filter(|term| !term.is_empty());
        terms.take(MOST_TERMS).map(str::to_owned).collect()
    }
}

/// Ranks the products, the best first: the one with exactly that name or other name, else the nearest by
/// name, else the nearest by other names; then similar products by any name; then by Hindi name or concerns.
/// `candidates` are in the shop's order.
pub fn rank(words: &SearchWords, candidates: &[Candidate]) -> Vec<Uuid> {
    let lower = words.lower();
    let pattern = Pattern::new(&lower);
    let called = |candidate: &&Candidate| names(candidate).any(|name| name.to_lowercase() == lower);
    let exact = candidates.iter().find(called).map(|candidate| candidate.id);
    let first = |threshold, fields: &[CandidateField]| {
        similar(&pattern, candidates, threshold, fields).first().copied()
    };
    let found = exact
        .or_else(|| first(SEARCH_THRESHOLD, &[product_name]))
        .or_else(|| first(SEARCH_THRESHOLD, &[other_names]));
    let mut ranked = Vec::new();
    if let Some(found) = found {
        ranked.push(found);
        ranked.extend(similar(
            &pattern,
            candidates,
            SUGGESTION_THRESHOLD,
            &[product_name, other_names],
        ));
    }
    ranked.extend(similar(
        &pattern,
        candidates,
        SUGGESTION_THRESHOLD,
        &[hindi_name, concerns],
    ));
    let mut seen = HashSet::new();
    ranked.retain(|id| seen.insert(*id));
    ranked
}

fn names(candidate: &Candidate) -> impl Iterator<Item = &String> {
    std::iter::once(&candidate.product_name).chain(&candidate.other_names)
}

type CandidateField = fn(&Candidate) -> &[String];

fn product_name(candidate: &Candidate) -> &[String] {
    std::slice::from_ref(&candidate.product_name)
}

fn hindi_name(candidate: &Candidate) -> &[String] {
    std::slice::from_ref(&candidate.hindi_name)
}

fn other_names(candidate: &Candidate) -> &[String] {
    &candidate.other_names
}

fn concerns(candidate: &Candidate) -> &[String] {
    &candidate.concerns
}

/// Returns the candidates similar to the pattern in any of the fields, the best first, equals in the shop's
/// order.
fn similar(
    pattern: &Pattern,
    candidates: &[Candidate],
    threshold: f64,
    fields: &[CandidateField],
) -> Vec<Uuid> {
    let weight = 1.0 / f64::from(u32::try_from(fields.len()).unwrap_or(u32::MAX));
    let mut found = Vec::new();
    for candidate in candidates {
        let texts = fields.iter().flat_map(|field| field(candidate));
        let matches: Vec<Match> = texts.filter_map(|text| pattern.find(text, threshold)).collect();
        if !matches.is_empty() {
            found.push((likeness(&matches, weight), candidate.id));
        }
    }
    // A stable sort keeps equals in the shop's order.
    found.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    found.into_iter().map(|(_, id)| id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invalid_search_is_refused() {
        let longest = "क".repeat(LONGEST);
        for good in ["karela", "  बी12 ", longest.as_str()] {
            assert!(SearchWords::parse(good).is_ok(), "{good}");
        }
        let too_long = format!("{longest}क");
        for bad in ["", "  ", "a\0b", "a\u{7}", too_long.as_str()] {
            assert!(SearchWords::parse(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn words_stand_between_separators() {
        let terms = |words| {
            SearchWords::parse(words)
                .expect("they can be searched for")
                .terms()
        };
        assert_eq!(terms(" Sugar-Balance, बी12!"), ["sugar", "balance", "बी12"]);
        assert_eq!(terms("a b c d e f g").len(), MOST_TERMS);
        assert!(terms("?!").is_empty());
    }
}
