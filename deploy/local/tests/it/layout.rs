//! No import cycles, and no shop paths in the shared HTTP crate.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use crate::{
    architecture::{arrows, metadata},
    references::{circle, references},
    sources::{files, production},
};

type References = BTreeMap<String, BTreeSet<String>>;

/// The sources of every crate: its folder, and the production code of each module.
fn crates() -> Vec<(String, BTreeMap<String, String>)> {
    let metadata = metadata();
    let root = metadata.workspace_root.as_std_path();
    let folders = arrows(&metadata).into_keys();
    let crates = folders.map(|folder| {
        let sources = root.join(&folder).join("src");
        let modules = files(&sources).into_iter().filter_map(|file| {
            let source = fs::read_to_string(&file).expect("a source can be read");
            Some((module(&sources, &file)?, production(&source)))
        });
        let modules = modules.collect();
        (folder, modules)
    });
    crates.collect()
}

/// Returns `crate::store::codes` for `store/codes.rs`; `None` for the roots of programs, which cannot be
/// imported.
fn module(sources: &Path, file: &Path) -> Option<String> {
    let path = file.strip_prefix(sources).expect("it lies below");
    let path = path.with_extension("");
    let names: Vec<_> = path
        .iter()
        .map(|name| name.to_str().expect("it is text"))
        .collect();
    match names.as_slice() {
        ["main"] => None,
        ["lib"] => Some("crate".to_owned()),
        [room @ .., "mod"] => Some(format!("crate::{}", room.join("::"))),
        names => Some(format!("crate::{}", names.join("::"))),
    }
}

#[test]
fn no_circle_leads_through_the_files_of_a_crate() {
    let mut seen = 0;
    for (folder, modules) in crates() {
        let references = references(&modules);
        seen += references.values().map(BTreeSet::len).sum::<usize>();
        let circle = circle(&references);
        assert!(circle.is_none(), "{folder}: {circle:?} lead back to the first");
    }
    assert!(seen > 200, "the walk must have seen who names whom: {seen}");
}

/// The references between top-level modules.
fn rooms(references: &References) -> References {
    let room = |module: &String| module.split("::").take(2).collect::<Vec<_>>().join("::");
    let mut rooms = References::new();
    for (module, named) in references.iter().filter(|(module, _)| *module != "crate") {
        let here = room(module);
        let others = named
            .iter()
            .map(room)
            .filter(|other| *other != here && other != "crate");
        rooms.entry(here.clone()).or_default().extend(others);
    }
    rooms
}

#[test]
fn no_circle_leads_through_the_rooms_of_a_crate() {
    for (folder, modules) in crates() {
        let rooms = rooms(&references(&modules));
        let circle = circle(&rooms);
        assert!(circle.is_none(), "{folder}: {circle:?} lead back to the first");
    }
}

#[test]
fn the_crate_web_names_no_path_of_the_shop() {
    let web = metadata().workspace_root.join("gateway/web/src");
    let sources = files(web.as_std_path());
    assert!(sources.len() > 15, "the walk must have seen the crate");
    for file in sources {
        let source = fs::read_to_string(&file).expect("a source can be read");
        assert!(!source.contains("\"/api"), "{} names a path", file.display());
    }
}

fn modules(sources: &[(&str, &str)]) -> BTreeMap<String, String> {
    sources
        .iter()
        .map(|(name, source)| ((*name).to_owned(), production(source)))
        .collect()
}

#[track_caller]
fn check(sources: &[(&str, &str)], expected: Option<&[&str]>) {
    let found = circle(&references(&modules(sources)));
    let expected = expected.map(|names| names.iter().map(|name| (*name).to_owned()).collect());
    assert_eq!(found, expected);
}

#[test]
fn a_circle_is_seen_through_imports_paths_and_what_the_root_passes_on() {
    let circle: &[&str] = &["crate::a", "crate::b"];
    check(
        &[
            ("crate::a", "use crate::{b::{self, X}, c};"),
            ("crate::b", "fn f(_: crate::a::Y) {}"),
            ("crate::c", ""),
        ],
        Some(circle),
    );
    check(
        &[
            ("crate", "mod a; mod b; pub use a::{Y, Z};"),
            ("crate::a", "use crate::b;"),
            ("crate::b", "use crate::Z;"),
        ],
        Some(circle),
    );
    check(
        &[
            ("crate::a", "use super::b::X;"),
            ("crate::b", "use crate::c; fn f() { c::d::g() }"),
            ("crate::c", "pub mod d;"),
            ("crate::c::d", "use crate::a;"),
        ],
        Some(&["crate::a", "crate::b", "crate::c::d"]),
    );
    check(
        &[
            ("crate", "mod a; fn f() { a::g() }"),
            ("crate::a", "use crate::f;"),
        ],
        Some(&["crate", "crate::a"]),
    );
}

#[test]
fn comments_and_texts_make_no_circle() {
    check(
        &[
            ("crate::a", "use crate::b;"),
            ("crate::b", "// use crate::a;\nconst A: &str = \"crate::a\";"),
        ],
        None,
    );
    check(
        &[
            ("crate::a", "use crate::b;"),
            ("crate::b", "#[cfg(test)]\nmod tests { use crate::a; }"),
        ],
        None,
    );
    check(
        &[
            ("crate", "mod a; pub use a::f; fn g() { a::f() }"),
            ("crate::a", "use crate::{b,};"),
            ("crate::b", ""),
        ],
        None,
    );
    check(
        &[
            ("crate::a", "use crate::b; fn f() { std::b::g(); }"),
            ("crate::b", "fn f<'a>(c: char) -> bool { c == '{' }"),
        ],
        None,
    );
}
