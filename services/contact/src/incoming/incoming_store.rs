//! SQL for incoming mails.

use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::incoming::incoming_mail::IncomingMail;

/// Finds the ticket whose reply address has one of these tokens.
#[tracing::instrument(name = "SELECT messages", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn with_token(transaction: &mut PgConnection, tokens: &[Uuid]) -> sqlx::Result<Option<Uuid>> {
    sqlx::query_scalar!(
        "SELECT id FROM messages WHERE reply_token = ANY($1) ORDER BY array_position($1, reply_token) LIMIT 1",
        tokens
    )
    .fetch_optional(transaction)
    .await
}

/// Finds the ticket with this number and this email address.
#[tracing::instrument(name = "SELECT messages", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn with_number(
    transaction: &mut PgConnection,
    number: i64,
    from: &str,
) -> sqlx::Result<Option<Uuid>> {
    sqlx::query_scalar!(
        "SELECT id FROM messages WHERE ticket_number = $1 AND lower(email) = lower($2)",
        number,
        from
    )
    .fetch_optional(transaction)
    .await
}

/// True if the ticket already has this mail.
#[tracing::instrument(name = "SELECT ticket_entries", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn is_known(transaction: &mut PgConnection, message_id: Uuid, hash: &[u8]) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM ticket_entries WHERE message_id = $1 AND mail_hash = $2) AS "is_known!""#,
        message_id,
        hash
    )
    .fetch_one(transaction)
    .await
}

/// Counts the mails of a ticket: verified or unverified ones.
#[tracing::instrument(name = "SELECT ticket_entries", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn count(
    transaction: &mut PgConnection,
    message_id: Uuid,
    is_unverified: bool,
) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"SELECT count(*) AS "mails!" FROM ticket_entries
           WHERE message_id = $1 AND mail_hash IS NOT NULL AND is_unverified = $2"#,
        message_id,
        is_unverified
    )
    .fetch_one(transaction)
    .await
}

/// Inserts a mail into its thread, as verified or unverified.
#[tracing::instrument(name = "INSERT ticket_entries", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn insert(
    transaction: &mut PgConnection,
    message_id: Uuid,
    mail: &IncomingMail,
    is_unverified: bool,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO ticket_entries (id, message_id, kind, text, written_at, mail_hash, is_unverified)
         VALUES ($1, $2, 'from_shopper', $3, $4, $5, $6)",
        Uuid::now_v7(),
        message_id,
        mail.text,
        now,
        &mail.hash[..],
        is_unverified
    )
    .execute(transaction)
    .await?;
    Ok(())
}
