//! Editing a review by its writer, based on the version that they saw.

use runtime::status::{Rule, Violation, field};
use sqlx::PgPool;
use uuid::Uuid;

use crate::{
    error::Error,
    purchases::{
        bought_pack::{PackState, pack_state},
        pack_store::{self, PurchaseFilter},
    },
    review::{
        own_reviews,
        rules::{OwnReview, read_account_id, read_rating, read_review},
    },
};

/// An unvalidated change; [`EditDetails::validate`] makes an [`Edit`] of it.
#[derive(Debug, Clone, Default)]
pub struct EditDetails {
    /// A UUID.
    pub account_id: String,
    /// A UUID.
    pub review_id: String,
    /// The version that the caller saw.
    pub version: i32,
    /// The new text.
    pub review: String,
    /// Tenths of a star.
    pub rating_tenths: i32,
}

/// A validated change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The writer's account.
    pub account_id: Uuid,
    /// The review.
    pub review_id: Uuid,
    /// The version that the caller saw, from 1.
    pub version: i32,
    /// 1 to 2,000 characters.
    pub review: String,
    /// Tenths of a star, 0 to 50.
    pub rating_tenths: i16,
}

impl EditDetails {
    /// Validates the values. Returns every violation, in the order of the form.
    pub fn validate(self) -> Result<Edit, Vec<Violation>> {
        let mut violations = Vec::new();
        let review = field("review", read_review(&self.review), &mut violations);
        let rating_tenths = field("rating_tenths", read_rating(self.rating_tenths), &mut violations);
        let version = Some(self.version).filter(|version| *version >= 1);
        let version =
            version.ok_or_else(|| Rule::Required.says("Send the version of the review that you saw"));
        let version = field("version", version, &mut violations);
        let account_id = field("account_id", read_account_id(&self.account_id), &mut violations);
        let review_id = Uuid::parse_str(&self.review_id)
            .map_err(|_| Rule::Malformed.says("This is not the id of a review"));
        let review_id = field("review_id", review_id, &mut violations);
        match (account_id, review_id, version, review, rating_tenths) {
            (Some(account_id), Some(review_id), Some(version), Some(review), Some(rating_tenths)) => {
                Ok(Edit {
                    account_id,
                    review_id,
                    version,
                    review,
                    rating_tenths,
                })
            }
            _ => Err(violations),
        }
    }
}

/// Changes a review; repeating the same change returns the current review. An unverified review becomes
/// verified if its writer received another pack since. A refused review waits again. A flagged review is
/// held; with `holds_all`, every review is.
pub async fn edit(db: &PgPool, edit: Edit, holds_all: bool) -> Result<OwnReview, Error> {
    let mut transaction = database::begin(db).await?;
    let own = own_reviews::lock(&mut transaction, edit.account_id, edit.review_id).await?;
    let own = own.ok_or(Error::Unknown)?;
    if is_done(&own, &edit) {
        return Ok(own);
    }
    if own.version != edit.version {
        return Err(Error::Changed(Box::new(own)));
    }
    let mut changed = own;
    changed.version += 1;
    changed.refusal_reason = None;
    changed.review.review = edit.review;
    changed.review.rating_tenths = edit.rating_tenths;
    if !changed.review.is_verified {
        let filter = PurchaseFilter {
            account_id: edit.account_id,
            product_id: changed.review.product_id,
            product_name: &changed.review.product_name,
        };
        let bought = pack_store::lock(&mut transaction, filter).await?;
        if let PackState::Verified(pack) = pack_state(&bought) {
            pack_store::consume(&mut transaction, pack, edit.review_id).await?;
            changed.review.is_verified = true;
        }
    }
    changed.is_held = holds_all || changed.review.is_flagged();
    changed.review.edited_at = own_reviews::write(&mut transaction, &changed).await?;
    transaction.commit().await?;
    Ok(changed)
}

/// True if the review already has this change: nothing changed, or a retry after a lost response.
fn is_done(own: &OwnReview, edit: &Edit) -> bool {
    let is_seen = own.version == edit.version || own.version - 1 == edit.version;
    is_seen && own.review.review == edit.review && own.review.rating_tenths == edit.rating_tenths
}
