//! The last status, and the problems mailed to the owner.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

use crate::status::{Check, Report};

/// The time after which the owner is mailed again about known problems.
const TOLD_AGAIN_AFTER: Duration = Duration::days(1);

/// The last status. The office reads the time and the problems.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Record {
    /// The time of the check.
    #[serde(with = "time::serde::rfc3339")]
    at: OffsetDateTime,
    /// The results.
    checks: Vec<Check>,
    /// The time of the last mail to the owner.
    #[serde(default, with = "time::serde::rfc3339::option")]
    told_at: Option<OffsetDateTime>,
    /// The names of the problems mailed since everything was last well.
    #[serde(default)]
    told: BTreeSet<String>,
}

/// A mail to the owner.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Letter {
    /// These checks failed.
    Wrong(Vec<Check>),
    /// All mailed problems are solved.
    WellAgain,
}

impl Record {
    /// Returns the new record and the mail that is due. Only problems in two checks in a row are mailed,
    /// because a restarting program fails one check.
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

    /// Records that a mail was sent.
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

    /// The mails that are due with one check per minute: the minutes, and the names of the problems.
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
    fn a_failure_seen_twice_is_reported_once_and_so_is_its_end() {
        let all = letters(&[&[], &["order"], &["order"], &["order"], &[], &[], &["order"]]);
        assert_eq!(all, [letter(2, &["order"]), letter(4, &["well again"])]);
    }

    #[test]
    fn a_restarted_program_is_not_reported() {
        assert_eq!(letters(&[&[], &["order"], &[], &["catalog"], &[]]), []);
    }

    #[test]
    fn a_further_failure_is_reported_too() {
        let all = letters(&[&["a"], &["a"], &["a", "b"], &["a", "b"], &["b"]]);
        assert_eq!(all, [letter(1, &["a"]), letter(3, &["a", "b"])]);
    }

    #[test]
    fn a_lasting_failure_is_reported_daily_and_an_unsent_report_is_retried() {
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
