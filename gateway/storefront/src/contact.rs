//! Messages to the shop.

use std::sync::Arc;

use axum::{extract::State, http::StatusCode};
use proto::contact::v1::SendMessageRequest;
use utoipa::ToSchema;
use web::{
    Error,
    answer::{Done, Refusal},
    request::form_body::FormBody,
};

use crate::{
    account::session::{SessionToken, Shopper},
    clients::Clients,
    request::{
        error_responses::LimitErrors,
        field_names::FieldNames,
        rate_limits::{Limited, Submissions},
    },
};

/// True if only logged-in shoppers may write to the shop.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RequiresLogin(pub(crate) bool);

/// Accepts a message to the shop. A setting decides whether it needs a login.
#[utoipa::path(
    post,
    path = "/api/v1/users/contactus",
    tag = "contact",
    operation_id = "sendMessage",
    request_body(
        description = "A form",
        content(
            (ContactMessage = "multipart/form-data"),
            (ContactMessage = "application/x-www-form-urlencoded"),
        ),
    ),
    responses(
        (status = 201, description = "The message is stored", body = Done),
        LimitErrors,
        (status = 400, description = "The form cannot be read", body = Refusal),
        (status = 401, description = "The shop takes messages only from shoppers who are logged in", body = Refusal),
        (status = 413, description = "The body is larger than 64 KiB", body = Refusal),
        (status = 415, description = "The body's type is neither of the two", body = Refusal),
        (status = 422, description = "A value breaks a rule", body = Refusal),
    ),
)]
pub(crate) async fn send(
    State(clients): State<Arc<Clients>>,
    State(RequiresLogin(requires_login)): State<RequiresLogin>,
    _: Limited<Submissions>,
    token: SessionToken,
    form: Result<FormBody, Error>,
) -> Result<(StatusCode, Done), Error> {
    if requires_login {
        Shopper::load(&clients, token).await?;
    }
    let FormBody(mut fields) = form?;
    let request = SendMessageRequest {
        name: fields.take("name")?,
        email: fields.take("email")?,
        phone: fields.take("phone")?,
        subject: fields.take("subject")?,
        message: fields.take("message")?,
    };
    clients
        .contact
        .call(request)
        .await
        .map_err(|status| ContactMessage::NAMES.refusal(status))?;
    let answer = Done::with_message("Thank you! Your message has reached us.");
    Ok((StatusCode::CREATED, answer))
}

/// A message to the shop.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes a form, whose fields are read one by one")]
pub(crate) struct ContactMessage {
    /// The name of the author.
    #[schema(example = "Asha Patel")]
    name: String,
    /// The email address for the answer.
    #[schema(example = "asha@example.com")]
    email: String,
    /// Ten digits; spaces, hyphens, `+91` and a leading 0 are removed.
    #[schema(example = "9876543210")]
    phone: String,
    /// One of "general inquiry", "product information", "order status" and "other".
    #[schema(example = "order status")]
    subject: String,
    /// The text, at most 5,000 characters.
    message: String,
}

impl ContactMessage {
    pub(crate) const NAMES: &FieldNames = &FieldNames::flat(&[
        ("name", "name"),
        ("email", "email"),
        ("phone", "phone"),
        ("subject", "subject"),
        ("message", "message"),
    ]);
}
