//! Lists and counts all findings, for staff and operators.

use runtime::metrics::{Lookups, look_again};
use sqlx::PgPool;
use time::OffsetDateTime;
use tokio_util::sync::CancellationToken;

use crate::{
    error::Error,
    reconciliation::{
        finding::{Finding, FindingKind},
        finding_store,
    },
};

/// Limit of findings in an answer. As many as this mean a larger problem.
const MOST: u16 = 500;

/// The findings, worst first, and the time. If there are too many, each kind gets its share.
pub async fn list(db: &PgPool) -> Result<(Vec<Finding>, OffsetDateTime), Error> {
    let looked_at = finding_store::now(db).await?;
    let mut kinds = Vec::new();
    for kind in FindingKind::ALL {
        kinds.push(finding_store::of_kind(db, kind, MOST.into()).await?);
    }
    Ok((shared_out(kinds, MOST.into()), looked_at))
}

/// Limits all kinds together to `most`. Each kind gets an equal share; unused shares go to the worst kinds.
fn shared_out<T>(kinds: Vec<Vec<T>>, most: usize) -> Vec<T> {
    let share = most / kinds.len().max(1);
    let mut unused = most - kinds.iter().map(|found| found.len().min(share)).sum::<usize>();
    let mut all = Vec::new();
    for mut found in kinds {
        let more = found.len().saturating_sub(share).min(unused);
        unused -= more;
        found.truncate(share + more);
        all.append(&mut found);
    }
    all
}

/// Reports the number of findings per kind as a metric until stopped. Counts at most `MOST` per kind.
pub async fn measure(db: PgPool, stopping: CancellationToken) -> anyhow::Result<()> {
    let mut lookups = Lookups::of("findings");
    loop {
        if let Some(counts) = lookups.record(database::bounded(counts(&db)).await) {
            for (kind, count) in counts {
                metrics::gauge!("payment_findings", "kind" => kind.as_str()).set(f64::from(count));
            }
        }
        if !look_again(&stopping).await {
            return Ok(());
        }
    }
}

async fn counts(db: &PgPool) -> sqlx::Result<Vec<(FindingKind, u16)>> {
    let mut counts = Vec::new();
    for kind in FindingKind::ALL {
        let found = finding_store::of_kind(db, kind, MOST.into()).await?;
        counts.push((kind, u16::try_from(found.len()).unwrap_or(MOST)));
    }
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_every_kind_when_one_has_too_many() {
        let kinds = vec![
            vec!["held"; 500],
            vec![],
            vec!["refund_failed"; 3],
            vec!["stale_attempt"; 500],
        ];
        let shown = shared_out(kinds, 400);
        let count = |kind| shown.iter().filter(|shown| **shown == kind).count();
        assert_eq!(
            (count("held"), count("refund_failed"), count("stale_attempt")),
            (297, 3, 100)
        );
    }
}
