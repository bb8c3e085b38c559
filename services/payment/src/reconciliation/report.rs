//! The operator's report about payments, as text and as JSON.

use std::fmt;

use serde::Serialize;
use sqlx::PgPool;
use time::{OffsetDateTime, UtcOffset, format_description::well_known::Rfc3339};

use crate::{
    error::Error,
    reconciliation::{
        finding::Finding,
        listing,
        report_store::{self, Totals},
    },
};

/// The report.
#[derive(Debug, Serialize)]
pub struct Report {
    /// RFC 3339, in UTC, by the database's clock.
    looked_at: String,
    /// The number of findings, dead jobs and waiting events. 0 is good.
    pub to_look_at: i64,
    /// Worst first.
    findings: Vec<ReportLine>,
    totals: Totals,
    /// Events that have waited for publishing for more than a minute.
    events_waiting: i64,
    /// Dead-lettered jobs.
    jobs_dead: Vec<DeadJobs>,
}

/// A printed finding.
#[derive(Debug, Serialize)]
struct ReportLine {
    kind: &'static str,
    order_number: String,
    provider_reference: String,
    amount_paise: i64,
    since: String,
    what_to_do: String,
}

/// The number of dead-lettered jobs of a kind.
#[derive(Debug, Serialize)]
struct DeadJobs {
    kind: String,
    jobs: i64,
}

/// Builds the report.
pub async fn build(db: &PgPool) -> Result<Report, Error> {
    let (findings, looked_at) = listing::list(db).await?;
    let events_waiting = outbox::count_waiting(db).await?;
    let dead = jobs::count_dead(db).await?.into_iter();
    let jobs_dead: Vec<_> = dead.map(|(kind, jobs)| DeadJobs { kind, jobs }).collect();
    let all_dead = jobs_dead.iter().map(|dead| dead.jobs).sum::<i64>();
    let found = i64::try_from(findings.len()).unwrap_or(i64::MAX);
    Ok(Report {
        looked_at: written(looked_at),
        to_look_at: found.saturating_add(events_waiting).saturating_add(all_dead),
        findings: findings.into_iter().map(ReportLine::from_finding).collect(),
        totals: report_store::totals(db).await?,
        events_waiting,
        jobs_dead,
    })
}

impl ReportLine {
    fn from_finding(finding: Finding) -> Self {
        Self {
            what_to_do: finding.to_do(),
            kind: finding.kind.as_str(),
            order_number: finding.order_number,
            provider_reference: finding.provider_reference.unwrap_or_default(),
            amount_paise: finding.amount_paise,
            since: written(finding.since),
        }
    }
}

fn written(at: OffsetDateTime) -> String {
    let text = at.to_offset(UtcOffset::UTC).format(&Rfc3339);
    text.expect("a time of this century has an RFC 3339 form")
}

impl fmt::Display for Report {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Totals {
            refunds_on_their_way,
            said_paid,
            days_compared,
            days_to_compare,
            settlements_matched,
            settlements_waiting,
        } = self.totals;
        for (count, what) in [
            (refunds_on_their_way, "refunds are on their way"),
            (
                said_paid,
                "attempts whose shopper says that they paid, and no money came",
            ),
            (days_compared, "days were held against the provider's lists"),
            (days_to_compare, "of them will be again"),
            (settlements_matched, "settlements are in the books"),
            (settlements_waiting, "settlements are on their way"),
        ] {
            writeln!(to, "{count:>9}  {what}")?;
        }
        if self.events_waiting > 0 {
            writeln!(to, "TO LOOK AT: {} events wait to be told", self.events_waiting)?;
        }
        for DeadJobs { kind, jobs } in &self.jobs_dead {
            writeln!(to, "TO LOOK AT: {jobs} jobs were given up: {kind}")?;
        }
        for line in &self.findings {
            let rupees = format!("{}.{:02}", line.amount_paise / 100, line.amount_paise.abs() % 100);
            writeln!(
                to,
                "TO LOOK AT: {} ₹{rupees} {} {} since {}",
                line.kind, line.order_number, line.provider_reference, line.since
            )?;
            writeln!(to, "  -> {}", line.what_to_do)?;
        }
        if self.to_look_at == 0 {
            writeln!(to, "nothing to look at")?;
        }
        Ok(())
    }
}
