//! What messages tell of their writers.

use data_rights::{Person, PersonalDataSource};
use serde_json::Value;
use sqlx::PgPool;

/// Messages, found by the address that was typed and proven since.
#[derive(Debug, Clone, Copy)]
pub struct Messages;

impl PersonalDataSource for Messages {
    const SERVICE: &'static str = "contact";

    async fn collect(&self, db: &PgPool, person: &Person) -> sqlx::Result<Value> {
        sqlx::query_scalar!(
            r#"SELECT jsonb_build_object('messages', coalesce(jsonb_agg(jsonb_build_object(
                 'receivedAt', received_at, 'name', name, 'email', email, 'phone', phone, 'subject', subject,
                 'message', message) ORDER BY received_at), '[]')) AS "part!"
               FROM messages WHERE lower(email) = $1"#,
            person.email
        )
        .fetch_one(db)
        .await
    }

    async fn erase(&self, db: &PgPool, person: &Person) -> sqlx::Result<bool> {
        sqlx::query!(
            "DELETE FROM messages WHERE lower(email) = $1 AND received_at <= $2",
            person.email,
            person.until
        )
        .execute(db)
        .await?;
        Ok(true)
    }
}
