//! Generated sections in files that people maintain.

const BEGINS: &str = "# Written from deploy/local/src/registry.rs.\n";
const ENDS: &str = "# End of what is written.\n";

/// Replaces the sections between the marks, in order.
pub(crate) fn filled(text: &str, sections: &[String]) -> String {
    let mut rest = text;
    let mut filled = String::new();
    for section in sections {
        let parts = around(rest, BEGINS, ENDS);
        let (before, after) = parts.expect("a mark where a section begins, and one where it ends");
        // The end mark is indented like the begin mark.
        let depth = " ".repeat(before.len() - before.trim_end_matches(' ').len());
        filled.extend([before, BEGINS, section.as_str(), depth.as_str(), ENDS]);
        rest = after;
    }
    assert!(!rest.contains(BEGINS), "a section without a writer: {rest}");
    filled + rest
}

/// Returns the text before the first mark and after the second, if both exist.
pub(crate) fn around<'a>(text: &'a str, begins: &str, ends: &str) -> Option<(&'a str, &'a str)> {
    let (before, rest) = text.split_once(begins)?;
    let (_, after) = rest.split_once(ends)?;
    Some((before, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "a:\n  # Written from deploy/local/src/registry.rs.\n  - old\n  # End of what is written.\nb:\n";

    #[test]
    fn a_section_is_written_between_its_marks_and_nowhere_else() {
        let filled = filled(TEXT, &["  - new\n  - newer\n".to_owned()]);
        assert_eq!(filled, TEXT.replace("  - old\n", "  - new\n  - newer\n"));
    }

    #[test]
    fn a_written_section_stays() {
        assert_eq!(filled(TEXT, &["  - old\n".to_owned()]), TEXT);
    }

    #[test]
    #[should_panic(expected = "a mark where a section begins")]
    fn a_file_without_marks_is_no_file_for_sections() {
        filled("a:\n", &[String::new()]);
    }
}
