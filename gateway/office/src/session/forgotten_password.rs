//! Resets a forgotten password.

use std::sync::Arc;

use axum::{extract::State, response::IntoResponse};
use proto::identity::v1::{RequestStaffPasswordCodeRequest, ResetStaffPasswordRequest};
use serde::Deserialize;
use utoipa::ToSchema;
use web::{
    answer::{Answer, Done},
    request::json_body::JsonBody,
};

use crate::{
    clients::Clients,
    request::{
        errors::{ApiError, AttemptErrors, BodyErrors},
        rate_limits::SignInAttempt,
    },
    session::{authorize::Session, cookie::SessionCookie, me::Me, sign_in::set_cookie},
};

/// The response for every address, known or not.
const ASKED: &str = "If this address belongs to a staff member, a code is on its way.";

/// Mails a code for a new password to the staff member with this email address.
///
/// The response is the same for unknown addresses.
#[utoipa::path(
    post,
    path = "/api/office/v1/session/password-code",
    tag = "session",
    operation_id = "requestPasswordCode",
    request_body = PasswordCodeRequest,
    responses(
        (status = 200, description = "If a staff member has the address, a code is on its way", body = Done),
        BodyErrors,
        AttemptErrors,
    ),
)]
pub(crate) async fn ask(
    State(clients): State<Arc<Clients>>,
    client: SignInAttempt,
    JsonBody(PasswordCodeRequest { email }): JsonBody<PasswordCodeRequest>,
) -> Result<Done, ApiError> {
    let request = RequestStaffPasswordCodeRequest {
        email,
        client_address: client.client_address(),
    };
    clients.call(request).await?;
    Ok(Done::with_message(ASKED))
}

/// Sets a new password and begins a session.
///
/// Needs the mailed code, and a code of the authenticator app or a recovery code. All earlier sessions end.
#[utoipa::path(
    post,
    path = "/api/office/v1/session/password-reset",
    tag = "session",
    operation_id = "resetPassword",
    request_body = NewPassword,
    responses(
        (status = 200, description = "The password is set, and a session begins", body = Answer<Me>),
        BodyErrors,
        AttemptErrors,
    ),
)]
pub(crate) async fn reset(
    State(clients): State<Arc<Clients>>,
    State(cookie): State<Arc<SessionCookie>>,
    client: SignInAttempt,
    JsonBody(new): JsonBody<NewPassword>,
) -> Result<impl IntoResponse, ApiError> {
    let request = ResetStaffPasswordRequest {
        email: new.email,
        mailed_code: new.mailed_code,
        code: new.code,
        new_password: new.new_password,
        client_address: client.client_address(),
    };
    let token = clients.call(request).await?.session_token;
    let set_cookie = set_cookie(cookie.begin(&token)?);
    let session = Session::new(token, clients, cookie);
    let me = session.me().await?;
    Ok((set_cookie, Answer::new(me)))
}

/// A request for a password code.
#[derive(Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub(crate) struct PasswordCodeRequest {
    /// The staff member's email address.
    #[schema(example = "asha@gmail.com")]
    email: String,
}

/// A new password, with the codes that prove the staff member's identity.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
#[schema(as = ForgottenPassword)]
pub(crate) struct NewPassword {
    /// The staff member's email address.
    #[schema(example = "asha@gmail.com")]
    email: String,
    /// The six digits from the mail.
    #[schema(example = "012345")]
    mailed_code: String,
    /// Six digits of the authenticator app, or a recovery code.
    #[schema(example = "492039")]
    code: String,
    /// At least 12 characters, and not a common password.
    #[schema(min_length = 12, format = "password")]
    new_password: String,
}
