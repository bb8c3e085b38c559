//! Changes the password of a logged-in shopper, who must know the current one.

use std::sync::Arc;

use axum::extract::State;
use proto::identity::v1::ChangePasswordRequest;
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
    account::session::{Account, DeviceToken, SessionToken},
    clients::Clients,
    request::{
        error_responses::SessionErrors,
        field_names::FieldNames,
        rate_limits::{Credentials, Limited},
    },
};

/// Changes the password of the account and ends its other sessions. A mail informs the account's address.
#[utoipa::path(
    put,
    path = "/api/v1/users/me/password",
    tag = "accounts",
    operation_id = "changePassword",
    request_body = PasswordChange,
    responses(
        (status = 200, description = "The password is changed, and every other session has ended", body = Done),
        BodyErrors,
        SessionErrors,
        AttemptErrors,
        (status = 422, description = "The present password is wrong, or the new one breaks a rule", body = Refusal),
    ),
)]
pub(crate) async fn change(
    State(clients): State<Arc<Clients>>,
    client: Limited<Credentials>,
    account: Account,
    SessionToken(session_token): SessionToken,
    DeviceToken(device_token): DeviceToken,
    JsonBody(change): JsonBody<PasswordChange>,
) -> Result<Done, Error> {
    let request = ChangePasswordRequest {
        account_id: account.id,
        password: change.password,
        new_password: change.new_password,
        session_token,
        client_address: client.address.0.to_string(),
        device_token,
    };
    clients
        .identity
        .call(request)
        .await
        .map_err(|status| PasswordChange::NAMES.refusal(status))?;
    Ok(Done::with_message("Your password is changed."))
}

/// A new password, with the current one.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct PasswordChange {
    /// The account's current password.
    #[schema(format = "password")]
    password: String,
    /// At least 6 characters, and not a common password.
    #[schema(min_length = 6, format = "password")]
    new_password: String,
}

impl PasswordChange {
    pub(crate) const NAMES: &FieldNames =
        &FieldNames::flat(&[("password", "password"), ("new_password", "newPassword")]);
}
