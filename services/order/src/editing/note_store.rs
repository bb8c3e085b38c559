//! The SQL of notes, one function for each query.

use runtime::status::{Rule, Violation};
use sqlx::PgPool;
use uuid::Uuid;

use crate::{
    editing::note::{NewNote, Note},
    error::Error,
};

/// The maximum number of listed notes, the newest.
const MOST_LISTED: i64 = 200;

/// Adds a note, once. Fails if the shopper's data was erased, because the note would never be erased.
#[tracing::instrument(name = "INSERT order_notes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn add(db: &PgPool, note: &NewNote, staff_id: Uuid) -> Result<Note, Error> {
    let mut transaction = database::begin(db).await?;
    // The lock waits for a running erasure. A later erasure deletes the note.
    let order = sqlx::query!(
        "SELECT full_name FROM orders WHERE id = $1 FOR KEY SHARE",
        note.order_id
    );
    let order = order.fetch_optional(&mut *transaction).await?;
    let order = order.ok_or(Error::Unknown)?;
    if order.full_name.is_empty() {
        return Err(Error::NotEditable(
            "The data of this order's shopper was erased, so notes can no longer be added.",
        ));
    }
    sqlx::query!(
        "INSERT INTO order_notes (id, order_id, text, staff_id) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING",
        note.note_id,
        note.order_id,
        note.text,
        staff_id
    )
    .execute(&mut *transaction)
    .await?;
    let kept = sqlx::query_as!(
        Note,
        "SELECT id, text, written_at, staff_id FROM order_notes WHERE id = $1 AND order_id = $2 AND staff_id = $3",
        note.note_id,
        note.order_id,
        staff_id
    );
    let kept = kept.fetch_optional(&mut *transaction).await?;
    let kept = kept.ok_or_else(|| {
        let broken = Rule::Repeated.says("This is the id of another note");
        Error::Invalid(vec![Violation::new("note_id", broken)])
    })?;
    transaction.commit().await?;
    Ok(kept)
}

/// Lists the notes on an order, oldest first, at most the newest 200.
#[tracing::instrument(name = "SELECT order_notes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn list(db: &PgPool, order_id: Uuid) -> Result<Vec<Note>, Error> {
    let notes = sqlx::query_as!(
        Note,
        "SELECT id, text, written_at, staff_id FROM order_notes WHERE order_id = $1
         ORDER BY written_at DESC, id DESC LIMIT $2",
        order_id,
        MOST_LISTED
    );
    let mut notes = notes.fetch_all(db).await?;
    notes.reverse();
    if notes.is_empty() {
        let order = sqlx::query_scalar!("SELECT id FROM orders WHERE id = $1", order_id);
        order.fetch_optional(db).await?.ok_or(Error::Unknown)?;
    }
    Ok(notes)
}
