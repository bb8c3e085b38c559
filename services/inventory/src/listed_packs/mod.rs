//! What the catalog says of packs: their names, what they cost, and whether they are sold. It is asked every few seconds and kept
//! beside the stock, so that a pack that never came in is known, and is sold out. And what stock says to it: so that no product is
//! published without stock unawares, and no price goes above what is printed on packs.

pub(crate) mod catalog;
mod pack_list;
mod report;

use std::time::Duration;

use jobs::Sweep;

use crate::listed_packs::catalog::Catalog;

/// How late a new pack, name or price is known here at most, beside what the call takes.
const EVERY: Duration = Duration::from_secs(3);

/// Keeps the packs as the catalog lists them, and tells it how they stand.
pub(crate) fn sweep(catalog: Catalog) -> Sweep {
    Sweep::with_dependencies("catalog-packs", EVERY, move |db| {
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
