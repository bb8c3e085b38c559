//! The one place that shapes JSON: what every answer of the API looks like.

pub mod encoded;
pub mod error;
pub mod field_error;
pub(crate) mod hashed_files;
pub mod money;
pub mod openapi;
pub mod security_headers;
pub mod static_files;

use std::{borrow::Cow, collections::BTreeMap};

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, header};
use serde::Serialize;
use utoipa::ToSchema;

use crate::answer::field_error::FieldError;

/// Nothing between the shopper and the gateway keeps an answer, unless its maker says otherwise.
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

/// An answer to a request that succeeded.
#[derive(Debug, Serialize, ToSchema)]
pub struct Answer<T> {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// What the shopper may be told, when there is something to say.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    message: Option<&'static str>,
    /// What was asked for.
    data: T,
}

impl<T: Serialize> Answer<T> {
    /// An answer that is nothing but its data.
    pub fn new(data: T) -> Self {
        Self {
            success: true,
            message: None,
            data,
        }
    }

    /// Adds what the shopper may be told.
    #[must_use]
    pub fn with_message(self, message: &'static str) -> Self {
        Self {
            message: Some(message),
            ..self
        }
    }

    /// The data back, once the answer is written.
    pub fn into_data(self) -> T {
        self.data
    }

    /// The answer as the bytes of a body.
    pub fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("our structs have string keys and no failing serializer")
    }
}

impl<T: Serialize> IntoResponse for Answer<T> {
    fn into_response(self) -> Response {
        json(&self)
    }
}

/// An answer to a request that succeeded and asked for nothing back.
#[derive(Debug, Serialize, ToSchema)]
pub struct Done {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// What the shopper may be told.
    #[schema(example = "Login successful")]
    message: &'static str,
}

impl Done {
    /// Says what was done.
    pub fn with_message(message: &'static str) -> Self {
        Self {
            success: true,
            message,
        }
    }
}

impl IntoResponse for Done {
    fn into_response(self) -> Response {
        json(&self)
    }
}

/// An answer to a request that was refused or failed.
#[derive(Debug, Serialize, ToSchema)]
pub struct Refusal {
    /// Always false.
    #[schema(example = false)]
    pub success: bool,
    /// Why, fit for the shopper.
    #[schema(value_type = String, example = "Enter a valid 6-digit pincode")]
    pub message: Cow<'static, str>,
    /// Why, for clients that have words of their own: `INVALID` when `errors` says what to change, else such as
    /// `PRICE_CHANGED`. A newer shop may have codes that a client does not know.
    #[schema(value_type = String, example = "INVALID")]
    pub code: Cow<'static, str>,
    /// The values of the code by their names: `retryAfterSeconds` where another try makes sense later.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(value_type = BTreeMap<String, i64>, required = false, example = json!({ "retryAfterSeconds": 60 }))]
    pub params: BTreeMap<&'static str, u64>,
    /// Every field to change; absent when the cause is not a field.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub errors: Vec<FieldError>,
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        json(&self)
    }
}

/// An answer with a JSON body that no cache keeps.
pub fn json(body: &impl Serialize) -> Response {
    ([(header::CACHE_CONTROL, NO_STORE)], axum::Json(body)).into_response()
}
