//! The glossary names the right places, and words that were given up have not returned.

use std::{collections::BTreeSet, fs};

use crate::{
    architecture::{arrows, metadata},
    sources::{files, production},
};

const GLOSSARY: &str = include_str!("../../../../docs/GLOSSARY.md");

/// Returns true if a text contains the name as a word or as a part between underscores.
fn names(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric();
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + name.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

#[test]
fn the_glossary_says_where_things_are() {
    let root = engines::checkout();
    let rows = GLOSSARY
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| word"));
    let rows: Vec<Vec<_>> = rows.map(|row| row.split('|').map(str::trim).collect()).collect();
    assert!(rows.len() >= 55, "{} words", rows.len());
    let mut seen = BTreeSet::new();
    for row in rows {
        let [_, word, meaning, name, place, _] = row.as_slice() else {
            panic!("a row has a word, its meaning, its name and its place: {row:?}");
        };
        assert!(seen.insert(*word), "{word} is there twice");
        assert!(!meaning.is_empty(), "{word} has no meaning");
        let (name, place) = (name.trim_matches('`'), place.trim_matches('`'));
        let source = fs::read_to_string(root.join(place));
        let source = source.unwrap_or_else(|error| panic!("{word}: {place}: {error}"));
        assert!(names(&source, name), "{word}: {place} has no {name}");
    }
}

#[test]
fn words_that_were_given_up_do_not_come_back() {
    let (_, given_up) = GLOSSARY.split_once("## Not our words").expect("the last chapter");
    let given_up: Vec<_> = given_up.split('`').skip(1).step_by(2).collect();
    assert!(given_up.len() > 10, "{given_up:?}");
    let root = engines::checkout();
    let mut looked_at = 0;
    for folder in arrows(&metadata()).into_keys() {
        for file in files(&root.join(&folder).join("src")) {
            looked_at += 1;
            let source = production(&fs::read_to_string(&file).expect("a source can be read"));
            for word in &given_up {
                let types = ["struct ", "enum ", "trait ", "type "].map(|kind| format!("{kind}{word}"));
                let back = types.iter().find(|name| names(&source, name));
                assert!(back.is_none(), "{}: {word} is none of our words", file.display());
            }
        }
    }
    assert!(
        looked_at > 200,
        "the walk must have seen the sources: {looked_at}"
    );
}
