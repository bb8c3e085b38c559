//! Whether packs can be bought, as the inventory says: kept in memory, and shown with the products. While the inventory is away
//! the shop shows what it last knew; whether an order can be served is asked anew when it is placed.

use std::{sync::Arc, time::Duration};

use proto::inventory::v1::ListAvailabilityRequest;
use tokio_util::sync::CancellationToken;
use tonic::Status;

use crate::{
    clients::Clients,
    listing::Listing,
    products::{Products, compute},
    standing::{Standings, Stock},
};

/// What the inventory says of each pack whose standing changed; every gateway hears it.
pub const STOCK_CHANGED: &str = "shop.stock.changed.v2";

/// How often it is looked whether it is time to ask again.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Keeps in memory how packs stand until `stopping` is cancelled.
pub(crate) async fn keep_fresh(
    stock: Arc<Stock>,
    clients: Arc<Clients>,
    stopping: CancellationToken,
) -> anyhow::Result<()> {
    stock.keep_fresh(|_| fetch(&clients), stopping).await
}

async fn fetch(clients: &Clients) -> Result<Arc<Standings>, Status> {
    let mut standings = Standings::default();
    let mut page_token = String::new();
    loop {
        let request = ListAvailabilityRequest { page_token };
        let page = clients.list_availability(request).await?;
        page.packs.into_iter().for_each(|told| standings.add(told));
        if page.next_page_token.is_empty() {
            return Ok(Arc::new(standings));
        }
        page_token = page.next_page_token;
    }
}

/// Puts what changed into the list of products, without asking the catalog, until `stopping` is cancelled.
pub(crate) async fn show(
    stock: Arc<Stock>,
    products: Arc<Products>,
    stopping: CancellationToken,
) -> anyhow::Result<()> {
    let mut changes = stock.heard();
    let mut look = tokio::time::interval(LOOK_EVERY);
    let showing = async {
        loop {
            tokio::select! {
                heard = changes.changed() => match heard {
                    Ok(()) => while !show_once(&stock, &products).await {},
                    Err(_) => return,
                },
                // Requests ask for products, and none for this.
                _ = look.tick() => stock.look(),
            }
        }
    };
    stopping.run_until_cancelled(showing).await;
    Ok(())
}

/// False when the list was replaced by another meanwhile.
async fn show_once(stock: &Stock, products: &Products) -> bool {
    let (Some(standings), Some(list)) = (stock.known(), products.known()) else {
        return true;
    };
    let before = Arc::clone(&list);
    match compute(move || Listing::with(&list, &standings)).await {
        Ok(shown) => Arc::ptr_eq(&before, &shown) || products.replace(&before, shown),
        Err(_) => true,
    }
}
