//! The table of docs/SECURITY.md: all requirements are listed, and the checks they name exist and run.

use std::{collections::BTreeMap, path::Path, process::Command};

use crate::{architecture::metadata, sources::code};

/// The mark of the reason why a requirement is not met.
const EXCEPTION: &str = "**Exception:**";

/// The requirements of OWASP ASVS 5.0.0: all of level 1, and level 2 of V3, V6.5, V6.6, V7, V15 and V16.
const REQUIRED: [(u8, &str, &[&str]); 2] = [
    (
        1,
        "V1.2 V1.3 V1.5 V2.1 V2.2 V2.3 V3.2 V3.3 V3.4 V3.5 V4.1 V4.4 V5.2 V5.3 V6.1 V6.2 V6.3 V6.4 V7.2 V7.4 V8.1 \
         V8.2 V8.3 V9.1 V9.2 V10.4 V11.3 V11.4 V12.1 V12.2 V13.4 V14.2 V14.3 V15.1 V15.2 V15.3",
        &[
            "1 2 3 4 5",
            "1 2",
            "1",
            "1",
            "1 2",
            "1",
            "1 2",
            "1",
            "1 2",
            "1 2 3",
            "1",
            "1",
            "1 2",
            "1 2",
            "1",
            "1 2 3 4 5 6 7 8",
            "1 2",
            "1 2",
            "1 2 3 4",
            "1 2",
            "1",
            "1 2",
            "1",
            "1 2 3",
            "1",
            "1 2 3 4 5",
            "1 2",
            "1",
            "1",
            "1 2",
            "1",
            "1",
            "1",
            "1",
            "1",
            "1",
        ],
    ),
    (
        2,
        "V3.3 V3.4 V3.5 V3.7 V6.5 V6.6 V7.1 V7.3 V7.4 V7.5 V7.6 V15.1 V15.2 V15.3 V16.1 V16.2 V16.3 V16.4 V16.5",
        &[
            "2 3 4",
            "3 4 5 6",
            "4 5",
            "1 2",
            "1 2 3 4 5",
            "1 2 3",
            "1 2 3",
            "1 2",
            "3 4 5",
            "1 2",
            "1 2",
            "2 3",
            "2 3",
            "2 3 4 5 6 7",
            "1",
            "1 2 3 4 5",
            "1 2 3 4",
            "1 2 3",
            "1 2 3",
        ],
    ),
];

/// All ids that must have a row, with their levels.
fn required() -> BTreeMap<String, u8> {
    let ids = REQUIRED.iter().flat_map(|(level, sections, numbers)| {
        let sections: Vec<_> = sections.split_whitespace().collect();
        assert_eq!(sections.len(), numbers.len(), "each section has its numbers");
        sections
            .into_iter()
            .zip(*numbers)
            .flat_map(move |(section, numbers)| {
                numbers
                    .split_whitespace()
                    .map(move |number| (format!("{section}.{number}"), *level))
            })
    });
    ids.collect()
}

/// A row: the checks of a requirement, or the reason why it is not met.
struct Row {
    id: String,
    level: u8,
    shown_by: String,
}

/// The rows that begin with a requirement's id.
fn rows(document: &str) -> Vec<Row> {
    let rows = document.lines().filter_map(|line| {
        let line = line.strip_prefix("| V")?.strip_suffix('|')?;
        let cells: Vec<_> = line.splitn(4, " | ").map(str::trim).collect();
        let [id, level, meaning, shown_by] = cells.as_slice() else {
            panic!("a row has an id, a level, a meaning and what shows it: {line}");
        };
        assert!(meaning.len() > 5, "V{id} has no meaning of ours");
        Some(Row {
            id: format!("V{id}"),
            level: level.parse().expect("a level is a number"),
            shown_by: (*shown_by).to_owned(),
        })
    });
    rows.collect()
}

/// The rows of the table of promises, each with its promise and its checks.
fn promises(document: &str) -> Vec<(&str, &str)> {
    let table = document
        .lines()
        .skip_while(|line| *line != "| promise | where | shown by |")
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    let rows = table.map(|line| {
        let cells: Vec<_> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let [promise, _, shown_by] = cells.as_slice() else {
            panic!("a promise has a place and what shows it: {line}");
        };
        (*promise, *shown_by)
    });
    rows.collect()
}

