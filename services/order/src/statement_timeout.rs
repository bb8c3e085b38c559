//! A longer statement timeout for sweeps, which read more than requests do.

use sqlx::PgConnection;

/// The statement timeout of a sweep, in PostgreSQL's notation. It is shorter than the sweep's lease of half a
/// minute.
const STATEMENT_TIMEOUT: &str = "25s";

/// Sets the longer timeout for the statements of this transaction.
pub async fn set_statement_timeout(db: &mut PgConnection) -> sqlx::Result<()> {
    let setting = sqlx::query!(
        r#"SELECT set_config('statement_timeout', $1, true) AS "set!""#,
        STATEMENT_TIMEOUT
    );
    setting.fetch_one(db).await.map(drop)
}
