//! The JSON format of every answer of the API.

pub mod encoded;
pub mod error;
pub mod error_responses;
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

/// No cache between the shopper and the gateway stores an answer, unless its handler allows it.
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

/// The answer to a successful request.
#[derive(Debug, Serialize, ToSchema)]
pub struct Answer<T> {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// A message for the shopper, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    message: Option<&'static str>,
    /// The requested data.
    data: T,
}

impl<T: Serialize> Answer<T> {
    /// An answer with data and no message.
    pub fn new(data: T) -> Self {
        Self {
            success: true,
            message: None,
            data,
        }
    }

    /// Adds a message for the shopper.
    #[must_use]
    pub fn with_message(self, message: &'static str) -> Self {
        Self {
            message: Some(message),
            ..self
        }
    }

    /// Returns the data after the answer is serialized.
    pub fn into_data(self) -> T {
        self.data
    }

    /// The answer as bytes of a body.
    pub fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("our structs have string keys and no failing serializer")
    }
}

impl<T: Serialize> IntoResponse for Answer<T> {
    fn into_response(self) -> Response {
        json(&self)
    }
}

/// The answer to a successful request without data.
#[derive(Debug, Serialize, ToSchema)]
pub struct Done {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// A message for the shopper.
    #[schema(example = "Login successful")]
    message: &'static str,
}

impl Done {
    /// An answer with this message.
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

/// The answer to a request that was refused or failed.
#[derive(Debug, Serialize, ToSchema)]
pub struct Refusal {
    /// Always false.
    #[schema(example = false)]
    pub success: bool,
    /// The reason, for the shopper.
    #[schema(value_type = String, example = "Enter a valid 6-digit pincode")]
    pub message: Cow<'static, str>,
    /// The reason as a code, for clients with their own texts: `INVALID` if `errors` has fields, else for
    /// example `PRICE_CHANGED`. A newer shop may send codes that a client does not know.
    #[schema(value_type = String, example = "INVALID")]
    pub code: Cow<'static, str>,
    /// The values of the code by name: `retryAfterSeconds` if a later retry may succeed.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(value_type = BTreeMap<String, i64>, required = false, example = json!({ "retryAfterSeconds": 60 }))]
    pub params: BTreeMap<&'static str, u64>,
    /// The fields to change; absent if the cause is not a field.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub errors: Vec<FieldError>,
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        json(&self)
    }
}

/// A response with a JSON body that no cache stores.
pub fn json(body: &impl Serialize) -> Response {
    ([(header::CACHE_CONTROL, NO_STORE)], axum::Json(body)).into_response()
}
