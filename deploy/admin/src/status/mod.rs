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
    is_healthy: bool,
    checks: Vec<Check>,
}

impl Report {
    /// Returns true if no action is needed.
    pub fn is_healthy(&self) -> bool {
        self.is_healthy
    }

    pub(crate) fn into_checks(self) -> Vec<Check> {
        self.checks
    }

    pub(crate) fn of(checks: Vec<Check>) -> Self {
        Self {
            is_healthy: checks.iter().all(|check| check.is_healthy),
            checks,
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Check {
            name,
            is_healthy,
            message,
        } in &self.checks
        {
            let mark = if *is_healthy { "OK    " } else { "FAILED" };
            writeln!(f, "{mark}  {name:<22} {message}")?;
        }
        let failed = self.checks.iter().filter(|check| !check.is_healthy).count();
        match failed {
            0 => writeln!(f, "\nAll checks passed."),
            _ => writeln!(f, "\n{failed} of {} checks failed.", self.checks.len()),
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
    fn one_failed_check_fails_the_report_and_is_counted() {
        let healthy = Report::of(vec![Check::healthy("disk", "half empty")]);
        assert!(healthy.is_healthy() && healthy.to_string().contains("All checks passed."));
        let failed = Report::of(vec![
            Check::healthy("disk", "half empty"),
            Check::failed("order", "does not answer"),
        ]);
        assert!(!failed.is_healthy());
        assert!(failed.to_string().contains("FAILED  order "), "{failed}");
        assert!(failed.to_string().contains("1 of 2 checks failed."), "{failed}");
    }
}
