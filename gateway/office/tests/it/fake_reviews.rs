//! A fake review service for staff, with one review.

use std::sync::{Arc, Mutex};

use fakes::review::v1::review_moderation_service_server::{ReviewModerationService, SERVICE_NAME};
use proto::review::v1::{
    AnswerReviewRequest, AnswerReviewResponse, CountWaitingReviewsRequest, CountWaitingReviewsResponse,
    FlaggedClaim, ListModeratedReviewsRequest, ListModeratedReviewsResponse, ModerateReviewRequest,
    ModerateReviewResponse, ModeratedReview, Review, ReviewState,
};
use tonic::{Request, Response, Status, async_trait};

use crate::{fake_catalog::KARELA, fake_staff::ASHA, record::Record};

pub(crate) const REVIEW: &str = "01936f00-0000-7000-8000-0000000000e1";

#[derive(Clone)]
pub(crate) struct FakeReviews {
    pub(crate) record: Record,
    /// The lists that were requested.
    pub(crate) lists: Arc<Mutex<Vec<ListModeratedReviewsRequest>>>,
    /// The decisions that were made.
    pub(crate) decisions: Arc<Mutex<Vec<ModerateReviewRequest>>>,
    /// The answers that were given.
    pub(crate) answers: Arc<Mutex<Vec<AnswerReviewRequest>>>,
}

/// A waiting review.
pub(crate) fn waiting() -> ModeratedReview {
    ModeratedReview {
        review: Some(Review {
            id: REVIEW.to_owned(),
            name: "Meena".to_owned(),
            product_name: "Karela Powder".to_owned(),
            review: "It cured my diabetes.".to_owned(),
            rating_tenths: 45,
            written_at: "2026-11-20T06:30:00Z".to_owned(),
            is_verified: true,
            product_id: KARELA.to_owned(),
            ..Review::default()
        }),
        version: 1,
        state: ReviewState::Waiting.into(),
        is_held: true,
        claims: vec![FlaggedClaim {
            start: 3,
            end: 20,
            rule: "dmr-schedule-diabetes".to_owned(),
            explanation: "No remedy may be said to cure diabetes.".to_owned(),
        }],
        ..ModeratedReview::default()
    }
}

impl FakeReviews {
    pub(crate) fn new(record: Record) -> Self {
        Self {
            record,
            lists: Arc::default(),
            decisions: Arc::default(),
            answers: Arc::default(),
        }
    }
}

#[async_trait]
impl ReviewModerationService for FakeReviews {
    async fn list_moderated_reviews(
        &self,
        request: Request<ListModeratedReviewsRequest>,
    ) -> Result<Response<ListModeratedReviewsResponse>, Status> {
        let asked = self.record.admit(SERVICE_NAME, "ListModeratedReviews", request)?;
        let is_first = asked.page_token.is_empty();
        self.lists.lock().unwrap().push(asked);
        Ok(Response::new(ListModeratedReviewsResponse {
            reviews: vec![waiting()],
            next_page_token: if is_first { "2".to_owned() } else { String::new() },
        }))
    }

    async fn count_waiting_reviews(
        &self,
        request: Request<CountWaitingReviewsRequest>,
    ) -> Result<Response<CountWaitingReviewsResponse>, Status> {
        self.record.admit(SERVICE_NAME, "CountWaitingReviews", request)?;
        Ok(Response::new(CountWaitingReviewsResponse {
            waiting: 4,
            flagged: 1,
        }))
    }

    async fn moderate_review(
        &self,
        request: Request<ModerateReviewRequest>,
    ) -> Result<Response<ModerateReviewResponse>, Status> {
        let asked = self.record.admit(SERVICE_NAME, "ModerateReview", request)?;
        let decided = ModeratedReview {
            version: asked.version + 1,
            state: asked.state,
            refusal_reason: asked.reason.clone(),
            moderated_at: "2026-11-25T06:30:00Z".to_owned(),
            moderated_by: ASHA.to_owned(),
            ..waiting()
        };
        self.decisions.lock().unwrap().push(asked);
        Ok(Response::new(ModerateReviewResponse {
            review: Some(decided),
        }))
    }

    async fn answer_review(
        &self,
        request: Request<AnswerReviewRequest>,
    ) -> Result<Response<AnswerReviewResponse>, Status> {
        let asked = self.record.admit(SERVICE_NAME, "AnswerReview", request)?;
        let mut answered = waiting();
        answered.version = asked.version + 1;
        if let Some(review) = &mut answered.review {
            review.shop_answer.clone_from(&asked.answer);
        }
        self.answers.lock().unwrap().push(asked);
        Ok(Response::new(AnswerReviewResponse {
            review: Some(answered),
        }))
    }
}
