//! The parts of Razorpay's answers that the shop needs. Data about payers is not read.

use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::provider::port::{ProviderError, ProviderPayment, ProviderRefund, ProviderRefundState};

/// The name of the note with the attempt's id.
pub(super) const ATTEMPT_NOTE: &str = "attempt";

/// Length limit of the provider's messages, in characters.
const LONGEST_WORDS: usize = 200;

/// Length limit of the provider's codes, in characters.
const LONGEST_CODE: usize = 60;

/// `markdown/api/payments/payment-links/entity.md`
#[derive(Debug, Deserialize)]
pub(super) struct Link {
    pub(super) id: String,
    /// In paise.
    pub(super) amount: i64,
    pub(super) status: String,
    pub(super) short_url: String,
    #[serde(default)]
    pub(super) reference_id: Option<String>,
    /// Unix time in seconds. 0 or absent if it does not expire.
    #[serde(default)]
    pub(super) expire_by: Option<i64>,
    /// The order of the link. Set after the first payment try.
    #[serde(default)]
    pub(super) order_id: Option<String>,
    /// Null or empty before the first payment.
    #[serde(default)]
    pub(super) payments: Option<Vec<LinkPayment>>,
}

impl Link {
    pub(super) fn is_open(&self) -> bool {
        self.status == "created"
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct LinkPayment {
    pub(super) payment_id: String,
}

/// `markdown/api/payments/payment-links/fetch-all-standard.md`
#[derive(Debug, Deserialize)]
pub(super) struct Links {
    pub(super) payment_links: Vec<Link>,
}

/// A list answer.
#[derive(Debug, Deserialize)]
pub(super) struct Collection<T> {
    pub(super) items: Vec<T>,
}

/// `markdown/api/payments/fetch-with-id.md`
#[derive(Debug, Deserialize)]
pub(super) struct Payment {
    id: String,
    amount: i64,
    currency: String,
    status: String,
    #[serde(default)]
    captured: Option<bool>,
    #[serde(default)]
    fee: Option<i64>,
    #[serde(default)]
    tax: Option<i64>,
    #[serde(default)]
    amount_refunded: Option<i64>,
    #[serde(default)]
    error_description: Option<String>,
    #[serde(default)]
    notes: Notes,
    created_at: i64,
}

impl Payment {
    /// Parses the payment. `None` if it is in another currency, because the shop's links are in rupees.
    pub(super) fn into_domain(self) -> Result<Option<ProviderPayment>, ProviderError> {
        if self.currency != "INR" {
            return Ok(None);
        }
        let fee_paise = self.fee.unwrap_or_default().max(0);
        let is_captured =
            self.captured == Some(true) || ["captured", "refunded"].contains(&self.status.as_str());
        let decline = (self.status == "failed").then(|| {
            let words = self.error_description.filter(|words| !words.trim().is_empty());
            shortened(
                words.as_deref().unwrap_or("The payment was declined."),
                LONGEST_WORDS,
            )
        });
        Ok(Some(ProviderPayment {
            id: self.id,
            attempt_id: self.notes.attempt_id(),
            amount_paise: positive(self.amount)?,
            fee_paise,
            fee_tax_paise: self.tax.unwrap_or_default().clamp(0, fee_paise),
            is_captured,
            is_authorized: self.status == "authorized",
            refunded_paise: self.amount_refunded.unwrap_or_default().max(0),
            decline,
            created_at: time(self.created_at)?,
        }))
    }
}

/// `markdown/api/refunds/entity.md`
#[derive(Debug, Deserialize)]
pub(super) struct Refund {
    id: String,
    payment_id: String,
    amount: i64,
    status: String,
}

impl Refund {
    pub(super) fn into_domain(self) -> Result<ProviderRefund, ProviderError> {
        let state = match self.status.as_str() {
            "pending" => ProviderRefundState::Pending,
            "processed" => ProviderRefundState::Processed,
            "failed" => ProviderRefundState::Failed,
            _ => return Err(ProviderError::Unreadable("a refund in no known state")),
        };
        Ok(ProviderRefund {
            id: self.id,
            payment_id: self.payment_id,
            amount_paise: positive(self.amount)?,
            state,
        })
    }
}

/// The notes of an entity. Razorpay sends an empty list if there are none.
#[derive(Debug, Default)]
pub(super) struct Notes(Map<String, Value>);

impl<'de> Deserialize<'de> for Notes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match Value::deserialize(deserializer)? {
            Value::Object(notes) => Self(notes),
            _ => Self::default(),
        })
    }
}

impl Notes {
    pub(super) fn attempt_id(&self) -> Option<Uuid> {
        let note = self.0.get(ATTEMPT_NOTE)?.as_str()?;
        Uuid::try_parse(note).ok()
    }
}

