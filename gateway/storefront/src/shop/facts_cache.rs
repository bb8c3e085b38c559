//! The cached shop profile. While the catalog is down, pages use the last one.

use std::{sync::Arc, time::Duration};

use proto::catalog::v1::GetShopRequest;
use tokio_util::sync::CancellationToken;
use tonic::Status;

use crate::{
    cache::list_cache::ListCache,
    clients::Clients,
    shop::{facts::ShopFacts, profile::ShopProfile},
};

/// The subject of changes of the shop profile; every replica receives all of them.
pub const SHOP_CHANGED: &str = "shop.catalog.shop_changed.v1";

/// The interval of the check for a due refresh, so that a change shows within five seconds even without page
/// requests or events.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// The cached shop profile.
pub(crate) type ShopFactsCache = ListCache<ShopFacts>;

/// Keeps the profile of the shop at this address in memory until `stopping` is cancelled.
pub(crate) async fn keep_fresh(
    shop: Arc<ShopFactsCache>,
    clients: Arc<Clients>,
    origin: String,
    stopping: CancellationToken,
) -> anyhow::Result<()> {
    let asking = shop.keep_fresh(|known| fetch(&clients, &origin, known), stopping.clone());
    let looking = stopping.run_until_cancelled(async {
        let mut look = tokio::time::interval(LOOK_EVERY);
        loop {
            look.tick().await;
            shop.refresh_if_due();
        }
    });
    let (asked, _) = tokio::join!(asking, looking);
    asked
}

/// Keeps the cached profile if nothing changed, so that no document is rendered again.
async fn fetch(
    clients: &Clients,
    origin: &str,
    known: Option<Arc<ShopFacts>>,
) -> Result<Arc<ShopFacts>, Status> {
    let shop = clients.catalog.call(GetShopRequest {}).await?.shop;
    let facts = shop.and_then(|shop| shop.facts);
    let profile = ShopProfile::from_contract(
        facts.ok_or_else(|| Status::internal("the catalog told nothing of the shop"))?,
    );
    match known {
        Some(known) if known.are(&profile) => Ok(known),
        _ => Ok(Arc::new(ShopFacts::new(profile, origin))),
    }
}
