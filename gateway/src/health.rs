//! Health: whether the process lives, and whether it should get traffic.

use std::{sync::Arc, time::Duration};

use axum::extract::State;
use http::StatusCode;
use serde::Serialize;
use tokio_util::sync::CancellationToken;

use crate::{answer::Answer, app::App};

/// Alive, as long as anything answers at all.
pub(crate) async fn alive() -> Answer<()> {
    Answer::new(())
}

/// How often the services that are down are looked at.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// 200 while the gateway can take requests: once it has a site and both lists, from when on it serves what it last knew. A
/// service that goes down later does not change that: other pages still work, and sending the traffic elsewhere would not
/// bring it back.
pub(crate) async fn ready(State(app): State<Arc<App>>) -> (StatusCode, Answer<Readiness>) {
    let readiness = Readiness {
        draining: app.draining.is_cancelled(),
        site: app.site.is_built().await,
        lists: app.products.known().is_some() && app.reviews.known().is_some(),
        catalog: Service::from(app.products.answers()),
        contact: Service::from(app.clients.contact.answers()),
        identity: Service::from(app.clients.identity.answers()),
        order: Service::from(app.clients.order.answers()),
        review: Service::from(app.reviews.answers()),
    };
    let is_ready = readiness.site && readiness.lists && !readiness.draining;
    let status = if is_ready {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    };
    (status, Answer::new(readiness))
}

/// Keeps what is known of the services true while nobody calls them, until `stopping` is cancelled.
pub(crate) async fn watch(app: Arc<App>, stopping: CancellationToken) -> anyhow::Result<()> {
    let watching = async {
        loop {
            tokio::time::sleep(LOOK_EVERY).await;
            app.clients.look_again().await;
        }
    };
    stopping.run_until_cancelled(watching).await.unwrap_or(Ok(()))
}

/// What `/readyz` says.
#[derive(Debug, Serialize)]
pub(crate) struct Readiness {
    draining: bool,
    site: bool,
    /// Whether products and reviews were loaded once.
    lists: bool,
    catalog: Service,
    contact: Service,
    identity: Service,
    order: Service,
    review: Service,
}

/// What the last call to a service told.
#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Service {
    Answers,
    Down,
    Unknown,
}

impl From<Option<bool>> for Service {
    fn from(answers: Option<bool>) -> Self {
        match answers {
            Some(true) => Self::Answers,
            Some(false) => Self::Down,
            None => Self::Unknown,
        }
    }
}
