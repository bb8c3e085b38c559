//! Calls that fail on purpose, and how often they did.

use std::collections::HashMap;

use crate::script::Script;

/// Kinds of calls, each of which fails by its own count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Call {
    Create,
    Fetch,
    Cancel,
    Refund,
    FetchRefund,
}

/// How a call fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Failing {
    /// It answers 500.
    ServerError,
    /// It does not answer at all.
    Silent,
    /// Another operation on the payment is not over.
    InProgress,
    /// A firewall answers in the provider's place, with a page.
    Firewall,
}

/// What goes wrong with a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fault {
    /// How it fails.
    pub(crate) failing: Failing,
    /// What it asks for is done all the same.
    pub(crate) is_done: bool,
}

/// Calls whose counts are remembered; what comes later works.
const MOST: usize = 20_000;

#[derive(Debug, Default)]
pub(super) struct Faults {
    seen: HashMap<(Call, String), u32>,
}

impl Faults {
    /// What goes wrong this time with a call about something, such as a reference id.
    pub(super) fn next(&mut self, call: Call, about: &str, script: Script) -> Option<Fault> {
        let (times, failing, is_done) = match script {
            Script::ServerErrors => (2, Failing::ServerError, false),
            Script::ServerErrorAfterDoing => (1, Failing::ServerError, true),
            Script::Hanging => (1, Failing::Silent, false),
            Script::HangingAfterDoing => (1, Failing::Silent, true),
            Script::Firewall => (2, Failing::Firewall, false),
            Script::OperationInProgress if call == Call::Refund => (2, Failing::InProgress, false),
            _ => return None,
        };
        if self.seen.len() >= MOST {
            return None;
        }
        let seen = self.seen.entry((call, about.to_owned())).or_default();
        *seen += 1;
        (*seen <= times).then_some(Fault { failing, is_done })
    }
}
