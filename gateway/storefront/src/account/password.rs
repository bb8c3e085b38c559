//! Resets a forgotten password with a one-time code by mail.

use std::sync::Arc;

use axum::{extract::State, response::IntoResponse};
use proto::identity::v1::{RequestOneTimeCodeRequest, ResetPasswordRequest, VerifyOneTimeCodeRequest};
use serde::Deserialize;
use utoipa::ToSchema;
use web::{
    Error,
    answer::{
        Done, Refusal,
        error_responses::{AttemptErrors, BodyErrors},
    },
    request::json_body::JsonBody,
};

use crate::{
    account::{
        login::set_device_cookie,
        session::{Cookies, DeviceToken},
    },
    clients::Clients,
    request::{
        field_names::FieldNames,
        rate_limits::{self, Limited},
    },
};

/// Mails a one-time code if the email address has an account. The response is the same if it has none.
#[utoipa::path(
    post,
    path = "/api/v1/users/forgotpassword",
    tag = "accounts",
    operation_id = "requestCode",
    request_body = ForgottenPassword,
    responses(
        (status = 200, description = "If there is an account, a code is on its way", body = Done),
        BodyErrors,
        (status = 422, description = "The email is malformed", body = Refusal),
        (status = 429, description = "A code was just sent, or too many codes; `Retry-After` says when to try again", body = Refusal),
        (status = 503, description = "A service is down; `Retry-After` says when to try again", body = Refusal),
    ),
)]
pub(crate) async fn request_code(
    State(clients): State<Arc<Clients>>,
    client: Limited<rate_limits::Codes>,
    DeviceToken(device_token): DeviceToken,
    JsonBody(ForgottenPassword { email }): JsonBody<ForgottenPassword>,
) -> Result<Done, Error> {
    let request = RequestOneTimeCodeRequest {
        email,
        client_address: client.address.0.to_string(),
        device_token,
    };
    clients
        .identity
        .call(request)
        .await
        .map_err(|status| ForgottenPassword::NAMES.refusal(status))?;
    let said = "If this email has an account, a code is on its way. It is valid for 10 minutes.";
    Ok(Done::with_message(said))
}

/// Checks a one-time code without consuming it. Five wrong codes invalidate it.
#[utoipa::path(
    post,
    path = "/api/v1/users/verifyOtp",
    tag = "accounts",
    operation_id = "verifyCode",
    request_body = OneTimeCode,
    responses(
        (status = 200, description = "The code is right", body = Done),
        BodyErrors,
        AttemptErrors,
        (status = 422, description = "The code is wrong, has expired or was never sent", body = Refusal),
    ),
)]
pub(crate) async fn verify_code(
    State(clients): State<Arc<Clients>>,
    client: Limited<rate_limits::Codes>,
    DeviceToken(device_token): DeviceToken,
    JsonBody(OneTimeCode { email, code }): JsonBody<OneTimeCode>,
) -> Result<Done, Error> {
    let request = VerifyOneTimeCodeRequest {
        email,
        code,
        client_address: client.address.0.to_string(),
        device_token,
    };
    clients
        .identity
        .call(request)
        .await
        .map_err(|status| OneTimeCode::NAMES.refusal(status))?;
    Ok(Done::with_message("OTP verified successfully"))
}

/// Sets a new password, consumes the code and ends all sessions of the account.
#[utoipa::path(
    post,
    path = "/api/v1/users/resetpassword",
    tag = "accounts",
    operation_id = "resetPassword",
    request_body = NewPassword,
    responses(
        (status = 200, description = "The password is set", body = Done),
        BodyErrors,
        AttemptErrors,
        (status = 422, description = "The code is wrong, has expired or was used, or the password breaks a rule", body = Refusal),
    ),
)]
pub(crate) async fn reset(
    State(clients): State<Arc<Clients>>,
    State(cookies): State<Arc<Cookies>>,
    client: Limited<rate_limits::Codes>,
    DeviceToken(device_token): DeviceToken,
    JsonBody(reset): JsonBody<NewPassword>,
) -> Result<impl IntoResponse, Error> {
    let request = ResetPasswordRequest {
        email: reset.email,
        code: reset.code,
        new_password: reset.new_password,
        client_address: client.address.0.to_string(),
        device_token,
    };
    let reset = clients
        .identity
        .call(request)
        .await
        .map_err(|status| NewPassword::NAMES.refusal(status))?;
    let device_cookie = set_device_cookie(&cookies, &reset.device_token)?;
    let done = Done::with_message("Password reset successfully. Please log in.");
    Ok((device_cookie, done))
}

/// A request for a one-time code.
#[derive(Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub(crate) struct ForgottenPassword {
    /// The account's email address.
    #[schema(example = "asha@gmail.com")]
    email: String,
}

impl ForgottenPassword {
    pub(crate) const NAMES: &FieldNames = &FieldNames::flat(&[("email", "email")]);
}

/// A code to check.
#[derive(Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub(crate) struct OneTimeCode {
    /// The account's email address.
    #[schema(example = "asha@gmail.com")]
    email: String,
    /// The six digits from the mail.
    #[schema(example = "012345")]
    code: String,
}

impl OneTimeCode {
    pub(crate) const NAMES: &FieldNames = &FieldNames::flat(&[("email", "email"), ("code", "code")]);
}

/// A new password, with the code that allows it.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct NewPassword {
    /// The account's email address.
    #[schema(example = "asha@gmail.com")]
    email: String,
    /// The six digits from the mail.
    #[schema(example = "012345")]
    code: String,
    /// At least 6 characters, and not a common password.
    #[schema(min_length = 6, format = "password")]
    new_password: String,
}

impl NewPassword {
    pub(crate) const NAMES: &FieldNames = &FieldNames::flat(&[
        ("email", "email"),
        ("code", "code"),
        ("new_password", "newPassword"),
    ]);
}
