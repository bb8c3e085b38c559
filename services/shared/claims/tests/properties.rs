//! Properties that hold for every text.

use claims::{Claim, find};
use proptest::prelude::*;

/// Words of the lists, with joiners, marks and signs, to reach special cases by chance.
const PIECES: [&str; 22] = [
    "cure",
    "cures ",
    "diabetes",
    " of ",
    "मधुमेह",
    " का इलाज ",
    "ડાયાબિટીસ",
    " મટાડે ",
    "\u{200d}",
    "\u{301}",
    "\u{93c}",
    "not ",
    ", ",
    "?",
    ". ",
    "\n",
    "10 kg",
    "c-u-r-e",
    "100%",
    "lose ",
    "nahi ",
    "🙂",
];

fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => prop::sample::select(PIECES.as_slice()).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
        1 => "\\PC{0,12}",
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

fn harmless() -> impl Strategy<Value = String> {
    let sentences = [
        "Stir one teaspoon into warm water.",
        "स्वाद कड़वा है।",
        "સ્વાદ કડવો છે.",
        "If you take medicine for diabetes, ask your doctor first.",
        "Not intended to treat, cure or prevent any disease.",
        "Dal mein ek chammach dalo.",
    ];
    prop::sample::select(sentences.to_vec()).prop_map(str::to_owned)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn claims_lie_in_the_text_in_its_order_and_apart(text in texts()) {
        let length = text.chars().count();
        let claims = find(&text);
        for Claim { start, end, rule, explanation } in &claims {
            prop_assert!(start < end && *end <= length, "{start}..{end} of {length}");
            prop_assert!(!rule.is_empty() && explanation.ends_with('.'));
        }
        for pair in claims.windows(2) {
            prop_assert!(pair[0].end <= pair[1].start, "{pair:?}");
        }
    }

    #[test]
    fn harmless_sentences_are_harmless_together(sentences in prop::collection::vec(harmless(), 0..12), by in prop::sample::select(vec![" ", "\n", "\n\n"])) {
        prop_assert_eq!(find(&sentences.join(by)), Vec::new());
    }

    #[test]
    fn a_claim_is_found_among_harmless_sentences(before in prop::collection::vec(harmless(), 0..6), after in prop::collection::vec(harmless(), 0..6)) {
        let text = [before, vec!["It cures diabetes.".to_owned()], after].concat().join(" ");
        let claims = find(&text);
        prop_assert_eq!(claims.len(), 1);
        let marked: String = text.chars().skip(claims[0].start).take(claims[0].end - claims[0].start).collect();
        prop_assert_eq!(marked, "cures diabetes");
    }
}
