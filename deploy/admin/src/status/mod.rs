//! The status of the server, as text and JSON.

mod backups;
mod certificates;
mod check;
mod databases;
mod disks;
mod events;
mod programs;

use std::fmt;

pub(crate) use check::Check;
use serde::Serialize;
use time::OffsetDateTime;

use self::databases::DatabaseStatus;
use crate::installation::Installation;

/// The results of all checks.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    is_well: bool,
    checks: Vec<Check>,
}

impl Report {
    /// Returns true if no action is needed.
    pub fn is_well(&self) -> bool {
        self.is_well
    }

    pub(crate) fn into_checks(self) -> Vec<Check> {
        self.checks
    }

    pub(crate) fn of(checks: Vec<Check>) -> Self {
        Self {
            is_well: checks.iter().all(|check| check.is_well),
            checks,
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Check { name, is_well, says } in &self.checks {
            let mark = if *is_well { "well " } else { "WRONG" };
            writeln!(f, "{mark}  {name:<22} {says}")?;
        }
        let wrong = self.checks.iter().filter(|check| !check.is_well).count();
        match wrong {
            0 => writeln!(f, "\nEverything is well."),
            _ => writeln!(f, "\n{wrong} of {} checks failed.", self.checks.len()),
        }
    }
}

/// Runs all checks. A check that cannot run counts as failed, and the others still run.
pub async fn report(installation: &Installation, now: OffsetDateTime) -> Report {
    let events = async {
        let DatabaseStatus { checks, failing } = databases::check_all(installation).await;
        (checks, events::checks(installation, &failing, now).await)
    };
    let (programs, (databases, events), backups) = tokio::join!(
        programs::checks(installation),
        events,
        backups::checks(installation, now),
    );
    let certificates = certificates::checks(installation);
    let disks = disks::checks(installation);
    Report::of([programs, databases, events, backups, certificates, disks].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_wrong_thing_makes_the_whole_wrong_and_is_counted() {
        let well = Report::of(vec![Check::well("disk", "half empty")]);
        assert!(well.is_well() && well.to_string().contains("Everything is well."));
        let wrong = Report::of(vec![
            Check::well("disk", "half empty"),
            Check::wrong("order", "does not answer"),
        ]);
        assert!(!wrong.is_well());
        assert!(wrong.to_string().contains("WRONG  order "), "{wrong}");
        assert!(wrong.to_string().contains("1 of 2 checks failed."), "{wrong}");
    }
}
