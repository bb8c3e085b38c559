//! Health checks: readiness.

use std::{sync::Arc, time::Duration};

use axum::extract::State;
use http::StatusCode;
use serde::Serialize;
use tokio_util::sync::CancellationToken;
use web::{DirectClient, answer::Answer, health::LastCall};

use crate::{clients::Clients, site::Site};

/// The interval of the checks on services that are down.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// 200 while the gateway can take requests, once its pages are built. Services that are down do not change
/// it, because other replicas of the gateway call the same services.
pub(crate) async fn ready(
    _: DirectClient,
    State(clients): State<Arc<Clients>>,
    State(site): State<Arc<Site>>,
    State(draining): State<CancellationToken>,
) -> (StatusCode, Answer<Readiness>) {
    let [catalog, identity, inventory, order, review, contact] = clients.are_up().map(LastCall::from);
    let readiness = Readiness {
        draining: draining.is_cancelled(),
        site: site.is_built().await,
        catalog,
        identity,
        inventory,
        order,
        review,
        contact,
    };
    let status = if readiness.site && !readiness.draining {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    };
    (status, Answer::new(readiness))
}

/// Updates the status of the services while no request calls them, until `stopping` is cancelled.
pub(crate) async fn watch(clients: Arc<Clients>, stopping: CancellationToken) -> anyhow::Result<()> {
    let watching = async {
        loop {
            tokio::time::sleep(LOOK_EVERY).await;
            Box::pin(clients.probe_all()).await;
        }
    };
    stopping.run_until_cancelled(watching).await.unwrap_or(Ok(()))
}

/// The body of `/readyz`.
#[derive(Debug, Serialize)]
pub(crate) struct Readiness {
    draining: bool,
    site: bool,
    catalog: LastCall,
    identity: LastCall,
    inventory: LastCall,
    order: LastCall,
    review: LastCall,
    contact: LastCall,
}
