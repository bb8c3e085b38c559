//! The history of a product, in pages.

use sqlx::PgPool;
use uuid::Uuid;

use crate::{
    editing::{
        change_store, edited_store,
        product_change::{ChangePage, ProductChange},
    },
    error::Error,
};

/// Returns a page of a product's changes. Fails if the product does not exist.
pub async fn page(db: &PgPool, product_id: Uuid, page: ChangePage) -> Result<Vec<ProductChange>, Error> {
    let changes = change_store::page(db, product_id, page).await?;
    if changes.is_empty() && edited_store::find(db, product_id).await?.is_none() {
        return Err(Error::NotFound);
    }
    Ok(changes)
}
