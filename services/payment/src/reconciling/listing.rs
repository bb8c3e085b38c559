//! Everything that somebody has to look at, for staff and for operators.

use runtime::metrics::{Lookups, look_again};
use sqlx::PgPool;
use time::OffsetDateTime;
use tokio_util::sync::CancellationToken;

use crate::{
    error::Error,
    reconciling::{
        finding::{Finding, Kind},
        finding_store,
    },
};

/// Findings of one answer: staff read no more, and something else is wrong where there are as many.
const MOST: u16 = 500;

/// The findings, the worst first, and when it was looked. Where there are too many, each kind has its share: none hides another.
pub async fn list(db: &PgPool) -> Result<(Vec<Finding>, OffsetDateTime), Error> {
    let looked_at = finding_store::now(db).await?;
    let mut kinds = Vec::new();
    for kind in Kind::ALL {
        kinds.push(finding_store::of_kind(db, kind, MOST.into()).await?);
    }
    Ok((shared_out(kinds, MOST.into()), looked_at))
}

/// At most so many of all kinds: of each kind its share, and of the worst kinds more where others need less.
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

/// Tells operators how many findings of each kind there are, until told to stop; more than an answer has room for count as that many.
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

async fn counts(db: &PgPool) -> sqlx::Result<Vec<(Kind, u16)>> {
    let mut counts = Vec::new();
    for kind in Kind::ALL {
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
