//! Export and erasure of the personal data in messages.

use data_rights::{Person, PersonalDataSource};
use serde_json::Value;
use sqlx::PgPool;

/// Messages with their threads and staff notes, found by the sender's email address, which the person has
/// verified since.
#[derive(Debug, Clone, Copy)]
pub struct Messages;

impl PersonalDataSource for Messages {
    const SERVICE: &'static str = "contact";

    async fn collect(&self, db: &PgPool, person: &Person) -> sqlx::Result<Value> {
        sqlx::query_scalar!(
            r#"SELECT jsonb_build_object('messages', coalesce(jsonb_agg(jsonb_build_object(
                 'receivedAt', received_at, 'name', name, 'email', email, 'phone', phone, 'subject', subject,
                 'message', message, 'ticket', 'T' || lpad(ticket_number::text, greatest(length(ticket_number::text), 4), '0'),
                 'state', state, 'answeredAt', answered_at, 'closedAt', closed_at,
                 'thread', (SELECT coalesce(jsonb_agg(jsonb_build_object(
                   'kind', kind, 'writtenAt', written_at, 'text', text) ORDER BY entry_number), '[]')
                   FROM ticket_entries WHERE message_id = messages.id))
                 ORDER BY received_at), '[]')) AS "part!"
               FROM messages WHERE lower(email) = $1"#,
            person.email.as_deref()
        )
        .fetch_one(db)
        .await
    }

    /// Deletes the messages; their thread entries are deleted with them.
    async fn erase(&self, db: &PgPool, person: &Person) -> sqlx::Result<bool> {
        sqlx::query!(
            "DELETE FROM messages WHERE lower(email) = $1 AND received_at <= $2",
            person.email.as_deref(),
            person.until
        )
        .execute(db)
        .await?;
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use time::OffsetDateTime;
    use uuid::Uuid;

    use super::*;

    const OF_A_THREAD: &str = "INSERT INTO ticket_entries (id, message_id, kind, text, written_at)
        VALUES ($1, $2, 'answer', 'It is on its way.', now()), ($3, $2, 'note', 'She called.', now())";

    #[tokio::test]
    async fn a_thread_is_told_with_its_message_and_goes_with_it() {
        let database = testkit::database(&[&crate::MIGRATIONS]).await;
        let db = database.pool();
        let ids = [Uuid::now_v7(), Uuid::now_v7()];
        for (id, email) in ids.into_iter().zip(["Asha@example.com", "bina@example.com"]) {
            let writing = "INSERT INTO messages (id, name, email, phone, subject, message, received_at)
                VALUES ($1, 'A', $2, '9876543210', 'other', 'Where is it?', now())";
            let writing = sqlx::query(writing).bind(id).bind(email).execute(db);
            writing.await.expect("it is written");
            let entries = sqlx::query(OF_A_THREAD)
                .bind(Uuid::now_v7())
                .bind(id)
                .bind(Uuid::now_v7());
            entries.execute(db).await.expect("it is written");
        }
        let asha = Person {
            account_id: Uuid::now_v7(),
            email: Some("asha@example.com".to_owned()),
            until: OffsetDateTime::now_utc() + time::Duration::minutes(1),
        };
        let collected = Messages.collect(db, &asha).await.expect("it can be read");
        assert_eq!(collected["messages"].as_array().map(Vec::len), Some(1));
        let message = &collected["messages"][0];
        assert_eq!(
            (&message["ticket"], &message["state"]),
            (&"T0001".into(), &"open".into())
        );
        let thread = message["thread"].as_array().expect("it has one");
        let texts: Vec<_> = thread.iter().map(|entry| entry["text"].clone()).collect();
        assert_eq!(texts, ["It is on its way.", "She called."]);
        assert!(Messages.erase(db, &asha).await.expect("it is erased"));
        let left = sqlx::query_scalar::<_, Uuid>("SELECT DISTINCT message_id FROM ticket_entries");
        assert_eq!(left.fetch_all(db).await.expect("it can be read"), [ids[1]]);
    }
}
