//! SQL for the staff log, which records the calls of staff. It is append-only.

use jobs::BATCH;
use sqlx::{PgExecutor, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;
use values::{Cursor, Page};

/// The years that an entry is kept. A trigger refuses to delete younger ones.
const LIFE_YEARS: i32 = 3;

/// An entry of the log.
pub struct LogEntry {
    /// A UUIDv7.
    pub id: Uuid,
    /// The time of the call.
    pub asked_at: OffsetDateTime,
    /// The staff member's id.
    pub staff_id: Uuid,
    /// The staff member's name.
    pub staff_name: String,
    /// The method of a service, or a session action such as `SignIn`.
    pub method: String,
    /// The subject of the call; empty for a list.
    pub subject: String,
    /// The outcome, a name of [`CallOutcome`](crate::staff::call_outcomes::CallOutcome); `None` if it was not
    /// reported.
    pub outcome: Option<String>,
    /// The code of the refusal or failure.
    pub outcome_reason: Option<String>,
    /// The id of the single thing that the token was valid for; empty if it is the subject.
    pub about: String,
    /// The numbers and ids that a list showed.
    pub shown: Option<Vec<String>>,
}

/// A call to be logged.
#[derive(Debug, Clone, Copy)]
pub struct LoggedCall<'a> {
    /// The method of a service.
    pub method: &'a str,
    /// The subject, such as an order's number; empty for a list.
    pub subject: &'a str,
    /// The id of the single thing that the token is valid for; empty if it is the subject.
    pub about: &'a str,
}

/// A filter of the log.
#[derive(Debug, Clone, Default)]
pub struct LogFilter {
    /// Only entries of this staff member.
    pub staff_id: Option<Uuid>,
    /// Only entries about this subject, in upper or lower case; empty for all.
    pub subject: String,
    /// Another name of the subject, whose entries count, too; empty for none.
    pub about: String,
}

/// Writes an entry without a subject.
pub async fn append(db: impl PgExecutor<'_>, staff_id: Uuid, method: &str) -> sqlx::Result<()> {
    let call = LoggedCall {
        method,
        subject: "",
        about: "",
    };
    append_all(db, staff_id, &[call]).await.map(drop)
}

/// Writes an entry for each call, all or none. Returns their ids in the same order.
#[tracing::instrument(name = "INSERT staff_log", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn append_all(
    db: impl PgExecutor<'_>,
    staff_id: Uuid,
    calls: &[LoggedCall<'_>],
) -> sqlx::Result<Vec<Uuid>> {
    if calls.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<_> = calls.iter().map(|_| Uuid::now_v7()).collect();
    let texts = |text: fn(&LoggedCall<'_>) -> String| calls.iter().map(text).collect::<Vec<_>>();
    sqlx::query!(
        "INSERT INTO staff_log (id, staff_id, method, subject, about)
         SELECT id, $2, method, subject, about
         FROM unnest($1::uuid[], $3::text[], $4::text[], $5::text[]) AS calls (id, method, subject, about)",
        &ids,
        staff_id,
        &texts(|call| call.method.to_owned()),
        &texts(|call| call.subject.to_owned()),
        &texts(|call| call.about.to_owned())
    )
    .execute(db)
    .await?;
    Ok(ids)
}

/// Counts the lists of this method that a staff member requested in the last hour, or since their last
/// reauthentication.
#[tracing::instrument(name = "SELECT staff_log", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn count_pages(db: &PgPool, staff_id: Uuid, method: &str) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"SELECT count(*) AS "pages!" FROM staff_log
           WHERE staff_id = $1 AND subject = '' AND method = $2 AND asked_at > greatest(
             now() - interval '1 hour', (SELECT max(reauthenticated_at) FROM staff_sessions WHERE staff_id = $1))"#,
        staff_id,
        method
    )
    .fetch_one(db)
    .await
}

