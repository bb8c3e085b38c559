//! Responses that are held until a test releases them.

use std::collections::HashSet;

use tokio::sync::watch;

/// The shop's orders whose link responses are held.
#[derive(Debug, Default)]
pub(crate) struct HeldResponses(watch::Sender<HashSet<String>>);

impl HeldResponses {
    /// Holds responses to calls that create links of this order.
    pub(crate) fn hold(&self, order: &str) {
        self.0.send_modify(|held| {
            held.insert(order.to_owned());
        });
    }

    /// Releases them.
    pub(crate) fn release(&self, order: &str) {
        self.0.send_modify(|held| {
            held.remove(order);
        });
    }

    /// Waits until no response for this order is held.
    pub(super) async fn until_released(&self, order: &str) {
        // The sender lives as long as `self`.
        let _ = self.0.subscribe().wait_for(|held| !held.contains(order)).await;
    }
}
