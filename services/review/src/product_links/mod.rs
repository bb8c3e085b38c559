//! Links reviews to products whose id was unknown when the review was written.

mod catalog;
mod link_store;

use std::time::Duration;

pub(crate) use catalog::Catalog;
use jobs::PeriodicTask;
use sqlx::PgPool;

/// The interval of the periodic task. Until then, a product page finds such a review by its name.
const EVERY: Duration = Duration::from_mins(10);

/// Links reviews to the product with their name: samples, and reviews written before the product's id was
/// known. The catalog was unavailable then, reviews had no product ids yet, or the product had another name.
/// A review whose name matches no product stays unlinked.
pub(crate) fn periodic_task(catalog: Catalog) -> PeriodicTask {
    PeriodicTask::with_dependencies("reviews-without-product", EVERY, move |db| {
        let catalog = catalog.clone();
        async move { link(&db, &catalog).await }
    })
}

async fn link(db: &PgPool, catalog: &Catalog) -> anyhow::Result<u64> {
    if !link_store::is_one_without_product(db).await? {
        return Ok(0);
    }
    let products = catalog.products_by_name().await?;
    let mut linked = 0;
    for name in link_store::names_without_product(db, products.keys()).await? {
        if let Some(product_id) = products.get(&name) {
            linked += link_store::link(db, &name, *product_id, jobs::BATCH).await?;
        }
        if linked >= jobs::BATCH.unsigned_abs() {
            break;
        }
    }
    Ok(linked)
}
