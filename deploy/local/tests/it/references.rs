//! The references between the modules of a crate, and cycles among them.

use std::collections::{BTreeMap, BTreeSet};

use crate::sources::is_of_a_name;

/// The modules of a crate, each with the modules whose items it names. `crate` is the root. Re-exports of the
/// root count for the modules that use them.
pub fn references(modules: &BTreeMap<String, String>) -> BTreeMap<String, BTreeSet<String>> {
    let passed_on = passed_on(modules);
    let of = |module: &String, source: &String| {
        let named = named(module, &without_passing_on(source));
        let targets = named.into_iter().filter_map(|path| {
            let first = path.split("::").nth(1).unwrap_or_default();
            let path = match passed_on.get(first) {
                Some(origin) if !modules.contains_key(&format!("crate::{first}")) => origin.clone(),
                _ => path,
            };
            known(&path, modules).filter(|target| target != module)
        });
        targets.collect()
    };
    modules
        .iter()
        .map(|(module, source)| (module.clone(), of(module, source)))
        .collect()
}

/// The re-exports of a crate's root, by name.
fn passed_on(modules: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let root = modules.get("crate").map_or("", String::as_str);
    let statements = root.split("pub use ").skip(1);
    let paths = statements.flat_map(|rest| {
        let tree = rest.split(';').next().unwrap_or_default();
        paths("", tree.trim())
    });
    paths
        .map(|path| {
            let name = path.rsplit("::").next().unwrap_or_default().to_owned();
            (name, format!("crate{path}"))
        })
        .collect()
}

fn without_passing_on(source: &str) -> String {
    let mut parts = source.split("pub use ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |kept, part| {
        kept + part.split_once(';').map_or("", |(_, after)| after)
    })
}

/// All paths of this crate in a source, starting with `crate`.
fn named(module: &str, source: &str) -> Vec<String> {
    let parent = module.rsplit_once("::").map_or("crate", |(parent, _)| parent);
    let trees = trees(source);
    let absolute = trees.iter().filter_map(|(first, tree)| {
        let beginning = match *first {
            "crate" => "crate",
            "super" => parent,
            "self" => module,
            _ => return None,
        };
        Some(paths(beginning, tree))
    });
    let absolute: Vec<_> = absolute.flatten().collect();
    let name = |path: &String| path.rsplit("::").next().unwrap_or_default().to_owned();
    let imported: BTreeMap<_, _> = absolute.iter().map(|path| (name(path), path)).collect();
    let relative = trees.iter().flat_map(|(first, tree)| match imported.get(*first) {
        Some(path) => paths(path, tree),
        None => paths(&format!("{module}::{first}"), tree),
    });
    relative.chain(absolute.iter().cloned()).collect()
}

/// The first name of each path, and the rest.
fn trees(source: &str) -> Vec<(&str, &str)> {
    let mut trees = Vec::new();
    for (at, _) in source.match_indices("::") {
        let before = &source[..at];
        let start = before
            .char_indices()
            .rev()
            .take_while(|(_, c)| is_of_a_name(*c))
            .last();
        let start = start.map_or(at, |(start, _)| start);
        // The middle of a longer path was read with its beginning.
        if !before[..start].ends_with("::") {
            let tree = &source[at + 2..];
            trees.push((&before[start..], &tree[..tree_length(tree)]));
        }
    }
    trees
}

/// The length of the text after `::`: a path, or names in braces.
fn tree_length(source: &str) -> usize {
    if source.starts_with('{') {
        return braces_length(source);
    }
    let name = source.find(|c| !is_of_a_name(c)).unwrap_or(source.len());
    match source[name..].strip_prefix("::") {
        Some(rest) if rest.starts_with('{') || rest.starts_with(is_of_a_name) => name + 2 + tree_length(rest),
        _ => name,
    }
}

/// The length of a text in braces, including them.
fn braces_length(source: &str) -> usize {
    let mut depth = 0_usize;
    let closing = source.find(|c| {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    closing.map_or(source.len(), |closing| closing + 1)
}

/// Expands `a::{b, c::d}` below `parent` into paths.
fn paths(parent: &str, tree: &str) -> Vec<String> {
    if let Some(inside) = tree.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        let mut depth = 0_usize;
        let branches = inside.split(|c| {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            c == ',' && depth == 0
        });
        let branches = branches.map(str::trim).filter(|branch| !branch.is_empty());
        return branches.flat_map(|branch| paths(parent, branch)).collect();
    }
    if let Some((name, rest)) = tree.split_once("::") {
        return paths(&format!("{parent}::{name}"), rest);
    }
    match tree.split(" as ").next().unwrap_or_default() {
        "" | "self" => vec![parent.to_owned()],
        name => vec![format!("{parent}::{name}")],
    }
}

/// The module that a path ends in; `None` if it is not of this crate.
fn known(path: &str, modules: &BTreeMap<String, String>) -> Option<String> {
    let mut path = path;
    loop {
        if modules.contains_key(path) {
            return Some(path.to_owned());
        }
        path = path.rsplit_once("::")?.0;
    }
}

/// Returns a cycle of modules, if there is one.
pub fn circle(references: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<String>> {
    references.keys().find_map(|start| {
        let mut way = vec![start.clone()];
        let mut seen = BTreeSet::new();
        leads_back(start, references, &mut way, &mut seen).then_some(way)
    })
}

fn leads_back(
    start: &String,
    references: &BTreeMap<String, BTreeSet<String>>,
    way: &mut Vec<String>,
    seen: &mut BTreeSet<String>,
) -> bool {
    let here = way.last().expect("a way begins somewhere").clone();
    for next in &references[&here] {
        if next == start {
            return true;
        }
        if seen.insert(next.clone()) {
            way.push(next.clone());
            if leads_back(start, references, way, seen) {
                return true;
            }
            way.pop();
        }
    }
    false
}
