//! The clients of the services that own orders, messages, stock alerts, products and documents.

use std::time::Duration;

use outbox::Failure;
use runtime::{Client, Frame, Target};
use tonic::{Code, Status};

/// The timeout of a request.
const DEADLINE: Duration = Duration::from_secs(5);

/// The delay before an unavailable service is retried. It is shorter than for a mail server, because the
/// service is the shop's own.
const ASK_AGAIN_AFTER: Duration = Duration::from_secs(5);

/// The clients of the services that own the data in mails.
#[derive(Debug, Clone)]
pub(crate) struct PeerServices {
    pub(crate) orders: Client,
    pub(crate) messages: Client,
    pub(crate) alerts: Client,
    pub(crate) products: Client,
    pub(crate) documents: Client,
}

/// The URLs of the services.
pub(crate) struct PeerUrls {
    pub(crate) orders: Target,
    pub(crate) messages: Target,
    pub(crate) alerts: Target,
    pub(crate) products: Target,
    pub(crate) documents: Target,
}

impl PeerServices {
    /// Creates the clients without connecting; the first call connects.
    pub(crate) fn new(at: PeerUrls, frame: &Frame) -> Self {
        let client = |target| frame.client(target, DEADLINE);
        Self {
            orders: client(at.orders),
            messages: client(at.messages),
            alerts: client(at.alerts),
            products: client(at.products),
            documents: client(at.documents),
        }
    }
}

/// Turns a "not found" response into `None`.
pub(crate) fn found<T>(answer: Result<T, Status>) -> Result<Option<T>, Failure> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(status) if status.code() == Code::NotFound => Ok(None),
        Err(status) => Err(failure(&status)),
    }
}

/// Retries while a service is unavailable. An unknown or invalid id becomes a dead letter, because it stays
/// so.
pub(crate) fn failure(status: &Status) -> Failure {
    match status.code() {
        Code::NotFound | Code::InvalidArgument => {
            Failure::Poison(format!("its owner does not know it: {}", status.message()))
        }
        _ => {
            tracing::warn!(%status, "a mail waits for the service that knows what it tells");
            Failure::Postponed(ASK_AGAIN_AFTER)
        }
    }
}
