//! The text similarity of Fuse.js 7. The specification's thresholds are those of this library, and the
//! browser uses it for small shops. It is Bitap with errors; matches further from the beginning count less,
//! and fields with fewer words count more. All defaults of the library, except the threshold.

/// The distance from the beginning at which a match no longer counts.
const DISTANCE: f64 = 100.0;

/// The maximum length of a piece of a pattern: the bits of a machine word.
const LONGEST_PIECE: usize = 32;

/// A search pattern.
#[derive(Debug)]
pub struct Pattern {
    whole: Vec<u16>,
    pieces: Vec<Piece>,
}

#[derive(Debug)]
struct Piece {
    characters: Vec<u16>,
    /// The start of this piece in the whole pattern.
    start: usize,
}

/// The score of a text, from 0 (identical) to 1, and its weight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Match {
    score: f64,
    norm: f64,
}

impl Pattern {
    /// Creates a pattern from non-blank words.
    pub fn new(words: &str) -> Self {
        let whole = characters(words);
        let mut pieces: Vec<_> = whole
            .chunks_exact(LONGEST_PIECE)
            .enumerate()
            .map(|(number, piece)| Piece {
                characters: piece.to_vec(),
                start: number * LONGEST_PIECE,
            })
            .collect();
        if !whole.len().is_multiple_of(LONGEST_PIECE) {
            let start = whole.len().saturating_sub(LONGEST_PIECE);
            let start = if pieces.is_empty() { 0 } else { start };
            pieces.push(Piece {
                characters: whole[start..].to_vec(),
                start,
            });
        }
        Self { whole, pieces }
    }

    /// Matches a text; `None` if it does not reach the threshold or is blank.
    pub fn find(&self, text: &str, threshold: f64) -> Option<Match> {
        if text.trim().is_empty() {
            return None;
        }
        let norm = norm(text);
        let text = characters(text);
        if text == self.whole {
            return Some(Match { score: 0.0, norm });
        }
        if self.lacks(&text) > threshold {
            return None;
        }
        let (mut total, mut is_found) = (0.0, false);
        for piece in &self.pieces {
            let (score, matches) = piece.find(&text, threshold);
            is_found |= matches;
            total += score;
        }
        is_found.then(|| Match {
            score: total / number(self.pieces.len()),
            norm,
        })
    }

    /// The lowest possible score of this text: each character of the pattern that the text lacks is an error.
    /// It avoids most comparisons. A pattern of several pieces has no lower bound, because one piece may
    /// match.
    fn lacks(&self, text: &[u16]) -> f64 {
        let known = text
            .iter()
            .fold(0_u128, |known, character| known | ascii(*character));
        let [piece] = &self.pieces[..] else { return 0.0 };
        let is_missing = |character: &&u16| ascii(**character) & !known != 0;
        let missing = piece.characters.iter().filter(is_missing).count();
        number(missing) / number(piece.characters.len())
    }
}

/// One bit for each ASCII character, and none for others.
fn ascii(character: u16) -> u128 {
    if character < 128 { 1 << character } else { 0 }
}

