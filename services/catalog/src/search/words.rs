//! The ranking of search results: the browser's rules for small shops
//! (`frontend/storefront/src/rules/search.ts`), for shops that are too large for a browser.

use std::collections::{BTreeSet, HashSet};

use runtime::status::{Broken, Rule};
use uuid::Uuid;

use crate::{
    products::product::ProductDetails,
    search::fuse::{Match, Pattern, likeness},
};

/// The maximum score of a match by name, from 0 (identical) to 1 (anything).
const SEARCH_THRESHOLD: f64 = 0.5;

/// The maximum score of the products below the best match.
const SUGGESTION_THRESHOLD: f64 = 0.3;

/// The maximum length of a search, in characters.
const LONGEST: usize = 100;

/// The maximum number of words looked up one by one.
const MOST_TERMS: usize = 5;

/// The maximum length of a stored name, in characters.
const LONGEST_NAME: usize = 200;

/// The maximum length of a stored word, in characters.
const LONGEST_WORD: usize = 100;

/// The word separators, in addition to white space.
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
        words(&self.lower()).take(MOST_TERMS).map(str::to_owned).collect()
    }
}

/// The words of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_separator = |c: char| c.is_whitespace() || SEPARATORS.contains(c);
    text.split(is_separator).filter(|word| !word.is_empty())
}

/// The first characters of a text.
fn cut(text: &str, characters: usize) -> String {
    text.chars().take(characters).collect()
}

/// The names by which a product is found as a whole, in lower case.
pub fn search_names(product: &ProductDetails) -> Vec<String> {
    let names = std::iter::once(&product.product_name).chain(&product.other_names);
    names
        .map(|name| cut(&name.to_lowercase(), LONGEST_NAME))
        .collect()
}

/// The words by which a product is found, in lower case.
pub fn search_words(product: &ProductDetails) -> BTreeSet<String> {
    let names = [&product.product_name, &product.hindi_name];
    let names = names
        .into_iter()
        .chain(&product.other_names)
        .chain(&product.concerns);
    let mut found = BTreeSet::new();
    for name in names {
        found.extend(words(&name.to_lowercase()).map(|word| cut(word, LONGEST_WORD)));
    }
    found
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
    use crate::content::content_input::ContentInput;

    #[test]
    fn a_product_is_found_by_its_names_and_by_their_words() {
        let typed = ContentInput {
            product_name: "Karela-Jamun Powder".to_owned(),
            hindi_name: "करेला जामुन".to_owned(),
            other_names: vec!["Bitter Melon (KARELA)".to_owned(), "x".repeat(300)],
            ..ContentInput::default()
        };
        let mut product = typed.as_typed().expect("it is small").details;
        product.concerns = vec!["sugar-balance".to_owned()];
        assert_eq!(
            search_names(&product),
            ["karela-jamun powder", "bitter melon (karela)", &*"x".repeat(200)]
        );
        let words = search_words(&product);
        let expected = [
            "balance",
            "bitter",
            "jamun",
            "karela",
            "melon",
            "powder",
            "sugar",
            "करेला",
            "जामुन",
        ];
        let expected: BTreeSet<_> = expected
            .map(str::to_owned)
            .into_iter()
            .chain(["x".repeat(100)])
            .collect();
        assert_eq!(words, expected);
        for word in words {
            let term = SearchWords::parse(&word).expect("it can be searched for").terms();
            assert_eq!(term, [word]);
        }
    }

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
