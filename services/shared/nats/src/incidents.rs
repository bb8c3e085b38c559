//! Incidents of a connection: subjects to which its user may not publish, and messages that the client
//! dropped. The server answers no message to such a subject, but reports the subject separately.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use async_nats::{ConnectOptions, Event, ServerError};
use tokio::sync::broadcast::{self, error::RecvError};

/// The start of a refusal, before the subject in quotes.
const REFUSAL: &str = "Permissions Violation for Publish to \"";

/// Limit of refusals that wait for a slow listener. Any more are lost, and their messages time out.
const KEPT: usize = 256;

/// The incidents of a connection.
#[derive(Debug, Clone)]
pub struct Incidents {
    refusals: broadcast::Sender<String>,
    drops: Arc<AtomicU64>,
}

/// Listens for refusals from its creation on.
#[derive(Debug)]
pub struct Listener(broadcast::Receiver<String>);

impl Default for Incidents {
    fn default() -> Self {
        Self {
            refusals: broadcast::Sender::new(KEPT),
            drops: Arc::default(),
        }
    }
}

impl Incidents {
    /// Starts listening for refusals. Call it before sending a message.
    pub fn listen(&self) -> Listener {
        Listener(self.refusals.subscribe())
    }

    /// How often messages of plain subscriptions were dropped, because the program read them too slowly.
    pub fn drops(&self) -> u64 {
        self.drops.load(Ordering::Relaxed)
    }

    /// The options of a connection that reports its incidents here.
    pub(crate) fn heard_by(&self, options: ConnectOptions) -> ConnectOptions {
        let incidents = self.clone();
        options.event_callback(move |event| {
            incidents.note(&event);
            std::future::ready(())
        })
    }

    fn note(&self, event: &Event) {
        if let Event::SlowConsumer(_) = event {
            self.drops.fetch_add(1, Ordering::Relaxed);
        }
        if let Some(subject) = refused(event) {
            // Without a listener, no message is waiting.
            let _ = self.refusals.send(subject.to_owned());
        }
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
        let refusal = event("Permissions Violation for Publish to \"shop.order.placed.v1\"");
        assert_eq!(refused(&refusal), Some("shop.order.placed.v1"));
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
