//! Calls that fail on purpose, and their counts.

use std::collections::HashMap;

use crate::scenario::PaymentScenario;

/// Kinds of calls, each with its own count of failures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Call {
    Create,
    Fetch,
    Cancel,
    Refund,
    FetchRefund,
}

/// The way in which a call fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FailureMode {
    /// It answers 500.
    ServerError,
    /// It does not answer.
    Silent,
    /// Another operation on the payment is in progress.
    InProgress,
    /// A firewall answers with a page in place of the provider.
    Firewall,
}

/// The fault of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fault {
    /// The way in which it fails.
    pub(crate) mode: FailureMode,
    /// True if the call takes effect anyway.
    pub(crate) takes_effect: bool,
}

/// The most calls whose counts are kept. Later calls succeed.
const MAX: usize = 20_000;

#[derive(Debug, Default)]
pub(super) struct Faults {
    seen: HashMap<(Call, String), u32>,
}

impl Faults {
    /// The fault of the next call about an id, for example a reference id.
    pub(super) fn next(&mut self, call: Call, key: &str, scenario: PaymentScenario) -> Option<Fault> {
        let (times, mode, takes_effect) = match scenario {
            PaymentScenario::ServerErrors => (2, FailureMode::ServerError, false),
            PaymentScenario::ServerErrorAfterEffect => (1, FailureMode::ServerError, true),
            PaymentScenario::NoResponse => (1, FailureMode::Silent, false),
            PaymentScenario::NoResponseAfterEffect => (1, FailureMode::Silent, true),
            PaymentScenario::Firewall => (2, FailureMode::Firewall, false),
            PaymentScenario::OperationInProgress if call == Call::Refund => {
                (2, FailureMode::InProgress, false)
            }
            _ => return None,
        };
        if self.seen.len() >= MAX {
            return None;
        }
        let seen = self.seen.entry((call, key.to_owned())).or_default();
        *seen += 1;
        (*seen <= times).then_some(Fault { mode, takes_effect })
    }
}
