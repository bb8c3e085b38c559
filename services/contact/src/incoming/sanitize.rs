//! Sanitises incoming text: removes invisible and bidirectional control characters. Pure.

/// The maximum length of a mail's text in characters, as for a message.
const MAX_TEXT: usize = 5_000;

/// The text that replaces the cut part of a longer mail.
const CUT: &str = "[The email is longer. The rest was not saved.]";

/// Returns the text without hidden characters, cut to `MAX_TEXT`.
pub fn sanitize_text(text: &str) -> String {
    let mut cleaned = String::new();
    let mut characters = 0;
    for letter in text.replace("\r\n", "\n").chars() {
        let letter = match letter {
            '\t' | '\u{a0}' => ' ',
            '\r' | '\u{2028}' | '\u{2029}' => '\n',
            letter if is_hidden(letter) => continue,
            letter => letter,
        };
        // Keep at most one empty line in a row, because many would hide the text below them.
        if letter == '\n' && cleaned.ends_with("\n\n") {
            continue;
        }
        if characters == MAX_TEXT {
            return format!("{}\n\n{CUT}", cleaned.trim_end());
        }
        cleaned.push(letter);
        characters += 1;
    }
    cleaned.trim().to_owned()
}

/// True for control, format, private-use and ignorable characters. Joiners used by Indian scripts and emoji
/// are kept.
fn is_hidden(letter: char) -> bool {
    letter != '\n'
        && (letter.is_control()
            || matches!(letter,
                '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
                | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{e000}'..='\u{f8ff}' | '\u{feff}'
                | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{10ffff}'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_are_removed_and_scripts_stay_whole() {
        assert_eq!(
            sanitize_text("a\u{0}b\u{202e}c\t d\r\ne\u{200b}\u{feff} "),
            "abc  d\ne"
        );
        assert_eq!(
            sanitize_text("क्\u{200d}ष 👩\u{200d}🌾"),
            "क्\u{200d}ष 👩\u{200d}🌾"
        );
        assert_eq!(sanitize_text("a\n\n\n\n\nb"), "a\n\nb");
    }

    #[test]
    fn a_long_text_is_cut_and_says_so() {
        let cut = sanitize_text(&"अ".repeat(MAX_TEXT + 1));
        assert!(cut.ends_with(CUT), "{cut}");
        assert_eq!(sanitize_text(&"अ".repeat(MAX_TEXT)).chars().count(), MAX_TEXT);
    }
}
