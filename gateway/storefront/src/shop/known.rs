//! The facts as the catalog last told them, kept in memory. While the catalog is away, pages say what it said last.

use std::{sync::Arc, time::Duration};

use proto::catalog::v1::GetShopRequest;
use tokio_util::sync::CancellationToken;
use tonic::Status;

use crate::{
    cache::list_cache::ListCache,
    clients::Clients,
    shop::{facts::ShopFacts, said::Said},
};

/// The subject on which the catalog tells that the shop says something else of itself; every gateway hears it.
pub const SHOP_CHANGED: &str = "shop.catalog.shop_changed.v2";

/// How often it is looked whether it is time to ask again, so that a change shows within five seconds: also where no page was asked
/// for meanwhile, and no event was heard.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// What the shop says of itself.
pub(crate) type KnownShop = ListCache<ShopFacts>;

/// Keeps the facts of the shop at this address in memory until `stopping` is cancelled.
pub(crate) async fn keep_fresh(
    shop: Arc<KnownShop>,
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

/// Facts that did not change are those that are known, so that no document is made anew for them.
async fn fetch(
    clients: &Clients,
    origin: &str,
    known: Option<Arc<ShopFacts>>,
) -> Result<Arc<ShopFacts>, Status> {
    let told = clients.shop(GetShopRequest {}).await?.shop;
    let facts = told.and_then(|shop| shop.facts);
    let said = Said::read(facts.ok_or_else(|| Status::internal("the catalog told nothing of the shop"))?);
    match known {
        Some(known) if known.are(&said) => Ok(known),
        _ => Ok(Arc::new(ShopFacts::new(said, origin))),
    }
}
