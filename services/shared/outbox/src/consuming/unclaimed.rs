//! The short way of an event that has its effect in the database, or none, and comes for the first time: it needs no claim, for
//! whoever else handles it waits at its note.

use std::{panic::AssertUnwindSafe, time::Duration};

use async_nats::jetstream::message::Message;
use futures_util::FutureExt as _;

use crate::{
    Delivery, Handler,
    consuming::{consumer::Consumer, inbox},
};

/// How long a handler may check an event whose effect is in the database: longer than PostgreSQL lets a statement run.
pub(crate) const LONGEST_CHECK: Duration = Duration::from_secs(5);

impl<H: Handler> Consumer<H> {
    /// Whether an event was handled without a claim. One that was not, whatever the reason, is claimed: only then are its attempts
    /// counted, and its failures told apart.
    pub(crate) async fn is_recorded_unclaimed(&self, message: &Message, delivery: &Delivery) -> bool {
        if self.handler.effect(&delivery.subject).is_handled() || !is_first(message) {
            return false;
        }
        let checking = AssertUnwindSafe(self.handler.handle(delivery)).catch_unwind();
        let checked = tokio::time::timeout(LONGEST_CHECK, checking).await;
        if !matches!(checked, Ok(Ok(Ok(())))) {
            return false;
        }
        let name = self.subscription.name;
        let recording = inbox::record_unclaimed(&self.db, name, &self.handler, delivery);
        match database::bounded(recording).await {
            Ok(()) => {
                runtime::fail_at(name, "after_note");
                true
            }
            Err(error) => {
                tracing::debug!(%error, consumer = name, "an event is claimed, for it was not recorded at once");
                false
            }
        }
    }
}

/// Whether the server gives the message out for the first time: a program that dies of it meets it again.
fn is_first(message: &Message) -> bool {
    message.info().is_ok_and(|info| info.delivered == 1)
}
