//! The account of the logged-in shopper, and changes of its mobile number.

use std::sync::Arc;

use axum::extract::State;
use proto::identity::v1::{
    ChangeMobileNumberRequest, ConfirmEmailChangeResponse, GetAccountRequest, GetAccountResponse,
};
use serde::{Deserialize, Serialize};
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
    account::session::{Account, DeviceToken},
    clients::Clients,
    request::{
        error_responses::SessionErrors,
        field_names::FieldNames,
        rate_limits::{Credentials, Limited},
    },
};

/// Returns the account of the logged-in shopper.
#[utoipa::path(
    get,
    path = "/api/v1/users/me",
    tag = "accounts",
    operation_id = "getOwnAccount",
    responses(
        (status = 200, description = "The account", body = Answer<OwnAccount>),
        SessionErrors,
    ),
)]
pub(crate) async fn get(
    State(clients): State<Arc<Clients>>,
    account: Account,
) -> Result<Answer<OwnAccount>, Error> {
    let request = GetAccountRequest {
        account_id: account.id,
    };
    let account = clients.identity.call(request).await?;
    Ok(Answer::new(OwnAccount::from(account)))
}

/// Changes the mobile number of the account. A mail informs the account's address.
#[utoipa::path(
    put,
    path = "/api/v1/users/me",
    tag = "accounts",
    operation_id = "changeOwnAccount",
    request_body = AccountChange,
    responses(
        (status = 200, description = "The number is changed", body = Done),
        BodyErrors,
        SessionErrors,
        AttemptErrors,
        (status = 422, description = "A value breaks a rule, or the password is wrong", body = Refusal),
    ),
)]
pub(crate) async fn change(
    State(clients): State<Arc<Clients>>,
    client: Limited<Credentials>,
    account: Account,
    DeviceToken(device_token): DeviceToken,
    JsonBody(change): JsonBody<AccountChange>,
) -> Result<Done, Error> {
    let request = ChangeMobileNumberRequest {
        account_id: account.id,
        password: change.password,
        mobile_number: change.mobile_number,
        client_address: client.address.0.to_string(),
        device_token,
    };
    clients
        .identity
        .call(request)
        .await
        .map_err(|status| AccountChange::NAMES.refusal(status))?;
    Ok(Done::with_message("Your mobile number is changed."))
}

/// An account, for its shopper.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OwnAccount {
    /// The email address.
    #[schema(example = "asha@gmail.com")]
    email: String,
    /// Ten digits.
    #[schema(example = "9876543210")]
    mobile_number: String,
    /// When the account was created, in UTC.
    #[schema(format = DateTime)]
    created_at: String,
}

impl From<GetAccountResponse> for OwnAccount {
    fn from(account: GetAccountResponse) -> Self {
        Self {
            email: account.email,
            mobile_number: account.mobile_number,
            created_at: account.created_at,
        }
    }
}

impl From<ConfirmEmailChangeResponse> for OwnAccount {
    fn from(account: ConfirmEmailChangeResponse) -> Self {
        Self {
            email: account.email,
            mobile_number: account.mobile_number,
            created_at: account.created_at,
        }
    }
}

/// A change of the account.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct AccountChange {
    /// The account's password.
    #[schema(format = "password")]
    password: String,
    /// Ten digits; spaces, hyphens, +91 and a leading 0 are removed.
    #[schema(example = "9876543210")]
    mobile_number: String,
}

impl AccountChange {
    pub(crate) const NAMES: &FieldNames =
        &FieldNames::flat(&[("password", "password"), ("mobile_number", "mobileNumber")]);
}
