//! The review that somebody of the staff looked at.

use runtime::status::{Rule, Violation, field};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::{
    error::Error,
    review::{moderated_review::ModeratedReview, moderated_store},
};

/// A review in the version that the caller saw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seen {
    id: Uuid,
    version: i32,
}

impl Seen {
    /// Reads what a request says of it; what is wrong joins `violations`.
    pub fn read(review_id: &str, version: i32, violations: &mut Vec<Violation>) -> Option<Self> {
        let id =
            Uuid::parse_str(review_id).map_err(|_| Rule::Malformed.says("This is not the id of a review"));
        let id = field("review_id", id, violations);
        let version = Some(version).filter(|version| *version >= 1);
        let version =
            version.ok_or_else(|| Rule::Required.says("Send the version of the review that you saw"));
        let version = field("version", version, violations);
        Some(Self {
            id: id?,
            version: version?,
        })
    }

    /// Locks the review. A change that `is_done`, in the version that was seen or the one after, is told as [`Found::Done`]: its
    /// answer was lost on the way, or two did the same. Else the review has to be as it was seen.
    pub async fn lock(
        self,
        db: &mut PgConnection,
        is_done: impl FnOnce(&ModeratedReview) -> bool,
    ) -> Result<Found, Error> {
        let review = moderated_store::lock(db, self.id).await?;
        let review = review.ok_or(Error::NoReview)?;
        let is_near = review.version == self.version || review.version - 1 == self.version;
        if is_near && is_done(&review) {
            return Ok(Found::Done(review));
        }
        if review.version != self.version {
            return Err(Error::ChangedForStaff(Box::new(review)));
        }
        Ok(Found::AsSeen(review))
    }
}

/// How a review stands that is to be changed.
#[derive(Debug)]
pub enum Found {
    /// As it is to be.
    Done(ModeratedReview),
    /// As the caller saw it.
    AsSeen(ModeratedReview),
}
