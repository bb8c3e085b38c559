//! Who changed a product, and how: a page of it.

use sqlx::PgPool;
use uuid::Uuid;

use crate::{
    editing::{
        change_store, edited_store,
        product_change::{Part, ProductChange},
    },
    error::Error,
};

/// A page of a product's changes.
pub async fn page(db: &PgPool, product_id: Uuid, part: Part) -> Result<Vec<ProductChange>, Error> {
    let changes = change_store::page(db, product_id, part).await?;
    if changes.is_empty() && edited_store::find(db, product_id).await?.is_none() {
        return Err(Error::NotFound);
    }
    Ok(changes)
}
