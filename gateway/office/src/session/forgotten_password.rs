//! A new password for somebody who forgot theirs.

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
        rate_limits::SignInTry,
        refusal::{CountsTries, ReadsBody, Refused},
    },
    session::{authorize::Session, cookie::SessionCookie, me::Me, sign_in::set_cookie},
};

/// What is answered, whoever has the address.
const ASKED: &str = "If this address belongs to somebody who works here, a code is on its way.";

/// Has a code for a new password mailed to whoever works here and has the address. It is answered the same whoever has it.
#[utoipa::path(
    post,
    path = "/api/office/v1/session/password-code",
    tag = "session",
    operation_id = "requestPasswordCode",
    request_body = Forgetful,
    responses(
        (status = 200, description = "If somebody has the address, a code is on its way", body = Done),
        ReadsBody,
        CountsTries,
    ),
)]
pub(crate) async fn ask(
    State(clients): State<Arc<Clients>>,
    client: SignInTry,
    JsonBody(Forgetful { email }): JsonBody<Forgetful>,
) -> Result<Done, Refused> {
    let request = RequestStaffPasswordCodeRequest {
        email,
        client_address: client.client_address(),
    };
    clients.request_password_code(request).await?;
    Ok(Done::with_message(ASKED))
}

/// Sets a new password with the mailed code and a code of the authenticator app, or a recovery code, and begins a session. Those that
/// there were end.
#[utoipa::path(
    post,
    path = "/api/office/v1/session/password-reset",
    tag = "session",
    operation_id = "resetPassword",
    request_body = NewPassword,
    responses(
        (status = 200, description = "The password is set, and the session has begun", body = Answer<Me>),
        ReadsBody,
        CountsTries,
    ),
)]
pub(crate) async fn reset(
    State(clients): State<Arc<Clients>>,
    State(cookie): State<Arc<SessionCookie>>,
    client: SignInTry,
    JsonBody(new): JsonBody<NewPassword>,
) -> Result<impl IntoResponse, Refused> {
    let request = ResetStaffPasswordRequest {
        email: new.email,
        mailed_code: new.mailed_code,
        code: new.code,
        new_password: new.new_password,
        client_address: client.client_address(),
    };
    let token = clients.reset_password(request).await?;
    let set_cookie = set_cookie(cookie.begin(&token)?);
    let session = Session::begun(token, clients, cookie);
    let me = session.me().await?;
    Ok((set_cookie, Answer::new(me)))
}

/// Who forgot their password.
#[derive(Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub(crate) struct Forgetful {
    /// Their address.
    #[schema(example = "asha@gmail.com")]
    email: String,
}

/// A password, and what shows who sets it.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
#[schema(as = ForgottenPassword)]
pub(crate) struct NewPassword {
    /// Their address.
    #[schema(example = "asha@gmail.com")]
    email: String,
    /// Six digits of the mail.
    #[schema(example = "012345")]
    mailed_code: String,
    /// Six digits of the authenticator app, or a recovery code.
    #[schema(example = "492039")]
    code: String,
    /// At least 12 characters, and none of the commonest.
    #[schema(min_length = 12, format = "password")]
    new_password: String,
}
