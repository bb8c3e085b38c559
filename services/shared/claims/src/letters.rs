//! Folds characters and spellings into the form of the lists, and keeps their places in the text.

use unicode_normalization::char::decompose_compatible;

/// A folded character, with its place in the original text, in code points.
#[derive(Clone, Copy)]
pub(crate) struct Letter {
    pub char: char,
    pub start: usize,
    pub end: usize,
}

/// The characters of a text: lower case, decomposed, without invisible ones, each with its place.
pub(crate) fn letters(text: &str) -> Vec<Letter> {
    let mut letters: Vec<Letter> = Vec::new();
    let chars: Vec<char> = text.chars().collect();
    for (place, &char) in chars.iter().enumerate() {
        let mut kept = false;
        let char = if char == '\n' && is_wrapped(&chars, place) {
            ' '
        } else {
            char
        };
        decompose_compatible(char, |part| {
            for part in part.to_lowercase() {
                if let Some(char) = folded(part) {
                    kept = true;
                    letters.push(Letter {
                        char,
                        start: place,
                        end: place + 1,
                    });
                }
            }
        });
        // A mark belongs to the letter before it, an apostrophe to the letter after it.
        if !kept
            && !matches!(char, '\'' | '’' | '‘')
            && let Some(last) = letters.last_mut()
        {
            last.end = place + 1;
        }
    }
    nasals(&mut letters);
    letters
}

/// True if the line break is in the middle of a sentence.
fn is_wrapped(chars: &[char], at: usize) -> bool {
    let before = chars[..at].iter().rev().find(|c| **c != ' ' && **c != '\r');
    let after = chars[at + 1..].iter().find(|c| **c != ' ');
    before.is_some_and(|c| c.is_alphabetic() || *c == ',') && after.is_some_and(|c| c.is_lowercase())
}

/// Folds a character. `None` for accents and invisible characters.
fn folded(c: char) -> Option<char> {
    let c = match c {
        // Accents of Latin letters, the nuktas of Devanagari and Gujarati, invisible characters, and
        // apostrophes.
        '\u{300}'..='\u{36f}'
        | '\u{93c}'
        | '\u{abc}'
        | '\u{ad}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2060}'..='\u{2064}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}'
        | '\''
        | '’'
        | '‘' => return None,
        // Long and short i and u are often confused, and so are the two nasal signs.
        'ई' => 'इ',
        'ऊ' => 'उ',
        'ी' => 'ि',
        'ू' => 'ु',
        'ँ' => 'ं',
        'ઈ' => 'ઇ',
        'ઊ' => 'ઉ',
        'ી' => 'િ',
        'ૂ' => 'ુ',
        'ઁ' => 'ં',
        '०'..='९' => ascii_digit(c, '०'),
        '૦'..='૯' => ascii_digit(c, '૦'),
        // Cyrillic letters that look like Latin ones.
        'а' => 'a',
        'е' => 'e',
        'о' => 'o',
        'р' => 'p',
        'с' => 'c',
        'у' => 'y',
        'х' => 'x',
        'і' => 'i',
        '‐' | '‑' | '−' => '-',
        '“' | '”' => '"',
        '…' => '.',
        c if c != '\n' && (c.is_whitespace() || c.is_control()) => ' ',
        c => c,
    };
    Some(c)
}

fn ascii_digit(c: char, zero: char) -> char {
    let digit = u32::from(c) - u32::from(zero);
    char::from_digit(digit, 10).unwrap_or(c)
}

/// Writes a nasal before a consonant as a dot: सन्धि as संधि.
fn nasals(letters: &mut Vec<Letter>) {
    let mut kept: Vec<Letter> = Vec::with_capacity(letters.len());
    for letter in letters.drain(..) {
        if matches!(letter.char, '\u{94d}' | '\u{acd}')
            && let Some(nasal) = kept.last_mut()
        {
            let dot = match nasal.char {
                'ङ' | 'ञ' | 'ण' | 'न' | 'म' => 'ं',
                'ઙ' | 'ઞ' | 'ણ' | 'ન' | 'મ' => 'ં',
                _ => '\0',
            };
            if dot != '\0' {
                nasal.char = dot;
                nasal.end = letter.end;
                continue;
            }
        }
        kept.push(letter);
    }
    *letters = kept;
}

/// Maps spellings with the same sound to one: ee to i, oo to u, w to v, z to j, ph to f, double letters to
/// single ones.
pub(crate) fn spelt_alike(word: &str) -> String {
    let mut spelt = String::with_capacity(word.len());
    let mut chars = word.chars().peekable();
    while let Some(c) = chars.next() {
        let mut times = 1;
        while chars.next_if_eq(&c).is_some() {
            times += 1;
        }
        let c = match c {
            'e' if times > 1 => 'i',
            'o' if times > 1 => 'u',
            'w' => 'v',
            'z' => 'j',
            'p' if chars.next_if_eq(&'h').is_some() => 'f',
            c => c,
        };
        spelt.push(c);
    }
    spelt
}
