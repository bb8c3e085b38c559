//! The cells of the matrix: a scenario of one order, run with one fault.

use std::fmt;

use payment_simulator::Script;

/// The fault during the payments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fault {
    /// No fault: the browser returns to the shop.
    BrowserReturns,
    /// The shopper closes the tab after paying.
    BrowserClosed,
    /// The gateway that receives webhooks dies when half of the shoppers have paid.
    GatewayKilled,
    /// The only payment service dies when half of the shoppers have paid.
    PaymentKilled,
    /// The webhook arrives before the call that requested the payment is answered.
    WebhookBeforeAnswer,
    /// Each webhook is sent to both gateways at the same time.
    TwoSenders,
}

impl Fault {
    /// All faults, in the order of the table.
    pub(super) const ALL: [Self; 6] = [
        Self::BrowserReturns,
        Self::BrowserClosed,
        Self::GatewayKilled,
        Self::PaymentKilled,
        Self::WebhookBeforeAnswer,
        Self::TwoSenders,
    ];

    /// All faults, in run order: work of a dead program is taken over after half a minute, which passes
    /// during the other faults.
    pub(super) const RUN_ORDER: [Self; 6] = [
        Self::PaymentKilled,
        Self::GatewayKilled,
        Self::BrowserReturns,
        Self::BrowserClosed,
        Self::WebhookBeforeAnswer,
        Self::TwoSenders,
    ];

    /// The heading of its column.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::BrowserReturns => "browser returns",
            Self::BrowserClosed => "browser closed",
            Self::GatewayKilled => "gateway killed",
            Self::PaymentKilled => "payment killed",
            Self::WebhookBeforeAnswer => "webhook first",
            Self::TwoSenders => "two senders",
        }
    }

    /// True if the shopper returns to the shop after paying.
    pub(super) fn browser_returns(self) -> bool {
        matches!(
            self,
            Self::BrowserReturns | Self::GatewayKilled | Self::PaymentKilled
        )
    }
}

/// The shopper's behaviour besides paying.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Behaviour {
    /// Keeps the order.
    Keep,
    /// Cancels the order once it is paid, or while the bank has not answered.
    Cancel,
    /// Pays a second time while the bank has not answered.
    PayTwice,
}

/// The course of one order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Scenario {
    /// The provider's behaviour.
    pub(super) script: Script,
    /// The shopper's behaviour.
    pub(super) behaviour: Behaviour,
}

/// The outcome of an order.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum OrderOutcome {
    /// Paid once; any other money was refunded.
    Paid,
    /// Cancelled, and all money was refunded once.
    Refunded,
    /// Cancelled without payment, and its packs are back in stock.
    Expired,
    /// On hold for a person: a wrong amount arrived, or a refund failed. The money is there once.
    Held,
    /// None of these, or not yet; with the reason.
    Unclear(String),
}

impl fmt::Display for OrderOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Paid => f.write_str("paid"),
            Self::Refunded => f.write_str("refunded"),
            Self::Expired => f.write_str("expired"),
            Self::Held => f.write_str("held"),
            Self::Unclear(why) => write!(f, "unclear: {why}"),
        }
    }
}

const KEEP: fn(Script) -> Scenario = |script| Scenario {
    script,
    behaviour: Behaviour::Keep,
};

const CANCEL: fn(Script) -> Scenario = |script| Scenario {
    script,
    behaviour: Behaviour::Cancel,
};

impl Scenario {
    /// Every script with a kept order; scripts with special refunds also with a cancelled one.
    pub(super) fn all() -> Vec<Self> {
        let cancelled = [
            Script::Success,
            Script::CapturedAfterExpiry,
            Script::RefundPending,
            Script::RefundPendingThenFailed,
            Script::ServerErrors,
            Script::ServerErrorAfterDoing,
            Script::Hanging,
            Script::HangingAfterDoing,
        ];
        let kept = Script::ALL.into_iter().map(KEEP);
        let paid_twice = Self {
            script: Script::CapturedAfterExpiry,
            behaviour: Behaviour::PayTwice,
        };
        kept.chain(cancelled.into_iter().map(CANCEL))
            .chain([paid_twice])
            .collect()
    }

    /// A few scenarios, one for each outcome.
    pub(super) fn sample() -> Vec<Self> {
        vec![
            KEEP(Script::Success),
            KEEP(Script::Failure),
            KEEP(Script::Never),
            KEEP(Script::WrongAmount),
            KEEP(Script::CapturedAfterExpiry),
            CANCEL(Script::ServerErrorAfterDoing),
            CANCEL(Script::RefundPending),
        ]
    }

    /// The allowed outcomes with any fault. An order whose money arrives at its deadline is paid or refunded,
    /// depending on which service checks the clock first.
    pub(super) fn allowed_outcomes(self) -> &'static [OrderOutcome] {
        match (self.script, self.behaviour) {
            (Script::Failure | Script::Authorized, _) => &[OrderOutcome::Expired],
            (Script::WrongAmount, _) | (Script::RefundPendingThenFailed, Behaviour::Cancel) => {
                &[OrderOutcome::Held]
            }
            (_, Behaviour::Cancel) => &[OrderOutcome::Refunded],
            (Script::CapturedAfterExpiry, _) => &[OrderOutcome::Paid, OrderOutcome::Refunded],
            _ => &[OrderOutcome::Paid],
        }
    }

    /// True if the shopper cancels.
    pub(super) fn is_cancelled(self) -> bool {
        self.behaviour == Behaviour::Cancel
    }

    /// True if the order is paid within its window, so that the shopper sees it as paid.
    pub(super) fn is_paid_soon(self) -> bool {
        !matches!(
            self.script,
            Script::Failure | Script::Authorized | Script::WrongAmount | Script::CapturedAfterExpiry
        )
    }

    /// True if a webhook with a valid signature is sent as soon as the shopper pays.
    pub(super) fn has_immediate_webhook(self) -> bool {
        !matches!(
            self.script,
            Script::Authorized
                | Script::CapturedAfterExpiry
                | Script::LateWebhook
                | Script::Never
                | Script::WrongSignature
        )
    }
}

impl fmt::Display for Scenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let script = serde_json::to_value(self.script).unwrap_or_default();
        write!(f, "{}", script.as_str().unwrap_or("?"))?;
        match self.behaviour {
            Behaviour::Keep => Ok(()),
            Behaviour::Cancel => f.write_str(", cancelled"),
            Behaviour::PayTwice => f.write_str(", paid twice"),
        }
    }
}
