//! The SQL of findings: one indexed query for each kind.

use std::time::Duration;

use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::reconciliation::finding::{
    Finding, FindingKind, NOT_TAKEN_FOR, ON_ITS_WAY_FOR, OPEN_AFTER_DUE_FOR, UNREAD_FOR, UNSETTLED_FOR,
};

/// A row of any kind.
struct FindingRow {
    order_id: Option<Uuid>,
    order_number: String,
    refund_id: Option<Uuid>,
    provider_reference: Option<String>,
    amount_paise: i64,
    words: Option<String>,
    since: OffsetDateTime,
}

/// The database's time.
#[tracing::instrument(name = "SELECT now", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn now(db: &PgPool) -> sqlx::Result<OffsetDateTime> {
    let now = sqlx::query_scalar!(r#"SELECT now() AS "now!""#);
    now.fetch_one(db).await
}

/// The oldest findings of a kind, oldest first.
pub async fn of_kind(db: &PgPool, kind: FindingKind, most: i64) -> sqlx::Result<Vec<Finding>> {
    let rows = match kind {
        FindingKind::MoneyWithoutOrder => unsettled(db, most).await,
        FindingKind::PaymentDisputed => disputed(db, most).await,
        FindingKind::Held => held(db, most).await,
        FindingKind::RefundFailed => failed(db, most).await,
        FindingKind::RefundWaiting => waiting(db, most).await,
        FindingKind::RefundByHand => by_hand(db, most).await,
        FindingKind::RefundLate => late(db, most).await,
        FindingKind::MoreWentBack
        | FindingKind::PaymentNotTaken
        | FindingKind::Unreadable
        | FindingKind::PaymentUnknown
        | FindingKind::PaymentDiffers
        | FindingKind::PaymentNotListed
        | FindingKind::RefundUnknown
        | FindingKind::RefundDiffers
        | FindingKind::RefundNotListed => differing(db, kind, most).await,
        FindingKind::SettlementUnmatched => unmatched(db, most).await,
        FindingKind::StaleAttempt => stale(db, most).await,
    };
    let findings = rows?.into_iter().map(|row| Finding {
        kind,
        order_id: row.order_id,
        order_number: row.order_number,
        refund_id: row.refund_id,
        provider_reference: row.provider_reference,
        amount_paise: row.amount_paise,
        words: row.words.unwrap_or_default(),
        since: row.since,
    });
    Ok(findings.collect())
}

#[tracing::instrument(name = "SELECT payments", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
async fn unsettled(db: &PgPool, most: i64) -> sqlx::Result<Vec<FindingRow>> {
    let rows = sqlx::query_as!(
        FindingRow,
        r#"SELECT order_id AS "order_id?", order_number, NULL::uuid AS refund_id, provider_payment_id AS "provider_reference?", amount_paise,
             NULL::text AS words, recorded_at AS since
           FROM payments WHERE outcome IS NULL AND recorded_at < now() - make_interval(secs => $1)
           ORDER BY recorded_at LIMIT $2"#,
        seconds(UNSETTLED_FOR),
        most
    );
    rows.fetch_all(db).await
}

