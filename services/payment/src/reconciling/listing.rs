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

/// Findings of one answer: nobody reads more, and something else is wrong where there are as many.
const MOST: u16 = 500;

/// The findings, the worst first, and when it was looked.
pub async fn list(db: &PgPool) -> Result<(Vec<Finding>, OffsetDateTime), Error> {
    let looked_at = finding_store::now(db).await?;
    let mut findings = Vec::new();
    for kind in Kind::ALL {
        findings.extend(finding_store::of_kind(db, kind, MOST.into()).await?);
    }
    findings.truncate(MOST.into());
    Ok((findings, looked_at))
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
