//! Finds all phrases of the lists in a text at once.

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

use crate::{
    folding::Folded,
    rules::{Role, Rule},
};

/// The lists. A group starts with `@`, the role of its phrases (`Role::read`) and, for claims, the rule's id,
/// a colon and the rule. Phrases follow, separated by semicolons. `(a|b)` is a choice, a final star any
/// ending, 9 any number. Spellings that fold to the same text are listed once.
const LISTS: [&str; 6] = [
    include_str!("../lists/schedule.txt"),
    include_str!("../lists/conditions.txt"),
    include_str!("../lists/claims.txt"),
    include_str!("../lists/english.txt"),
    include_str!("../lists/hindi.txt"),
    include_str!("../lists/gujarati.txt"),
];

/// All phrases of the lists.
pub(crate) static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::of(&LISTS));

/// A phrase that was found in a text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hit {
    /// The first word.
    pub first: usize,
    /// The last word.
    pub last: usize,
    pub role: Role,
}

/// The phrases, with their roles.
pub(crate) struct Lexicon {
    phrases: AhoCorasick,
    roles: Vec<Role>,
}

impl Lexicon {
    fn of(lists: &[&'static str]) -> Self {
        let (mut phrases, mut roles) = (Vec::new(), Vec::new());
        let mut role = None;
        let lines = lists.iter().flat_map(|list| list.lines());
        for line in lines
            .map(str::trim)
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
        {
            if let Some(head) = line.strip_prefix('@') {
                role = Some(head_of(head));
                continue;
            }
            let role = role.expect("a phrase stands below the first line of its group");
            for phrase in line.split(';').flat_map(|phrase| spellings(phrase.trim())) {
                phrases.extend(endings(role, &phrase).map(|ending| pattern(&format!("{phrase}{ending}"))));
                roles.resize(phrases.len(), role);
            }
        }
        let phrases = AhoCorasick::new(phrases).expect("the lists are small");
        Self { phrases, roles }
    }

    /// All phrases in a text, sorted by their first word.
    pub(crate) fn hits(&self, folded: &Folded) -> Vec<Hit> {
        let mut hits: Vec<_> = self
            .phrases
            .find_overlapping_iter(&folded.text)
            .map(|found| Hit {
                // A phrase starts with the space before its first word.
                first: folded.word_at(found.start() + 1),
                // A whole phrase ends with a space, which belongs to the word before it.
                last: folded.word_at(found.end() - 1),
                role: self.roles[found.pattern().as_usize()],
            })
            .collect();
        hits.sort_by_key(|hit| (hit.first, hit.last));
        hits
    }
}

/// Parses `role`, or `role rule-id: explanation`.
fn head_of(head: &'static str) -> Role {
    let (names, explanation) = head.split_once(':').unwrap_or((head, ""));
    let mut names = names.split_whitespace();
    let name = names.next().unwrap_or_default();
    let rule = Rule {
        id: names.next().unwrap_or_default(),
        explanation: explanation.trim(),
    };
    Role::read(name, rule).unwrap_or_else(|| panic!("a list has a group of an unknown kind: {name}"))
}

/// Case endings that Gujarati joins to a noun, such as of, to, in and from.
const CASES: [&str; 12] = [
    "",
    "ની",
    "નો",
    "ના",
    "નું",
    "ને",
    "માં",
    "થી",
    "માંથી",
    "નાં",
    "વાળા",
    "ઓ",
];

/// The endings to search for after a phrase.
fn endings(role: Role, phrase: &str) -> impl Iterator<Item = &'static str> {
    let is_object = matches!(role, Role::Disease(_) | Role::Condition(_) | Role::Measure(_));
    let is_gujarati = phrase
        .chars()
        .last()
        .is_some_and(|last| ('\u{a80}'..='\u{aff}').contains(&last));
    let count = if is_object && is_gujarati { CASES.len() } else { 1 };
    CASES.into_iter().take(count)
}

/// The search pattern: the folded words between spaces. With a star, the last word may continue.
fn pattern(phrase: &str) -> String {
    let (words, is_beginning) = match phrase.strip_suffix('*') {
        Some(words) => (words, true),
        None => (phrase, false),
    };
    let folded = Folded::of(words).text;
    assert!(
        !words.contains('*'),
        "a list has a star inside a phrase: {phrase:?}"
    );
    assert!(folded.len() > 1, "a list has an empty phrase: {phrase:?}");
    if is_beginning {
        folded.trim_end().to_owned()
    } else {
        folded
    }
}

/// Expands brackets: `sugar (ki|ke) dawa` becomes two phrases.
fn spellings(phrase: &str) -> Vec<String> {
    let Some((before, rest)) = phrase.split_once('(') else {
        return if phrase.is_empty() {
            Vec::new()
        } else {
            vec![phrase.to_owned()]
        };
    };
    let (choices, after) = rest.split_once(')').expect("a bracket of the lists is closed");
    let after = spellings_or_nothing(after);
    let spelt = choices
        .split('|')
        .flat_map(|choice| after.iter().map(move |after| format!("{before}{choice}{after}")));
    spelt.collect()
}

fn spellings_or_nothing(phrase: &str) -> Vec<String> {
    if phrase.is_empty() {
        vec![String::new()]
    } else {
        spellings(phrase)
    }
}
