//! Responses of calls, and their faults.

use axum::{
    Json,
    http::StatusCode,
    response::{Html, IntoResponse, Response},
};
use serde_json::{Value, json};

use crate::{
    api_error::ApiError,
    provider::Provider,
    records::{Call, FailureMode, Fault},
    scenario::PaymentScenario,
};

pub(super) type ApiResponse = Result<Json<Value>, ApiError>;

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        match self.page() {
            Some(page) => (status, Html(page)).into_response(),
            None => (status, Json(self.body())).into_response(),
        }
    }
}

/// `markdown/api/refunds/create-normal.md`, "Errors": also for a known path with another method.
pub(super) async fn unknown_url() -> ApiError {
    ApiError::bad_request("The requested URL was not found on the server.")
}

/// A list in the form of all calls.
pub(super) fn collection(items: &[Value]) -> Value {
    json!({ "entity": "collection", "count": items.len(), "items": items })
}

/// Executes a call, or fails as the scenario says.
pub(super) async fn respond(
    provider: &Provider,
    call: Call,
    key: &str,
    scenario: PaymentScenario,
    work: impl Future<Output = Result<Value, ApiError>>,
) -> ApiResponse {
    let fault = provider.records().fault(call, key, scenario);
    let Some(Fault { mode, takes_effect }) = fault else {
        return work.await.map(Json);
    };
    if takes_effect {
        work.await?;
    }
    Err(match mode {
        FailureMode::ServerError => ApiError::server_error(),
        FailureMode::Silent => {
            provider.tasks.hang().await;
            ApiError::server_error()
        }
        FailureMode::InProgress => ApiError::in_progress(),
        FailureMode::Firewall => ApiError::firewall(),
    })
}
