//! The SQL of payouts and their lines.

use std::{
    collections::{BTreeMap, HashSet},
    time::Duration,
};

use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;
use values::{Cursor, Page};

use crate::{
    provider::{self, SettlementLine, SettlementLineKind},
    settlements::{
        match_settlement::MatchedSettlement,
        settlement::{MatchState, Settlement, SettlementSums, provider_state, provider_state_named},
    },
};

/// A row of `settlements`. [`SettlementRow::parse`] parses its words.
struct SettlementRow {
    id: Uuid,
    provider: String,
    provider_settlement_id: String,
    utr: String,
    amount_paise: i64,
    provider_state: String,
    state: String,
    why: String,
    payments: i32,
    refunds: i32,
    gross_paise: i64,
    refunded_paise: i64,
    fee_paise: i64,
    fee_tax_paise: i64,
    other_paise: i64,
    settled_at: OffsetDateTime,
}

impl SettlementRow {
    fn parse(self) -> sqlx::Result<Settlement> {
        Ok(Settlement {
            provider_state: provider_state_named(&self.provider_state)?,
            state: MatchState::named(&self.state)?,
            id: self.id,
            provider: self.provider,
            provider_settlement_id: self.provider_settlement_id,
            utr: self.utr,
            amount_paise: self.amount_paise,
            why: self.why,
            sums: SettlementSums {
                payments: self.payments,
                refunds: self.refunds,
                gross_paise: self.gross_paise,
                refunded_paise: self.refunded_paise,
                fee_paise: self.fee_paise,
                fee_tax_paise: self.fee_tax_paise,
                other_paise: self.other_paise,
            },
            settled_at: self.settled_at,
        })
    }
}

/// When the list of payouts should start: `again` before the latest one, or at the oldest on its way. `None`
/// if there are none.
#[tracing::instrument(name = "SELECT settlements", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn read_from(db: &PgPool, provider: &str, again: Duration) -> sqlx::Result<Option<OffsetDateTime>> {
    let from = sqlx::query_scalar!(
        "SELECT least(
           (SELECT settled_at - make_interval(secs => $2) FROM settlements
            WHERE provider = $1 ORDER BY settled_at DESC LIMIT 1),
           (SELECT settled_at FROM settlements
            WHERE provider = $1 AND state <> 'matched' AND provider_state = 'created' ORDER BY settled_at LIMIT 1))",
        provider,
        again.as_secs_f64()
    );
    from.fetch_one(db).await
}

/// Stores the provider's data of a payout, unless it is matched.
#[tracing::instrument(name = "INSERT settlements", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn put(db: &PgPool, provider: &str, listed: &provider::Settlement) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO settlements (id, provider, provider_settlement_id, utr, amount_paise, provider_state, settled_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (provider, provider_settlement_id) DO UPDATE
           SET utr = excluded.utr, amount_paise = excluded.amount_paise, provider_state = excluded.provider_state
           WHERE settlements.state <> 'matched'",
        Uuid::now_v7(),
        provider,
        listed.id,
        listed.utr.as_deref().unwrap_or_default(),
        listed.amount_paise,
        provider_state(listed.state),
        listed.created_at
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Unmatched payouts that the bank received, least recently changed first.
#[tracing::instrument(name = "SELECT settlements", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn to_match(db: &PgPool, provider: &str, most: i64) -> sqlx::Result<Vec<Settlement>> {
    let rows = sqlx::query_as!(
        SettlementRow,
        "SELECT id, provider, provider_settlement_id, utr, amount_paise, provider_state, state, why, payments, refunds, gross_paise,
           refunded_paise, fee_paise, fee_tax_paise, other_paise, settled_at
         FROM settlements WHERE state <> 'matched' AND provider = $1 AND provider_state = 'processed'
         ORDER BY changed_at LIMIT $2",
        provider,
        most
    );
    let rows = rows.fetch_all(db).await?;
    rows.into_iter().map(SettlementRow::parse).collect()
}

/// The ids among `references` that other matched payouts contain and no payout reversed.
#[tracing::instrument(name = "SELECT settlement_lines", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn settled_before(db: &PgPool, id: Uuid, references: &[String]) -> sqlx::Result<HashSet<String>> {
    let found = sqlx::query_scalar!(
        "SELECT provider_reference FROM settlement_lines JOIN settlements ON settlements.id = settlement_id
         WHERE provider_reference = ANY($1) AND settlement_id <> $2 AND state = 'matched'
         GROUP BY provider_reference HAVING sum(net_paise) <> 0",
        references,
        id
    );
    Ok(found.fetch_all(db).await?.into_iter().collect())
}

