//! The shop's own pages, mails and seeds have no claims.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// Marked texts that are acceptable, with the reason.
const REVIEWED: [(&str, &str); 5] = [
    (
        "Diabetes Support Powder",
        "a product's name that the specification prescribes",
    ),
    (
        "Diabetes powder",
        "a topic of the FAQ that the specification prescribes",
    ),
    (
        "diabetic powder",
        "what shoppers type for that product; it is searched and nowhere shown",
    ),
    (
        "C. P. Ooi and others, Momordica charantia for type 2 diabetes mellitus, Cochrane Database of Systematic Reviews (2012).",
        "the title of a review that found no evidence",
    ),
    (
        "C. C. Teixeira and others, on a tea of Syzygium cumini leaves, Diabetes Care 27 (2004).",
        "the name of a journal",
    ),
];

/// The files with the shop's texts, from the root of the checkout.
const CONTENT: [&str; 8] = [
    "frontend/storefront/index.html",
    "frontend/storefront/src/content/en",
    "frontend/storefront/src/words/en",
    "services/notification/src/content",
    "services/notification/mails",
    "services/identity/mails",
    "services/catalog/seed",
    "services/review/seed",
];

fn checkout() -> &'static Path {
    let checkout = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(3);
    checkout.expect("the crate lies three folders below the top")
}

fn files(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let entries =
        fs::read_dir(path).unwrap_or_else(|error| panic!("{} cannot be listed: {error}", path.display()));
    let paths = entries.map(|entry| entry.expect("it can be listed").path());
    paths.flat_map(|path| files(&path)).collect()
}

/// The texts of a file: between quotation marks of a source, between the tags of a page, or its lines.
fn texts(file: &Path) -> Vec<String> {
    let source = fs::read_to_string(file).expect("a source can be read");
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("html") => source.split(['<', '>', '"']).map(str::to_owned).collect(),
        Some("txt") => source.lines().map(str::to_owned).collect(),
        Some("ts" | "tsx") => quoted(&source, &['\'', '"', '`']),
        Some("rs" | "json") => quoted(&source, &['"']),
        _ => Vec::new(),
    }
}

fn quoted(source: &str, marks: &[char]) -> Vec<String> {
    let mut texts = Vec::new();
    let mut rest = source;
    while let Some(begin) = rest.find(|c| marks.contains(&c) || c == '/') {
        let mark = rest[begin..].chars().next().expect("it was found");
        rest = &rest[begin + 1..];
        if mark == '/' {
            // Apostrophes in comments do not start a text.
            let is_comment = rest.starts_with('/');
            let is_block = rest.starts_with('*');
            let end = if is_comment {
                rest.find('\n')
            } else {
                rest.find("*/").filter(|_| is_block)
            };
            rest = &rest[end.unwrap_or(0)..];
            continue;
        }
        let mut text = String::new();
        let mut chars = rest.char_indices();
        let mut end = rest.len();
        while let Some((at, c)) = chars.next() {
            match c {
                '\\' => text.extend(chars.next().map(|(_, c)| if c == 'n' { '\n' } else { c })),
                c if c == mark => {
                    end = at + 1;
                    break;
                }
                c => text.push(c),
            }
        }
        texts.push(text);
        rest = &rest[end..];
    }
    texts
}

/// True unless the text is a file name or a fragment.
fn is_read_by_shoppers(text: &str) -> bool {
    !text.starts_with(['/', '#', '.']) && (text.contains(' ') || !text.is_ascii())
}

#[test]
fn texts_are_read_as_the_source_means_them() {
    let source = "// don't\nconst a = ['It\\'s \"sour\"', `two ${b}`]; /* isn't */ \"last\"";
    assert_eq!(
        quoted(source, &['\'', '"', '`']),
        ["It's \"sour\"", "two ${b}", "last"]
    );
}

#[test]
fn the_shop_claims_nothing_in_its_own_words() {
    let mut seen = 0;
    let (mut claimed, mut excused) = (Vec::new(), BTreeSet::new());
    for content in CONTENT {
        for file in files(&checkout().join(content)) {
            for text in texts(&file).into_iter().filter(|text| is_read_by_shoppers(text)) {
                seen += 1;
                let Some(claim) = claims::find(&text).into_iter().next() else {
                    continue;
                };
                if let Some((reviewed, _)) = REVIEWED.iter().find(|(reviewed, _)| *reviewed == text) {
                    excused.insert(*reviewed);
                    continue;
                }
                let marked: String = text
                    .chars()
                    .skip(claim.start)
                    .take(claim.end - claim.start)
                    .collect();
                claimed.push(format!(
                    "{}: {marked} ({}) in {text:?}",
                    file.display(),
                    claim.rule
                ));
            }
        }
    }
    assert!(claimed.is_empty(), "{claimed:#?}");
    assert!(seen > 700, "the walk must have seen the shop's words: {seen}");
    assert_eq!(
        excused,
        REVIEWED.map(|(text, _)| text).into(),
        "every excuse is needed"
    );
}
