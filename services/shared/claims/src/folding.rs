//! Folds a text into the form of the lists: lower case, without differences by spelling, keyboard or evasion.

use crate::letters::{Letter, letters, spelt_alike};

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A word or a number.
    Word,
    /// Punctuation inside a sentence.
    Comma,
    /// The end of a sentence or line.
    Stop,
    /// The end of a question.
    Question,
}

/// A token of the text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Word {
    pub kind: Kind,
    /// The start in the original text, in code points.
    pub start: usize,
    /// The end in the original text, in code points.
    pub end: usize,
    /// The start in the folded text, in bytes.
    pub at: usize,
}

/// A folded text. Each word has a space on both sides, so that whole words can be searched.
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

    /// The word at a byte of the folded text.
    pub(crate) fn word_at(&self, byte: usize) -> usize {
        self.words.partition_point(|word| word.at <= byte) - 1
    }

    /// True if this token is the word `text`.
    pub(crate) fn is(&self, word: usize, text: &str) -> bool {
        let at = self.words.get(word).map(|word| word.at);
        at.is_some_and(|at| {
            self.text[at..].starts_with(text) && self.text[at + text.len()..].starts_with(' ')
        })
    }

    /// Reads the token that begins at a letter. Returns where the next one begins.
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

    /// Reads a number. All numbers become `#`, apart from 100 and 0, which occur in claims.
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

/// The viramas of Devanagari and Gujarati, which belong to the letter before but are not alphabetic.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{94d}' | '\u{acd}')
}

fn is_gap(c: char) -> bool {
    c == ' '
}

/// True if a hyphen separates words instead of joining them.
fn is_dash(letters: &[Letter], at: usize) -> bool {
    let is_free = |at: Option<usize>| at.and_then(|at| letters.get(at)).is_none_or(|l| l.char == ' ');
    is_free(at.checked_sub(1)) && is_free(Some(at + 1))
}

/// Reads digits and signs as the letters that they replace inside a word, as in `cur3`. Leaves `d!abetes`
/// alone.
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

/// The end of the word that begins here, including digits that replace letters.
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

/// Reads single letters with the same sign between them as a word, as in `c-u-r-e` and `B.P.`.
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
