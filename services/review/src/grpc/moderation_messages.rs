//! Conversion of moderation messages.

use prost::Message as _;
use proto::review::v1::{
    AnswerReviewRequest, FlaggedClaim, ListModeratedReviewsRequest, ModerateReviewRequest, ModeratedReview,
    ReviewState,
};
use runtime::status;
use tonic::Status;

use crate::{
    error::Error,
    grpc::messages::{LARGEST_WITH_ERROR, in_utc, review_message},
    moderation::{
        answer_review::AnswerDetails, list_moderated_reviews::ModerationQueryDetails,
        moderate_review::DecisionDetails,
    },
    review::{
        flagged_parts::{self, FlaggedPart},
        moderated_review::{self as domain, ReviewState as DomainState},
    },
};

/// Builds the error status, with the review as it stands if it was changed. A review too large for an error
/// is left out, and the caller lists it again.
pub(super) fn error_status(error: Error) -> Status {
    match error {
        Error::ChangedForStaff(ref review) => {
            let review = moderated(domain::ModeratedReview::clone(review));
            let status = error.into();
            if review.encoded_len() > LARGEST_WITH_ERROR {
                return status;
            }
            status::with_message(&status, &review)
        }
        error => error.into(),
    }
}

/// Converts a list request.
pub(super) fn list(request: ListModeratedReviewsRequest) -> ModerationQueryDetails {
    ModerationQueryDetails {
        state: read_state(request.state()),
        only_flagged: request.is_flagged,
        page_size: request.page_size,
        page_token: request.page_token,
    }
}

/// Converts a decision.
pub(super) fn decision(request: ModerateReviewRequest) -> DecisionDetails {
    DecisionDetails {
        state: read_state(request.state()),
        review_id: request.review_id,
        version: request.version,
        reason: request.reason,
    }
}

/// Converts an answer.
pub(super) fn shop_answer(request: AnswerReviewRequest) -> AnswerDetails {
    AnswerDetails {
        review_id: request.review_id,
        version: request.version,
        answer: request.answer,
    }
}

/// Converts a review as staff see it.
pub(super) fn moderated(moderated: domain::ModeratedReview) -> ModeratedReview {
    let state = match moderated.state {
        DomainState::Waiting => ReviewState::Waiting,
        DomainState::Approved => ReviewState::Approved,
        DomainState::Refused => ReviewState::Refused,
    };
    let found = flagged_parts::find(&moderated.review.review).into_iter();
    ModeratedReview {
        claims: found.map(flagged_claim).collect(),
        review: Some(review_message(moderated.review)),
        version: moderated.version,
        is_held: moderated.is_held,
        state: state.into(),
        refusal_reason: moderated.refusal_reason.unwrap_or_default(),
        moderated_at: moderated.moderated_at.map(in_utc).unwrap_or_default(),
        moderated_by: moderated.moderated_by.map(Into::into).unwrap_or_default(),
    }
}

fn flagged_claim(claim: FlaggedPart) -> FlaggedClaim {
    FlaggedClaim {
        start: offset(claim.start),
        end: offset(claim.end),
        rule: claim.rule.to_owned(),
        explanation: claim.explanation.to_owned(),
    }
}

fn offset(code_point: usize) -> i32 {
    i32::try_from(code_point).expect("no review is that long")
}

fn read_state(state: ReviewState) -> Option<DomainState> {
    match state {
        ReviewState::Unspecified => None,
        ReviewState::Waiting => Some(DomainState::Waiting),
        ReviewState::Approved => Some(DomainState::Approved),
        ReviewState::Refused => Some(DomainState::Refused),
    }
}
