//! What a sentence denies, and what it warns of.

use crate::{
    folding::{Folded, Kind},
    lexicon::Hit,
    rules::Role,
};

/// Words that a verb is denied for: "is not meant, in any case and for anybody, to treat".
const DENIED_BY_NOT: usize = 16;
/// Words that a thing is denied for: "no powder in the world cures".
const DENIED_BY_NO: usize = 7;
/// Words after which what goes before can still be denied: "ka ilaj bilkul bhi nahi".
const DENIED_BEFORE: usize = 8;

/// What joins sentences in the languages of India, folded.
const AND: [&str; 7] = ["aur", "or", "और", "एवं", "तथा", "અને", "તથા"];

/// What is known of each word by the sentence around it.
pub(crate) struct Context {
    denied: Vec<bool>,
    /// The sentence of each word, by its number.
    sentences: Vec<usize>,
    warned: Vec<bool>,
    other: Vec<bool>,
    /// Sentences that only tell what others say, and questions that the next sentence answers with no.
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

    /// Whether what a claim says from `first` to `last` is denied, asked and refused, or told of others.
    pub(crate) fn denies(&self, first: usize, last: usize) -> bool {
        self.denied[first] || self.denied[last] || self.refused[self.sentences[first]]
    }

    /// Whether the sentence warns.
    pub(crate) fn warns(&self, word: usize) -> bool {
        self.warned[self.sentences[word]] || self.acts_otherwise(word)
    }

    /// Whether the sentence says that something else than the product acts.
    pub(crate) fn acts_otherwise(&self, word: usize) -> bool {
        self.other[self.sentences[word]]
    }

    /// Whether two words stand in one sentence.
    pub(crate) fn joins(&self, word: usize, other: usize) -> bool {
        self.sentences[word] == self.sentences[other]
    }

    fn deny(&mut self, folded: &Folded, hits: &[Hit]) {
        let count = folded.words.len();
        let mut acts = vec![None; count];
        let mut ends = vec![false; count];
        // Words of a claim like "no side effects" and of "not only" deny nothing.
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

    /// Denies what follows: up to the end of the sentence, to a "but", and to a comma or an "and" behind which the sentence
    /// says anew what something does.
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
            // A comma ends what "no" is said of; a list of base forms goes on after "not".
            let is_list = next == Some(Role::ActBase) || folded.is(at + 1, "or") || folded.is(at + 1, "and");
            let is_over = folded.words[at].kind == Kind::Comma && !is_list;
            if *ends || !self.joins(from, at) || says_anew || is_over {
                return;
            }
            self.denied[at] = true;
        }
    }

    /// Denies what goes before, back to a "but" or the beginning of the sentence, and to a comma or an "and" unless a list of
    /// what something does goes on behind it.
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

/// The number of each word's sentence.
fn sentences(folded: &Folded) -> Vec<usize> {
    let mut sentence = 0;
    let numbers = folded.words.iter().map(|word| {
        let number = sentence;
        sentence += usize::from(matches!(word.kind, Kind::Stop | Kind::Question));
        number
    });
    numbers.collect()
}

/// Sentences that ask what the next sentence answers with no.
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
