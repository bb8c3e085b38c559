//! What was seen last, and of what the owner was told.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

use crate::status::{Check, Report};

/// How long the owner is left in peace about what they were told of.
const TOLD_AGAIN_AFTER: Duration = Duration::days(1);

/// What was seen last. The office reads when, and what is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Record {
    /// When it was looked.
    #[serde(with = "time::serde::rfc3339")]
    at: OffsetDateTime,
    /// What was seen.
    checks: Vec<Check>,
    /// When the owner was told last.
    #[serde(default, with = "time::serde::rfc3339::option")]
    told_at: Option<OffsetDateTime>,
    /// The names of what they were told is wrong, since everything was well.
    #[serde(default)]
    told: BTreeSet<String>,
}

/// What the owner is to be told.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Letter {
    /// These are wrong.
    Wrong(Vec<Check>),
    /// Nothing is wrong any more of what they were told of.
    WellAgain,
}

impl Record {
    /// What this look makes of the one before. The owner is told of what is wrong in two looks, for a program that is restarted is
    /// away for a moment.
    pub(super) fn after(
        before: Option<&Self>,
        report: Report,
        now: OffsetDateTime,
    ) -> (Self, Option<Letter>) {
        let record = Self {
            at: now,
            checks: report.into_checks(),
            told_at: before.and_then(|before| before.told_at),
            told: before.map(|before| before.told.clone()).unwrap_or_default(),
        };
        let was_wrong: BTreeSet<_> = before
            .into_iter()
            .flat_map(Self::wrong)
            .map(|check| &check.name)
            .collect();
        let lasting = record.wrong().filter(|check| was_wrong.contains(&check.name));
        let lasting: Vec<Check> = lasting.cloned().collect();
        let is_new = lasting.iter().any(|check| !record.told.contains(&check.name));
        let is_old = record.told_at.is_none_or(|told| now - told >= TOLD_AGAIN_AFTER);
        let due = if !lasting.is_empty() && (is_new || is_old) {
            Some(Letter::Wrong(lasting))
        } else if record.wrong().next().is_none() && !record.told.is_empty() {
            Some(Letter::WellAgain)
        } else {
            None
        };
        (record, due)
    }

    /// Notes that a letter has left.
    pub(super) fn note_told(&mut self, letter: &Letter, now: OffsetDateTime) {
        self.told_at = Some(now);
        match letter {
            Letter::Wrong(checks) => self.told.extend(checks.iter().map(|check| check.name.clone())),
            Letter::WellAgain => self.told.clear(),
        }
    }

    fn wrong(&self) -> impl Iterator<Item = &Check> {
        self.checks.iter().filter(|check| !check.is_well)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: OffsetDateTime = time::macros::datetime!(2026-01-05 12:00 UTC);

    fn seen(wrong: &[&str]) -> Report {
        let wrong = wrong.iter().map(|name| Check::wrong(*name, "is away"));
        Report::of(wrong.chain([Check::well("disk", "half empty")]).collect())
    }

    /// The letters that are due while it is looked each minute: their minutes, and what they name.
    fn letters(looks: &[&[&str]]) -> Vec<(i64, Vec<String>)> {
        let mut before: Option<Record> = None;
        let mut letters = Vec::new();
        for (minute, wrong) in (0..).zip(looks) {
            let now = NOON + Duration::minutes(minute);
            let (mut record, due) = Record::after(before.as_ref(), seen(wrong), now);
            if let Some(due) = due {
                record.note_told(&due, now);
                let names = match due {
                    Letter::Wrong(checks) => checks.into_iter().map(|check| check.name).collect(),
                    Letter::WellAgain => vec!["well again".to_owned()],
                };
                letters.push((minute, names));
            }
            before = Some(record);
        }
        letters
    }

    fn letter(minute: i64, names: &[&str]) -> (i64, Vec<String>) {
        (minute, names.iter().map(|name| (*name).to_owned()).collect())
    }

    #[test]
    fn what_is_wrong_twice_is_told_once_and_that_it_is_well_again_once() {
        let all = letters(&[&[], &["order"], &["order"], &["order"], &[], &[], &["order"]]);
        assert_eq!(all, [letter(2, &["order"]), letter(4, &["well again"])]);
    }

    #[test]
    fn a_program_that_is_restarted_is_told_to_nobody() {
        assert_eq!(letters(&[&[], &["order"], &[], &["catalog"], &[]]), []);
    }

    #[test]
    fn what_becomes_wrong_beside_it_is_told_too() {
        let all = letters(&[&["a"], &["a"], &["a", "b"], &["a", "b"], &["b"]]);
        assert_eq!(all, [letter(1, &["a"]), letter(3, &["a", "b"])]);
    }

    #[test]
    fn what_stays_wrong_is_told_every_day_and_what_did_not_leave_at_the_next_look() {
        let (first, _) = Record::after(None, seen(&["disk"]), NOON);
        let (mut second, due) = Record::after(Some(&first), seen(&["disk"]), NOON + Duration::minutes(1));
        assert!(due.is_some());
        let (_, due) = Record::after(Some(&second), seen(&["disk"]), NOON + Duration::minutes(2));
        let due = due.expect("the letter did not leave");
        second.note_told(&due, NOON);
        let after = |hours| Record::after(Some(&second), seen(&["disk"]), NOON + Duration::hours(hours)).1;
        assert_eq!(after(23), None);
        assert_eq!(after(24), Some(due));
    }
}
