//! A text as the lists spell it: words in small letters, without what spelling, keyboards and evasion make different.

use crate::letters::{Letter, letters, spelt_alike};

/// What stands at a place of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A word or a number.
    Word,
    /// A sign inside a sentence.
    Comma,
    /// The end of a sentence, or of a line.
    Stop,
    /// The end of a question.
    Question,
}

/// A word of the text, or a sign between words.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Word {
    pub kind: Kind,
    /// Where it begins in the text as it came, in code points.
    pub start: usize,
    /// Where it ends there.
    pub end: usize,
    /// Where it begins in the folded text, in bytes.
    pub at: usize,
}

/// A text in folded words, each between two spaces, so that a word is looked up with its ends.
pub(crate) struct Folded {
    pub text: String,
    pub words: Vec<Word>,
}

impl Folded {
    pub(crate) fn of(text: &str) -> Self {
        let letters = letters(text);
        let mut folded = Self {
            text: " ".to_owned(),
            words: Vec::new(),
        };
        let mut at = 0;
        while at < letters.len() {
            at = folded.read(&letters, at);
        }
        folded
    }

    /// The word that holds a byte of the folded text.
    pub(crate) fn word_at(&self, byte: usize) -> usize {
        self.words.partition_point(|word| word.at <= byte) - 1
    }

    /// Whether a place holds this word.
    pub(crate) fn is(&self, word: usize, text: &str) -> bool {
        let at = self.words.get(word).map(|word| word.at);
        at.is_some_and(|at| {
            self.text[at..].starts_with(text) && self.text[at + text.len()..].starts_with(' ')
        })
    }

    /// Reads what begins at a letter, and says where the next begins.
    fn read(&mut self, letters: &[Letter], at: usize) -> usize {
        let letter = letters[at];
        if let Some((word, end)) = spelt_out(letters, at) {
            self.push(
                Kind::Word,
                &spelt_alike(&word),
                letter.start,
                letters[end - 1].end,
            );
            return end;
        }
        let run = |is: fn(char) -> bool| at + letters[at..].iter().take_while(|l| is(l.char)).count();
        let (kind, end) = match letter.char {
            c if c.is_ascii_digit() => return self.read_number(letters, at),
            c if is_letter(c) => (Kind::Word, end_of_word(letters, at)),
            ',' | ':' | '(' | ')' | '[' | ']' | '"' | '—' | '–' | '|' => (Kind::Comma, at + 1),
            '-' if is_dash(letters, at) => (Kind::Comma, at + 1),
            '.' | '!' | '।' | '॥' | ';' | '\n' => (Kind::Stop, at + 1),
            '?' => (Kind::Question, at + 1),
            '%' | '&' | '+' => (Kind::Word, at + 1),
            _ => return run(is_gap).max(at + 1),
        };
        let chars = letters[at..end].iter().map(|letter| letter.char);
        let word = match letter.char {
            '&' | '+' => "and".to_owned(),
            _ if kind == Kind::Word => spelt_alike(&chars.map(read_as_letter).collect::<String>()),
            _ => if kind == Kind::Comma { "," } else { "." }.to_owned(),
        };
        self.push(kind, &word, letter.start, letters[end - 1].end);
        end
    }

    /// A number stands for every number, but for 100 and 0, which claims are made of.
    fn read_number(&mut self, letters: &[Letter], at: usize) -> usize {
        let mut end = at;
        while letters.get(end).is_some_and(|letter| {
            let between = |l: &Letter| l.char.is_ascii_digit();
            letter.char.is_ascii_digit()
                || (matches!(letter.char, '.' | ',') && letters.get(end + 1).is_some_and(between))
        }) {
            end += 1;
        }
        let digits: String = letters[at..end].iter().map(|letter| letter.char).collect();
        let word = if digits == "100" || digits == "0" {
            &digits
        } else {
            "#"
        };
        self.push(Kind::Word, word, letters[at].start, letters[end - 1].end);
        end
    }

    fn push(&mut self, kind: Kind, word: &str, start: usize, end: usize) {
        let at = self.text.len();
        self.text.push_str(word);
        self.text.push(' ');
        self.words.push(Word { kind, start, end, at });
    }
}

fn is_letter(c: char) -> bool {
    c.is_alphabetic() || is_mark(c)
}

/// Signs of Indian scripts that belong to the letter before: vowel signs, which are alphabetic, and viramas, which are not.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{94d}' | '\u{acd}')
}

fn is_gap(c: char) -> bool {
    c == ' '
}

/// Whether a hyphen parts what stands around it instead of joining it.
fn is_dash(letters: &[Letter], at: usize) -> bool {
    let is_free = |at: Option<usize>| at.and_then(|at| letters.get(at)).is_none_or(|l| l.char == ' ');
    is_free(at.checked_sub(1)) && is_free(Some(at + 1))
}

/// Digits and signs that are written for letters inside a word: `cur3`, `d!abetes` is left alone.
fn read_as_letter(c: char) -> char {
    match c {
        '0' => 'o',
        '1' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        c => c,
    }
}

/// The end of the word that begins here; a digit belongs to it that stands for a letter.
fn end_of_word(letters: &[Letter], at: usize) -> usize {
    let char_at = |at: usize| letters.get(at).map(|letter| letter.char);
    let mut end = at + 1;
    while let Some(c) = char_at(end) {
        let stands_for_letter = end - at >= 2
            && read_as_letter(c) != c
            && char_at(end + 1)
                .is_none_or(|next| is_letter(next) || (end - at >= 3 && !next.is_ascii_digit()));
        if !(is_letter(c) || (c.is_ascii() && stands_for_letter)) {
            break;
        }
        end += 1;
    }
    end
}

/// Single letters with the same sign between them, as in `c-u-r-e` and `B.P.`, read as a word.
fn spelt_out(letters: &[Letter], at: usize) -> Option<(String, usize)> {
    let is_inner = |at: usize| letters.get(at).is_some_and(|l| is_letter(l.char));
    let begins = at
        .checked_sub(1)
        .is_none_or(|before| !is_inner(before) && !letters[before].char.is_ascii_digit());
    let sign = letters.get(at + 1)?.char;
    if !(begins && letters[at].char.is_ascii_alphabetic() && matches!(sign, '-' | '.' | ' ' | '*' | '_')) {
        return None;
    }
    let mut word = String::from(letters[at].char);
    let mut end = at + 1;
    while letters.get(end).is_some_and(|l| l.char == sign)
        && letters.get(end + 1).is_some_and(|l| l.char.is_ascii_alphabetic())
        && !is_inner(end + 2)
    {
        word.push(letters[end + 1].char);
        end += 2;
    }
    let least = if sign == '.' { 2 } else { 3 };
    if word.len() < least {
        return None;
    }
    let takes_last_dot = sign == '.' && letters.get(end).is_some_and(|l| l.char == '.');
    Some((word, if takes_last_dot { end + 1 } else { end }))
}
