//! Payments by the buttons of the page.

use std::sync::Arc;

use url::Url;

use super::account::Provider;
use crate::{
    books::{Books, Failure, Method, PaymentStatus},
    refusal::Refusal,
    script::Script,
    signature::WayBack,
    webhooks::Event,
};

/// The buttons of the page that make a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Button {
    Upi,
    Card,
    Decline,
}

/// The outcome that the shopper sees.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// With the return URL to the shop, if there is one.
    Paid {
        payment_id: String,
        back: Option<Url>,
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
    pub(crate) fn pay(self: &Arc<Self>, order_id: &str, button: Button) -> Result<Outcome, Refusal> {
        let (outcome, events) = self.attempt(order_id, button)?;
        let is_told_last = events.last().is_some_and(|event| event.name == "payment.failed");
        if is_told_last {
            self.webhooks.send_in_order(events);
        } else {
            self.webhooks.send(events);
        }
        Ok(outcome)
    }

    /// Tries to pay an order, and returns the events for the caller to send.
    pub(super) fn attempt(&self, order_id: &str, button: Button) -> Result<(Outcome, Vec<Event>), Refusal> {
        let mut books = self.books();
        books.check_payable(order_id)?;
        let now = self.clock.now();
        let plan = books.orders.find(order_id)?.plan;
        let method = if button == Button::Card {
            Method::Card
        } else {
            Method::Upi
        };
        let payment_id = books.begin_payment(order_id, method, now)?;
        let mut told_last = None;
        match (button, plan.script) {
            (Button::Decline, _) | (_, Script::Failure) => {
                let told = self.fail(&mut books, &payment_id, DECLINED)?;
                return Ok((Outcome::Declined { payment_id }, told.into_iter().collect()));
            }
            (_, Script::Authorized) => {
                books.payments.find_mut(&payment_id)?.status = PaymentStatus::Authorized;
                return Ok((Outcome::Waiting { payment_id }, Vec::new()));
            }
            (_, Script::CapturedAfterExpiry) => return Ok((Outcome::Waiting { payment_id }, Vec::new())),
            (_, Script::FailedArrivesAfterCaptured) => {
                told_last = self.fail(&mut books, &payment_id, WRONG_PIN)?;
            }
            _ => (),
        }
        books.capture(&payment_id, now)?;
        let mut events = self.captured(&books, &payment_id)?;
        events.extend(told_last);
        let back = self.way_back(&books, order_id, &payment_id, plan.script);
        Ok((Outcome::Paid { payment_id, back }, events))
    }

    fn fail(&self, books: &mut Books, payment_id: &str, why: Failure) -> Result<Option<Event>, Refusal> {
        let payment = books.payments.find_mut(payment_id)?;
        payment.status = PaymentStatus::Failed;
        payment.failure = Some(why);
        let payment = books.payments.find(payment_id)?;
        let plan = books.orders.find(&payment.order_id)?.plan;
        Ok(self.failed(payment, &plan))
    }

    /// The URL to which the browser returns after payment (`markdown/payments/payment-links/apis.md`).
    fn way_back(&self, books: &Books, order_id: &str, payment_id: &str, script: Script) -> Option<Url> {
        let link = books.link_of(order_id)?;
        let mut url = link.callback_url.clone()?;
        let back = WayBack {
            payment_link_id: &link.id,
            reference_id: link.reference_id.as_deref().unwrap_or_default(),
            status: link.status.name(),
            payment_id,
        };
        let secret = match script {
            Script::Never => return None,
            Script::WrongSignature => "not the secret of this key",
            _ => &self.settings.key_secret,
        };
        url.query_pairs_mut()
            .append_pair("razorpay_payment_id", back.payment_id)
            .append_pair("razorpay_payment_link_id", back.payment_link_id)
            .append_pair("razorpay_payment_link_reference_id", back.reference_id)
            .append_pair("razorpay_payment_link_status", back.status)
            .append_pair("razorpay_signature", &back.sign(secret));
        Some(url)
    }
}
