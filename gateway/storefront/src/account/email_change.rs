//! Changes the email address of a logged-in shopper's account; a mailed code proves the new one.

use std::sync::Arc;

use axum::extract::State;
use proto::identity::v1::{ConfirmEmailChangeRequest, RequestEmailChangeRequest};
use serde::Deserialize;
use utoipa::ToSchema;
use web::{
    Error,
    answer::{
        Answer, Done, Refusal,
        error_responses::{AttemptErrors, BodyErrors},
    },
    request::json_body::JsonBody,
};

use crate::{
    account::{
        own_account::OwnAccount,
        session::{Account, DeviceToken, SessionToken},
    },
    clients::Clients,
    request::{
        error_responses::SessionErrors,
        field_names::FieldNames,
        rate_limits::{Codes, Credentials, Limited},
    },
};

/// Mails a code to the new email address of the account.
#[utoipa::path(
    post,
    path = "/api/v1/users/me/email",
    tag = "accounts",
    operation_id = "requestEmailChange",
    request_body = EmailChange,
    responses(
        (status = 200, description = "A code is on its way to the new address", body = Done),
        BodyErrors,
        SessionErrors,
        (status = 409, description = "The email has an account", body = Refusal),
        (status = 422, description = "The email breaks a rule, or the password is wrong", body = Refusal),
        (status = 429, description = "A code was just sent, or too many tries; `Retry-After` says when to try again", body = Refusal),
    ),
)]
pub(crate) async fn request(
    State(clients): State<Arc<Clients>>,
    client: Limited<Credentials>,
    account: Account,
    DeviceToken(device_token): DeviceToken,
    JsonBody(change): JsonBody<EmailChange>,
) -> Result<Done, Error> {
    let request = RequestEmailChangeRequest {
        account_id: account.id,
        password: change.password,
        email: change.email,
        client_address: client.address.0.to_string(),
        device_token,
    };
    clients
        .identity
        .call(request)
        .await
        .map_err(|status| EmailChange::NAMES.refusal(status))?;
    Ok(Done::with_message(
        "A code is on its way to the new address. It is valid for 10 minutes.",
    ))
}

/// Changes the account's email address to the one that received the code, and ends its other sessions. A
/// mail informs the old address.
#[utoipa::path(
    put,
    path = "/api/v1/users/me/email",
    tag = "accounts",
    operation_id = "confirmEmailChange",
    request_body = EmailChangeCode,
    responses(
        (status = 200, description = "The account with its new address; every other session has ended", body = Answer<OwnAccount>),
        BodyErrors,
        SessionErrors,
        AttemptErrors,
        (status = 409, description = "Another account has the email", body = Refusal),
        (status = 422, description = "The code is wrong, has expired or was never sent", body = Refusal),
    ),
)]
pub(crate) async fn confirm(
    State(clients): State<Arc<Clients>>,
    client: Limited<Codes>,
    account: Account,
    SessionToken(session_token): SessionToken,
    DeviceToken(device_token): DeviceToken,
    JsonBody(EmailChangeCode { code }): JsonBody<EmailChangeCode>,
) -> Result<Answer<OwnAccount>, Error> {
    let request = ConfirmEmailChangeRequest {
        account_id: account.id,
        code,
        session_token,
        client_address: client.address.0.to_string(),
        device_token,
    };
    let account = clients
        .identity
        .call(request)
        .await
        .map_err(|status| EmailChangeCode::NAMES.refusal(status))?;
    Ok(Answer::new(OwnAccount::from(account)).with_message("Your email address is changed."))
}

/// A change of the account's email address.
#[derive(Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub(crate) struct EmailChange {
    /// The account's password.
    #[schema(format = "password")]
    password: String,
    /// The new email address, at a mail host that the shop accepts.
    #[schema(example = "asha.patel@gmail.com")]
    email: String,
}

impl EmailChange {
    pub(crate) const NAMES: &FieldNames = &FieldNames::flat(&[("password", "password"), ("email", "email")]);
}

/// The code that was mailed to the new email address.
#[derive(Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub(crate) struct EmailChangeCode {
    /// The six digits from the mail.
    #[schema(example = "012345")]
    code: String,
}

impl EmailChangeCode {
    pub(crate) const NAMES: &FieldNames = &FieldNames::flat(&[("code", "code")]);
}
