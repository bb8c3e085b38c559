//! The version of a review that a staff member acts on.

use runtime::status::{Rule, Violation, field};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::{
    error::Error,
    review::{moderated_review::ModeratedReview, moderated_store},
};

/// A review in the version that the caller saw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReviewVersion {
    id: Uuid,
    version: i32,
}

impl ReviewVersion {
    /// Validates the id and version of a request. Adds errors to `violations`.
    pub fn parse(review_id: &str, version: i32, violations: &mut Vec<Violation>) -> Option<Self> {
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

    /// Locks the review. Returns [`LockedReview::AlreadyApplied`] if the seen version or the next one already
    /// has the change: a retry, or the same change by two people. Otherwise fails if the version differs from
    /// the seen one.
    pub async fn lock(
        self,
        db: &mut PgConnection,
        is_done: impl FnOnce(&ModeratedReview) -> bool,
    ) -> Result<LockedReview, Error> {
        let review = moderated_store::lock(db, self.id).await?;
        let review = review.ok_or(Error::NoReview)?;
        let is_near = review.version == self.version || review.version - 1 == self.version;
        if is_near && is_done(&review) {
            return Ok(LockedReview::AlreadyApplied(review));
        }
        if review.version != self.version {
            return Err(Error::ChangedForStaff(Box::new(review)));
        }
        Ok(LockedReview::Unchanged(review))
    }
}

/// The locked review.
#[derive(Debug)]
pub enum LockedReview {
    /// The review already has the change.
    AlreadyApplied(ModeratedReview),
    /// The review has the version that the caller saw.
    Unchanged(ModeratedReview),
}
