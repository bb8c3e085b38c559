//! A longer statement timeout for periodic tasks, which read more than requests do.

use sqlx::PgConnection;

/// The statement timeout of a periodic task, in PostgreSQL's notation. It is shorter than the task's lease of
/// half a minute.
const STATEMENT_TIMEOUT: &str = "25s";

/// Sets the longer timeout for the statements of this transaction.
pub async fn set_statement_timeout(db: &mut PgConnection) -> sqlx::Result<()> {
    let setting = sqlx::query!(
        r#"SELECT set_config('statement_timeout', $1, true) AS "set!""#,
        STATEMENT_TIMEOUT
    );
    setting.fetch_one(db).await.map(drop)
}