/// Stores that a payout is matched, with its sums and lines. Returns false if it was matched before.
pub async fn mark_matched(
    transaction: &mut PgConnection,
    id: Uuid,
    matched: &MatchedSettlement,
    lines: &[SettlementLine],
) -> sqlx::Result<bool> {
    let is_new = set_matched(transaction, id, &matched.sums).await?;
    if is_new {
        insert_lines(transaction, id, lines).await?;
    }
    Ok(is_new)
}

#[tracing::instrument(name = "UPDATE settlements", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
async fn set_matched(transaction: &mut PgConnection, id: Uuid, sums: &SettlementSums) -> sqlx::Result<bool> {
    let matched = sqlx::query!(
        "UPDATE settlements SET state = 'matched', why = '', payments = $2, refunds = $3, gross_paise = $4, refunded_paise = $5,
           fee_paise = $6, fee_tax_paise = $7, other_paise = $8, changed_at = now()
         WHERE id = $1 AND state <> 'matched'",
        id,
        sums.payments,
        sums.refunds,
        sums.gross_paise,
        sums.refunded_paise,
        sums.fee_paise,
        sums.fee_tax_paise,
        sums.other_paise
    );
    Ok(matched.execute(transaction).await?.rows_affected() == 1)
}

#[tracing::instrument(name = "INSERT settlement_lines", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
async fn insert_lines(
    transaction: &mut PgConnection,
    id: Uuid,
    lines: &[SettlementLine],
) -> sqlx::Result<()> {
    let lines = merged(lines);
    let references: Vec<_> = lines.iter().map(|line| line.id.clone()).collect();
    let kinds: Vec<_> = lines.iter().map(|line| kind(line.kind).to_owned()).collect();
    let amounts: Vec<_> = lines.iter().map(|line| line.amount_paise).collect();
    let fees: Vec<_> = lines.iter().map(|line| line.fee_paise).collect();
    let taxes: Vec<_> = lines.iter().map(|line| line.fee_tax_paise).collect();
    let nets: Vec<_> = lines.iter().map(|line| line.net_paise).collect();
    sqlx::query!(
        "INSERT INTO settlement_lines (settlement_id, provider_reference, kind, amount_paise, fee_paise, fee_tax_paise, net_paise)
         SELECT $1, * FROM unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])",
        id,
        &references,
        &kinds,
        &amounts,
        &fees,
        &taxes,
        &nets
    )
    .execute(transaction)
    .await?;
    Ok(())
}

/// Stores why a payout does not match. Keeps the time of the first mismatch.
#[tracing::instrument(name = "UPDATE settlements", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn mark_unmatched(db: &PgPool, id: Uuid, why: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE settlements SET why = $2, state = 'unmatched',
           changed_at = CASE WHEN state = 'unmatched' THEN changed_at ELSE now() END
         WHERE id = $1 AND state <> 'matched'",
        id,
        why
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A page of payouts, newest first, and the token of the next page (empty on the last).
#[tracing::instrument(name = "SELECT settlements", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn list(db: &PgPool, page: &Page) -> sqlx::Result<(Vec<Settlement>, String)> {
    let rows = sqlx::query_as!(
        SettlementRow,
        "SELECT id, provider, provider_settlement_id, utr, amount_paise, provider_state, state, why, payments, refunds, gross_paise,
           refunded_paise, fee_paise, fee_tax_paise, other_paise, settled_at
         FROM settlements WHERE (settled_at, id) < ($1, $2)
         ORDER BY settled_at DESC, id DESC LIMIT $3",
        page.behind.at,
        page.behind.id,
        page.limit
    );
    let rows = rows.fetch_all(db).await?.into_iter();
    let settlements: Vec<_> = rows.map(SettlementRow::parse).collect::<sqlx::Result<_>>()?;
    let next = page.next(&settlements, |last| Cursor {
        at: last.settled_at,
        id: last.id,
    });
    Ok((settlements, next))
}

/// Merges the lines of each item, which may be paid out, reversed and paid out again.
fn merged(lines: &[SettlementLine]) -> Vec<SettlementLine> {
    let mut merged: BTreeMap<&str, SettlementLine> = BTreeMap::new();
    for line in lines {
        if let Some(sum) = merged.get_mut(line.id.as_str()) {
            sum.net_paise += line.net_paise;
        } else {
            merged.insert(&line.id, line.clone());
        }
    }
    merged.into_values().collect()
}

fn kind(kind: SettlementLineKind) -> &'static str {
    match kind {
        SettlementLineKind::Payment => "payment",
        SettlementLineKind::Refund => "refund",
        SettlementLineKind::Other => "other",
    }
}
