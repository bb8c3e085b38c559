//! Health checks: readiness.

use std::{sync::Arc, time::Duration};

use axum::extract::State;
use http::StatusCode;
use serde::Serialize;
use tokio_util::sync::CancellationToken;
use web::{DirectClient, answer::Answer, health::LastCall};

use crate::{
    catalog::products::Products, clients::Clients, reviews::product_reviews::Reviews, site::serving::Site,
};

/// The interval of the checks on services that are down.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// 200 while the gateway can take requests, once it has a site and both lists. It then serves the last known
/// lists. A service that goes down later does not change it: other pages still work, and other replicas call
/// the same service. The answer does not name services that are down.
pub(crate) async fn ready(
    _: DirectClient,
    State(clients): State<Arc<Clients>>,
    State(products): State<Arc<Products>>,
    State(reviews): State<Arc<Reviews>>,
    State(site): State<Arc<Site>>,
    State(draining): State<CancellationToken>,
) -> (StatusCode, Answer<Readiness>) {
    let readiness = Readiness {
        draining: draining.is_cancelled(),
        site: site.is_built().await,
        lists: products.current().is_some() && reviews.current().is_some(),
        catalog: LastCall::from(products.is_up()),
        contact: LastCall::from(clients.contact.is_up()),
        identity: LastCall::from(clients.identity.is_up()),
        order: LastCall::from(clients.order.is_up()),
        review: LastCall::from(reviews.is_up()),
    };
    let is_ready = readiness.site && readiness.lists && !readiness.draining;
    let status = if is_ready {
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
            clients.probe_all().await;
        }
    };
    stopping.run_until_cancelled(watching).await.unwrap_or(Ok(()))
}

/// The body of `/readyz`.
#[derive(Debug, Serialize)]
pub(crate) struct Readiness {
    draining: bool,
    site: bool,
    /// True once products and reviews were loaded.
    lists: bool,
    catalog: LastCall,
    contact: LastCall,
    identity: LastCall,
    order: LastCall,
    review: LastCall,
}
