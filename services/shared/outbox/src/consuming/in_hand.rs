//! A message that the server gave out and waits to hear of.

use std::{convert::Infallible, time::Duration};

use async_nats::jetstream::{AckKind, message::Message};

use crate::consuming::inbox;

/// How often the server, and the claim, are told that a message is still in hand: twice before either gives it to another.
pub(crate) const PROGRESS_EVERY: Duration = Duration::from_secs(inbox::LEASE.as_secs() / 3);

/// Tells the server now and then that the message is worked on. A server that is away gives it out again; the claim keeps other
/// replicas from handling it then.
pub(crate) async fn report_progress(message: &Message) -> Infallible {
    loop {
        tokio::time::sleep(PROGRESS_EVERY).await;
        if let Err(error) = message.ack_with(AckKind::Progress).await {
            tracing::debug!(%error, "the server was not told that a message is worked on");
        }
    }
}

/// Tells the server what became of the message, and waits until it knows.
pub(crate) async fn acknowledge(message: &Message, acknowledgement: AckKind) -> anyhow::Result<()> {
    message
        .double_ack_with(acknowledgement)
        .await
        .map_err(anyhow::Error::from_boxed)
}
