//! How a cluster replaces a pod: the new one is ready before the old one goes.

use crate::{fleet::Fleet, load::Shoppers};

/// Starts a new replica of a program, and stops the one that has run the longest.
pub(crate) async fn replace_oldest(fleet: &mut Fleet, shoppers: &Shoppers, name: &str) -> anyhow::Result<()> {
    fleet.add(name).await?;
    retire_oldest(fleet, shoppers, name).await
}

/// Stops the replica of a program that has run the longest, once nobody new is sent to it.
pub(crate) async fn retire_oldest(fleet: &mut Fleet, shoppers: &Shoppers, name: &str) -> anyhow::Result<()> {
    shoppers.go_to(fleet.gateways_but_oldest(name));
    fleet.stop(name).await
}
