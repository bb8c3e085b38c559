//! Scenarios, which determine the course of a payment.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::api_error::ApiError;

/// The course of a payment: chosen by `scenario` in the notes of its link or order, else by `POST
/// /simulator/scenario`.
///
/// Notes may also have `scenario_delay`, the seconds of a delay (default:
/// [`crate::Settings::scenario_delay`]), and `scenario_amount`, the paise that are paid instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PaymentScenario {
    /// Paid, webhooks sent at once, and the browser returns.
    #[default]
    Success,
    /// The bank declines with every button. The link stays open for another try.
    Declined,
    /// Paid; webhooks are sent after the delay. The browser returns at once.
    LateWebhook,
    /// Each webhook is sent again after it was accepted.
    DuplicateWebhooks,
    /// Each webhook is sent by two senders at the same time.
    ConcurrentWebhooks,
    /// Paid before the call that creates the link is answered: the webhooks are sent and answered first.
    WebhookBeforeResponse,
    /// Paid, without webhook and return to the shop. Only a request shows it.
    NoWebhooks,
    /// Webhooks and the return URL are signed with another secret, each time they are sent.
    WrongSignature,
    /// One rupee less is paid, or `scenario_amount`, and the link becomes paid anyway.
    WrongAmount,
    /// The bank does not answer until the link has expired or was cancelled; then the payment is captured.
    /// Two payments meanwhile are both captured (by `POST /simulator/pay`, because the page has no buttons
    /// then).
    CapturedAfterExpiry,
    /// A first try fails in the shopper's UPI app and the second succeeds, with the same payment id. The
    /// webhook of the failure is sent last (`markdown/webhooks/payments.md`, "Watch Out").
    FailedArrivesAfterCaptured,
    /// Paid. A refund is pending at first and processed after the delay.
    RefundPending,
    /// Paid. A refund is pending at first and fails after the delay.
    RefundPendingThenFailed,
    /// The bank holds the money for the shop, and the provider does not capture it: the account captures by
    /// hand.
    Authorized,
    /// Paid. A refund is processed, and reversed after the delay: a status from an FAQ that no page of the
    /// API has.
    RefundReversed,
    /// Paid. A refund is refused twice because another operation on the payment is in progress, and then
    /// works.
    OperationInProgress,
    /// A firewall answers each kind of call twice with its own page, and then lets it pass.
    Firewall,
    /// Each kind of call answers 500 twice without effect, and then works.
    ServerErrors,
    /// Each kind of call takes effect and answers 500 the first time.
    ServerErrorAfterEffect,
    /// Each kind of call has no effect and no answer the first time.
    NoResponse,
    /// Each kind of call takes effect and has no answer the first time.
    NoResponseAfterEffect,
}

impl PaymentScenario {
    /// All scenarios.
    pub const ALL: [Self; 21] = [
        Self::Success,
        Self::Declined,
        Self::LateWebhook,
        Self::DuplicateWebhooks,
        Self::ConcurrentWebhooks,
        Self::WebhookBeforeResponse,
        Self::NoWebhooks,
        Self::WrongSignature,
        Self::WrongAmount,
        Self::CapturedAfterExpiry,
        Self::FailedArrivesAfterCaptured,
        Self::RefundPending,
        Self::RefundPendingThenFailed,
        Self::Authorized,
        Self::RefundReversed,
        Self::OperationInProgress,
        Self::Firewall,
        Self::ServerErrors,
        Self::ServerErrorAfterEffect,
        Self::NoResponse,
        Self::NoResponseAfterEffect,
    ];
}

/// A scenario with the parameters of its notes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(crate) scenario: PaymentScenario,
    /// In milliseconds.
    pub(crate) delay_ms: i64,
    /// In paise.
    amount: Option<u64>,
}

const LONGEST_DELAY: u64 = 30 * 24 * 60 * 60;

impl Plan {
    /// Reads the plan from notes. `scenario_delay` is the default delay.
    pub(crate) fn read(
        notes: &Map<String, Value>,
        default_scenario: PaymentScenario,
        scenario_delay: Duration,
    ) -> Result<Self, ApiError> {
        let scenario = match notes.get("scenario") {
            None => default_scenario,
            Some(named) => serde_json::from_value(named.clone()).map_err(|_| {
                ApiError::invalid_field("notes", format!("{named} is no scenario of the simulator"))
            })?,
        };
        let delay = number(notes, "scenario_delay")?
            .unwrap_or(scenario_delay.as_secs())
            .min(LONGEST_DELAY);
        Ok(Self {
            scenario,
            delay_ms: i64::try_from(delay * 1000).unwrap_or_default(),
            amount: number(notes, "scenario_amount")?,
        })
    }

    /// The paid amount for a requested one, both in paise.
    pub(crate) fn amount_paid(&self, asked: u64) -> u64 {
        match (self.scenario, self.amount) {
            (PaymentScenario::WrongAmount, Some(amount)) => amount,
            (PaymentScenario::WrongAmount, None) if asked >= 200 => asked - 100,
            (PaymentScenario::WrongAmount, None) => asked + 100,
            _ => asked,
        }
    }
}

/// A number in the notes, as a number or as text.
fn number(notes: &Map<String, Value>, name: &'static str) -> Result<Option<u64>, ApiError> {
    let Some(value) = notes.get(name) else {
        return Ok(None);
    };
    let read = value
        .as_u64()
        .or_else(|| value.as_str().and_then(|text| text.parse().ok()));
    read.map(Some)
        .ok_or_else(|| ApiError::invalid_field("notes", format!("{name} must be a number")))
}
