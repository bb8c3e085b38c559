//! Statements of sweeps that read more than a request's would.

use sqlx::PgConnection;

/// A statement of a sweep ends after this, in PostgreSQL's notation: before the sweep's lease of half a minute does.
const STATEMENT_TIMEOUT: &str = "25s";

/// Gives the statements of this transaction more time than a request's have.
pub async fn be_patient(db: &mut PgConnection) -> sqlx::Result<()> {
    let patience = sqlx::query!(
        r#"SELECT set_config('statement_timeout', $1, true) AS "set!""#,
        STATEMENT_TIMEOUT
    );
    patience.fetch_one(db).await.map(drop)
}