/// `markdown/errors.md`
#[derive(Debug, Deserialize)]
pub(super) struct ErrorBody {
    error: ErrorDetails,
}

#[derive(Debug, Deserialize)]
struct ErrorDetails {
    #[serde(default)]
    code: Option<String>,
    #[serde(default)]
    description: Option<String>,
}

impl ErrorBody {
    pub(super) fn into_error(self, status: u16) -> ProviderError {
        let description = self.error.description.unwrap_or_default();
        // "You may retry the request upon receiving this response": `markdown/api/refunds/normal-refunds-idempotent.md`.
        if status == 409 && description.contains("still in progress") {
            return ProviderError::Unavailable("it is still at it".to_owned());
        }
        ProviderError::Rejected {
            status,
            code: shortened(&self.error.code.unwrap_or_default(), LONGEST_CODE),
            description: shortened(&description, LONGEST_WORDS),
        }
    }
}

pub(super) fn positive(amount: i64) -> Result<i64, ProviderError> {
    if amount > 0 {
        return Ok(amount);
    }
    Err(ProviderError::Unreadable("an amount that is none"))
}

pub(super) fn time(seconds: i64) -> Result<OffsetDateTime, ProviderError> {
    OffsetDateTime::from_unix_timestamp(seconds).map_err(|_| ProviderError::Unreadable("a time that is none"))
}

/// Shortens a text and removes control characters, so that it cannot forge log lines.
fn shortened(text: &str, longest: usize) -> String {
    text.chars()
        .filter(|character| !character.is_control())
        .take(longest)
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn payment(change: impl FnOnce(&mut Value)) -> Option<ProviderPayment> {
        let mut entity = json!({
            "id": "pay_1", "amount": 1_000, "currency": "INR", "status": "captured", "captured": true, "fee": 24,
            "tax": 4, "error_description": null, "notes": [], "created_at": 1_700_000_000,
            "vpa": "gaurav.kumar@exampleupi", "email": "gaurav.kumar@example.com",
        });
        change(&mut entity);
        let payment: Payment = serde_json::from_value(entity).expect("it is a payment");
        payment.into_domain().expect("it can be read")
    }

    #[test]
    fn a_payment_is_read_as_the_documentation_has_it() {
        let read = payment(|_| ()).expect("it is in rupees");
        assert_eq!(
            (read.amount_paise, read.fee_paise, read.fee_tax_paise),
            (1_000, 24, 4)
        );
        assert_eq!(
            (read.is_captured, read.decline, read.attempt_id),
            (true, None, None)
        );
    }

    #[test]
    fn notes_of_any_shape_are_read() {
        let id = Uuid::from_u128(7);
        for (notes, expected) in [
            (json!({ "attempt": id }), Some(id)),
            (json!({ "attempt": 7 }), None),
            (json!({}), None),
            (json!([]), None),
            (json!(null), None),
        ] {
            let read = payment(|entity| entity["notes"] = notes.clone());
            assert_eq!(read.and_then(|read| read.attempt_id), expected, "{notes}");
        }
    }

    #[test]
    fn money_that_went_back_was_the_shops_and_other_currencies_are_not() {
        let refunded = payment(|entity| entity["status"] = json!("refunded"));
        assert!(refunded.is_some_and(|payment| payment.is_captured));
        assert_eq!(payment(|entity| entity["currency"] = json!("USD")), None);
    }

    #[test]
    fn a_decline_has_words_of_one_short_line() {
        let words = format!("Your bank\nrefused.{}", "x".repeat(900));
        let read = payment(|entity| {
            entity["status"] = json!("failed");
            entity["captured"] = json!(false);
            entity["error_description"] = json!(words);
        });
        let decline = read.and_then(|read| read.decline).expect("it was declined");
        assert!(decline.starts_with("Your bankrefused."), "{decline}");
        assert_eq!(decline.chars().count(), LONGEST_WORDS);
    }

    #[test]
    fn a_call_in_progress_is_retried_and_another_body_is_our_mistake() {
        let failed = |description: &str| -> ProviderError {
            let body = json!({ "error": { "code": "BAD_REQUEST_ERROR", "description": description } });
            let failed: ErrorBody = serde_json::from_value(body).expect("it is an error");
            failed.into_error(409)
        };
        let going_on = failed("Another request with the same idempotency key is still in progress.");
        assert!(matches!(going_on, ProviderError::Unavailable(_)), "{going_on}");
        let other = failed("Different request with the same idempotency key has already been processed.");
        assert!(
            matches!(other, ProviderError::Rejected { status: 409, .. }),
            "{other}"
        );
    }
}
