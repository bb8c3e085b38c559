//! The removal of a pod by a cluster.

use crate::{fleet::Fleet, load::shoppers::Shoppers};

/// Stops the oldest replica of a program, after new shoppers are no longer sent to it.
pub(crate) async fn stop_oldest(fleet: &mut Fleet, shoppers: &Shoppers, name: &str) -> anyhow::Result<()> {
    shoppers.use_gateways(fleet.gateways_but_oldest(name));
    fleet.stop(name).await
}
