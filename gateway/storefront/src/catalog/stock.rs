//! Stock levels of packs, kept in memory and shown with the products. While the inventory is down the last
//! known levels are shown; placing an order checks the stock again.

use std::{sync::Arc, time::Duration};

use prost::Message as _;
use proto::{event::v1::StockChanged, inventory::v1::ListAvailabilityRequest};
use time::OffsetDateTime;
use tokio_util::sync::CancellationToken;
use tonic::Status;

use crate::{
    catalog::{
        availability::{Stock, StockLevels},
        listing::Listing,
        products::{Products, compute},
    },
    clients::Clients,
};

/// The subject of the inventory's stock changes; every replica receives all of them.
pub const STOCK_CHANGED: &str = "shop.stock.changed.v1";

/// The interval of the check for a due refresh.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// The shortest interval between updates of the products.
const SHOW_AFTER: Duration = Duration::from_secs(1);

/// The longest delay from the start of a transaction, such as an import's, to its commit, including clock
/// differences. A change older than the list by more than this is already in the list.
const COMMITTED_AFTER: Duration = Duration::from_mins(1);

/// A message about a pack's stock change: its payload, and when the change occurred.
pub(crate) type Message<'a> = (&'a [u8], Option<OffsetDateTime>);

/// Keeps the stock levels in memory until `stopping` is cancelled.
pub(crate) async fn keep_fresh(
    stock: Arc<Stock>,
    clients: Arc<Clients>,
    stopping: CancellationToken,
) -> anyhow::Result<()> {
    stock.keep_fresh(|known| fetch(&clients, known), stopping).await
}

async fn fetch(clients: &Clients, known: Option<Arc<StockLevels>>) -> Result<Arc<StockLevels>, Status> {
    let mut new = None;
    let mut page_token = String::new();
    loop {
        let request = ListAvailabilityRequest {
            page_token,
            lists_in_stock: true,
        };
        let page = clients.inventory.call(request).await?;
        let stock_levels =
            new.get_or_insert_with(|| StockLevels::refreshed_from(known.as_deref(), page.is_whole));
        page.packs
            .into_iter()
            .for_each(|message| stock_levels.add(message));
        if page.next_page_token.is_empty() {
            return Ok(Arc::new(new.unwrap_or_default()));
        }
        page_token = page.next_page_token;
    }
}

/// Applies stock change messages without a call to the inventory. A message that cannot be read, or that may
/// be newer than a running fetch, triggers a refresh. Messages older than the list, for example after the
/// stream is refilled, are dropped.
pub(crate) fn apply_changes<'a>(
    stock: &Stock,
    messages: impl Iterator<Item = Message<'a>>,
    now: OffsetDateTime,
) {
    let listed_at = stock.age().map(|age| now - age - COMMITTED_AFTER);
    let new = messages.filter(|(_, occurred_at)| {
        let ages = occurred_at.zip(listed_at);
        ages.is_none_or(|(occurred_at, listed_at)| occurred_at >= listed_at)
    });
    let changes: Option<Vec<_>> = new.map(|(payload, _)| decode(payload)).collect();
    if changes.as_ref().is_some_and(Vec::is_empty) {
        return;
    }
    let (Some(changes), false) = (changes, stock.is_fetching()) else {
        stock.mark_stale();
        return;
    };
    while let Some(known) = stock.current() {
        let mut stock_levels = StockLevels::clone(&known);
        changes
            .iter()
            .cloned()
            .for_each(|change| stock_levels.change(change));
        if stock.replace(&known, Arc::new(stock_levels)) {
            return;
        }
    }
    stock.mark_stale();
}

fn decode(message: &[u8]) -> Option<StockChanged> {
    let change = StockChanged::decode(message).ok()?;
    (!change.product_id.is_empty()).then_some(change)
}