fn number(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

/// The combined score of an item with several fields, some of which match; smaller is better. `weight` is
/// each field's share.
pub fn likeness(matches: &[Match], weight: f64) -> f64 {
    let powers = matches.iter().map(|found| {
        let score = if found.score == 0.0 {
            f64::EPSILON
        } else {
            found.score
        };
        score.powf(weight * found.norm)
    });
    powers.product()
}

/// The text in lower case, as UTF-16 code units.
fn characters(text: &str) -> Vec<u16> {
    text.to_lowercase().encode_utf16().collect()
}

/// A field's weight by its number of words.
fn norm(text: &str) -> f64 {
    let is_separator = |c: char| matches!(c, '\u{9}'..='\u{d}' | ' ' | '\u{a0}');
    let words = text.split(is_separator).filter(|word| !word.is_empty()).count();
    (1000.0 / number(words.max(1)).sqrt()).round() / 1000.0
}

impl Piece {
    /// Returns the best score, and whether it is within the threshold.
    fn find(&self, text: &[u16], threshold: f64) -> (f64, bool) {
        let length = self.characters.len();
        let expected = self.start.min(text.len());
        let mut threshold = self.exact(text, expected, threshold);
        let masks: Vec<u32> = text.iter().map(|character| self.mask(*character)).collect();
        let last_bit = 1_u32 << (length - 1);
        let (mut final_score, mut is_found) = (1.0, false);
        let mut reach = length + text.len();
        let mut before: Vec<u32> = Vec::new();
        for errors in 0..length {
            reach = self.reach(errors, expected, reach, threshold);
            let mut start = (expected + 1).saturating_sub(reach).max(1);
            let finish = (expected + reach).min(text.len()) + length;
            let mut bits = vec![0_u32; finish + 2];
            bits[finish + 1] = (1_u32 << errors) - 1;
            let mut j = finish;
            while j >= start {
                let place = j - 1;
                let mask = masks.get(place).copied().unwrap_or(0);
                bits[j] = ((bits[j + 1] << 1) | 1) & mask;
                if errors > 0 {
                    let at = |index: usize| before.get(index).copied().unwrap_or(0);
                    bits[j] |= ((at(j + 1) | at(j)) << 1) | 1 | at(j + 1);
                }
                if bits[j] & last_bit != 0 {
                    final_score = self.score(errors, expected, place);
                    if final_score <= threshold {
                        (threshold, is_found) = (final_score, true);
                        if place <= expected {
                            break;
                        }
                        start = (2 * expected).saturating_sub(place).max(1);
                    }
                }
                j -= 1;
            }
            if self.score(errors + 1, expected, expected) > threshold {
                break;
            }
            before = bits;
        }
        (f64::max(0.001, final_score), is_found)
    }

    /// The threshold that remains if the exact pattern occurs in the text.
    fn exact(&self, text: &[u16], expected: usize, mut threshold: f64) -> f64 {
        let mut from = expected;
        while let Some(found) = text[from.min(text.len())..]
            .windows(self.characters.len())
            .position(|window| window == self.characters)
        {
            let place = from + found;
            threshold = threshold.min(self.score(0, expected, place));
            from = place + self.characters.len();
        }
        threshold
    }

    /// The maximum distance from the expected position for a match with this many errors, by bisection.
    fn reach(&self, errors: usize, expected: usize, most: usize, threshold: f64) -> usize {
        let (mut least, mut most, mut middle) = (0, most, most);
        while least < middle {
            if self.score(errors, expected, expected + middle) <= threshold {
                least = middle;
            } else {
                most = middle;
            }
            middle = usize::midpoint(least, most);
        }
        middle
    }

    fn score(&self, errors: usize, expected: usize, place: usize) -> f64 {
        number(errors) / number(self.characters.len()) + number(expected.abs_diff(place)) / DISTANCE
    }

    /// The positions of a character in the piece, as bits: the first is the highest bit.
    fn mask(&self, character: u16) -> u32 {
        let places = self.characters.iter().rev().enumerate();
        places.fold(0, |mask, (bit, known)| {
            mask | (u32::from(*known == character) << bit)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The results of Fuse.js for `Fuse.match(pattern, text, { threshold })`. `server_search.test.ts` keeps
    /// them current.
    const ANSWERS: &str = include_str!("../../tests/fuse/answers.json");

    #[test]
    fn texts_resemble_patterns_as_fuse_says() {
        let answers: Vec<(String, String, f64, Option<f64>)> =
            serde_json::from_str(ANSWERS).expect("the answers can be read");
        assert!(answers.len() > 1_000, "{}", answers.len());
        for (pattern, text, threshold, expected) in answers {
            let found = Pattern::new(&pattern).find(&text, threshold);
            let found = found.map(|found| found.score);
            let agrees = match (found, expected) {
                (Some(found), Some(expected)) => (found - expected).abs() < 1e-12,
                (found, expected) => found == expected,
            };
            assert!(
                agrees,
                "{pattern:?} in {text:?} at {threshold}: {found:?}, not {expected:?}"
            );
        }
    }
}
