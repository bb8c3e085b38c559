//! Reauthentication, which some calls need.

use std::sync::Arc;

use axum::extract::State;
use proto::identity::v1::ReauthenticateRequest;
use serde::Deserialize;
use utoipa::ToSchema;
use web::{answer::Answer, request::json_body::JsonBody};

use crate::{
    clients::Clients,
    request::{
        errors::{ApiError, AttemptErrors, BodyErrors, StaffErrors},
        rate_limits::SignInAttempt,
    },
    session::{authorize::Session, me::Me},
};

/// Reauthenticates the signed-in staff member. Calls that need it are allowed for five minutes.
#[utoipa::path(
    post,
    path = "/api/office/v1/session/reauthentication",
    tag = "session",
    operation_id = "reauthenticate",
    request_body = Proof,
    responses(
        (status = 200, description = "The identity is confirmed", body = Answer<Me>),
        BodyErrors,
        StaffErrors,
        AttemptErrors,
    ),
)]
pub(crate) async fn reauthenticate(
    State(clients): State<Arc<Clients>>,
    client: SignInAttempt,
    session: Session,
    JsonBody(proof): JsonBody<Proof>,
) -> Result<Answer<Me>, ApiError> {
    let request = ReauthenticateRequest {
        session_token: session.token().to_owned(),
        password: proof.password,
        code: proof.code,
        client_address: client.client_address(),
    };
    let shown = clients.call(request).await;
    shown.map_err(|status| session.refused(status))?;
    Ok(Answer::new(session.me().await?))
}

/// The proof of a reauthentication.
#[derive(Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub(crate) struct Proof {
    /// The password.
    #[schema(format = "password")]
    password: String,
    /// Six digits of the authenticator app.
    #[schema(example = "492039")]
    code: String,
}