/// Returns an error if a row is wrong.
fn breach(root: &Path, document: &str, shown_by: &str) -> Result<(), String> {
    let (checks, exception) = shown_by.split_once(EXCEPTION).unwrap_or((shown_by, ""));
    let is_exception = shown_by.contains(EXCEPTION);
    if is_exception && exception.trim().len() < 40 {
        return Err("an exception has a reason".to_owned());
    }
    let mut seen = 0;
    // Every second piece between back quotes is a check.
    for check in checks.split('`').skip(1).step_by(2) {
        seen += 1;
        is_met(root, &check.replace("\\|", "|"))?;
    }
    for anchor in checks.split("](").skip(1).filter_map(|link| link.split_once(')')) {
        seen += 1;
        has_heading(root, document, anchor.0)?;
    }
    if seen == 0 && !is_exception {
        return Err("neither a check nor an exception".to_owned());
    }
    Ok(())
}

/// Fails unless a check exists: a test that runs with all others, or a command that succeeds.
fn is_met(root: &Path, check: &str) -> Result<(), String> {
    if let Some(command) = check.strip_prefix("$ ") {
        let status = Command::new("sh")
            .arg("-c")
            .arg(command)
            .current_dir(root)
            .status();
        return match status.map(|status| status.success()) {
            Ok(true) => Ok(()),
            _ => Err(format!("`{command}` fails")),
        };
    }
    // Tests of the front end are checked by its own test (frontend/build/spec_table.test.ts).
    if let Some((file, title)) = check.split_once(" › ") {
        let exists = root.join(file).is_file() && !title.is_empty() && file.starts_with("frontend/");
        return exists.then_some(()).ok_or(format!("{file} is not there"));
    }
    let Some((file, name)) = check.split_once("::") else {
        return Err(format!("{check} is neither a test nor a command"));
    };
    let source = std::fs::read_to_string(root.join(file)).map_err(|_| format!("{file} is not there"))?;
    let is_test = match file.rsplit_once('.') {
        Some((_, "rs")) => is_compiled(root, file)? && is_rust_test(&source, name),
        Some((_, "py")) => is_python_test(file, &source, name),
        _ => false,
    };
    is_test
        .then_some(())
        .ok_or(format!("{file} has no test {name} that runs"))
}

/// Returns true if a function of this name is an enabled test.
fn is_rust_test(source: &str, name: &str) -> bool {
    let code = code(source);
    let Some(at) = code.find(&format!("fn {name}(")) else {
        return false;
    };
    let before = &code[..at];
    let begins = before.rfind([';', '}']).map_or(0, |end| end + 1);
    let attributes = &before[begins..];
    let is_test = attributes.contains("#[test]") || attributes.contains("#[tokio::test");
    is_test && !attributes.contains("#[ignore") && !attributes.contains("#[cfg(")
}

/// Returns true if the parent module declares this file as a module.
fn is_compiled(root: &Path, file: &str) -> Result<bool, String> {
    let path = Path::new(file);
    let module = path
        .file_stem()
        .and_then(|stem| stem.to_str())
        .unwrap_or_default();
    if ["main", "lib", "mod"].contains(&module) {
        return Ok(true);
    }
    let folder = root.join(path.parent().unwrap_or(Path::new("")));
    let above = [
        folder.join("main.rs"),
        folder.join("lib.rs"),
        folder.join("mod.rs"),
        folder.with_extension("rs"),
    ];
    let named = above
        .iter()
        .filter_map(|above| std::fs::read_to_string(above).ok())
        .any(|above| code(&above).contains(&format!("mod {module};")));
    named.then_some(true).ok_or(format!("{file} belongs to no crate"))
}

/// Returns true if pytest collects a function of this name and it is not skipped.
fn is_python_test(file: &str, source: &str, name: &str) -> bool {
    let is_collected = file
        .rsplit('/')
        .next()
        .is_some_and(|file| file.starts_with("test_"));
    let Some(at) = source.find(&format!("\ndef {name}(")) else {
        return false;
    };
    let decorators = source[..at]
        .lines()
        .rev()
        .take_while(|line| line.starts_with('@'));
    is_collected && !decorators.into_iter().any(|line| line.contains("skip"))
}

/// Returns true if a link leads to a heading of this document or another one.
fn has_heading(root: &Path, document: &str, link: &str) -> Result<(), String> {
    let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
    let text = if file.is_empty() {
        document.to_owned()
    } else {
        std::fs::read_to_string(root.join("docs").join(file)).map_err(|_| format!("{file} is not there"))?
    };
    let mut headings = text.lines().filter(|line| line.starts_with('#')).map(|line| {
        let words = line.trim_start_matches('#').trim().to_lowercase();
        let kept = words.chars().filter(|c| c.is_alphanumeric() || " -".contains(*c));
        kept.collect::<String>().replace(' ', "-")
    });
    let exists = anchor.is_empty() || headings.any(|heading| heading == anchor);
    exists.then_some(()).ok_or(format!("{link} leads nowhere"))
}

