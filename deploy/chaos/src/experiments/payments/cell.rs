//! The cells of the matrix: a scenario of one order, run with one fault.

use std::fmt;

use payment_simulator::PaymentScenario;

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
    WebhookBeforeResponse,
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
        Self::WebhookBeforeResponse,
        Self::TwoSenders,
    ];

    /// All faults, in run order: work of a dead program is taken over after half a minute, which passes
    /// during the other faults.
    pub(super) const RUN_ORDER: [Self; 6] = [
        Self::PaymentKilled,
        Self::GatewayKilled,
        Self::BrowserReturns,
        Self::BrowserClosed,
        Self::WebhookBeforeResponse,
        Self::TwoSenders,
    ];

    /// The heading of its column.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::BrowserReturns => "browser returns",
            Self::BrowserClosed => "browser closed",
            Self::GatewayKilled => "gateway killed",
            Self::PaymentKilled => "payment killed",
            Self::WebhookBeforeResponse => "webhook first",
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
    pub(super) payment: PaymentScenario,
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

const KEEP: fn(PaymentScenario) -> Scenario = |payment| Scenario {
    payment,
    behaviour: Behaviour::Keep,
};

const CANCEL: fn(PaymentScenario) -> Scenario = |payment| Scenario {
    payment,
    behaviour: Behaviour::Cancel,
};

impl Scenario {
    /// Every payment scenario with a kept order; those with special refunds also with a cancelled one.
    pub(super) fn all() -> Vec<Self> {
        let cancelled = [
            PaymentScenario::Success,
            PaymentScenario::CapturedAfterExpiry,
            PaymentScenario::RefundPending,
            PaymentScenario::RefundPendingThenFailed,
            PaymentScenario::ServerErrors,
            PaymentScenario::ServerErrorAfterEffect,
            PaymentScenario::NoResponse,
            PaymentScenario::NoResponseAfterEffect,
        ];
        let kept = PaymentScenario::ALL.into_iter().map(KEEP);
        let paid_twice = Self {
            payment: PaymentScenario::CapturedAfterExpiry,
            behaviour: Behaviour::PayTwice,
        };
        kept.chain(cancelled.into_iter().map(CANCEL))
            .chain([paid_twice])
            .collect()
    }

    /// A few scenarios, one for each outcome.
    pub(super) fn sample() -> Vec<Self> {
        vec![
            KEEP(PaymentScenario::Success),
            KEEP(PaymentScenario::Declined),
            KEEP(PaymentScenario::NoWebhooks),
            KEEP(PaymentScenario::WrongAmount),
            KEEP(PaymentScenario::CapturedAfterExpiry),
            CANCEL(PaymentScenario::ServerErrorAfterEffect),
            CANCEL(PaymentScenario::RefundPending),
        ]
    }

    /// The allowed outcomes with any fault. An order whose money arrives at its deadline is paid or refunded,
    /// depending on which service checks the clock first.
    pub(super) fn allowed_outcomes(self) -> &'static [OrderOutcome] {
        match (self.payment, self.behaviour) {
            (PaymentScenario::Declined | PaymentScenario::Authorized, _) => &[OrderOutcome::Expired],
            (PaymentScenario::WrongAmount, _)
            | (PaymentScenario::RefundPendingThenFailed, Behaviour::Cancel) => &[OrderOutcome::Held],
            (_, Behaviour::Cancel) => &[OrderOutcome::Refunded],
            (PaymentScenario::CapturedAfterExpiry, _) => &[OrderOutcome::Paid, OrderOutcome::Refunded],
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
            self.payment,
            PaymentScenario::Declined
                | PaymentScenario::Authorized
                | PaymentScenario::WrongAmount
                | PaymentScenario::CapturedAfterExpiry
        )
    }

    /// True if a webhook with a valid signature is sent as soon as the shopper pays.
    pub(super) fn has_immediate_webhook(self) -> bool {
        !matches!(
            self.payment,
            PaymentScenario::Authorized
                | PaymentScenario::CapturedAfterExpiry
                | PaymentScenario::LateWebhook
                | PaymentScenario::NoWebhooks
                | PaymentScenario::WrongSignature
        )
    }
}

impl fmt::Display for Scenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let payment = serde_json::to_value(self.payment).unwrap_or_default();
        write!(f, "{}", payment.as_str().unwrap_or("?"))?;
        match self.behaviour {
            Behaviour::Keep => Ok(()),
            Behaviour::Cancel => f.write_str(", cancelled"),
            Behaviour::PayTwice => f.write_str(", paid twice"),
        }
    }
}
