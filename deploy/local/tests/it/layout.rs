//! The rules that keep files small and the ways between them short.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use crate::{
    architecture::{arrows, metadata},
    references::{circle, references},
    sources::{files, is_of_a_name, production},
};

const LONGEST_FILE: usize = 300;
const LONGEST_FUNCTION: usize = 60;
/// Rooms that stand above each other, from what is called first down to what knows no other room.
const MOST_FLOORS: usize = 6;
/// A crate is one as well; rooms inside of it are not counted.
const MOST_FILES_IN_A_ROOM: usize = 12;

type References = BTreeMap<String, BTreeSet<String>>;

/// The sources of every crate: its folder, and each module's name with what it has for production.
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

/// `crate::store::codes` for `store/codes.rs`; none for the roots of programs, which nobody can name.
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

/// A room is a folder of a crate with a `mod.rs`, or a file beside such folders.
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

/// How many rooms stand above each other, this one included.
fn floors(room: &String, rooms: &References) -> usize {
    let below = rooms[room].iter().map(|below| floors(below, rooms));
    1 + below.max().unwrap_or_default()
}

#[test]
fn no_circle_leads_through_the_rooms_of_a_crate() {
    for (folder, modules) in crates() {
        let rooms = rooms(&references(&modules));
        let circle = circle(&rooms);
        assert!(circle.is_none(), "{folder}: {circle:?} lead back to the first");
        let highest = rooms.keys().map(|room| floors(room, &rooms)).max();
        assert!(
            highest <= Some(MOST_FLOORS),
            "{folder} has {highest:?} floors: {rooms:#?}"
        );
    }
}

#[test]
fn no_room_has_too_many_files() {
    for (folder, modules) in crates() {
        let rooms: BTreeSet<_> = modules
            .keys()
            .filter_map(|module| module.rsplit_once("::"))
            .collect();
        let mut files = BTreeMap::<_, usize>::new();
        for (room, file) in &rooms {
            let is_room = rooms.iter().any(|(other, _)| *other == format!("{room}::{file}"));
            *files.entry(room).or_default() += usize::from(!is_room);
        }
        for (room, count) in files {
            assert!(
                count <= MOST_FILES_IN_A_ROOM,
                "{folder} {room} has {count} files, more than {MOST_FILES_IN_A_ROOM}"
            );
        }
    }
}

/// Each function's name with its length in lines, from `fn` to its last brace, which rustfmt puts as deep as it put `fn`.
fn functions(source: &str) -> Vec<(&str, usize)> {
    let lines: Vec<_> = source.lines().collect();
    let depth = |line: &str| line.len() - line.trim_start().len();
    let begins = lines.iter().enumerate().filter_map(|(begin, line)| {
        let (before, rest) = line.split_once("fn ")?;
        let is_function = before
            .split_whitespace()
            .all(|word| word.starts_with("pub") || ["async", "const", "unsafe"].contains(&word));
        let name = rest.split(|c| !is_of_a_name(c)).next().unwrap_or_default();
        (is_function && !name.is_empty()).then_some((begin, name))
    });
    let measured = begins.map(|(begin, name)| {
        let ends = |line: &&str| line.ends_with(['}', ';']) && depth(line) == depth(lines[begin]);
        let length = lines[begin..].iter().position(ends).map_or(0, |end| end + 1);
        (name, length)
    });
    measured.collect()
}

#[test]
fn a_function_is_as_long_as_it_stands() {
    let source = "/// fn no()\npub async fn long(\n    a: [u8; 2],\n) -> u8 {\n    let brace = \"}\";\n    { 1 }\n}\nfn short();\n";
    assert_eq!(functions(source), [("long", 6), ("short", 1)]);
}

#[test]
fn files_and_functions_are_short() {
    let metadata = metadata();
    let (mut seen, mut functions_seen) = (0, 0);
    for folder in arrows(&metadata).into_keys() {
        for file in files(&metadata.workspace_root.as_std_path().join(folder).join("src")) {
            seen += 1;
            let source = fs::read_to_string(&file).expect("a source can be read");
            let (production, _) = source.split_once("#[cfg(test)]\nmod ").unwrap_or((&source, ""));
            let lines = production.trim_end().lines().count();
            assert!(
                lines <= LONGEST_FILE,
                "{} has {lines} lines, more than {LONGEST_FILE}",
                file.display()
            );
            for (name, lines) in functions(production) {
                functions_seen += 1;
                assert!(
                    (1..=LONGEST_FUNCTION).contains(&lines),
                    "{}: {name} has {lines} lines, more than {LONGEST_FUNCTION}",
                    file.display()
                );
            }
        }
    }
    assert!(seen > 300, "the walk must have seen the sources: {seen}");
    assert!(
        functions_seen > 500,
        "the walk must have seen the functions: {functions_seen}"
    );
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
fn what_is_no_circle_is_none() {
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
