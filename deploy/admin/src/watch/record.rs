//! The last status, and the problems mailed to the owner.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

use crate::status::{Check, Report};

/// The time after which the owner is mailed again about known problems.
const MAILED_AGAIN_AFTER: Duration = Duration::days(1);

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
    mailed_at: Option<OffsetDateTime>,
    /// The names of the problems mailed since all checks last passed.
    #[serde(default)]
    mailed_problems: BTreeSet<String>,
}

/// A mail to the owner.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum OwnerMail {
    /// These checks failed.
    Problems(Vec<Check>),
    /// All mailed problems are solved.
    Solved,
}

impl Record {
    /// Returns the new record and the mail that is due. Only problems in two checks in a row are mailed,
    /// because a restarting program fails one check.
    pub(super) fn after(
        before: Option<&Self>,
        report: Report,
        now: OffsetDateTime,
    ) -> (Self, Option<OwnerMail>) {
        let record = Self {
            at: now,
            checks: report.into_checks(),
            mailed_at: before.and_then(|before| before.mailed_at),
            mailed_problems: before
                .map(|before| before.mailed_problems.clone())
                .unwrap_or_default(),
        };
        let failed_before: BTreeSet<_> = before
            .into_iter()
            .flat_map(Self::failed)
            .map(|check| &check.name)
            .collect();
        let lasting = record
            .failed()
            .filter(|check| failed_before.contains(&check.name));
        let lasting: Vec<Check> = lasting.cloned().collect();
        let is_new = lasting
            .iter()
            .any(|check| !record.mailed_problems.contains(&check.name));
        let is_old = record
            .mailed_at
            .is_none_or(|mailed_at| now - mailed_at >= MAILED_AGAIN_AFTER);
        let due = if !lasting.is_empty() && (is_new || is_old) {
            Some(OwnerMail::Problems(lasting))
        } else if record.failed().next().is_none() && !record.mailed_problems.is_empty() {
            Some(OwnerMail::Solved)
        } else {
            None
        };
        (record, due)
    }

    /// Records that a mail was sent.
    pub(super) fn record_mail(&mut self, mail: &OwnerMail, now: OffsetDateTime) {
        self.mailed_at = Some(now);
        match mail {
            OwnerMail::Problems(checks) => self
                .mailed_problems
                .extend(checks.iter().map(|check| check.name.clone())),
            OwnerMail::Solved => self.mailed_problems.clear(),
        }
    }

    fn failed(&self) -> impl Iterator<Item = &Check> {
        self.checks.iter().filter(|check| !check.is_healthy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: OffsetDateTime = time::macros::datetime!(2026-01-05 12:00 UTC);

    fn report(failed: &[&str]) -> Report {
        let failed = failed.iter().map(|name| Check::failed(*name, "is away"));
        Report::of(failed.chain([Check::healthy("disk", "half empty")]).collect())
    }

    /// The mails that are due with one check per minute: the minutes, and the names of the problems.
    fn mails(checks: &[&[&str]]) -> Vec<(i64, Vec<String>)> {
        let mut before: Option<Record> = None;
        let mut mails = Vec::new();
        for (minute, failed) in (0..).zip(checks) {
            let now = NOON + Duration::minutes(minute);
            let (mut record, due) = Record::after(before.as_ref(), report(failed), now);
            if let Some(due) = due {
                record.record_mail(&due, now);
                let names = match due {
                    OwnerMail::Problems(checks) => checks.into_iter().map(|check| check.name).collect(),
                    OwnerMail::Solved => vec!["solved".to_owned()],
                };
                mails.push((minute, names));
            }
            before = Some(record);
        }
        mails
    }

    fn mail(minute: i64, names: &[&str]) -> (i64, Vec<String>) {
        (minute, names.iter().map(|name| (*name).to_owned()).collect())
    }

    #[test]
    fn a_failure_seen_twice_is_reported_once_and_so_is_its_end() {
        let all = mails(&[&[], &["order"], &["order"], &["order"], &[], &[], &["order"]]);
        assert_eq!(all, [mail(2, &["order"]), mail(4, &["solved"])]);
    }

    #[test]
    fn a_restarted_program_is_not_reported() {
        assert_eq!(mails(&[&[], &["order"], &[], &["catalog"], &[]]), []);
    }

    #[test]
    fn a_further_failure_is_reported_too() {
        let all = mails(&[&["a"], &["a"], &["a", "b"], &["a", "b"], &["b"]]);
        assert_eq!(all, [mail(1, &["a"]), mail(3, &["a", "b"])]);
    }

    #[test]
    fn a_lasting_failure_is_reported_daily_and_an_unsent_report_is_retried() {
        let (first, _) = Record::after(None, report(&["disk"]), NOON);
        let (mut second, due) = Record::after(Some(&first), report(&["disk"]), NOON + Duration::minutes(1));
        assert!(due.is_some());
        let (_, due) = Record::after(Some(&second), report(&["disk"]), NOON + Duration::minutes(2));
        let due = due.expect("the mail was not sent");
        second.record_mail(&due, NOON);
        let after = |hours| Record::after(Some(&second), report(&["disk"]), NOON + Duration::hours(hours)).1;
        assert_eq!(after(23), None);
        assert_eq!(after(24), Some(due));
    }
}
