//! Finds forbidden claims in texts about a food or remedy, word by word, according to Indian law. Reads
//! English, Hindi (Devanagari and romanised) and Gujarati.
//!
//! Two laws matter. The Drugs and Magic Remedies (Objectionable Advertisements) Act 1954 lists diseases for
//! which nothing may be advertised. The Food Safety and Standards Act 2006 has the Advertising and Claims
//! Regulations 2018. The phrases are in `lists/`, each group with its source. A text is folded (`folding`,
//! `letters`) and its phrases are found (`lexicon`). Phrases close together form a claim (`marking`), unless
//! the sentence denies it or warns (`context`). Time grows linearly with the length of the text.
//!
//! This helps editors and is no legal advice. `tests/held_out.tsv` shows how often it is wrong.

mod context;
mod folding;
mod letters;
mod lexicon;
mod marking;
mod rules;

use folding::Folded;
use lexicon::LEXICON;

/// A forbidden claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Claim {
    /// The start, in Unicode code points from the beginning of the text.
    pub start: usize,
    /// The end (exclusive), in Unicode code points.
    pub end: usize,
    /// The id of the broken rule in kebab case, such as `dmr-schedule-diabetes`. Stable across versions.
    pub rule: &'static str,
    /// The rule, for staff, with the law and its section.
    pub explanation: &'static str,
}

/// The claims of a text, in order and without overlaps.
pub fn find(text: &str) -> Vec<Claim> {
    let folded = Folded::of(text);
    let hits = LEXICON.hits(&folded);
    let marks = marking::marks(&folded, &hits);
    marks
        .into_iter()
        .map(|mark| Claim {
            start: folded.words[mark.first].start,
            end: folded.words[mark.last].end,
            rule: mark.rule.id,
            explanation: mark.rule.explanation,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::find;

    /// The marked words.
    fn marked(text: &str) -> Vec<String> {
        let words = |start, end| text.chars().skip(start).take(end - start).collect();
        find(text)
            .into_iter()
            .map(|claim| words(claim.start, claim.end))
            .collect()
    }

    #[test]
    fn offsets_are_code_points_of_the_text_as_it_came() {
        assert_eq!(
            marked("मीठा 🙂 — it cures dia\u{200d}betes."),
            ["cures dia\u{200d}betes"]
        );
        assert_eq!(
            marked("It CURE\u{301}S Diabe\u{301}tes"),
            ["CURE\u{301}S Diabe\u{301}tes"]
        );
        assert_eq!(marked("यह मधुमेह का इलाज है"), ["मधुमेह का इलाज"]);
        assert_eq!(
            marked("यह पेट के लिए है; गठिया की बीमारी जड़ से ख़त्म"),
            ["गठिया की बीमारी जड़ से ख़त्म"]
        );
    }

    #[test]
    fn evasions_are_read_as_they_are_meant() {
        for text in [
            "c-u-r-e for all",
            "C U R E S",
            "it cur3s",
            "cur\u{ad}es",
            "сures with a Cyrillic letter",
        ] {
            assert_eq!(marked(text).len(), 1, "{text}");
        }
    }

    #[test]
    fn several_claims_are_marked_one_by_one() {
        assert_eq!(
            marked("Controls diabetes, obesity and arthritis. 100% safe, no side effects!"),
            [
                "Controls diabetes",
                "obesity",
                "arthritis",
                "100% safe",
                "no side effects"
            ]
        );
    }

    #[test]
    fn a_denial_or_a_warning_claims_nothing() {
        for text in [
            "Not intended to diagnose, treat, cure or prevent any disease.",
            "If you take medicine for diabetes, ask your doctor first.",
            "Not for people with kidney disease.",
            "It does not cure any disease.",
            "Can karela cure diabetes? No.",
            "यह किसी बीमारी का इलाज नहीं है।",
            "આ કોઈ રોગનો ઇલાજ નથી.",
        ] {
            assert_eq!(marked(text), Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn a_denied_claim_excuses_no_later_one() {
        assert_eq!(
            marked("It does not contain sugar, cures diabetes."),
            ["cures diabetes"]
        );
        assert_eq!(marked("No sugar, but cures diabetes"), ["cures diabetes"]);
        assert_eq!(marked("Not only cures diabetes"), ["cures diabetes"]);
    }
}
