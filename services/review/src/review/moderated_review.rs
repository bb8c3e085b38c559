//! A review as staff see it, and its position in moderation lists.

use time::{OffsetDateTime, macros::datetime};
use uuid::Uuid;

use crate::review::rules::Review;

/// The moderation state of a review.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReviewState {
    /// Staff have not read its current text. It is shown unless it is held.
    Waiting,
    /// The review is shown.
    Approved,
    /// Only its writer sees it.
    Refused,
}

/// A review as staff see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModeratedReview {
    /// The review as everyone sees it once it is shown.
    pub review: Review,
    /// The version, from 1. Changes by the writer and by staff increase it.
    pub version: i32,
    /// The moderation state.
    pub state: ReviewState,
    /// The reason of the refusal, if it is refused.
    pub refusal_reason: Option<String>,
    /// The time of the last decision by staff.
    pub moderated_at: Option<OffsetDateTime>,
    /// The staff member who decided last.
    pub moderated_by: Option<Uuid>,
    /// True if it may contain a forbidden claim or contact details.
    pub is_flagged: bool,
    /// True if it waits without being shown.
    pub is_held: bool,
}

/// The position of a review in a moderation list. Waiting reviews: flagged first, then the longest wait.
/// Decided reviews: the latest decision first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ModerationCursor {
    /// True if it is flagged and waiting.
    pub is_flagged: bool,
    /// The time since which it waits, or of the decision.
    pub at: OffsetDateTime,
    /// The id of the review.
    pub id: Uuid,
}

impl ReviewState {
    /// The stored name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Approved => "approved",
            Self::Refused => "refused",
        }
    }

    /// Parses the stored name. The database rejects all other values.
    pub fn from_stored(text: &str) -> Self {
        match text {
            "approved" => Self::Approved,
            "refused" => Self::Refused,
            _ => Self::Waiting,
        }
    }
}

impl ModerationCursor {
    /// The position before all reviews in this state.
    pub fn beginning(state: ReviewState) -> Self {
        match state {
            ReviewState::Waiting => Self {
                is_flagged: true,
                at: datetime!(0001-01-01 00:00 UTC),
                id: Uuid::nil(),
            },
            ReviewState::Approved | ReviewState::Refused => Self {
                is_flagged: false,
                at: datetime!(9999-12-31 00:00 UTC),
                id: Uuid::max(),
            },
        }
    }

    /// The position of a review among those in its state.
    pub fn from_review(moderated: &ModeratedReview) -> Self {
        let review = &moderated.review;
        let (is_flagged, at) = match moderated.state {
            ReviewState::Waiting => (moderated.is_flagged, review.edited_at),
            ReviewState::Approved | ReviewState::Refused => (false, moderated.moderated_at),
        };
        Self {
            is_flagged,
            at: at.unwrap_or(review.written_at),
            id: review.id,
        }
    }
}
