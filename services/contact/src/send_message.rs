//! Taking a message: keep it with its event.

use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{error::Error, events, message::Message, store};

/// Takes messages.
#[derive(Debug, Clone)]
pub struct SendMessage {
    /// The messages.
    pub db: PgPool,
    /// Told when an event waits to be published.
    pub relay: outbox::Waker,
}

impl SendMessage {
    /// Keeps a message and answers its id. What it answered is on disk, with an event that will reach every consumer.
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
