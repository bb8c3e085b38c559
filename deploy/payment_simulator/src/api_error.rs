//! An error in the form of `markdown/errors.md`.

use serde_json::{Value, json};

#[derive(Debug)]
pub(crate) struct ApiError {
    /// The HTTP status.
    pub(crate) status: u16,
    code: &'static str,
    description: String,
    field: Option<&'static str>,
    /// True for the page of a firewall.
    has_html_body: bool,
}

impl ApiError {
    pub(crate) fn bad_request(description: impl Into<String>) -> Self {
        Self {
            status: 400,
            code: "BAD_REQUEST_ERROR",
            description: description.into(),
            field: None,
            has_html_body: false,
        }
    }

    /// A missing or invalid field.
    pub(crate) fn invalid_field(field: &'static str, description: impl Into<String>) -> Self {
        Self {
            field: Some(field),
            ..Self::bad_request(description)
        }
    }

    /// `markdown/api/payments/fetch-with-id.md`, "Failure".
    pub(crate) fn unknown_id() -> Self {
        Self::bad_request("The id provided does not exist")
    }

    /// `markdown/api/refunds/normal-refunds-idempotent.md`, "Errors".
    pub(crate) fn conflict(description: &str) -> Self {
        Self {
            status: 409,
            ..Self::bad_request(description)
        }
    }

    /// Razorpay answers 401 to a wrong key; the message is from `markdown/api/orders/create.md`.
    pub(crate) fn unauthenticated() -> Self {
        Self {
            status: 401,
            ..Self::bad_request("Authentication failed")
        }
    }

    /// `BAD_REQUEST_PAYMENT_ANOTHER_OPERATION_IN_PROGRESS` in Razorpay's clients.
    pub(crate) fn in_progress() -> Self {
        Self::bad_request("Request failed because another payment operation is in progress")
    }

    /// A firewall between shop and provider refuses with a page.
    pub(crate) fn firewall() -> Self {
        Self {
            status: 403,
            has_html_body: true,
            ..Self::bad_request("")
        }
    }

    /// The page to answer in place of JSON.
    pub(crate) fn page(&self) -> Option<&'static str> {
        self.has_html_body.then_some(
            "<html><head><title>403 Forbidden</title></head><body><h1>403 Forbidden</h1></body></html>",
        )
    }

    /// The memory limit is reached.
    pub(crate) fn full() -> Self {
        Self {
            status: 429,
            ..Self::bad_request("The simulator holds as much as it may: start it anew")
        }
    }

    pub(crate) fn server_error() -> Self {
        Self {
            status: 500,
            code: "SERVER_ERROR",
            ..Self::bad_request(
                "We are facing some trouble completing your request at the moment. Please try again shortly.",
            )
        }
    }

    /// The response body.
    pub(crate) fn body(&self) -> Value {
        let mut error = json!({
            "code": self.code,
            "description": self.description,
            "source": "business",
            "step": "payment_initiation",
            "reason": "input_validation_failed",
            "metadata": {},
        });
        if let Some(field) = self.field {
            error["field"] = json!(field);
        }
        json!({ "error": error })
    }
}