/// Sorted by the deadline of the response.
#[tracing::instrument(name = "SELECT disputes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
async fn disputed(db: &PgPool, most: i64) -> sqlx::Result<Vec<FindingRow>> {
    let rows = sqlx::query_as!(
        FindingRow,
        r#"SELECT disputes.order_id AS "order_id?", order_number, NULL::uuid AS refund_id,
             provider_dispute_id AS "provider_reference?", disputes.amount_paise,
             'Answer by ' || to_char(respond_by AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM-DD') || '.' AS "words?", opened_at AS since
           FROM disputes JOIN payments ON payments.id = payment_id
           WHERE state IN ('open', 'under_review') ORDER BY respond_by LIMIT $1"#,
        most
    );
    rows.fetch_all(db).await
}

#[tracing::instrument(name = "SELECT payments", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
async fn held(db: &PgPool, most: i64) -> sqlx::Result<Vec<FindingRow>> {
    let rows = sqlx::query_as!(
        FindingRow,
        r#"SELECT order_id AS "order_id?", order_number, NULL::uuid AS refund_id, provider_payment_id AS "provider_reference?", amount_paise,
             NULL::text AS words, recorded_at AS since
           FROM payments
           WHERE outcome = 'wrong_amount' AND NOT EXISTS (SELECT FROM refunds WHERE payment_id = payments.id)
           ORDER BY recorded_at LIMIT $1"#,
        most
    );
    rows.fetch_all(db).await
}

#[tracing::instrument(name = "SELECT refunds", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
async fn failed(db: &PgPool, most: i64) -> sqlx::Result<Vec<FindingRow>> {
    let rows = sqlx::query_as!(
        FindingRow,
        r#"SELECT refunds.order_id AS "order_id?", order_number, refunds.id AS "refund_id?",
             coalesce(provider_refund_id, provider_payment_id) AS provider_reference,
             refunds.amount_paise, NULL::text AS words, changed_at AS since
           FROM refunds JOIN payments ON payments.id = payment_id
           WHERE state = 'failed' AND payments.amount_paise > (
             SELECT coalesce(sum(other.amount_paise), 0) FROM refunds AS other
             WHERE other.payment_id = payments.id AND other.state <> 'failed')
             AND NOT EXISTS (
             SELECT FROM refunds AS later
             WHERE later.payment_id = refunds.payment_id AND later.wanted_at > refunds.wanted_at
               AND later.amount_paise >= refunds.amount_paise)
           ORDER BY wanted_at LIMIT $1"#,
        most
    );
    rows.fetch_all(db).await
}

/// Includes refunds whose provider cannot be asked, because its key is invalid or it is not set.
#[tracing::instrument(name = "SELECT refunds", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
async fn waiting(db: &PgPool, most: i64) -> sqlx::Result<Vec<FindingRow>> {
    let rows = sqlx::query_as!(
        FindingRow,
        r#"SELECT refunds.order_id AS "order_id?", order_number, refunds.id AS "refund_id?", provider_payment_id AS "provider_reference?",
             refunds.amount_paise, CASE WHEN refusal <> '' THEN 'Its last answer: ' || refusal END AS "words?", wanted_at AS since
           FROM refunds JOIN payments ON payments.id = payment_id
           WHERE state = 'wanted' AND provider <> 'upi' AND wanted_at < now() - make_interval(secs => $1)
           ORDER BY wanted_at LIMIT $2"#,
        seconds(NOT_TAKEN_FOR),
        most
    );
    rows.fetch_all(db).await
}

/// The shop's own UPI address only receives money.
#[tracing::instrument(name = "SELECT refunds", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
async fn by_hand(db: &PgPool, most: i64) -> sqlx::Result<Vec<FindingRow>> {
    let rows = sqlx::query_as!(
        FindingRow,
        r#"SELECT refunds.order_id AS "order_id?", order_number, refunds.id AS "refund_id?", provider_payment_id AS "provider_reference?",
             refunds.amount_paise, NULL::text AS words, wanted_at AS since
           FROM refunds JOIN payments ON payments.id = payment_id
           WHERE state = 'wanted' AND provider = 'upi' ORDER BY wanted_at LIMIT $1"#,
        most
    );
    rows.fetch_all(db).await
}

#[tracing::instrument(name = "SELECT refunds", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
async fn late(db: &PgPool, most: i64) -> sqlx::Result<Vec<FindingRow>> {
    let rows = sqlx::query_as!(
        FindingRow,
        r#"SELECT refunds.order_id AS "order_id?", order_number, refunds.id AS "refund_id?",
             coalesce(provider_refund_id, provider_payment_id) AS provider_reference,
             refunds.amount_paise, NULL::text AS words, wanted_at AS since
           FROM refunds JOIN payments ON payments.id = payment_id
           WHERE state = 'pending' AND wanted_at < now() - make_interval(secs => $1) ORDER BY wanted_at LIMIT $2"#,
        seconds(ON_ITS_WAY_FOR),
        most
    );
    rows.fetch_all(db).await
}

#[tracing::instrument(name = "SELECT attempts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
async fn stale(db: &PgPool, most: i64) -> sqlx::Result<Vec<FindingRow>> {
    let rows = sqlx::query_as!(
        FindingRow,
        r#"SELECT order_id AS "order_id?", order_number, NULL::uuid AS refund_id, provider_reference, amount_paise, NULL::text AS words, due_at AS since
           FROM attempts
           WHERE state IN ('starting', 'open', 'declined') AND due_at < now() - make_interval(secs => $1)
           ORDER BY due_at LIMIT $2"#,
        seconds(OPEN_AFTER_DUE_FOR),
        most
    );
    rows.fetch_all(db).await
}

/// The differences from the comparisons with the provider's lists.
#[tracing::instrument(name = "SELECT differences", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
async fn differing(db: &PgPool, kind: FindingKind, most: i64) -> sqlx::Result<Vec<FindingRow>> {
    let rows = sqlx::query_as!(
        FindingRow,
        r#"SELECT order_id, order_number, NULL::uuid AS refund_id, provider_reference AS "provider_reference?", amount_paise,
             NULL::text AS words, found_at AS since
           FROM differences WHERE kind = $1 ORDER BY found_at LIMIT $2"#,
        kind.as_str(),
        most
    );
    rows.fetch_all(db).await
}

/// Includes payouts that the bank did not accept, and payouts that are unread for too long.
#[tracing::instrument(name = "SELECT settlements", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
async fn unmatched(db: &PgPool, most: i64) -> sqlx::Result<Vec<FindingRow>> {
    let rows = sqlx::query_as!(
        FindingRow,
        r#"SELECT NULL::uuid AS order_id, '' AS "order_number!", NULL::uuid AS refund_id,
             provider_settlement_id AS "provider_reference?", amount_paise, NULL::text AS words, changed_at AS since
           FROM settlements
           WHERE state <> 'matched'
             AND (state = 'unmatched' OR provider_state = 'failed' OR changed_at < now() - make_interval(secs => $1))
           ORDER BY changed_at LIMIT $2"#,
        seconds(UNREAD_FOR),
        most
    );
    rows.fetch_all(db).await
}

fn seconds(duration: Duration) -> f64 {
    duration.as_secs_f64()
}
