//! Answers that are held back until a test says so.

use std::collections::HashSet;

use tokio::sync::watch;

/// The shop's orders whose links are made and not yet answered for.
#[derive(Debug, Default)]
pub(crate) struct HeldAnswers(watch::Sender<HashSet<String>>);

impl HeldAnswers {
    /// Holds the answers to calls that make links of this order.
    pub(crate) fn hold(&self, order: &str) {
        self.0.send_modify(|held| {
            held.insert(order.to_owned());
        });
    }

    /// Lets them go.
    pub(crate) fn release(&self, order: &str) {
        self.0.send_modify(|held| {
            held.remove(order);
        });
    }

    /// Ends when no answer about this order is held.
    pub(super) async fn until_released(&self, order: &str) {
        // The sender lives as long as this.
        let _ = self.0.subscribe().wait_for(|held| !held.contains(order)).await;
    }
}
