//! Accepts messages to the shop.

use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{error::Error, events, message::Message, store};

/// The operation that accepts a message.
#[derive(Debug, Clone)]
pub struct SendMessage {
    /// The database.
    pub db: PgPool,
    /// Wakes the relay when an event is waiting.
    pub relay: outbox::Waker,
}

impl SendMessage {
    /// Stores a message with its event and returns its id. Committed before the function returns.
    pub async fn send(&self, message: &Message, now: OffsetDateTime) -> Result<Uuid, Error> {
        let id = Uuid::now_v7();
        let mut transaction = database::begin(&self.db).await?;
        store::insert(&mut transaction, id, message, now).await?;
        outbox::write(&mut transaction, events::contact_received(id, message, now)).await?;
        transaction.commit().await?;
        self.relay.wake();
        metrics::counter!("messages_received_total").increment(1);
        Ok(id)
    }
}
