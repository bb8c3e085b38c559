//! Parses texts and lists of a product. Errors are added to the violations.

use runtime::status::{Broken, Rule, Violation, field};
use values::{BrokenText, Line, Paragraphs};

/// Parses one line; empty if nothing was typed.
pub fn line<const MOST: usize>(
    name: &'static str,
    called: &str,
    text: &str,
    violations: &mut Vec<Violation>,
) -> Option<String> {
    let read = or_empty(Line::<MOST>::read(text).map(Line::into_string));
    field(name, read.map_err(|broken| broken.of(called)), violations)
}

/// Parses several lines; empty if nothing was typed.
pub fn paragraphs<const MOST: usize>(
    name: &'static str,
    called: &str,
    text: &str,
    violations: &mut Vec<Violation>,
) -> Option<String> {
    let read = or_empty(Paragraphs::<MOST>::read(text).map(Paragraphs::into_string));
    field(name, read.map_err(|broken| broken.of(called)), violations)
}

/// Parses at most `most` entries, each with `read`. A longer list is refused unread.
fn list(
    name: &'static str,
    most: usize,
    entries: &[String],
    violations: &mut Vec<Violation>,
    read: impl Fn(&str) -> Result<String, Broken>,
) -> Option<Vec<String>> {
    if entries.len() > most {
        let broken = Rule::TooMany { max: most }.says(format!("Enter at most {most} entries"));
        violations.push(Violation::new(name, broken));
        return None;
    }
    let numbered = entries.iter().enumerate();
    let read = numbered.map(|(number, entry)| field(format!("{name}[{number}]"), read(entry), violations));
    let read: Vec<_> = read.collect();
    read.into_iter().collect()
}

/// Parses a list of lines.
pub fn lines<const MOST: usize>(
    name: &'static str,
    most: usize,
    entries: &[String],
    violations: &mut Vec<Violation>,
) -> Option<Vec<String>> {
    list(name, most, entries, violations, |entry| {
        let line = Line::<MOST>::read(entry).map(Line::into_string);
        line.map_err(|broken| broken.of("An entry"))
    })
}

/// Parses a list whose entries must differ.
pub fn different(
    name: &'static str,
    most: usize,
    entries: &[String],
    violations: &mut Vec<Violation>,
    read: impl Fn(&str) -> Result<String, Broken>,
) -> Option<Vec<String>> {
    let read = list(name, most, entries, violations, read)?;
    let again = (1..read.len()).find(|&number| read[..number].contains(&read[number]));
    match again {
        None => Some(read),
        Some(number) => {
            let broken = Rule::Repeated.says("This is listed twice. Remove one");
            violations.push(Violation::new(format!("{name}[{number}]"), broken));
            None
        }
    }
}

fn or_empty(read: Result<String, BrokenText>) -> Result<String, BrokenText> {
    match read {
        Err(BrokenText::Missing) => Ok(String::new()),
        read => read,
    }
}
