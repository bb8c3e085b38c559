//! Subjects to which a user may not publish. The server does not answer such a message, but reports its
//! subject separately.

use async_nats::{ConnectOptions, Event, ServerError};
use tokio::sync::broadcast::{self, error::RecvError};

/// The start of a refusal, before the subject in quotes.
const REFUSAL: &str = "Permissions Violation for Publish to \"";

/// Limit of refusals that wait for a slow listener. Any more are lost, and their messages time out.
const KEPT: usize = 256;

/// The refusals of a connection.
#[derive(Debug, Clone)]
pub struct Refusals(broadcast::Sender<String>);

/// Listens for refusals from its creation on.
#[derive(Debug)]
pub struct Listener(broadcast::Receiver<String>);

impl Default for Refusals {
    fn default() -> Self {
        Self(broadcast::Sender::new(KEPT))
    }
}

impl Refusals {
    /// Starts listening. Call it before sending a message.
    pub fn listen(&self) -> Listener {
        Listener(self.0.subscribe())
    }

    /// The options of a connection that reports its refusals here.
    pub(crate) fn heard_by(&self, options: ConnectOptions) -> ConnectOptions {
        let refusals = self.0.clone();
        options.event_callback(move |event| {
            if let Some(subject) = refused(&event) {
                // Without a listener, no message is waiting.
                let _ = refusals.send(subject.to_owned());
            }
            std::future::ready(())
        })
    }
}

impl Listener {
    /// Waits until the server refuses the subject.
    pub async fn until(&mut self, subject: &str) {
        loop {
            match self.0.recv().await {
                Ok(refused) if refused == subject => return,
                Ok(_) | Err(RecvError::Lagged(_)) => (),
                Err(RecvError::Closed) => std::future::pending().await,
            }
        }
    }
}

fn refused(event: &Event) -> Option<&str> {
    let Event::ServerError(ServerError::Other(error)) = event else {
        return None;
    };
    error.strip_prefix(REFUSAL)?.strip_suffix('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_subject_that_the_server_names() {
        let event = |error: &str| Event::ServerError(ServerError::Other(error.to_owned()));
        let refusal = event("Permissions Violation for Publish to \"shop.order.placed.v2\"");
        assert_eq!(refused(&refusal), Some("shop.order.placed.v2"));
        let others = [
            "Permissions Violation for Subscription to \"shop.>\"",
            "Stale Connection",
        ];
        assert_eq!(
            others.map(|other| refused(&event(other)).map(str::to_owned)),
            [None, None]
        );
    }
}
