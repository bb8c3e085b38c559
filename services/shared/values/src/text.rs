//! Plain text with one or many lines.

use std::sync::LazyLock;

use regex::Regex;
use unicode_normalization::UnicodeNormalization as _;
use violations::{Broken, Rule};

/// Limit of code points per character before normalisation. Enough for any script, and low enough to reject a
/// text of megabytes by its length alone.
const TYPED_PER_CHARACTER: usize = 4;

/// Maximum size of a code point in UTF-8, in bytes.
const BYTES_PER_CHARACTER: usize = 4;

/// Characters that are invisible, or that reorder or hide others: control, format and private-use characters,
/// noncharacters, and all others that Unicode lets a screen ignore (fillers, tags, variation selectors).
static HIDDEN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"[\p{Cc}\p{Cf}\p{Co}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}--\n]")
});

/// Places where invisible characters belong. Indian and Arabic scripts use U+200C and U+200D between letters.
/// Emoji use U+FE0E and U+FE0F as variants and U+200D as joiner.
static WRITTEN_WITH_HIDDEN: LazyLock<Regex> = LazyLock::new(|| {
    const JOINING_SCRIPTS: &str = r"\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Arab}";
    const PICTURE: &str = r"\p{Extended_Pictographic}\p{Emoji_Modifier}?[\x{FE0E}\x{FE0F}]?";
    pattern(&format!(
        r"(?P<joined>[[\p{{L}}\p{{M}}]&&[{JOINING_SCRIPTS}]])[\x{{200C}}\x{{200D}}]|(?P<picture>{PICTURE}(?:\x{{200D}}{PICTURE})*)|(?P<key>[0-9#*]\x{{FE0F}})"
    ))
});

/// Stacked marks that cover neighbouring lines. Unicode's security report (UTS 39, section 5.4) allows four
/// marks without width in a row; with wide ones, no script stacks eight.
static PILED: LazyLock<Regex> = LazyLock::new(|| pattern(r"[\p{Mn}\p{Me}]{5}|\p{M}{9}"));

/// A mark without a base character.
static LOOSE_MARK: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?:^|[\s\p{Z}])\p{M}"));

/// A visible character: letter, number or sign. U+2800, the Braille blank, is excluded.
static VISIBLE: LazyLock<Regex> = LazyLock::new(|| pattern(r"[\p{L}\p{N}\p{P}\p{S}--\x{2800}]"));

/// Compiles a regular expression of this crate.
pub(crate) fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("our patterns are well-formed")
}

/// Why a text was rejected. Written to follow the field's name: "Name is required".
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BrokenText {
    /// There is no text, or no visible character.
    #[error("is required")]
    Missing,
    /// It is too long.
    #[error("should be at most {most} characters long")]
    TooLong {
        /// The maximum length, in characters.
        most: usize,
    },
    /// It has line ends where one line is required.
    #[error("should be one line of plain text")]
    ManyLines,
    /// It has invisible characters, or characters that reorder others.
    #[error("contains characters that cannot be printed. Please type it again")]
    Hidden,
    /// It has marks without a letter, or too many on one.
    #[error("contains accents or signs without a letter. Please type it again")]
    Marks,
}

impl BrokenText {
    /// The broken rule.
    pub fn rule(self) -> Rule {
        match self {
            Self::Missing => Rule::Required,
            Self::TooLong { most } => Rule::TooLong { max: most },
            Self::ManyLines | Self::Hidden | Self::Marks => Rule::NotAllowedCharacters,
        }
    }

    /// The broken rule with a message for the field with this name.
    pub fn of(self, name: &str) -> Broken {
        self.rule().says(format!("{name} {self}"))
    }
}

/// One line of 1 to `MOST` visible characters, composed (NFC) and trimmed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Line<const MOST: usize>(String);

