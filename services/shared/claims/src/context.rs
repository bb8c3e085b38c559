//! Finds denials and warnings in sentences.

use crate::{
    folding::{Folded, Kind},
    lexicon::Hit,
    rules::Role,
};

/// Range of "not" before a verb, in words: "is not meant, in any case and for anybody, to treat".
const DENIED_BY_NOT: usize = 16;
/// Range of "no" before a thing, in words: "no powder in the world cures".
const DENIED_BY_NO: usize = 7;
/// Range of a denial after its subject, in words: "ka ilaj bilkul bhi nahi".
const DENIED_BEFORE: usize = 8;

/// Conjunctions in the languages of India, folded.
const AND: [&str; 7] = ["aur", "or", "और", "एवं", "तथा", "અને", "તથા"];

/// The denials and warnings of a text, by word and sentence.
pub(crate) struct Context {
    denied: Vec<bool>,
    /// The sentence number of each word.
    sentences: Vec<usize>,
    warned: Vec<bool>,
    other: Vec<bool>,
    /// Sentences that report other people's claims, and questions that the next sentence answers with no.
    refused: Vec<bool>,
}

impl Context {
    pub(crate) fn of(folded: &Folded, hits: &[Hit]) -> Self {
        let sentences = sentences(folded);
        let count = sentences.last().map_or(1, |last| last + 1);
        let mut context = Self {
            denied: vec![false; folded.words.len()],
            sentences,
            warned: vec![false; count],
            other: vec![false; count],
            refused: refused_questions(folded, hits, count),
        };
        for hit in hits {
            let sentence = context.sentences[hit.first];
            match hit.role {
                Role::Warning => context.warned[sentence] = true,
                Role::Other => context.other[sentence] = true,
                Role::Reported => context.refused[sentence] = true,
                _ => {}
            }
        }
        context.deny(folded, hits);
        context
    }

    /// True if the claim from `first` to `last` is denied, refused as a question, or reported.
    pub(crate) fn denies(&self, first: usize, last: usize) -> bool {
        self.denied[first] || self.denied[last] || self.refused[self.sentences[first]]
    }

    /// True if the sentence has a warning.
    pub(crate) fn warns(&self, word: usize) -> bool {
        self.warned[self.sentences[word]] || self.acts_otherwise(word)
    }

    /// True if the sentence names something else than the product as the cause.
    pub(crate) fn acts_otherwise(&self, word: usize) -> bool {
        self.other[self.sentences[word]]
    }

    /// True if both words are in the same sentence.
    pub(crate) fn joins(&self, word: usize, other: usize) -> bool {
        self.sentences[word] == self.sentences[other]
    }

    fn deny(&mut self, folded: &Folded, hits: &[Hit]) {
        let count = folded.words.len();
        let mut acts = vec![None; count];
        let mut ends = vec![false; count];
        // Words of a claim such as "no side effects", and of "not only", deny nothing.
        let mut spoken = vec![false; count];
        for hit in hits {
            match hit.role {
                Role::Act | Role::ActBase | Role::Change => acts[hit.first] = Some(hit.role),
                Role::But => ends[hit.first] = true,
                Role::Claim(_) | Role::Hint(_) | Role::NotDenied => spoken[hit.first..=hit.last].fill(true),
                _ => {}
            }
        }
        for hit in hits.iter().filter(|hit| !spoken[hit.first]) {
            match hit.role {
                Role::Not => self.deny_after(folded, hit.last, DENIED_BY_NOT, &acts, &ends),
                Role::No => self.deny_after(folded, hit.last, DENIED_BY_NO, &acts, &ends),
                Role::NotBefore => self.deny_before(folded, hit.first, &acts, &ends),
                _ => {}
            }
        }
    }

    /// Denies the following words, up to the end of the sentence, a "but", or a comma or "and" after which a
    /// new statement begins.
    fn deny_after(
        &mut self,
        folded: &Folded,
        from: usize,
        most: usize,
        acts: &[Option<Role>],
        ends: &[bool],
    ) {
        for (at, ends) in ends.iter().enumerate().skip(from + 1).take(most) {
            let parts = folded.words[at].kind == Kind::Comma || folded.is(at, "and");
            let next = acts.get(at + 1).copied().flatten();
            let says_anew = parts && next.is_some_and(|act| act != Role::ActBase);
            // A comma ends the range of "no". After "not", a list of base forms continues it.
            let is_list = next == Some(Role::ActBase) || folded.is(at + 1, "or") || folded.is(at + 1, "and");
            let is_over = folded.words[at].kind == Kind::Comma && !is_list;
            if *ends || !self.joins(from, at) || says_anew || is_over {
                return;
            }
            self.denied[at] = true;
        }
    }

    /// Denies the preceding words, back to a "but", the beginning of the sentence, or a comma or "and" that
    /// no list follows.
    fn deny_before(&mut self, folded: &Folded, to: usize, acts: &[Option<Role>], ends: &[bool]) {
        for at in (to.saturating_sub(DENIED_BEFORE)..to).rev() {
            let parts = folded.words[at].kind != Kind::Word || AND.iter().any(|and| folded.is(at, and));
            if ends[at] || !self.joins(at, to) || (parts && acts[at + 1].is_none()) {
                return;
            }
            self.denied[at] = true;
        }
    }
}

/// The sentence number of each word.
fn sentences(folded: &Folded) -> Vec<usize> {
    let mut sentence = 0;
    let numbers = folded.words.iter().map(|word| {
        let number = sentence;
        sentence += usize::from(matches!(word.kind, Kind::Stop | Kind::Question));
        number
    });
    numbers.collect()
}

/// The questions that the next sentence answers with no.
fn refused_questions(folded: &Folded, hits: &[Hit], count: usize) -> Vec<bool> {
    let mut refused = vec![false; count + 1];
    let mut sentence = 0;
    for (at, word) in folded.words.iter().enumerate() {
        let answers =
            |hit: &&Hit| hit.first == at + 1 && matches!(hit.role, Role::No | Role::Not | Role::NotBefore);
        if word.kind == Kind::Question {
            let from = hits.partition_point(|hit| hit.first <= at);
            refused[sentence] = hits[from..]
                .iter()
                .take_while(|hit| hit.first == at + 1)
                .any(|hit| answers(&hit));
        }
        sentence += usize::from(matches!(word.kind, Kind::Stop | Kind::Question));
    }
    refused
}
