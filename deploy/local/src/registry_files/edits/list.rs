//! Edits lists that people maintain, such as versions and passwords: adds the entries that the registry
//! requires.

/// Adds a line for each name that the list lacks. Existing lines stay as they are.
pub(crate) fn completed(text: &str, list: &str, lines: impl IntoIterator<Item = (String, String)>) -> String {
    let head = format!("\n{list}:\n");
    let (before, rest) = text.split_once(&head).expect("the file has such a list");
    let length = rest
        .split_inclusive('\n')
        .take_while(|line| line.starts_with([' ', '-']))
        .map(str::len)
        .sum();
    let (there, after) = rest.split_at(length);
    let missing = lines.into_iter().filter(|(name, _)| !has(there, name));
    let missing: Vec<_> = missing.map(|(_, line)| format!("  - {line}\n")).collect();
    format!("{before}{head}{there}{}{after}", missing.concat())
}

/// Returns true if one of the lines has this name, in any notation.
fn has(lines: &str, name: &str) -> bool {
    let names = lines.split("name: ").skip(1);
    let mut names = names.map(|rest| {
        let length = rest.find([',', ' ', '\n']).unwrap_or(rest.len());
        &rest[..length]
    });
    names.any(|there| there == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Entries by hand, and as `kustomize edit` writes them.
    const TEXT: &str = "a: 1\nimages:\n  - { name: shop/order, newTag: 1.0.0 }\n- digest: sha256:1\n  name: shop/stock\n# Of b.\nb:\n  - x\n";

    #[test]
    fn missing_entries_are_added_at_the_end_and_others_stay() {
        let lines = ["shop/order", "shop/stock", "shop/or"].map(|name| {
            let line = format!("{{ name: {name}, newTag: 0.1.0 }}");
            (name.to_owned(), line)
        });
        let expected = TEXT.replace("# Of b.", "  - { name: shop/or, newTag: 0.1.0 }\n# Of b.");
        assert_eq!(completed(TEXT, "images", lines), expected);
    }
}
