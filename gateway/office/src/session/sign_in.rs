//! Begins, reads and ends sessions.

use std::sync::Arc;

use axum::{
    extract::State,
    http::{HeaderName, HeaderValue, header},
    response::{AppendHeaders, IntoResponse},
};
use proto::identity::v1::{SignInRequest, SignOutRequest};
use serde::Deserialize;
use utoipa::ToSchema;
use web::{
    answer::{Answer, Done, Refusal},
    request::json_body::JsonBody,
};

use crate::{
    clients::Clients,
    request::{
        errors::{ApiError, AttemptErrors, BodyErrors, StaffErrors},
        rate_limits::SignInAttempt,
    },
    session::{
        authorize::{Session, SessionToken},
        cookie::SessionCookie,
        me::Me,
    },
};

/// Begins a session and sets its cookie, which scripts cannot read. An earlier session of the browser ends.
#[utoipa::path(
    post,
    path = "/api/office/v1/session",
    tag = "session",
    operation_id = "signIn",
    request_body = Credentials,
    responses(
        (status = 200, description = "A session begins", body = Answer<Me>),
        (status = 401, description = "Address, password or code is wrong", body = Refusal),
        BodyErrors,
        AttemptErrors,
    ),
)]
pub(crate) async fn sign_in(
    State(clients): State<Arc<Clients>>,
    State(cookie): State<Arc<SessionCookie>>,
    client: SignInAttempt,
    SessionToken(before): SessionToken,
    JsonBody(credentials): JsonBody<Credentials>,
) -> Result<impl IntoResponse, ApiError> {
    let request = SignInRequest {
        email: credentials.email,
        password: credentials.password,
        code: credentials.code,
        client_address: client.client_address(),
    };
    let begun = clients.call(request).await?;
    let set_cookie = set_cookie(cookie.begin(&begun.session_token)?);
    let session = Session::new(begun.session_token, Arc::clone(&clients), cookie);
    let me = session.me().await?;
    if !before.is_empty()
        && let Err(error) = clients
            .call(SignOutRequest {
                session_token: before,
            })
            .await
    {
        tracing::warn!(%error, "previous session not ended");
    }
    Ok((set_cookie, Answer::new(me)))
}

/// Returns the signed-in staff member.
#[utoipa::path(
    get,
    path = "/api/office/v1/session",
    tag = "session",
    operation_id = "getSession",
    responses(
        (status = 200, description = "The signed-in staff member", body = Answer<Me>),
        StaffErrors,
    ),
)]
pub(crate) async fn get(session: Session) -> Result<Answer<Me>, ApiError> {
    Ok(Answer::new(session.me().await?))
}

/// Ends the session, on the server too. Succeeds without a session.
#[utoipa::path(
    delete,
    path = "/api/office/v1/session",
    tag = "session",
    operation_id = "signOut",
    responses(
        (status = 200, description = "The session has ended", body = Done),
        (status = 503, description = "A service is down; `Retry-After` says when to try again", body = Refusal),
    ),
)]
pub(crate) async fn sign_out(
    State(clients): State<Arc<Clients>>,
    State(cookie): State<Arc<SessionCookie>>,
    SessionToken(token): SessionToken,
) -> Result<impl IntoResponse, ApiError> {
    if !token.is_empty() {
        clients.call(SignOutRequest { session_token: token }).await?;
    }
    Ok((
        set_cookie(cookie.expired()),
        Done::with_message("You are signed out."),
    ))
}

/// The credentials for signing in.
#[derive(Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub(crate) struct Credentials {
    /// The staff member's email address.
    #[schema(example = "asha@gmail.com")]
    email: String,
    /// The password.
    #[schema(format = "password")]
    password: String,
    /// Six digits of the authenticator app, or a recovery code.
    #[schema(example = "492039")]
    code: String,
}

/// The header that sets or deletes a cookie.
pub(crate) fn set_cookie(cookie: HeaderValue) -> AppendHeaders<[(HeaderName, HeaderValue); 1]> {
    AppendHeaders([(header::SET_COOKIE, cookie)])
}
