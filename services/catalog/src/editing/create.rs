//! A new product begins as a draft.

use database::violated_constraint;
use sqlx::PgPool;
use uuid::Uuid;

use crate::{
    content::{change::differences, written_content::Content},
    editing::{
        change_store::{self, NewChange},
        edit_store,
        edited_product::EditedProduct,
        edited_store, kept_photos,
    },
    error::Error,
};

/// The key that a change has which was written down before.
const KNOWN_CHANGE: &str = "product_changes_pkey";

/// Keeps a new product as a draft, behind all others. The same content with the same id again answers the product as it then
/// stands, whoever changed it meanwhile.
pub async fn create(db: &PgPool, content: &Content, staff_id: Uuid) -> Result<EditedProduct, Error> {
    let product_id = content.details.id;
    let fields = differences(None, content);
    let mut transaction = database::begin(db).await?;
    kept_photos::hold(&mut transaction, content).await?;
    let created = edit_store::add_draft(&mut transaction, content).await?;
    let Some(version) = created else {
        drop(transaction);
        let is_same = change_store::creation(db, product_id).await?.as_ref() == Some(&fields);
        let stands = edited_store::find(db, product_id).await?;
        return stands.filter(|_| is_same).ok_or(Error::ProductExists);
    };
    let change = NewChange {
        product_id,
        version,
        staff_id,
        fields: &fields,
        reason: None,
    };
    match change_store::add(&mut transaction, &change).await {
        // A product that an operator deleted had the id.
        Err(error) if violated_constraint(&error) == Some(KNOWN_CHANGE) => return Err(Error::ProductExists),
        written => written?,
    }
    let draft = edited_store::find(&mut *transaction, product_id).await?;
    let draft = draft.ok_or(Error::Impossible("a draft that was just written is not there"))?;
    transaction.commit().await?;
    Ok(draft)
}