#[test]
fn every_requirement_has_a_check_that_runs_or_a_reason() {
    let root = metadata().workspace_root.into_std_path_buf();
    let document = std::fs::read_to_string(root.join("docs/SECURITY.md")).expect("it can be read");
    let rows = rows(&document);
    let mut missing = required();
    assert_eq!(
        missing.values().filter(|level| **level == 1).count(),
        70,
        "ASVS has 70 of level 1"
    );
    let mut breaches = Vec::new();
    for row in &rows {
        if missing.remove(&row.id).is_some_and(|level| level != row.level) {
            breaches.push(format!("{}: another level", row.id));
        }
        if let Err(reason) = breach(&root, &document, &row.shown_by) {
            breaches.push(format!("{}: {reason}", row.id));
        }
    }
    breaches.extend(missing.into_keys().map(|id| format!("{id}: no row")));
    let mut ids: Vec<_> = rows.iter().map(|row| &row.id).collect();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), rows.len(), "a requirement has one row");
    assert!(breaches.is_empty(), "docs/SECURITY.md:\n{}", breaches.join("\n"));
}

#[test]
fn every_promise_names_a_test_that_runs() {
    let root = metadata().workspace_root.into_std_path_buf();
    let document = std::fs::read_to_string(root.join("docs/SECURITY.md")).expect("it can be read");
    let promises = promises(&document);
    assert!(
        promises.len() > 20,
        "the walk must have seen them: {}",
        promises.len()
    );
    let mut breaches = Vec::new();
    for (promise, shown_by) in promises {
        let is_shown = shown_by.contains("::") || shown_by.contains(" › ");
        match breach(&root, &document, shown_by) {
            Ok(()) if is_shown => {}
            Ok(()) => breaches.push(format!("{promise}: no test")),
            Err(reason) => breaches.push(format!("{promise}: {reason}")),
        }
    }
    assert!(breaches.is_empty(), "docs/SECURITY.md:\n{}", breaches.join("\n"));
}

#[test]
fn a_row_that_shows_nothing_is_noticed() {
    let root = metadata().workspace_root.into_std_path_buf();
    let this = "deploy/local/tests/it/asvs.rs";
    let document = "# One heading\n## Another, with `code`\n";
    for (shown_by, is_met) in [
        (format!("`{this}::a_row_that_shows_nothing_is_noticed`"), true),
        (format!("`{this}::a_row_that_shows_nothing`"), false),
        (format!("`{this}::breach`"), false),
        ("`deploy/local/tests/it/nowhere.rs::x`".to_owned(), false),
        (
            "`deploy/k8s/tests/test_network.py::test_what_leaves_the_namespace`".to_owned(),
            true,
        ),
        (
            "`deploy/k8s/tests/test_network.py::test_what_leaves`".to_owned(),
            false,
        ),
        ("`deploy/k8s/tests/network.py::allowed`".to_owned(), false),
        (
            "`frontend/storefront/e2e/nowhere.e2e.ts › a title`".to_owned(),
            false,
        ),
        ("`$ true`".to_owned(), true),
        ("`$ test -f Cargo.toml`, `$ false`".to_owned(), false),
        ("[see](#one-heading)".to_owned(), true),
        ("[see](#another-with-code)".to_owned(), true),
        ("[see](#no-heading)".to_owned(), false),
        (String::new(), false),
        ("We are careful.".to_owned(), false),
        (format!("{EXCEPTION} later"), false),
        (
            format!("{EXCEPTION} the specification says six characters, to the letter."),
            true,
        ),
    ] {
        let breach = breach(&root, document, &shown_by);
        assert_eq!(breach.is_ok(), is_met, "{shown_by}: {breach:?}");
    }
    for (source, is_test) in [
        ("#[test]\nfn it() {}", true),
        (
            "#[tokio::test(flavor = \"multi_thread\")]\nasync fn it() {}",
            true,
        ),
        ("fn it() {}", false),
        ("#[test]\n#[ignore]\nfn it() {}", false),
        ("#[test]\nfn other() {}\nfn it() {}", false),
        ("// #[test]\nfn it() {}", false),
        ("#[cfg(windows)]\n#[test]\nfn it() {}", false),
    ] {
        assert_eq!(is_rust_test(source, "it"), is_test, "{source}");
    }
}
