//! Writing a review. The transaction that stores it also decides whether it is verified.

use sqlx::PgPool;
use uuid::Uuid;

use crate::{
    error::Error,
    purchases::{
        bought_pack::{PackState, pack_state},
        orders::Orders,
        pack_store::{self, PurchaseFilter},
    },
    review::{
        flagged_parts::is_flagged,
        own_reviews,
        review_store::{self, ReviewFlags},
        rules::{NewReview, Review},
    },
};

/// Stores a review and returns it with its held flag. A flagged review is held; with `holds_all`, every
/// review is. Fails if each pack that the shopper received has a review; the error carries the newest one.
pub async fn write(
    db: &PgPool,
    orders: &Orders,
    new: NewReview,
    holds_all: bool,
) -> Result<(Review, bool), Error> {
    let account_id = new.account_id;
    let product_name = new.product_name.clone();
    let filter = PurchaseFilter {
        account_id,
        product_id: new.product_id,
        product_name: &product_name,
    };
    if !pack_store::has_unreviewed_pack(db, filter).await? {
        orders.refresh_purchases(account_id).await?;
    }
    let is_flagged = is_flagged([&new.name, &new.product_name, &new.review]);
    let is_held = holds_all || is_flagged;
    let flags = |is_verified| ReviewFlags {
        is_verified,
        is_flagged,
        is_held,
    };
    let mut transaction = database::begin(db).await?;
    let bought = pack_store::lock(&mut transaction, filter).await?;
    let id = Uuid::now_v7();
    let stored = match pack_state(&bought) {
        PackState::Verified(pack) => {
            let stored = review_store::insert(&mut transaction, id, new, flags(true)).await?;
            pack_store::consume(&mut transaction, pack, id).await?;
            stored
        }
        PackState::Unverified => review_store::insert(&mut transaction, id, new, flags(false)).await?,
        PackState::Reviewed(review_id) => {
            let reviewed = own_reviews::lock(&mut transaction, account_id, review_id).await?;
            return Err(reviewed.map_or(Error::Unknown, |review| Error::AlreadyReviewed(Box::new(review))));
        }
    };
    transaction.commit().await?;
    Ok((stored, is_held))
}
