//! Sources read as text, as far as the rules of the house need it: without words and tests.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The sources below a folder.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder)
        .expect("a crate has sources")
        .map(|entry| entry.expect("it can be listed").path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let rust = files
        .into_iter()
        .filter(|file| file.extension().is_some_and(|extension| extension == "rs"));
    rust.chain(folders.iter().flat_map(|folder| self::files(folder)))
        .collect()
}

/// The source without what it says in comments and texts, and without its tests. Lines stay where they are.
pub fn production(source: &str) -> String {
    without_tests(&without_words(source))
}

/// Blanks comments, texts and characters out.
pub fn without_words(source: &str) -> String {
    let mut kept = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(next) = rest.chars().next() {
        let length = match next {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '"' => text_length(rest, 1, "\"", true),
            'r' | 'b' | 'c' => prefixed_text(rest)
                .filter(|_| !kept.ends_with(is_of_a_name))
                .unwrap_or_default(),
            '\'' => character_length(rest),
            _ => 0,
        };
        let (word, after) = rest.split_at(length);
        kept.extend(word.chars().filter(|c| *c == '\n'));
        if length == 0 {
            kept.push(next);
            rest = &rest[next.len_utf8()..];
        } else {
            rest = after;
        }
    }
    kept
}

/// The length of a text that begins at `start`, up to and with its end.
fn text_length(source: &str, start: usize, end: &str, has_escapes: bool) -> usize {
    let mut at = start;
    while at < source.len() {
        if has_escapes && source[at..].starts_with('\\') {
            at += 1;
            at += source[at..].chars().next().map_or(0, char::len_utf8);
        } else if source[at..].starts_with(end) {
            return at + end.len();
        } else {
            at += source[at..].chars().next().map_or(0, char::len_utf8);
        }
    }
    source.len()
}

/// The length of `r"…"`, `r#"…"#`, `b"…"` and the like, if one stands here.
fn prefixed_text(source: &str) -> Option<usize> {
    let prefix = source
        .find(|c: char| !"bcr".contains(c))
        .filter(|length| *length <= 2)?;
    let hashes = source[prefix..].bytes().take_while(|byte| *byte == b'#').count();
    let quote = prefix + hashes;
    if !source[quote..].starts_with('"') {
        return None;
    }
    let is_raw = source[..prefix].contains('r');
    let end = format!("\"{}", "#".repeat(hashes));
    Some(text_length(source, quote + 1, &end, !is_raw))
}

/// The length of a character in quotes; 1 for the quote of a lifetime.
fn character_length(source: &str) -> usize {
    let mut characters = source.chars().skip(1);
    match (characters.next(), characters.next()) {
        (Some('\\'), _) => text_length(source, 1, "'", true),
        (Some(only), Some('\'')) => 2 + only.len_utf8(),
        _ => 1,
    }
}

/// Takes every item out that is compiled for tests only.
fn without_tests(source: &str) -> String {
    const MARK: &str = "#[cfg(test)]";
    let mut kept = String::with_capacity(source.len());
    let mut rest = source;
    while let Some((before, after)) = rest.split_once(MARK) {
        kept.push_str(before);
        rest = &after[item_length(after)..];
    }
    kept + rest
}

/// The length of an item up to its closing brace or semicolon.
pub fn item_length(source: &str) -> usize {
    let mut depth = 0_usize;
    for (at, c) in source.char_indices() {
        match c {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => {
                depth = depth.saturating_sub(1);
                if c == '}' && depth == 0 {
                    return at + 1;
                }
            }
            ';' if depth == 0 => return at + 1,
            _ => {}
        }
    }
    source.len()
}

/// Each function's name with its length in lines, from `fn` to its last brace.
pub fn functions(production: &str) -> Vec<(String, usize)> {
    let begins = production.match_indices("fn ").filter(|(at, _)| {
        let before = production[..*at].chars().next_back();
        before.is_none_or(char::is_whitespace)
    });
    begins
        .map(|(at, _)| {
            let item = &production[at..];
            let name = item[3..].split(|c| !is_of_a_name(c)).next().unwrap_or_default();
            let lines = item[..item_length(item)].lines().count();
            (name.to_owned(), lines)
        })
        .filter(|(name, _)| !name.is_empty())
        .collect()
}

/// Whether a name may hold this.
pub fn is_of_a_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
