//! Payments by the buttons of the page.

use std::sync::Arc;

use serde::Deserialize;
use url::Url;

use super::account::Provider;
use crate::{
    api_error::ApiError,
    records::{Failure, Method, PaymentStatus, Records},
    scenario::PaymentScenario,
    signature::PaymentCallback,
    webhooks::Event,
};

/// The buttons of the page that make a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Button {
    Upi,
    Card,
    Decline,
}

/// The outcome that the shopper sees.
#[derive(Debug)]
pub(crate) enum PaymentOutcome {
    /// With the URL to which the browser returns, if there is one.
    Paid {
        payment_id: String,
        callback_url: Option<Url>,
    },
    Declined {
        payment_id: String,
    },
    /// The bank has not answered.
    Waiting {
        payment_id: String,
    },
}

const DECLINED: Failure = Failure {
    description: "Payment was declined by the shopper's bank",
    source: "bank",
    reason: "payment_declined",
};

const WRONG_PIN: Failure = Failure {
    description: "Payment was unsuccessful because the UPI PIN was not right",
    source: "customer",
    reason: "incorrect_pin",
};

impl Provider {
    /// Tries to pay an order, and sends the webhooks.
    pub(crate) fn pay(self: &Arc<Self>, order_id: &str, button: Button) -> Result<PaymentOutcome, ApiError> {
        let (outcome, events) = self.attempt(order_id, button)?;
        let has_late_failure = events.last().is_some_and(|event| event.name == "payment.failed");
        if has_late_failure {
            self.webhooks.send_in_order(events);
        } else {
            self.webhooks.send(events);
        }
        Ok(outcome)
    }

    /// Tries to pay an order, and returns the events for the caller to send.
    pub(super) fn attempt(
        &self,
        order_id: &str,
        button: Button,
    ) -> Result<(PaymentOutcome, Vec<Event>), ApiError> {
        let mut records = self.records();
        records.ensure_payable(order_id)?;
        let now = self.clock.now();
        let plan = records.orders.find(order_id)?.plan;
        let method = if button == Button::Card {
            Method::Card
        } else {
            Method::Upi
        };
        let payment_id = records.start_payment(order_id, method, now)?;
        let mut late_failure = None;
        match (button, plan.scenario) {
            (Button::Decline, _) | (_, PaymentScenario::Declined) => {
                let event = self.fail(&mut records, &payment_id, DECLINED)?;
                return Ok((
                    PaymentOutcome::Declined { payment_id },
                    event.into_iter().collect(),
                ));
            }
            (_, PaymentScenario::Authorized) => {
                records.payments.find_mut(&payment_id)?.status = PaymentStatus::Authorized;
                return Ok((PaymentOutcome::Waiting { payment_id }, Vec::new()));
            }
            (_, PaymentScenario::CapturedAfterExpiry) => {
                return Ok((PaymentOutcome::Waiting { payment_id }, Vec::new()));
            }
            (_, PaymentScenario::FailedArrivesAfterCaptured) => {
                late_failure = self.fail(&mut records, &payment_id, WRONG_PIN)?;
            }
            _ => (),
        }
        records.capture(&payment_id, now)?;
        let mut events = self.capture_events(&records, &payment_id)?;
        events.extend(late_failure);
        let callback_url = self.callback_url(&records, order_id, &payment_id, plan.scenario);
        Ok((
            PaymentOutcome::Paid {
                payment_id,
                callback_url,
            },
            events,
        ))
    }

    fn fail(&self, records: &mut Records, payment_id: &str, why: Failure) -> Result<Option<Event>, ApiError> {
        let payment = records.payments.find_mut(payment_id)?;
        payment.status = PaymentStatus::Failed;
        payment.failure = Some(why);
        let payment = records.payments.find(payment_id)?;
        let plan = records.orders.find(&payment.order_id)?.plan;
        Ok(self.failure_event(payment, &plan))
    }

    /// The URL to which the browser returns after payment (`markdown/payments/payment-links/apis.md`).
    fn callback_url(
        &self,
        records: &Records,
        order_id: &str,
        payment_id: &str,
        scenario: PaymentScenario,
    ) -> Option<Url> {
        let link = records.link_of(order_id)?;
        let mut url = link.callback_url.clone()?;
        let callback = PaymentCallback {
            payment_link_id: &link.id,
            reference_id: link.reference_id.as_deref().unwrap_or_default(),
            status: link.status.name(),
            payment_id,
        };
        let secret = match scenario {
            PaymentScenario::NoWebhooks => return None,
            PaymentScenario::WrongSignature => "not the secret of this key",
            _ => &self.settings.key_secret,
        };
        url.query_pairs_mut()
            .append_pair("razorpay_payment_id", callback.payment_id)
            .append_pair("razorpay_payment_link_id", callback.payment_link_id)
            .append_pair("razorpay_payment_link_reference_id", callback.reference_id)
            .append_pair("razorpay_payment_link_status", callback.status)
            .append_pair("razorpay_signature", &callback.sign(secret));
        Some(url)
    }
}
