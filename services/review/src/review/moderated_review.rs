//! A review as staff see it, and where it stands in their lists.

use time::{OffsetDateTime, macros::datetime};
use uuid::Uuid;

use crate::review::rules::Review;

/// What staff decided about a review.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReviewState {
    /// Nobody has read it yet, or its writer changed it since. It is shown unless it is held.
    Waiting,
    /// It is shown.
    Approved,
    /// Its writer alone sees it.
    Refused,
}

/// A review as staff see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModeratedReview {
    /// As everybody sees it, or would.
    pub review: Review,
    /// Counts its changes, by its writer and by staff, from 1.
    pub version: i32,
    /// What staff decided.
    pub state: ReviewState,
    /// Why it is refused; none unless it is.
    pub refusal_reason: Option<String>,
    /// When somebody of the staff last decided.
    pub moderated_at: Option<OffsetDateTime>,
    /// Who that was.
    pub moderated_by: Option<Uuid>,
    /// Whether it may hold a claim that the law forbids, or contact details.
    pub is_flagged: bool,
    /// Whether it waits without being shown.
    pub is_held: bool,
}

/// Where a review stands in a list of staff. Those that wait begin with the flagged ones, and with the longest wait among these and
/// among the others; the rest begins with the last decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ModerationPlace {
    /// Whether it is flagged, where it waits; else false.
    pub is_flagged: bool,
    /// Since when it waits, or when it was decided.
    pub at: OffsetDateTime,
    /// Its id.
    pub id: Uuid,
}

impl ReviewState {
    /// As the database writes it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Approved => "approved",
            Self::Refused => "refused",
        }
    }

    /// Reads what the database wrote, which lets nothing else in.
    pub fn from_kept(text: &str) -> Self {
        match text {
            "approved" => Self::Approved,
            "refused" => Self::Refused,
            _ => Self::Waiting,
        }
    }
}

impl ModerationPlace {
    /// The place before every review that is in this state.
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

    /// Where a review stands among those in its state.
    pub fn of(moderated: &ModeratedReview) -> Self {
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
