//! The fast path: a first delivery whose effect is in the database, or that has none, needs no claim. The
//! unique key of the inbox serialises duplicates.

use std::{panic::AssertUnwindSafe, time::Duration};

use async_nats::jetstream::message::Message;
use futures_util::FutureExt as _;

use crate::{
    Delivery, Handler,
    consuming::{consumer::Consumer, inbox},
};

/// The timeout for checking an event whose effect is in the database. Longer than PostgreSQL's statement
/// timeout.
pub(crate) const LONGEST_CHECK: Duration = Duration::from_secs(5);

impl<H: Handler> Consumer<H> {
    /// Handles an event without a claim. Returns false on any failure; the event is then claimed, so that
    /// attempts are counted and failures distinguished.
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
                tracing::debug!(%error, consumer = name, "event claimed, because it was not recorded at once");
                false
            }
        }
    }
}

/// True on the first delivery. If it crashes the program, the next delivery is claimed.
fn is_first(message: &Message) -> bool {
    message.info().is_ok_and(|info| info.delivered == 1)
}