/// Applies stock changes to the product list, without a call to the catalog, until `stopping` is cancelled.
pub(crate) async fn update_products(
    stock: Arc<Stock>,
    products: Arc<Products>,
    stopping: CancellationToken,
) -> anyhow::Result<()> {
    let mut changes = stock.subscribe();
    let mut look = tokio::time::interval(LOOK_EVERY);
    let showing = async {
        loop {
            tokio::select! {
                heard = changes.changed() => match heard {
                    Ok(()) => {
                        while !update_products_once(&stock, &products).await {}
                        // Changes during this pause are shown together in one new list.
                        tokio::time::sleep(SHOW_AFTER).await;
                    }
                    Err(_) => return,
                },
                // Requests read the products and never the stock levels directly.
                _ = look.tick() => stock.refresh_if_due(),
            }
        }
    };
    stopping.run_until_cancelled(showing).await;
    Ok(())
}

/// Returns false if another list replaced this one meanwhile.
async fn update_products_once(stock: &Stock, products: &Products) -> bool {
    let (Some(stock_levels), Some(list)) = (stock.current(), products.current()) else {
        return true;
    };
    let before = Arc::clone(&list);
    match compute(move || Listing::with(&list, &stock_levels)).await {
        Ok(shown) => Arc::ptr_eq(&before, &shown) || products.replace(&before, shown),
        Err(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use proto::inventory::v1::{Pack, PackAvailability};

    use super::*;
    use crate::catalog::availability::Availability;

    fn sold_out(version: i64) -> StockChanged {
        StockChanged {
            product_id: "karela".to_owned(),
            weight_in_grams: 100,
            is_sold_out: true,
            left: 0,
            version,
        }
    }

    /// Stock levels with three packs left.
    fn three_left() -> Arc<StockLevels> {
        let mut stock_levels = StockLevels::default();
        stock_levels.add(PackAvailability {
            pack: Some(Pack {
                product_id: "karela".to_owned(),
                weight_in_grams: 100,
            }),
            left: 3,
            version: 1,
            ..PackAvailability::default()
        });
        Arc::new(stock_levels)
    }

    #[tokio::test]
    async fn a_pack_that_changed_is_taken_from_the_event_and_the_list_is_asked_for_only_when_one_cannot_be_read()
     {
        let (stock, asked) = (Stock::new(), AtomicUsize::new(0));
        let fetch = |_| async {
            asked.fetch_add(1, Ordering::Relaxed);
            Ok(three_left())
        };
        let stopping = CancellationToken::new();
        let story = async {
            stock.set_receives_changes(true);
            let has_settled = || !stock.is_fetching() && stock.current().is_some();
            testkit::eventually("the list is there", async || has_settled().then_some(())).await;
            let known = || stock.current().expect("it is there").level("karela", 100);
            assert_eq!(known(), (Availability::Low, Some(3)));
            let before = asked.load(Ordering::Relaxed);

            let events: Vec<_> = (2..1_000)
                .map(|version| sold_out(version).encode_to_vec())
                .collect();
            let now = OffsetDateTime::now_utc();
            let old = now - Duration::from_hours(1);
            apply_changes(&stock, events.iter().map(|event| (&**event, Some(old))), now);
            assert_eq!(
                known(),
                (Availability::Low, Some(3)),
                "they are older than the list"
            );
            apply_changes(&stock, events.iter().map(|event| (&**event, Some(now))), now);
            assert_eq!(known(), (Availability::SoldOut, None));
            assert_eq!(asked.load(Ordering::Relaxed), before, "no service was asked");

            apply_changes(&stock, std::iter::once((b"no event".as_slice(), None)), now);
            testkit::eventually("the list is asked for", async || {
                (known() == (Availability::Low, Some(3))).then_some(())
            })
            .await;
            assert!(asked.load(Ordering::Relaxed) > before);
            stopping.cancel();
        };
        let (kept, ()) = futures_util::future::join(stock.keep_fresh(fetch, stopping.clone()), story).await;
        kept.expect("it ends well");
    }

    #[test]
    fn fuzz_of_stock_changes() {
        let corpus = [sold_out(1).encode_to_vec(), Vec::new()];
        let corpus: Vec<_> = corpus.iter().map(Vec::as_slice).collect();
        fuzz::feed("stock changes", &corpus, |message| {
            if let Some(change) = decode(message) {
                StockLevels::default().change(change);
            }
        });
    }
}
