//! How a cluster takes a pod away.

use crate::{fleet::Fleet, load::Shoppers};

/// Stops the replica of a program that has run the longest, once nobody new is sent to it.
pub(crate) async fn retire_oldest(fleet: &mut Fleet, shoppers: &Shoppers, name: &str) -> anyhow::Result<()> {
    shoppers.go_to(fleet.gateways_but_oldest(name));
    fleet.stop(name).await
}
