//! Request fields, with the limits of the documentation.

use std::ops::RangeInclusive;

use serde_json::{Map, Value};
use url::Url;

use crate::api_error::ApiError;

/// "Maximum 15 key-value pairs", on each page with notes.
const MAX_NOTES: usize = 15;

/// `markdown/api/payments/payment-links/create-standard.md`, "Errors"; other pages say 256.
const LONGEST_NOTE: usize = 255;

/// ₹1 crore in paise: more than any order of a shop, and too little to overflow a sum of many.
const MAX_AMOUNT: u64 = 1_000_000_000;

/// `markdown/api/payments/fetch-all-payments.md`, "Errors".
const TIMES: RangeInclusive<i64> = 946_684_800..=4_765_046_400;

#[derive(Debug)]
pub(super) struct Fields(Map<String, Value>);

impl Fields {
    /// Reads a body, and refuses unknown fields. An empty body has no fields.
    pub(super) fn read(body: &[u8], known: &[&str]) -> Result<Self, ApiError> {
        let fields: Map<String, Value> = if body.is_empty() {
            Map::new()
        } else {
            serde_json::from_slice(body)
                .map_err(|_| ApiError::bad_request("The request body is not a JSON object"))?
        };
        let extra = fields.keys().find(|name| !known.contains(&name.as_str()));
        match extra {
            Some(extra) => Err(ApiError::bad_request(format!(
                "{extra} is/are not required and should not be sent"
            ))),
            None => Ok(Self(fields)),
        }
    }

    /// A field; null counts as missing.
    fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    /// `amount` in paise.
    pub(super) fn amount(&self) -> Result<Option<u64>, ApiError> {
        let Some(value) = self.get("amount") else {
            return Ok(None);
        };
        match value.as_u64() {
            Some(amount @ 100..=MAX_AMOUNT) => Ok(Some(amount)),
            Some(0..100) => Err(ApiError::invalid_field(
                "amount",
                "The amount must be at least INR 1.00",
            )),
            Some(_) => Err(ApiError::invalid_field(
                "amount",
                "Amount exceeds maximum amount allowed.",
            )),
            None => Err(ApiError::invalid_field(
                "amount",
                "The amount must be an integer.",
            )),
        }
    }

    pub(super) fn amount_required(&self) -> Result<u64, ApiError> {
        self.amount()?
            .ok_or_else(|| ApiError::invalid_field("amount", "The amount field is required."))
    }

    /// Checks that `currency` is INR; it may be missing unless required.
    pub(super) fn check_currency(&self, is_required: bool) -> Result<(), ApiError> {
        match self.get("currency").map(Value::as_str) {
            None if is_required => Err(ApiError::invalid_field(
                "currency",
                "The currency field is required.",
            )),
            None | Some(Some("INR")) => Ok(()),
            Some(_) => Err(ApiError::invalid_field("currency", "Currency is not supported")),
        }
    }

    pub(super) fn text(&self, name: &'static str, longest: usize) -> Result<Option<String>, ApiError> {
        let Some(value) = self.get(name) else {
            return Ok(None);
        };
        let text = value
            .as_str()
            .ok_or_else(|| ApiError::invalid_field(name, format!("The {name} must be a string.")))?;
        if text.chars().count() > longest {
            let why = format!("The {name} may not be greater than {longest} characters.");
            return Err(ApiError::invalid_field(name, why));
        }
        Ok((!text.is_empty()).then(|| text.to_owned()))
    }

    pub(super) fn flag(&self, name: &'static str) -> Result<bool, ApiError> {
        let Some(value) = self.get(name) else {
            return Ok(false);
        };
        value
            .as_bool()
            .ok_or_else(|| ApiError::invalid_field(name, format!("The {name} field must be true or false.")))
    }

    /// Seconds since 1970; 0 if missing.
    pub(super) fn time(&self, name: &'static str) -> Result<i64, ApiError> {
        let Some(value) = self.get(name) else {
            return Ok(0);
        };
        let time = value.as_i64().filter(|time| TIMES.contains(time));
        time.ok_or_else(|| ApiError::invalid_field(name, out_of_range(name)))
    }

    pub(super) fn url(&self, name: &'static str) -> Result<Option<Url>, ApiError> {
        let Some(text) = self.text(name, 2048)? else {
            return Ok(None);
        };
        let url = Url::parse(&text)
            .ok()
            .filter(|url| ["http", "https"].contains(&url.scheme()));
        url.map(Some)
            .ok_or_else(|| ApiError::invalid_field(name, format!("The {name} format is invalid.")))
    }

    pub(super) fn object(&self, name: &'static str) -> Result<Map<String, Value>, ApiError> {
        match self.get(name) {
            None => Ok(Map::new()),
            Some(Value::Object(object)) => Ok(object.clone()),
            // Responses have an empty list for an empty object.
            Some(Value::Array(items)) if items.is_empty() => Ok(Map::new()),
            Some(_) => Err(ApiError::invalid_field(
                name,
                format!("The {name} must be an object."),
            )),
        }
    }

    pub(super) fn notes(&self) -> Result<Map<String, Value>, ApiError> {
        let notes = self.object("notes")?;
        if notes.len() > MAX_NOTES {
            let why = format!("Number of fields in notes should be less than or equal to {MAX_NOTES}");
            return Err(ApiError::invalid_field("notes", why));
        }
        let is_short = |value: &Value| match value {
            Value::String(text) => text.chars().count() <= LONGEST_NOTE,
            Value::Number(_) | Value::Bool(_) => true,
            _ => false,
        };
        if !notes.values().all(is_short) {
            let why = format!("value: the length must not be greater than {LONGEST_NOTE}.");
            return Err(ApiError::invalid_field("notes", why));
        }
        Ok(notes)
    }
}

/// A time in a query, in seconds since 1970.
pub(super) fn time(name: &'static str, text: &str) -> Result<i64, ApiError> {
    let time = text.parse().ok().filter(|time| TIMES.contains(time));
    time.ok_or_else(|| ApiError::invalid_field(name, out_of_range(name)))
}

fn out_of_range(name: &str) -> String {
    format!("{name} must be between {} and {}", TIMES.start(), TIMES.end())
}
