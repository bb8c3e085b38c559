//! Readiness checks of replicas.

use std::net::SocketAddr;

use tonic::transport::Endpoint;
use tonic_health::pb::{
    HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient,
};

/// True if a gateway has loaded its lists. It has no pages here, so it never reports that it is ready.
pub(super) async fn has_lists(probe: &str) -> bool {
    let loaded = async {
        let answer = reqwest::get(probe).await?;
        answer.json::<serde_json::Value>().await
    };
    loaded.await.is_ok_and(|answer| answer["data"]["lists"] == true)
}

/// True if a service reports that it serves.
pub(super) async fn serves(address: SocketAddr) -> bool {
    let Ok(endpoint) = Endpoint::from_shared(format!("http://{address}")) else {
        return false;
    };
    let mut health = HealthClient::new(endpoint.connect_lazy());
    let answer = health.check(HealthCheckRequest::default()).await;
    answer.is_ok_and(|answer| answer.get_ref().status() == ServingStatus::Serving)
}
