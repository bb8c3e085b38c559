//! Subjects that a user may not publish to. The server answers nothing to such a message, and names its subject beside the answers.

use async_nats::{ConnectOptions, Event, ServerError};
use tokio::sync::broadcast::{self, error::RecvError};

/// How a refusal of the server begins, before the subject in quotes.
const REFUSAL: &str = "Permissions Violation for Publish to \"";

/// Refusals that wait for a slow listener. Those beyond are lost, and their messages run into their timeouts.
const KEPT: usize = 256;

/// The refusals of a connection.
#[derive(Debug, Clone)]
pub struct Refusals(broadcast::Sender<String>);

/// Hears the refusals that follow its making.
#[derive(Debug)]
pub struct Listener(broadcast::Receiver<String>);

impl Default for Refusals {
    fn default() -> Self {
        Self(broadcast::Sender::new(KEPT))
    }
}

impl Refusals {
    /// Listens from now on: to be called before a message is sent.
    pub fn listen(&self) -> Listener {
        Listener(self.0.subscribe())
    }

    /// Options of a connection whose refusals these are.
    pub(crate) fn heard_by(&self, options: ConnectOptions) -> ConnectOptions {
        let refusals = self.0.clone();
        options.event_callback(move |event| {
            if let Some(subject) = refused(&event) {
                // No message is on its way where no one listens.
                let _ = refusals.send(subject.to_owned());
            }
            std::future::ready(())
        })
    }
}

impl Listener {
    /// Waits until the server refuses a subject.
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
