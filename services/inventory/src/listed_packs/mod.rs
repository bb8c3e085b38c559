//! A copy of the catalog's packs: names, prices and states. It is refreshed every few seconds, so that a pack
//! that was never received is known and counts as sold out. In return the catalog gets the stock: it warns
//! before a product is published without stock, and keeps prices from going above the MRP.

pub(crate) mod catalog;
mod pack_list;
mod report;

use std::time::Duration;

use jobs::PeriodicTask;

use crate::listed_packs::catalog::Catalog;

/// The maximum delay until a new pack, name or price is known here, plus the time of the call.
const EVERY: Duration = Duration::from_secs(3);

/// The periodic task that copies the catalog's packs and reports their stock.
pub(crate) fn periodic_task(catalog: Catalog) -> PeriodicTask {
    PeriodicTask::with_dependencies("catalog-packs", EVERY, move |db| {
        let catalog = catalog.clone();
        async move {
            let known = pack_list::known_version(&db).await?;
            let changed = match catalog.list(known).await? {
                Some((version, packs)) => pack_list::keep(&db, &version, packs).await?,
                None => 0,
            };
            Ok(changed + report::send(&db, &catalog).await?)
        }
    })
}
