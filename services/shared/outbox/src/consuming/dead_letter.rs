use async_nats::{
    header::NATS_MESSAGE_ID,
    jetstream::{
        Context,
        context::PublishErrorKind,
        message::{Message, PublishMessage},
    },
};
use bytes::Bytes;
use runtime::trace_context;

use crate::{Failure, Subscription, envelope::header, stream::FOR_GOOD};

/// The event id of the original message.
pub(crate) const ORIGINAL_MSG_ID: &str = "Original-Msg-Id";

impl Subscription {
    /// Publishes a message as a dead letter with its reason, for an operator.
    pub(crate) async fn publish_dead_letter(
        &self,
        jetstream: &Context,
        replicas: usize,
        message: &Message,
        failure: &Failure,
    ) -> anyhow::Result<()> {
        let reason = one_line(&failure.to_string());
        tracing::error!(reason, subject = %message.subject, "a message is put aside as a dead letter");
        let info = message.info().map_err(anyhow::Error::from_boxed)?;
        // The time distinguishes messages with the same sequence in a stream that was lost and created again.
        let (sequence, nanoseconds) = (info.stream_sequence, info.published.unix_timestamp_nanos());
        let mut letter = PublishMessage::build()
            // If the acknowledgement is lost, the message is redelivered and dead-lettered again; this id
            // removes the duplicate.
            .message_id(format!("{}:{}:{sequence}:{nanoseconds}", self.name, self.stream))
            .header("Reason", reason)
            .header("Original-Subject", message.subject.as_str());
        if let Some(id) = header(message, NATS_MESSAGE_ID.as_ref()) {
            letter = letter.header(ORIGINAL_MSG_ID, id);
        }
        if let Some(traceparent) = header(message, trace_context::TRACEPARENT) {
            letter = letter.header(trace_context::TRACEPARENT, traceparent);
        }
        self.dead_letters.ensure(jetstream, replicas, FOR_GOOD).await?;
        self.publish_letter(jetstream, letter, message.payload.clone())
            .await
    }

    /// Publishes a dead letter. If it is too large with its headers, half of its payload is cut off and
    /// marked. The original message stays in its stream.
    async fn publish_letter(
        &self,
        jetstream: &Context,
        letter: PublishMessage,
        payload: Bytes,
    ) -> anyhow::Result<()> {
        let subject = self.dead_letter_subject;
        let whole = letter.clone().payload(payload.clone());
        let sent = match jetstream.send_publish(subject, whole).await {
            Err(error) if error.kind() == PublishErrorKind::MaxPayloadExceeded => {
                let cut = letter
                    .header("Original-Length", payload.len().to_string())
                    .payload(payload.slice(..payload.len() / 2));
                jetstream.send_publish(subject, cut).await?
            }
            sent => sent?,
        };
        sent.await?;
        Ok(())
    }
}

/// Header values must be one line.
fn one_line(text: &str) -> String {
    text.replace(['\r', '\n'], " ")
}
