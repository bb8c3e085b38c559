//! Payments, as in the samples of `markdown/api/payments/fetch-with-id.md` and
//! `markdown/webhooks/payments.md`.

use serde_json::{Map, Value, json};

use super::{notes::notes, table::Entity};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Method {
    Upi,
    Card,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PaymentStatus {
    /// The bank has not answered.
    Created,
    /// The bank holds the money for the shop.
    Authorized,
    Captured,
    /// Fully refunded.
    Refunded,
    Failed,
}

impl PaymentStatus {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Authorized => "authorized",
            Self::Captured => "captured",
            Self::Refunded => "refunded",
            Self::Failed => "failed",
        }
    }

    pub(crate) fn is_captured(self) -> bool {
        matches!(self, Self::Captured | Self::Refunded)
    }
}

/// The reason of a failed payment, as in `markdown/errors.md`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Failure {
    pub(crate) description: &'static str,
    pub(crate) source: &'static str,
    pub(crate) reason: &'static str,
}

#[derive(Debug)]
pub(crate) struct Payment {
    pub(crate) id: String,
    pub(crate) order_id: String,
    pub(crate) link_id: Option<String>,
    pub(crate) amount: u64,
    pub(crate) status: PaymentStatus,
    pub(crate) method: Method,
    pub(crate) description: Option<String>,
    /// From the link's customer; the real page asks the shopper for email and contact.
    pub(crate) email: Value,
    pub(crate) contact: Value,
    /// The notes of its link or order.
    pub(crate) notes: Map<String, Value>,
    pub(crate) amount_refunded: u64,
    pub(crate) failure: Option<Failure>,
    pub(crate) created_at: i64,
}

impl Entity for Payment {
    fn id(&self) -> &str {
        &self.id
    }
}

/// A made-up UPI id. It shows if a shop writes such ids into its logs.
const UPI_ID: &str = "simulated.shopper@okbank";

impl Payment {
    /// The fee including GST, and the GST, in paise.
    pub(super) fn fee(&self) -> (u64, u64) {
        let base = (self.amount * 2 + 50) / 100;
        let tax = (base * 18 + 50) / 100;
        (base + tax, tax)
    }

    pub(crate) fn entity(&self) -> Value {
        let is_captured = self.status.is_captured();
        let (fee, tax) = self.fee();
        let refund_status = match self.amount_refunded {
            0 => Value::Null,
            all if all >= self.amount => json!("full"),
            _ => json!("partial"),
        };
        let failure = self.failure.as_ref();
        let mut entity = json!({
            "id": self.id,
            "entity": "payment",
            "amount": self.amount,
            "currency": "INR",
            "base_amount": self.amount,
            "status": self.status.name(),
            "order_id": self.order_id,
            "invoice_id": null,
            "international": false,
            "amount_refunded": self.amount_refunded,
            "amount_transferred": 0,
            "refund_status": refund_status,
            "captured": is_captured,
            "description": self.description,
            "card_id": null,
            "bank": null,
            "wallet": null,
            "vpa": null,
            "email": self.email,
            "contact": self.contact,
            "notes": notes(&self.notes),
            "fee": is_captured.then_some(fee),
            "tax": is_captured.then_some(tax),
            "error_code": failure.map(|_| "BAD_REQUEST_ERROR"),
            "error_description": failure.map(|failure| failure.description),
            "error_source": failure.map(|failure| failure.source),
            "error_step": failure.map(|_| "payment_authorization"),
            "error_reason": failure.map(|failure| failure.reason),
            "created_at": self.created_at,
        });
        self.describe_method(&mut entity);
        entity
    }

    fn describe_method(&self, entity: &mut Value) {
        let reference = format!("{:012}", self.created_at.rem_euclid(1_000_000_000_000));
        match self.method {
            Method::Upi => {
                entity["method"] = json!("upi");
                entity["vpa"] = json!(UPI_ID);
                entity["upi"] =
                    json!({ "payer_account_type": "bank_account", "vpa": UPI_ID, "flow": "intent" });
                entity["acquirer_data"] = json!({ "rrn": reference });
            }
            Method::Card => {
                let card_id = self.id.replacen("pay_", "card_", 1);
                entity["method"] = json!("card");
                entity["card_id"] = json!(card_id);
                entity["card"] = json!({
                    "id": card_id, "entity": "card", "name": "", "last4": "1111", "network": "Visa", "type": "debit",
                    "issuer": null, "international": false, "emi": false, "sub_type": "consumer",
                });
                entity["acquirer_data"] = json!({ "auth_code": "000000", "rrn": reference });
            }
        }
    }

    /// The payment as in its link's list.
    pub(super) fn of_link(&self, link_id: &str) -> Value {
        json!({
            "amount": self.amount,
            "created_at": self.created_at,
            "method": match self.method { Method::Upi => "upi", Method::Card => "card" },
            "payment_id": self.id,
            "plink_id": link_id,
            "status": "captured",
            "updated_at": self.created_at,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The samples of `markdown/api/payments/fetch-with-id.md`.
    #[test]
    fn fees_are_those_of_the_samples() {
        for (amount, expected) in [
            (1_000, (24, 4)),
            (2_100, (50, 8)),
            (250_000, (5_900, 900)),
            (100, (2, 0)),
        ] {
            let payment = Payment {
                id: "pay_1".to_owned(),
                order_id: "order_1".to_owned(),
                link_id: None,
                amount,
                status: PaymentStatus::Captured,
                method: Method::Upi,
                description: None,
                email: Value::Null,
                contact: Value::Null,
                notes: Map::new(),
                amount_refunded: 0,
                failure: None,
                created_at: 0,
            };
            assert_eq!(payment.fee(), expected, "{amount}");
        }
    }
}
