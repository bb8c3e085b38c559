//! Progress reports and acknowledgements of delivered messages.

use std::{convert::Infallible, time::Duration};

use async_nats::jetstream::{AckKind, message::Message};

use crate::consuming::inbox;

/// The interval of progress reports and claim renewals: two before the server or the claim gives the message
/// to another replica.
pub(crate) const PROGRESS_EVERY: Duration = Duration::from_secs(inbox::LEASE.as_secs() / 3);

/// Reports progress to the server regularly. If the server is down, it redelivers the message; the claim then
/// keeps other replicas from handling it.
pub(crate) async fn report_progress(message: &Message) -> Infallible {
    loop {
        tokio::time::sleep(PROGRESS_EVERY).await;
        if let Err(error) = message.ack_with(AckKind::Progress).await {
            tracing::debug!(%error, "progress of a message not acknowledged");
        }
    }
}

/// Acknowledges a message, and waits for the server's confirmation.
pub(crate) async fn acknowledge(message: &Message, acknowledgement: AckKind) -> anyhow::Result<()> {
    message
        .double_ack_with(acknowledgement)
        .await
        .map_err(anyhow::Error::from_boxed)
}

/// Returns a message that is not handled to the server, which delivers it to any replica. If that fails, the
/// server does so later.
pub(crate) async fn give_back(message: &Message) {
    if let Err(error) = acknowledge(message, AckKind::Nak(None)).await {
        tracing::debug!(%error, "a message was not given back; the server gives it out again later");
    }
}
