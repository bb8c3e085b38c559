//! Combines phrases into claims.

use crate::{
    context::Context,
    folding::{Folded, Kind},
    lexicon::Hit,
    rules::{Role, Rule},
};

/// Limit of words between an act and its disease: "reverses, within only a few weeks, diabetes".
const ACT_TO_DISEASE: usize = 6;
/// Limit of words if the disease is first: "sugar ki bimari ko hamesha ke liye jad se khatam".
const DISEASE_TO_ACT: usize = 8;
/// Limit of words between a remedy and its disease: "medicine for old and stubborn arthritis".
const REMEDY: usize = 4;
/// Limit of words between `for` and a disease: "for type 2 diabetes".
const FOR: usize = 2;

/// A claim, by its first and last word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mark {
    pub first: usize,
    pub last: usize,
    pub rule: Rule,
}

/// The claims of a text, in order and without overlaps.
pub(crate) fn marks(folded: &Folded, hits: &[Hit]) -> Vec<Mark> {
    let context = Context::of(folded, hits);
    let reader = Reader {
        folded,
        hits,
        context,
    };
    let mut marks: Vec<Mark> = Vec::new();
    let mut found: Vec<_> = hits.iter().filter_map(|hit| reader.read(hit)).collect();
    found.sort_by_key(Found::order);
    for Found { mark, object } in found {
        match marks.last_mut() {
            // "Cures diabetes and gout": the second disease is marked alone.
            Some(before) if mark.first <= before.last && object.first > before.last => {
                marks.push(Mark {
                    first: object.first,
                    last: object.last,
                    ..mark
                });
            }
            Some(before) if mark.first <= before.last => before.last = before.last.max(mark.last),
            _ => marks.push(mark),
        }
    }
    marks
}

/// A claim, with the phrase that it is about.
struct Found {
    mark: Mark,
    object: Hit,
}

impl Found {
    /// Sort order: by first word, then claims with an act before claims of a single phrase, then the shorter
    /// first.
    fn order(&self) -> (usize, bool, usize) {
        let is_alone = self.mark.first == self.object.first && self.mark.last == self.object.last;
        (self.mark.first, is_alone, self.mark.last)
    }
}

struct Reader<'a> {
    folded: &'a Folded,
    hits: &'a [Hit],
    context: Context,
}

impl Reader<'_> {
    /// The claim about a phrase.
    fn read(&self, hit: &Hit) -> Option<Found> {
        let (rule, with) = match hit.role {
            Role::Claim(rule) => (rule, Some(*hit)),
            Role::Hint(rule) => (rule, Some(*hit).filter(|hit| !self.context.warns(hit.first))),
            Role::Disease(rule) => (rule, self.acts_on(hit).or_else(|| self.is_for(hit, true))),
            Role::Condition(rule) => (rule, self.acts_on(hit).or_else(|| self.is_for(hit, false))),
            Role::Measure(rule) => (rule, self.changes(hit)),
            _ => return None,
        };
        let with = with?;
        let (first, last) = (hit.first.min(with.first), hit.last.max(with.last));
        let mark = Mark { first, last, rule };
        (!self.context.denies(first, last)).then_some(Found { mark, object: *hit })
    }

    /// The phrase that acts on the disease.
    fn acts_on(&self, disease: &Hit) -> Option<Hit> {
        if self.context.acts_otherwise(disease.first) {
            return None;
        }
        let is_warned = self.context.warns(disease.first);
        self.nearest(disease, ACT_TO_DISEASE, DISEASE_TO_ACT, |role| {
            matches!(role, Role::Act | Role::ActBase) || (role == Role::Change && !is_warned)
        })
    }

    /// The phrase that relates the product to the disease: good for it, a remedy for it, or only `for` it.
    fn is_for(&self, disease: &Hit, is_scheduled: bool) -> Option<Hit> {
        if let Some(good) = self.nearest(disease, REMEDY, REMEDY, |role| role == Role::Good) {
            return Some(good).filter(|_| !self.context.acts_otherwise(disease.first));
        }
        if self.context.warns(disease.first) || self.is_somebody(disease) {
            return None;
        }
        let remedy = self.nearest(disease, REMEDY, REMEDY, |role| role == Role::Remedy);
        remedy.or_else(|| {
            let before = self.nearest(disease, FOR, 0, |role| role == Role::For);
            let after = self.nearest(disease, 0, FOR, |role| role == Role::Use);
            let before = before.filter(|before| before.last < disease.first);
            let after = after.filter(|after| after.first > disease.last);
            before.or(after).filter(|_| is_scheduled)
        })
    }

    /// The phrase that lowers, balances or controls the measure.
    fn changes(&self, measure: &Hit) -> Option<Hit> {
        if self.context.warns(measure.first) {
            return None;
        }
        let change = self.nearest(measure, 4, 5, |role| role == Role::Change)?;
        let between = change.last.min(measure.last)..change.first.max(measure.first);
        let is_parted = self.folded.words[between]
            .iter()
            .any(|word| word.kind == Kind::Comma);
        (!is_parted).then_some(change)
    }

    /// True if the disease describes a person: "my diabetic father".
    fn is_somebody(&self, disease: &Hit) -> bool {
        self.around(disease, 0, 1).any(|hit| hit.role == Role::Person)
    }

    /// The nearest phrase of a role within these numbers of words.
    fn nearest(&self, of: &Hit, before: usize, after: usize, is: impl Fn(Role) -> bool) -> Option<Hit> {
        let distance = |hit: &Hit| {
            of.first
                .saturating_sub(hit.last)
                .max(hit.first.saturating_sub(of.last))
        };
        let near = self.around(of, before, after).filter(|hit| is(hit.role));
        near.min_by_key(distance)
    }

    /// The phrases of the same clause within these numbers of words.
    fn around(&self, of: &Hit, before: usize, after: usize) -> impl Iterator<Item = Hit> {
        let from = self.hits.partition_point(|hit| hit.first + before + 6 < of.first);
        let near = self.hits[from..]
            .iter()
            .take_while(move |hit| hit.first <= of.last + after + 1);
        let of = *of;
        near.copied().filter(move |hit| {
            let stands_before = hit.last < of.first && hit.last + before + 1 >= of.first;
            let stands_after = hit.first > of.last;
            (stands_before || stands_after)
                && self.context.joins(hit.first, of.last)
                && !self.is_parted(hit.last.min(of.last), hit.first.max(of.first))
        })
    }

    /// True if a "but" or a warning is in between: "stop using it if you have gout".
    fn is_parted(&self, first: usize, last: usize) -> bool {
        let from = self.hits.partition_point(|hit| hit.first <= first);
        let mut between = self.hits[from..].iter().take_while(|hit| hit.first < last);
        between.any(|hit| hit.last < last && matches!(hit.role, Role::But | Role::Warning))
    }
}
