//! Invitations, for the person who has the link.

use std::sync::Arc;

use axum::{extract::State, response::IntoResponse};
use proto::identity::v1::{AcceptInvitationRequest, GetInvitationRequest};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::{
    Error,
    answer::{Answer, Refusal},
    request::json_body::JsonBody,
};

use crate::{
    clients::Clients,
    request::{
        errors::{ApiError, AttemptErrors, BodyErrors},
        rate_limits::SignInAttempt,
    },
    session::{authorize::Session, cookie::SessionCookie, me::Me, role::Role, sign_in::set_cookie},
};

/// Returns an invitation and the key for the authenticator app. The key is the same at each call.
#[utoipa::path(
    post,
    path = "/api/office/v1/invitations/lookup",
    tag = "session",
    operation_id = "lookUpInvitation",
    request_body = InvitationToken,
    responses(
        (status = 200, description = "The invitation", body = Answer<InvitationDetails>),
        (status = 404, description = "There is no such invitation, or it has expired or was accepted", body = Refusal),
        BodyErrors,
        AttemptErrors,
    ),
)]
pub(crate) async fn look_up(
    State(clients): State<Arc<Clients>>,
    _: SignInAttempt,
    JsonBody(InvitationToken { token }): JsonBody<InvitationToken>,
) -> Result<Answer<InvitationDetails>, ApiError> {
    let response = clients
        .call(GetInvitationRequest {
            invitation_token: token,
        })
        .await?;
    let none = || Error::internal("the identity service answered without the invitation");
    let invitation = response.invitation.ok_or_else(none)?;
    Ok(Answer::new(InvitationDetails {
        role: Role::from_contract(invitation.role())?,
        name: invitation.name,
        email: invitation.email,
        expires_at: invitation.expires_at,
        totp_secret: response.totp_secret,
        totp_uri: response.totp_uri,
    }))
}

/// Accepts an invitation: creates the staff member and signs them in.
#[utoipa::path(
    post,
    path = "/api/office/v1/invitations/acceptance",
    tag = "session",
    operation_id = "acceptInvitation",
    request_body = Acceptance,
    responses(
        (status = 200, description = "The staff member is created and signed in", body = Answer<Accepted>),
        (status = 404, description = "There is no such invitation, or it has expired or was accepted", body = Refusal),
        (status = 409, description = "A staff member has this address", body = Refusal),
        BodyErrors,
        AttemptErrors,
    ),
)]
pub(crate) async fn accept(
    State(clients): State<Arc<Clients>>,
    State(cookie): State<Arc<SessionCookie>>,
    client: SignInAttempt,
    JsonBody(acceptance): JsonBody<Acceptance>,
) -> Result<impl IntoResponse, ApiError> {
    let request = AcceptInvitationRequest {
        invitation_token: acceptance.token,
        name: acceptance.name,
        email: acceptance.email,
        password: acceptance.password,
        code: acceptance.code,
        client_address: client.client_address(),
    };
    let accepted = clients.call(request).await?;
    let set_cookie = set_cookie(cookie.begin(&accepted.session_token)?);
    let session = Session::new(accepted.session_token, clients, cookie);
    let answer = Answer::new(Accepted {
        recovery_codes: accepted.recovery_codes,
        me: session.me().await?,
    });
    Ok((set_cookie, answer))
}

/// The invitation to read.
#[derive(Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub(crate) struct InvitationToken {
    /// The token in the link.
    token: String,
}

/// An invitation, for the person who is invited.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InvitationDetails {
    /// The name of the invited person; empty if it is not recorded.
    name: String,
    /// The email address of the invited person; empty for the first owner.
    email: String,
    /// The role of the invited person.
    role: Role,
    /// The last moment for accepting it, in UTC.
    #[schema(format = DateTime)]
    expires_at: String,
    /// The authenticator app's key, base32.
    totp_secret: String,
    /// The same key as the URI in the QR code.
    #[schema(example = "otpauth://totp/Vanmool:asha@gmail.com?secret=…")]
    totp_uri: String,
}

/// The acceptance of an invitation.
#[derive(Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub(crate) struct Acceptance {
    /// The token in the link.
    token: String,
    /// The name that colleagues see.
    #[schema(min_length = 2, max_length = 60, example = "Asha")]
    name: String,
    /// The email address; ignored if the invitation has one.
    #[schema(example = "asha@gmail.com")]
    email: String,
    /// At least 12 characters, and not a common password.
    #[schema(min_length = 12, format = "password")]
    password: String,
    /// Six digits of the authenticator app.
    #[schema(example = "492039")]
    code: String,
}

/// The session of a new staff member.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Accepted {
    /// Recovery codes, each valid once instead of the app's code. They cannot be shown again.
    recovery_codes: Vec<String>,
    /// The new staff member.
    me: Me,
}
