//! Registration, login and logout.

use std::sync::Arc;

use axum::{
    extract::State,
    http::{HeaderValue, StatusCode, header},
    response::{AppendHeaders, IntoResponse, IntoResponseParts},
};
use proto::identity::v1::{LogInRequest, LogOutRequest, RegisterRequest};
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
    account::session::{Cookies, DeviceToken, SessionToken},
    clients::Clients,
    request::{
        field_names::FieldNames,
        rate_limits::{self, Limited},
    },
};

/// Creates an account.
#[utoipa::path(
    post,
    path = "/api/v1/users/userregister",
    tag = "accounts",
    operation_id = "register",
    request_body = Account,
    responses(
        (status = 201, description = "The account is created", body = Done),
        BodyErrors,
        AttemptErrors,
        (status = 409, description = "The email has an account", body = Refusal),
    ),
)]
pub(crate) async fn register(
    State(clients): State<Arc<Clients>>,
    client: Limited<rate_limits::Credentials>,
    JsonBody(account): JsonBody<Account>,
) -> Result<(StatusCode, Done), Error> {
    let request = RegisterRequest {
        email: account.email,
        password: account.password,
        mobile_number: account.mobile_number,
        client_address: client.address.0.to_string(),
    };
    clients
        .identity
        .call(request)
        .await
        .map_err(|status| Account::NAMES.refusal(status))?;
    let answer = Done::with_message("Account created. Please log in.");
    Ok((StatusCode::CREATED, answer))
}

/// Begins a session and sets its cookie, which scripts cannot read.
#[utoipa::path(
    post,
    path = "/api/v1/users/userlogin",
    tag = "accounts",
    operation_id = "logIn",
    request_body = Credentials,
    responses(
        (status = 200, description = "A session begins", body = Done),
        BodyErrors,
        AttemptErrors,
        (status = 401, description = "Email or password is wrong", body = Refusal),
    ),
)]
pub(crate) async fn log_in(
    State(clients): State<Arc<Clients>>,
    State(cookies): State<Arc<Cookies>>,
    client: Limited<rate_limits::Credentials>,
    SessionToken(previous_session_token): SessionToken,
    DeviceToken(device_token): DeviceToken,
    JsonBody(credentials): JsonBody<Credentials>,
) -> Result<impl IntoResponse, Error> {
    let request = LogInRequest {
        email: credentials.email,
        password: credentials.password,
        previous_session_token,
        client_address: client.address.0.to_string(),
        device_token,
    };
    let session = clients
        .identity
        .call(request)
        .await
        .map_err(|status| Credentials::NAMES.refusal(status))?;
    let session_cookie = cookies.session.begin(&session.session_token)?;
    let device_cookie = set_device_cookie(&cookies, &session.device_token)?;
    let done = Done::with_message("Login successful");
    Ok((set_cookie(session_cookie), device_cookie, done))
}

/// Ends the session, on the server too. Succeeds without a session.
#[utoipa::path(
    post,
    path = "/api/v1/users/userlogout",
    tag = "accounts",
    operation_id = "logOut",
    responses(
        (status = 200, description = "The session has ended", body = Done),
        (status = 503, description = "A service is down; `Retry-After` says when to try again", body = Refusal),
    ),
)]
pub(crate) async fn log_out(
    State(clients): State<Arc<Clients>>,
    State(cookies): State<Arc<Cookies>>,
    SessionToken(session_token): SessionToken,
) -> Result<impl IntoResponse, Error> {
    if !session_token.is_empty() {
        let request = LogOutRequest { session_token };
        clients.identity.call(request).await?;
    }
    let answer = Done::with_message("Logout successful");
    Ok((set_cookie(cookies.session.expired()), answer))
}

/// A new account.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct Account {
    /// An email address at a mail host that the shop accepts.
    #[schema(example = "asha@gmail.com")]
    email: String,
    /// At least 6 characters, and not a common password.
    #[schema(min_length = 6, format = "password")]
    password: String,
    /// Ten digits; spaces, hyphens, `+91` and a leading 0 are removed.
    #[schema(example = "9876543210")]
    mobile_number: String,
}

impl Account {
    pub(crate) const NAMES: &FieldNames = &FieldNames::flat(&[
        ("email", "email"),
        ("password", "password"),
        ("mobile_number", "mobileNumber"),
    ]);
}

/// The credentials for logging in.
#[derive(Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub(crate) struct Credentials {
    /// The account's email address.
    #[schema(example = "asha@gmail.com")]
    email: String,
    /// The account's password.
    #[schema(min_length = 6, format = "password")]
    password: String,
}

impl Credentials {
    pub(crate) const NAMES: &FieldNames = &FieldNames::flat(&[("email", "email"), ("password", "password")]);
}

fn set_cookie(cookie: HeaderValue) -> AppendHeaders<[(header::HeaderName, HeaderValue); 1]> {
    AppendHeaders([(header::SET_COOKIE, cookie)])
}

/// Sets the cookie of a known device. Without a token, because the device could not be remembered, the
/// browser's cookie stays.
pub(crate) fn set_device_cookie(
    cookies: &Cookies,
    token: &str,
) -> Result<impl IntoResponseParts + use<>, Error> {
    let cookie = (!token.is_empty()).then(|| cookies.device.begin(token));
    Ok(cookie.transpose()?.map(set_cookie))
}
