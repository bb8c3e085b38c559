//! What the cells of the matrix are: a scenario of one order, told under one fault.

use std::fmt;

use payment_simulator::Script;

/// What breaks while orders are paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fault {
    /// Nothing: the browser comes back to the shop.
    BrowserReturns,
    /// The shopper closes the tab after pressing.
    BrowserClosed,
    /// The gateway that webhooks are sent to dies as half of the shoppers have pressed.
    GatewayKilled,
    /// The only payment service dies as half of the shoppers have pressed.
    PaymentKilled,
    /// The money is told of before the call that asked for it is answered.
    WebhookBeforeAnswer,
    /// Each webhook comes to both gateways at the same moment.
    TwoSenders,
}

impl Fault {
    /// All of them, in the order of the table.
    pub(super) const ALL: [Self; 6] = [
        Self::BrowserReturns,
        Self::BrowserClosed,
        Self::GatewayKilled,
        Self::PaymentKilled,
        Self::WebhookBeforeAnswer,
        Self::TwoSenders,
    ];

    /// The order in which they are told: what a program that died had in hand is given to the next one after half a minute, which
    /// passes while the others are told.
    pub(super) const TOLD: [Self; 6] = [
        Self::PaymentKilled,
        Self::GatewayKilled,
        Self::BrowserReturns,
        Self::BrowserClosed,
        Self::WebhookBeforeAnswer,
        Self::TwoSenders,
    ];

    /// The head of its column.
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

    /// Whether the shopper comes back to the shop after pressing.
    pub(super) fn browser_returns(self) -> bool {
        matches!(
            self,
            Self::BrowserReturns | Self::GatewayKilled | Self::PaymentKilled
        )
    }
}

/// What the shopper does besides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Behaviour {
    /// Keeps the order.
    Keep,
    /// Cancels it once it is paid, or while the bank has not answered.
    Cancel,
    /// Pays a second time while the bank has not answered.
    PayTwice,
}

/// What one order goes through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Scenario {
    /// What the provider does.
    pub(super) script: Script,
    /// What the shopper does.
    pub(super) behaviour: Behaviour,
}

/// How an order ended.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Outcome {
    /// Paid once; whatever else came went back.
    Paid,
    /// Cancelled, and all that came went back once.
    Refunded,
    /// Cancelled, no money came, and its packs are on the shelf again.
    Expired,
    /// A person has to look: another sum came, or a refund failed. The money is there once.
    Held,
    /// None of these, or not yet: why.
    Unclear(String),
}

impl fmt::Display for Outcome {
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

const KEPT: fn(Script) -> Scenario = |script| Scenario {
    script,
    behaviour: Behaviour::Keep,
};

const CANCELLED: fn(Script) -> Scenario = |script| Scenario {
    script,
    behaviour: Behaviour::Cancel,
};

impl Scenario {
    /// Every script, kept; and those whose refunds differ, cancelled.
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
        let kept = Script::ALL.into_iter().map(KEPT);
        let paid_twice = Self {
            script: Script::CapturedAfterExpiry,
            behaviour: Behaviour::PayTwice,
        };
        kept.chain(cancelled.into_iter().map(CANCELLED))
            .chain([paid_twice])
            .collect()
    }

    /// A handful, one for each way to end.
    pub(super) fn few() -> Vec<Self> {
        vec![
            KEPT(Script::Success),
            KEPT(Script::Failure),
            KEPT(Script::Never),
            KEPT(Script::WrongAmount),
            KEPT(Script::CapturedAfterExpiry),
            CANCELLED(Script::ServerErrorAfterDoing),
            CANCELLED(Script::RefundPending),
        ]
    }

    /// How it may end, whatever fault meets it. An order whose money comes as its time ends is paid or gets it back: whichever of the
    /// two services looks at the clock first.
    pub(super) fn may_end(self) -> &'static [Outcome] {
        match (self.script, self.behaviour) {
            (Script::Failure | Script::Authorized, _) => &[Outcome::Expired],
            (Script::WrongAmount, _) | (Script::RefundPendingThenFailed, Behaviour::Cancel) => {
                &[Outcome::Held]
            }
            (_, Behaviour::Cancel) => &[Outcome::Refunded],
            (Script::CapturedAfterExpiry, _) => &[Outcome::Paid, Outcome::Refunded],
            _ => &[Outcome::Paid],
        }
    }

    /// Whether its shopper cancels it.
    pub(super) fn is_cancelled(self) -> bool {
        self.behaviour == Behaviour::Cancel
    }

    /// Whether the order is paid while its window is open, so that its shopper can see it so.
    pub(super) fn is_paid_soon(self) -> bool {
        !matches!(
            self.script,
            Script::Failure | Script::Authorized | Script::WrongAmount | Script::CapturedAfterExpiry
        )
    }

    /// Whether a webhook with a good signature comes as soon as a button is pressed.
    pub(super) fn is_told_at_once(self) -> bool {
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
