//! Writing a review. The transaction that stores it also decides whether it is verified.

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
        flagged_parts::is_flagged,
        own_reviews,
        review_store::{self, Marks},
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
    let of = Of {
        account_id,
        product_id: new.product_id,
        product_name: &product_name,
    };
    if !pack_store::is_one_free(db, of).await? {
        orders.look_up(account_id).await?;
    }
    let is_flagged = is_flagged([&new.name, &new.product_name, &new.review]);
    let is_held = holds_all || is_flagged;
    let marks = |is_verified| Marks {
        is_verified,
        is_flagged,
        is_held,
    };
    let mut transaction = database::begin(db).await?;
    let bought = pack_store::lock(&mut transaction, of).await?;
    let id = Uuid::now_v7();
    let kept = match pack_state(&bought) {
        PackState::Verified(pack) => {
            let kept = review_store::insert(&mut transaction, id, new, marks(true)).await?;
            pack_store::consume(&mut transaction, pack, id).await?;
            kept
        }
        PackState::Unverified => review_store::insert(&mut transaction, id, new, marks(false)).await?,
        PackState::Reviewed(review_id) => {
            let reviewed = own_reviews::lock(&mut transaction, account_id, review_id).await?;
            return Err(reviewed.map_or(Error::Unknown, |review| Error::AlreadyReviewed(Box::new(review))));
        }
    };
    transaction.commit().await?;
    Ok((kept, is_held))
}