/// Returns a page of the log, newest first.
pub async fn page(db: &PgPool, filter: &LogFilter, page: Page) -> sqlx::Result<Vec<LogEntry>> {
    match filter {
        LogFilter {
            staff_id,
            subject,
            about,
        } if !subject.is_empty() => page_about(db, [subject, about], *staff_id, page).await,
        LogFilter {
            staff_id: Some(staff_id),
            ..
        } => page_of(db, *staff_id, page).await,
        LogFilter { .. } => page_of_all(db, page).await,
    }
}

#[tracing::instrument(name = "SELECT staff_log", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
async fn page_of_all(db: &PgPool, Page { behind, limit }: Page) -> sqlx::Result<Vec<LogEntry>> {
    sqlx::query_as!(
        LogEntry,
        r#"SELECT staff_log.id, asked_at, staff_id, name AS staff_name, method, subject, outcome AS "outcome?",
             reason AS "outcome_reason?", about, shown AS "shown?"
         FROM staff_log JOIN staff ON staff.id = staff_id LEFT JOIN staff_log_outcomes ON log_id = staff_log.id
         WHERE (asked_at, staff_log.id) < ($1, $2)
         ORDER BY asked_at DESC, staff_log.id DESC LIMIT $3"#,
        behind.at,
        behind.id,
        limit
    )
    .fetch_all(db)
    .await
}

#[tracing::instrument(name = "SELECT staff_log", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
async fn page_of(db: &PgPool, staff_id: Uuid, Page { behind, limit }: Page) -> sqlx::Result<Vec<LogEntry>> {
    sqlx::query_as!(
        LogEntry,
        r#"SELECT staff_log.id, asked_at, staff_id, name AS staff_name, method, subject, outcome AS "outcome?",
             reason AS "outcome_reason?", about, shown AS "shown?"
         FROM staff_log JOIN staff ON staff.id = staff_id LEFT JOIN staff_log_outcomes ON log_id = staff_log.id
         WHERE staff_id = $1 AND (asked_at, staff_log.id) < ($2, $3)
         ORDER BY asked_at DESC, staff_log.id DESC LIMIT $4"#,
        staff_id,
        behind.at,
        behind.id,
        limit
    )
    .fetch_all(db)
    .await
}

#[tracing::instrument(name = "SELECT staff_log", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
async fn page_about(
    db: &PgPool,
    [subject, about]: [&str; 2],
    staff_id: Option<Uuid>,
    Page { behind, limit }: Page,
) -> sqlx::Result<Vec<LogEntry>> {
    sqlx::query_as!(
        LogEntry,
        r#"SELECT staff_log.id, asked_at, staff_id, name AS staff_name, method, subject, outcome AS "outcome?",
             reason AS "outcome_reason?", about, shown AS "shown?"
         FROM staff_log JOIN staff ON staff.id = staff_id LEFT JOIN staff_log_outcomes ON log_id = staff_log.id
         WHERE upper(subject) IN (upper($1), upper($6)) AND subject <> '' AND ($2::uuid IS NULL OR staff_id = $2)
           AND (asked_at, staff_log.id) < ($3, $4)
         ORDER BY asked_at DESC, staff_log.id DESC LIMIT $5"#,
        subject,
        staff_id,
        behind.at,
        behind.id,
        limit,
        about
    )
    .fetch_all(db)
    .await
}

impl LogEntry {
    /// The position after this entry, for the next page.
    pub fn cursor(&self) -> Cursor {
        Cursor {
            at: self.asked_at,
            id: self.id,
        }
    }
}

/// Deletes a batch of entries past their lifetime and returns their number.
pub async fn remove_old(db: &PgPool) -> sqlx::Result<u64> {
    let removed = sqlx::query!(
        "DELETE FROM staff_log WHERE id IN (
           SELECT id FROM staff_log WHERE asked_at < now() - make_interval(years => $1)
           LIMIT $2 FOR UPDATE SKIP LOCKED)",
        LIFE_YEARS,
        BATCH
    );
    Ok(removed.execute(db).await?.rows_affected())
}
