//! How a cluster takes a pod away.

use crate::{fleet::Fleet, load::shoppers::Shoppers};

/// Stops the replica of a program that has run the longest, once no new shopper is sent to it.
pub(crate) async fn retire_oldest(fleet: &mut Fleet, shoppers: &Shoppers, name: &str) -> anyhow::Result<()> {
    shoppers.use_gateways(fleet.gateways_but_oldest(name));
    fleet.stop(name).await
}
