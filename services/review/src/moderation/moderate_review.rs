//! Approves or refuses reviews.

use runtime::status::{Broken, Rule, Violation, field};
use sqlx::PgPool;
use uuid::Uuid;
use values::Line;

use crate::{
    error::Error,
    moderation::review_version::{LockedReview, ReviewVersion},
    review::{
        moderated_review::{ModeratedReview, ReviewState},
        moderated_store::{self, ModerationAction, ModerationLogEntry},
    },
};

/// The maximum length of a reason in characters.
const MAX_REASON: usize = 300;

/// An unvalidated decision; [`DecisionDetails::validate`] makes a [`Decision`] of it.
#[derive(Debug, Clone)]
pub struct DecisionDetails {
    /// A UUID.
    pub review_id: String,
    /// The version that the caller saw.
    pub version: i32,
    /// The new state; `None` if the request has none.
    pub state: Option<ReviewState>,
    /// The reason of a refusal.
    pub reason: String,
}

/// A validated decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    expected: ReviewVersion,
    verdict: ModerationVerdict,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum ModerationVerdict {
    Approve,
    /// The reason: one line of 1 to 300 characters.
    Refuse(String),
}

impl DecisionDetails {
    /// Validates the values. Returns every violation.
    pub fn validate(self) -> Result<Decision, Vec<Violation>> {
        let mut violations = Vec::new();
        let expected = ReviewVersion::parse(&self.review_id, self.version, &mut violations);
        let verdict = match self.state {
            Some(ReviewState::Approved) => {
                let reason = no_reason(&self.reason).map(|()| ModerationVerdict::Approve);
                field("reason", reason, &mut violations)
            }
            Some(ReviewState::Refused) => {
                let reason = Line::<MAX_REASON>::read(&self.reason).map_err(|broken| broken.of("Reason"));
                let reason = field("reason", reason, &mut violations);
                reason.map(|reason| ModerationVerdict::Refuse(reason.into_string()))
            }
            Some(ReviewState::Waiting) | None => {
                let broken = Rule::NotOffered.says("Approve the review or refuse it");
                field("state", Err(broken), &mut violations)
            }
        };
        match (expected, verdict) {
            (Some(expected), Some(verdict)) => Ok(Decision { expected, verdict }),
            _ => Err(violations),
        }
    }
}

/// Checks that an approval has no reason.
fn no_reason(reason: &str) -> Result<(), Broken> {
    if reason.trim().is_empty() {
        return Ok(());
    }
    Err(Rule::NotOffered.says("A reason goes with a review that is refused"))
}

impl ModerationVerdict {
    /// The new state of the review, and the reason of a refusal.
    fn outcome(&self) -> (ReviewState, Option<&str>) {
        match self {
            Self::Approve => (ReviewState::Approved, None),
            Self::Refuse(reason) => (ReviewState::Refused, Some(reason)),
        }
    }

    fn is_of(&self, review: &ModeratedReview) -> bool {
        self.outcome() == (review.state, review.refusal_reason.as_deref())
    }
}

/// Approves or refuses a review. Repeating the same decision returns the current review.
pub async fn decide(
    db: &PgPool,
    decision: Decision,
    staff_id: Option<Uuid>,
) -> Result<ModeratedReview, Error> {
    let Decision { expected, verdict } = decision;
    let mut transaction = database::begin(db).await?;
    let mut review = match expected
        .lock(&mut transaction, |review| verdict.is_of(review))
        .await?
    {
        LockedReview::AlreadyApplied(review) => return Ok(review),
        LockedReview::Unchanged(review) => review,
    };
    let (state, reason) = verdict.outcome();
    review.version += 1;
    review.state = state;
    review.refusal_reason = reason.map(str::to_owned);
    review.moderated_by = staff_id;
    review.is_flagged = review.review.is_flagged();
    review.is_held = false;
    let action = match state {
        ReviewState::Refused => ModerationAction::Refused,
        ReviewState::Approved | ReviewState::Waiting => ModerationAction::Approved,
    };
    let entry = ModerationLogEntry { action, staff_id };
    review.moderated_at = moderated_store::write(&mut transaction, &review, entry).await?;
    transaction.commit().await?;
    Ok(review)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(
        state: Option<ReviewState>,
        reason: &str,
    ) -> Result<ModerationVerdict, Vec<(String, &'static str)>> {
        let details = DecisionDetails {
            review_id: Uuid::nil().to_string(),
            version: 1,
            state,
            reason: reason.to_owned(),
        };
        let told = |violation: &Violation| (violation.field.to_string(), violation.broken.rule().code());
        details
            .validate()
            .map(|decision| decision.verdict)
            .map_err(|violations| violations.iter().map(told).collect())
    }

    #[test]
    fn a_reason_goes_with_a_refusal_alone() {
        let refused = Some(ReviewState::Refused);
        assert_eq!(
            check(refused, " It names a person. "),
            Ok(ModerationVerdict::Refuse("It names a person.".to_owned()))
        );
        assert_eq!(
            check(Some(ReviewState::Approved), " "),
            Ok(ModerationVerdict::Approve)
        );
        let broken = |field: &str, code| Err(vec![(field.to_owned(), code)]);
        assert_eq!(check(refused, " "), broken("reason", "REQUIRED"));
        assert_eq!(check(refused, &"x".repeat(301)), broken("reason", "TOO_LONG"));
        assert_eq!(check(refused, "a\nb"), broken("reason", "NOT_ALLOWED_CHARACTERS"));
        let approved = check(Some(ReviewState::Approved), "It is fine");
        assert_eq!(approved, broken("reason", "NOT_OFFERED"));
        for state in [None, Some(ReviewState::Waiting)] {
            assert_eq!(check(state, ""), broken("state", "NOT_OFFERED"));
        }
    }
}
