//! Writing a review: whether it is verified is decided in the transaction that keeps it.

use sqlx::PgPool;
use uuid::Uuid;

use crate::{
    error::Error,
    purchases::{
        bought_pack::{PackState, pack_state},
        orders::Orders,
        pack_store::{self, Of},
    },
    review::{
        own_reviews, review_store,
        rules::{NewReview, Review},
    },
};

/// Keeps a review. A shopper who has reviewed every pack that they got is refused, with the review that they may change.
pub async fn write(db: &PgPool, orders: &Orders, new: NewReview) -> Result<Review, Error> {
    let account_id = new.account_id;
    let product_name = new.product_name.clone();
    let of = Of {
        account_id,
        product_id: new.product_id,
        product_name: &product_name,
    };
    if !pack_store::is_one_free(db, of).await? {
        orders.look_up(account_id).await?;
    }
    let mut transaction = database::begin(db).await?;
    let bought = pack_store::lock(&mut transaction, of).await?;
    let id = Uuid::now_v7();
    let kept = match pack_state(&bought) {
        PackState::Verified(pack) => {
            let kept = review_store::insert(&mut transaction, id, new, true).await?;
            pack_store::consume(&mut transaction, pack, id).await?;
            kept
        }
        PackState::Unverified => review_store::insert(&mut transaction, id, new, false).await?,
        PackState::Reviewed(review_id) => {
            let reviewed = own_reviews::lock(&mut transaction, account_id, review_id).await?;
            return Err(reviewed.map_or(Error::Unknown, |review| Error::AlreadyReviewed(Box::new(review))));
        }
    };
    transaction.commit().await?;
    Ok(kept)
}
