//! Creates products, as drafts.

use sqlx::PgPool;
use uuid::Uuid;

use crate::{
    content::{
        change::{ChangedField, differences},
        product_content::Content,
    },
    editing::{
        change_store::{self, NewChange},
        edit_store,
        edited_product::EditedProduct,
        edited_store, photo_check,
    },
    error::Error,
    products::product_state::ProductState,
};

/// Stores a new product as a draft, after all others. A retry with the same id and content returns the
/// product in its current state.
pub async fn create(db: &PgPool, content: &Content, staff_id: Uuid) -> Result<EditedProduct, Error> {
    let product_id = content.details.id;
    let fields = differences(None, content);
    let mut transaction = database::begin(db).await?;
    photo_check::lock(&mut transaction, content).await?;
    let added = edit_store::add(&mut transaction, &[content], ProductState::Draft, false).await;
    let version = match added.map(|versions| versions.get(&product_id).copied()) {
        Ok(Some(version)) => version,
        refused => {
            drop(transaction);
            let refusal = match refused {
                Ok(_) => Error::ProductExists,
                // If two requests create the same product at once, PostgreSQL may report the duplicate name
                // before the duplicate id.
                Err(Error::NameTaken) => Error::NameTaken,
                Err(error) => return Err(error),
            };
            return find_as_created(db, product_id, &fields).await?.ok_or(refusal);
        }
    };
    let change = NewChange {
        product_id,
        version,
        fields,
    };
    change_store::add(&mut transaction, staff_id, &[change], None).await?;
    let draft = edited_store::find(&mut *transaction, product_id).await?;
    let draft = draft.ok_or(Error::Impossible("a draft that was just written is not there"))?;
    transaction.commit().await?;
    Ok(draft)
}

/// Returns the product if it was created with this content.
async fn find_as_created(
    db: &PgPool,
    product_id: Uuid,
    fields: &[ChangedField],
) -> Result<Option<EditedProduct>, Error> {
    let created = change_store::creation(db, product_id).await?;
    if created.as_deref() != Some(fields) {
        return Ok(None);
    }
    Ok(edited_store::find(db, product_id).await?)
}
