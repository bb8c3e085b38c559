//! The sessions of the logged-in shopper, and the logout of all other browsers.

use std::sync::Arc;

use axum::extract::State;
use proto::identity::v1::{EndOtherSessionsRequest, ListSessionsRequest, Session as ContractSession};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::{
    Error,
    answer::{
        Answer, Refusal,
        error_responses::{AttemptErrors, BodyErrors},
    },
    request::json_body::JsonBody,
};

use crate::{
    account::session::{Account, DeviceToken, SessionToken},
    clients::Clients,
    request::{
        error_responses::SessionErrors,
        field_names::FieldNames,
        rate_limits::{Credentials, Limited},
    },
};

/// Lists the sessions of the logged-in shopper: one per browser that did not log out.
#[utoipa::path(
    get,
    path = "/api/v1/users/me/sessions",
    tag = "accounts",
    operation_id = "listSessions",
    responses(
        (status = 200, description = "The sessions", body = Answer<OwnSessions>),
        SessionErrors,
    ),
)]
pub(crate) async fn list(
    State(clients): State<Arc<Clients>>,
    account: Account,
    SessionToken(session_token): SessionToken,
) -> Result<Answer<OwnSessions>, Error> {
    let request = ListSessionsRequest {
        account_id: account.id,
        session_token,
    };
    let listed = clients.identity.call(request).await?;
    let sessions = listed.sessions.into_iter().map(Session::from);
    Ok(Answer::new(OwnSessions {
        sessions: sessions.collect(),
    }))
}

/// Ends all sessions of the account except the current one. A mail informs the account's address if there
/// were any.
#[utoipa::path(
    delete,
    path = "/api/v1/users/me/sessions",
    tag = "accounts",
    operation_id = "endOtherSessions",
    request_body = SessionsEnd,
    responses(
        (status = 200, description = "Every other session has ended", body = Answer<EndedSessions>),
        BodyErrors,
        SessionErrors,
        AttemptErrors,
        (status = 422, description = "The password is wrong", body = Refusal),
    ),
)]
pub(crate) async fn end_others(
    State(clients): State<Arc<Clients>>,
    client: Limited<Credentials>,
    account: Account,
    SessionToken(session_token): SessionToken,
    DeviceToken(device_token): DeviceToken,
    JsonBody(SessionsEnd { password }): JsonBody<SessionsEnd>,
) -> Result<Answer<EndedSessions>, Error> {
    let request = EndOtherSessionsRequest {
        account_id: account.id,
        password,
        session_token,
        client_address: client.address.0.to_string(),
        device_token,
    };
    let answer = clients
        .identity
        .call(request)
        .await
        .map_err(|status| SessionsEnd::NAMES.refusal(status))?;
    let ended = EndedSessions { ended: answer.ended };
    Ok(Answer::new(ended).with_message("Every other device is logged out."))
}

/// The sessions of a shopper.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnSessions {
    /// Newest first; at most a hundred.
    sessions: Vec<Session>,
}

/// A session in a browser.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Session {
    /// When the session began, in UTC.
    #[schema(format = DateTime)]
    started_at: String,
    /// When the session was last used, in UTC, to within five minutes.
    #[schema(format = DateTime)]
    last_used_at: String,
    /// True for the session of this request.
    is_current: bool,
}

impl From<ContractSession> for Session {
    fn from(session: ContractSession) -> Self {
        Self {
            started_at: session.started_at,
            last_used_at: session.last_used_at,
            is_current: session.is_current,
        }
    }
}

/// A request to end all other sessions.
#[derive(Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub(crate) struct SessionsEnd {
    /// The account's password.
    #[schema(format = "password")]
    password: String,
}

impl SessionsEnd {
    pub(crate) const NAMES: &FieldNames = &FieldNames::flat(&[("password", "password")]);
}

/// The ended sessions.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EndedSessions {
    /// The number of ended sessions.
    #[schema(minimum = 0)]
    ended: i64,
}