impl<const MOST: usize> Line<MOST> {
    /// Parses user input. Tabs become spaces.
    pub fn read(text: &str) -> Result<Self, BrokenText> {
        let text = plain(text, MOST)?;
        if text.contains('\n') {
            return Err(BrokenText::ManyLines);
        }
        Ok(Self(text))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text as an owned string.
    pub fn into_string(self) -> String {
        self.0
    }
}

/// Lines of 1 to `MOST` visible characters in total, composed (NFC) and trimmed, separated by `\n`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Paragraphs<const MOST: usize>(String);

impl<const MOST: usize> Paragraphs<MOST> {
    /// Parses user input. Tabs become spaces, and all line ends become `\n`.
    pub fn read(text: &str) -> Result<Self, BrokenText> {
        plain(text, MOST).map(Self)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text as an owned string.
    pub fn into_string(self) -> String {
        self.0
    }
}

/// Normalises and checks a text.
fn plain(text: &str, most: usize) -> Result<String, BrokenText> {
    // First, so that a text of megabytes is rejected without reading its characters.
    if text.len() > most * TYPED_PER_CHARACTER * BYTES_PER_CHARACTER {
        return Err(BrokenText::TooLong { most });
    }
    let unix = text
        .replace("\r\n", "\n")
        .replace(['\r', '\u{2028}', '\u{2029}'], "\n");
    let composed: String = unix.replace('\t', " ").trim().nfc().collect();
    if composed.chars().count() > most {
        return Err(BrokenText::TooLong { most });
    }
    if hides(&composed) {
        return Err(BrokenText::Hidden);
    }
    if PILED.is_match(&composed) || LOOSE_MARK.is_match(&composed) {
        return Err(BrokenText::Marks);
    }
    if !VISIBLE.is_match(&composed) {
        return Err(BrokenText::Missing);
    }
    Ok(composed)
}

/// True if the text has an invisible character that no script or emoji needs.
fn hides(text: &str) -> bool {
    HIDDEN.is_match(text) && HIDDEN.is_match(&WRITTEN_WITH_HIDDEN.replace_all(text, ""))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn kept(text: &str, expected: &str) {
        assert_eq!(
            Line::<60>::read(text).map(Line::into_string).as_deref(),
            Ok(expected),
            "{text:?}"
        );
    }

    #[track_caller]
    fn refused(text: &str, expected: BrokenText) {
        assert_eq!(
            Paragraphs::<60>::read(text).map(Paragraphs::into_string),
            Err(expected),
            "{text:?}"
        );
    }

    #[test]
    fn texts_of_every_script_are_kept() {
        for text in [
            "Bitter, as it should be: 10/10!",
            "करेला पाउडर बहुत अच्छा है।",
            "પ્રિયા શાહ",
            "தமிழ்நாடு",
            "ಶ್ರೀನಿವಾಸ",
            "കാര്‍ത്തിക",
            "ড়িয়াদহ",
            "محمد‌علی",
            "क्‍ष",
            "Nguyễn Thị Thuỷ",
            "ကြွေးမြှောက်",
            "བསྒྲུབས",
            "❤️ 👩‍🌾👍🏽 1️⃣ ™",
            "₹249 <b>& more</b>",
        ] {
            let composed: String = text.nfc().collect();
            kept(text, &composed);
        }
    }

    #[test]
    fn text_typed_in_two_ways_is_kept_in_one() {
        kept(" Jose\u{301}\tPatel ", "José Patel");
        let lines = Paragraphs::<60>::read("one\r\ntwo\rthree\u{2028}four\n").map(Paragraphs::into_string);
        assert_eq!(lines.as_deref(), Ok("one\ntwo\nthree\nfour"));
    }

    #[test]
    fn characters_that_hide_or_reorder_text_are_refused() {
        for hidden in [
            '\0',
            '\u{7}',
            '\u{1b}',
            '\u{7f}',
            '\u{85}',
            '\u{9b}',
            '\u{ad}',
            '\u{34f}',
            '\u{61c}',
            '\u{115f}',
            '\u{180e}',
            '\u{200b}',
            '\u{200c}',
            '\u{200d}',
            '\u{200e}',
            '\u{202a}',
            '\u{202e}',
            '\u{2060}',
            '\u{2066}',
            '\u{2069}',
            '\u{3164}',
            '\u{e000}',
            '\u{fe0f}',
            '\u{feff}',
            '\u{ffa0}',
            '\u{ffff}',
            '\u{e0041}',
            '\u{e0100}',
            '\u{10fffe}',
        ] {
            refused(&format!("Asha{hidden}Patel"), BrokenText::Hidden);
        }
        refused("क\u{200d}\u{200d}ष", BrokenText::Hidden);
    }

    #[test]
    fn marks_stand_on_letters_and_not_in_heaps() {
        refused("\u{301}\u{302}", BrokenText::Marks);
        refused("Asha \u{301}", BrokenText::Marks);
        refused(&format!("Z{}algo", "\u{334}".repeat(5)), BrokenText::Marks);
        refused(&format!("க{}", "\u{bbe}".repeat(9)), BrokenText::Marks);
    }

    #[test]
    fn nothing_to_see_is_nothing() {
        for text in ["", " \n\t", "\u{3000}", "\u{2800}\u{2800}"] {
            refused(text, BrokenText::Missing);
        }
    }

    #[test]
    fn length_is_counted_in_characters() {
        kept(&"क".repeat(60), &"क".repeat(60));
        kept(&"e\u{301}".repeat(60), &"é".repeat(60));
        refused(&"x".repeat(61), BrokenText::TooLong { most: 60 });
        refused(&"x".repeat(4_000_000), BrokenText::TooLong { most: 60 });
    }

    #[test]
    fn each_has_its_rule_and_its_words() {
        let broken = BrokenText::TooLong { most: 60 }.of("Name");
        assert_eq!(broken.rule(), Rule::TooLong { max: 60 });
        assert_eq!(broken.message(), "Name should be at most 60 characters long");
        assert_eq!(BrokenText::Missing.of("Name").message(), "Name is required");
        assert_eq!(BrokenText::Marks.rule(), Rule::NotAllowedCharacters);
    }

    #[test]
    fn one_line_is_one_line() {
        assert_eq!(Line::<60>::read("Asha\r\nBcc: x"), Err(BrokenText::ManyLines));
        kept("Asha\n", "Asha");
    }

    proptest! {
        #[test]
        fn accepted_text_is_kept_unchanged_and_breaks_no_database_and_no_mail(text in "\\PC*|.{0,40}|[\\s\\pM\\pC\\pL]{0,20}") {
            if let Ok(kept) = Paragraphs::<200>::read(&text) {
                prop_assert!(!kept.as_str().contains(|c: char| c.is_control() && c != '\n'));
                prop_assert!(kept.as_str().chars().count() <= 200);
                prop_assert_eq!(Paragraphs::read(kept.as_str()), Ok(kept));
            }
            if let Ok(kept) = Line::<40>::read(&text) {
                prop_assert!(!kept.as_str().contains(char::is_control));
            }
        }
    }

    #[test]
    fn fuzz_of_what_people_type() {
        let corpus = [
            "Asha Patel",
            "आशा पटेल",
            "+91 98765-43210",
            "395 007",
            "Two\nlines",
            "e\u{301}",
            "a\u{202e}b",
        ];
        fuzz::feed_text("values", &corpus, |text| {
            if let Ok(line) = Line::<60>::read(text) {
                assert!(line.as_str().chars().count() <= 60 && !line.as_str().contains(['\n', '\r', '\0']));
                assert_eq!(Line::<60>::read(line.as_str()).as_ref(), Ok(&line));
            }
            if let Ok(words) = Paragraphs::<500>::read(text) {
                assert!(words.as_str().chars().count() <= 500 && !words.as_str().contains('\0'));
                assert_eq!(Paragraphs::<500>::read(words.as_str()).as_ref(), Ok(&words));
            }
            if let Ok(name) = crate::PersonName::read(text) {
                assert_eq!(crate::PersonName::read(name.as_str()).as_ref(), Ok(&name));
            }
            if let Ok(email) = crate::Email::read(text) {
                assert!(email.as_str().bytes().all(|byte| byte.is_ascii_graphic()));
            }
            if let Ok(number) = crate::MobileNumber::read(text) {
                assert!(
                    number.as_str().len() == 10 && number.as_str().bytes().all(|byte| byte.is_ascii_digit())
                );
            }
            if let Ok(pincode) = crate::Pincode::read(text) {
                assert_eq!(pincode.as_str().len(), 6);
            }
        });
    }
}
