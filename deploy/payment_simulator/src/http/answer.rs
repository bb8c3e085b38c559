//! Responses of calls, and their faults.

use axum::{
    Json,
    http::StatusCode,
    response::{Html, IntoResponse, Response},
};
use serde_json::{Value, json};

use crate::{
    books::{Call, Failing, Fault},
    provider::Provider,
    refusal::Refusal,
    script::Script,
};

pub(super) type Answer = Result<Json<Value>, Refusal>;

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        match self.page() {
            Some(page) => (status, Html(page)).into_response(),
            None => (status, Json(self.body())).into_response(),
        }
    }
}

/// `markdown/api/refunds/create-normal.md`, "Errors": also for a known path with another method.
pub(super) async fn no_such_url() -> Refusal {
    Refusal::bad_request("The requested URL was not found on the server.")
}

/// A list in the form of all calls.
pub(super) fn collection(items: &[Value]) -> Value {
    json!({ "entity": "collection", "count": items.len(), "items": items })
}

/// Executes a call, or fails as the script says.
pub(super) async fn scripted(
    provider: &Provider,
    call: Call,
    about: &str,
    script: Script,
    work: impl Future<Output = Result<Value, Refusal>>,
) -> Answer {
    let fault = provider.books().fault(call, about, script);
    let Some(Fault { failing, is_done }) = fault else {
        return work.await.map(Json);
    };
    if is_done {
        work.await?;
    }
    Err(match failing {
        Failing::ServerError => Refusal::server_error(),
        Failing::Silent => {
            provider.tasks.hang().await;
            Refusal::server_error()
        }
        Failing::InProgress => Refusal::in_progress(),
        Failing::Firewall => Refusal::firewall(),
    })
}
