//! What a payment can be made to do.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::refusal::Refusal;

/// What happens to a payment: chosen by `script` in the notes of its link or order, else by `POST /simulator/script`.
///
/// Notes may also have `script_delay`, the seconds of what is late (those of [`crate::Settings::late_by`] unless told), and `script_amount`, the paise
/// that are paid instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Script {
    /// Paid, told at once, and the browser comes back.
    #[default]
    Success,
    /// The bank refuses, whatever button is pressed. The link stays open for another try.
    Failure,
    /// Paid; webhooks are sent after the delay. The browser comes back at once.
    LateWebhook,
    /// Each webhook is sent again after it was taken.
    Twice,
    /// Each webhook is sent by two senders at the same moment.
    TwiceAtOnce,
    /// A shopper is quicker than the answer to the call that creates the link: its webhooks are sent and answered
    /// first.
    WebhookBeforeAnswer,
    /// Paid, and nobody is told: no webhook, no way back. Only a look-up knows.
    Never,
    /// Webhooks and the way back are signed under another secret, each time they are sent.
    WrongSignature,
    /// A rupee less is paid, or `script_amount`, and the link says paid all the same.
    WrongAmount,
    /// The bank does not answer until the link has expired or was cancelled; then the money is there. Whoever paid
    /// twice meanwhile (`POST /simulator/pay`, for the page has no buttons then) has paid twice.
    CapturedAfterExpiry,
    /// A first try fails in the shopper's UPI app and the second succeeds, with the same payment id; that it failed is
    /// told last (`markdown/webhooks/payments.md`, "Watch Out").
    FailedArrivesAfterCaptured,
    /// Paid. A refund is pending at first and processed after the delay.
    RefundPending,
    /// Paid. A refund is pending at first and fails after the delay.
    RefundPendingThenFailed,
    /// The bank holds the money for the shop, and the provider captures nothing: the account captures by hand.
    Authorized,
    /// Paid. A refund is processed, and reversed after the delay: a word of a FAQ that no page of the API has.
    RefundReversed,
    /// Paid. A refund is refused twice because another operation on the payment is in progress, and works from then on.
    OperationInProgress,
    /// A firewall answers each kind of call twice with a page of its own, and lets it pass from then on.
    Firewall,
    /// Each kind of call answers 500 twice and does nothing, and works from then on.
    ServerErrors,
    /// Each kind of call is done and answers 500 the first time.
    ServerErrorAfterDoing,
    /// Each kind of call does nothing and does not answer the first time.
    Hanging,
    /// Each kind of call is done and does not answer the first time.
    HangingAfterDoing,
}

impl Script {
    /// All of them.
    pub const ALL: [Self; 21] = [
        Self::Success,
        Self::Failure,
        Self::LateWebhook,
        Self::Twice,
        Self::TwiceAtOnce,
        Self::WebhookBeforeAnswer,
        Self::Never,
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
        Self::ServerErrorAfterDoing,
        Self::Hanging,
        Self::HangingAfterDoing,
    ];
}

/// A script with what its notes say besides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(crate) script: Script,
    /// Milliseconds.
    pub(crate) delay_ms: i64,
    /// Paise.
    amount: Option<u64>,
}

const LONGEST_DELAY: u64 = 30 * 24 * 60 * 60;

impl Plan {
    /// What notes ask for; `otherwise` when they name no script, and `late_by` when they name no delay.
    pub(crate) fn read(
        notes: &Map<String, Value>,
        otherwise: Script,
        late_by: Duration,
    ) -> Result<Self, Refusal> {
        let script = match notes.get("script") {
            None => otherwise,
            Some(named) => serde_json::from_value(named.clone())
                .map_err(|_| Refusal::of_field("notes", format!("{named} is no script of the simulator")))?,
        };
        let delay = number(notes, "script_delay")?
            .unwrap_or(late_by.as_secs())
            .min(LONGEST_DELAY);
        Ok(Self {
            script,
            delay_ms: i64::try_from(delay * 1000).unwrap_or_default(),
            amount: number(notes, "script_amount")?,
        })
    }

    /// What is paid of an amount, both in paise.
    pub(crate) fn amount_paid(&self, asked: u64) -> u64 {
        match (self.script, self.amount) {
            (Script::WrongAmount, Some(amount)) => amount,
            (Script::WrongAmount, None) if asked >= 200 => asked - 100,
            (Script::WrongAmount, None) => asked + 100,
            _ => asked,
        }
    }
}

/// A number in the notes, as a number or as text.
fn number(notes: &Map<String, Value>, name: &'static str) -> Result<Option<u64>, Refusal> {
    let Some(value) = notes.get(name) else {
        return Ok(None);
    };
    let read = value
        .as_u64()
        .or_else(|| value.as_str().and_then(|text| text.parse().ok()));
    read.map(Some)
        .ok_or_else(|| Refusal::of_field("notes", format!("{name} must be a number")))
}
