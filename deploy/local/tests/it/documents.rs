//! Checks that the files and links in the documentation exist.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The top folders of paths in documents.
const TOP_FOLDERS: [&str; 6] = ["deploy/", "docs/", "frontend/", "gateway/", "proto/", "services/"];

/// The documentation files; below `docs/` all of them.
fn documents(root: &Path) -> Vec<PathBuf> {
    let mut documents = vec![];
    for folder in ["", "docs", "docs/decisions", "docs/runbooks", "frontend"] {
        let entries = fs::read_dir(root.join(folder)).expect("the folder can be read");
        let paths = entries.map(|entry| entry.expect("it can be read").path());
        documents.extend(paths.filter(|path| path.extension().is_some_and(|end| end == "md")));
    }
    documents
}

/// The paths between backticks: complete ones, without patterns, line numbers and names within files.
fn named_paths(text: &str) -> impl Iterator<Item = &str> {
    let quoted = text.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
    let paths = quoted.filter(|name| TOP_FOLDERS.iter().any(|top| name.starts_with(top)));
    let whole = paths.filter(|name| !name.contains(['*', '<', '{', ' ', '…']));
    whole.map(|name| name.split([':', '#']).next().unwrap_or(name))
}

/// The link targets of a document within the checkout.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split([')', '#']).next());
    targets.filter(|target| !target.is_empty() && !target.contains(':'))
}

#[test]
fn every_path_in_the_documents_exists() {
    let root = engines::checkout();
    let (mut missing, mut seen) = (Vec::new(), 0);
    for document in documents(root) {
        let text = fs::read_to_string(&document).expect("a document can be read");
        let folder = document.parent().expect("it lies in a folder");
        let named = named_paths(&text).map(|path| root.join(path));
        for path in named.chain(links(&text).map(|link| folder.join(link))) {
            seen += 1;
            if !path.exists() {
                missing.push(format!("{}: {}", document.display(), path.display()));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
    assert!(seen > 300, "the walk must have seen paths and links: {seen}");
}
