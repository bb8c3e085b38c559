//! Changes the sign-in of the signed-in staff member: password, recovery codes, phone.

use std::sync::Arc;

use axum::extract::State;
use proto::identity::v1::{
    ChangePhoneRequest, ChangeStaffPasswordRequest, GetNewPhoneRequest, GetOwnSignInRequest,
    RenewRecoveryCodesRequest,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::{
    answer::{Answer, Done},
    request::json_body::JsonBody,
};

use crate::{
    clients::Clients,
    request::{
        errors::{ApiError, AttemptErrors, BodyErrors, StaffErrors},
        rate_limits::SignInAttempt,
    },
    session::authorize::Session,
};

/// Returns the sign-in settings of the signed-in staff member.
#[utoipa::path(
    get,
    path = "/api/office/v1/session/sign-in",
    tag = "session",
    operation_id = "getOwnSignIn",
    responses(
        (status = 200, description = "The sign-in settings", body = Answer<OwnSignIn>),
        StaffErrors,
    ),
)]
pub(crate) async fn get(
    State(clients): State<Arc<Clients>>,
    session: Session,
) -> Result<Answer<OwnSignIn>, ApiError> {
    let session_token = session.token().to_owned();
    let own = clients.call(GetOwnSignInRequest { session_token }).await;
    let recovery_codes_left = own.map_err(|status| session.refused(status))?.recovery_codes_left;
    Ok(Answer::new(OwnSignIn { recovery_codes_left }))
}

/// Changes the password of the signed-in staff member.
///
/// Needs a recent reauthentication. Their other sessions end.
#[utoipa::path(
    put,
    path = "/api/office/v1/session/password",
    tag = "session",
    operation_id = "changeOwnPassword",
    request_body = OwnPassword,
    responses(
        (status = 200, description = "The password is set", body = Done),
        BodyErrors,
        StaffErrors,
        AttemptErrors,
    ),
)]
pub(crate) async fn change_password(
    State(clients): State<Arc<Clients>>,
    client: SignInAttempt,
    session: Session,
    JsonBody(OwnPassword { new_password }): JsonBody<OwnPassword>,
) -> Result<Done, ApiError> {
    let request = ChangeStaffPasswordRequest {
        session_token: session.token().to_owned(),
        new_password,
        client_address: client.client_address(),
    };
    let changed = clients.call(request).await;
    changed.map_err(|status| session.refused(status))?;
    Ok(Done::with_message("Your password is changed."))
}

/// Replaces the recovery codes of the signed-in staff member with ten new ones.
///
/// Needs a recent reauthentication.
#[utoipa::path(
    post,
    path = "/api/office/v1/session/recovery-codes",
    tag = "session",
    operation_id = "renewRecoveryCodes",
    responses(
        (status = 200, description = "The codes", body = Answer<RecoveryCodes>),
        StaffErrors,
    ),
)]
pub(crate) async fn renew_codes(
    State(clients): State<Arc<Clients>>,
    session: Session,
) -> Result<Answer<RecoveryCodes>, ApiError> {
    let session_token = session.token().to_owned();
    let renewed = clients.call(RenewRecoveryCodesRequest { session_token }).await;
    let recovery_codes = renewed.map_err(|status| session.refused(status))?.recovery_codes;
    Ok(Answer::new(RecoveryCodes { recovery_codes }))
}

/// Returns the authenticator key for a new phone. The key is the same at each call until the phone is
/// changed.
#[utoipa::path(
    get,
    path = "/api/office/v1/session/phone",
    tag = "session",
    operation_id = "getNewPhone",
    responses(
        (status = 200, description = "The key", body = Answer<NewPhone>),
        StaffErrors,
    ),
)]
pub(crate) async fn new_phone(
    State(clients): State<Arc<Clients>>,
    session: Session,
) -> Result<Answer<NewPhone>, ApiError> {
    let session_token = session.token().to_owned();
    let response = clients.call(GetNewPhoneRequest { session_token }).await;
    let response = response.map_err(|status| session.refused(status))?;
    Ok(Answer::new(NewPhone {
        totp_secret: response.totp_secret,
        totp_uri: response.totp_uri,
    }))
}

/// Activates the new phone and deactivates the old one. Other sessions end.
#[utoipa::path(
    put,
    path = "/api/office/v1/session/phone",
    tag = "session",
    operation_id = "changePhone",
    request_body = PhoneChange,
    responses(
        (status = 200, description = "The new phone is active", body = Done),
        BodyErrors,
        StaffErrors,
        AttemptErrors,
    ),
)]
pub(crate) async fn change_phone(
    State(clients): State<Arc<Clients>>,
    client: SignInAttempt,
    session: Session,
    JsonBody(change): JsonBody<PhoneChange>,
) -> Result<Done, ApiError> {
    let request = ChangePhoneRequest {
        session_token: session.token().to_owned(),
        password: change.password,
        code: change.code,
        new_code: change.new_code,
        client_address: client.client_address(),
    };
    let changed = clients.call(request).await;
    changed.map_err(|status| session.refused(status))?;
    Ok(Done::with_message("Your new phone is set up."))
}

/// The sign-in settings of a staff member.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OwnSignIn {
    /// The number of recovery codes left, each valid once instead of the app's code.
    #[schema(minimum = 0)]
    recovery_codes_left: i32,
}

/// A new password.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct OwnPassword {
    /// At least 12 characters, and not a common password.
    #[schema(min_length = 12, format = "password")]
    new_password: String,
}

/// New recovery codes, which replace the app's code.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RecoveryCodes {
    /// Each is valid once. They cannot be shown again.
    recovery_codes: Vec<String>,
}

/// The key for a new phone.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewPhone {
    /// The authenticator app's key, base32.
    totp_secret: String,
    /// The same key as the URI in the QR code.
    totp_uri: String,
}

/// The proof for a new phone.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct PhoneChange {
    /// The password.
    #[schema(format = "password")]
    password: String,
    /// Six digits of the old phone's app, or a recovery code.
    #[schema(example = "492039")]
    code: String,
    /// Six digits of the new phone's app.
    #[schema(example = "204394")]
    new_code: String,
}
