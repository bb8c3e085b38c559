//! The office in the tests: staff with their tokens, and their decisions.

use std::time::Duration;

use proto::review::v1::{
    AnswerReviewRequest, CountWaitingReviewsRequest, ListModeratedReviewsRequest, ModerateReviewRequest,
    ModeratedReview, Review, ReviewState, review_moderation_service_client::ReviewModerationServiceClient,
};
use runtime::{Identity, status};
use testkit::{OfficeKeys, Served, eventually};
use tonic::{Code, Status, service::interceptor::InterceptedService, transport::Channel};

use crate::{Reviews, review};

/// Two staff members.
pub(crate) const BINA: &str = "0190b6a0-0000-7000-8000-00000000b17a";
pub(crate) const RAVI: &str = "0190b6a0-0000-7000-8000-0000000042a1";

/// The office, with a replica of the service that knows its keys and its token signer.
pub(crate) struct Office {
    reviews: ReviewModerationServiceClient<InterceptedService<Channel, Identity>>,
    keys: OfficeKeys,
    _served: Served,
}

impl Office {
    /// Starts a replica for staff next to the one for shoppers, on the same database.
    pub(crate) async fn open(beside: &Reviews) -> Self {
        let keys = OfficeKeys::new();
        let settings = Reviews::settings(beside.database.settings());
        let served = testkit::serve_to(keys.callers(), |frame| review::service(settings, frame)).await;
        let channel = Channel::builder(served.url()).timeout(Duration::from_mins(1));
        let office = Self {
            reviews: ReviewModerationServiceClient::with_interceptor(channel.connect_lazy(), keys.identity()),
            keys,
            _served: served,
        };
        eventually("the review service answers the office", async || {
            office.count().await.ok()
        })
        .await;
        office
    }

    pub(crate) async fn count(&self) -> Result<(i32, i32), Status> {
        let request = self.keys.request(BINA, CountWaitingReviewsRequest {});
        let counts = self.reviews.clone().count_waiting_reviews(request).await?;
        let counts = counts.into_inner();
        Ok((counts.waiting, counts.flagged))
    }

    pub(crate) async fn page(
        &self,
        message: ListModeratedReviewsRequest,
    ) -> Result<(Vec<ModeratedReview>, String), Status> {
        let request = self.keys.request(BINA, message);
        let page = self.reviews.clone().list_moderated_reviews(request).await?;
        let page = page.into_inner();
        Ok((page.reviews, page.next_page_token))
    }

    /// The texts of the reviews in a state, over all pages.
    pub(crate) async fn texts(&self, state: ReviewState, is_flagged: bool, page_size: i32) -> Vec<String> {
        let (mut texts, mut page_token) = (Vec::new(), String::new());
        loop {
            let message = ListModeratedReviewsRequest {
                state: state.into(),
                is_flagged,
                page_size,
                page_token,
            };
            let page;
            (page, page_token) = self.page(message).await.expect("they can be listed");
            assert!(page.iter().all(|review| review.state() == state));
            texts.extend(page.into_iter().map(|moderated| shown(moderated).review));
            if page_token.is_empty() {
                return texts;
            }
        }
    }

    pub(crate) async fn moderate(
        &self,
        staff: &str,
        message: ModerateReviewRequest,
    ) -> Result<ModeratedReview, Status> {
        let request = self.keys.request(staff, message);
        let decided = self.reviews.clone().moderate_review(request).await?;
        Ok(decided.into_inner().review.expect("it is answered"))
    }

    pub(crate) async fn answer(
        &self,
        id: &str,
        version: i32,
        answer: &str,
    ) -> Result<ModeratedReview, Status> {
        let message = AnswerReviewRequest {
            review_id: id.to_owned(),
            version,
            answer: answer.to_owned(),
        };
        let request = self.keys.request(BINA, message);
        let answered = self.reviews.clone().answer_review(request).await?;
        Ok(answered.into_inner().review.expect("it is answered"))
    }
}

impl Reviews {
    pub(crate) async fn keep(&self, text: &str) -> Review {
        self.create(review("Karela Powder", text))
            .await
            .expect("it is kept")
    }

    /// The history of all reviews: version, decision, reason, staff member.
    pub(crate) async fn history(&self) -> Vec<(i32, String, Option<String>, Option<String>)> {
        let query =
            "SELECT version, decision, reason, staff_id::text FROM review_moderations ORDER BY decided_at";
        let history = sqlx::query_as(query).fetch_all(self.database.pool()).await;
        history.expect("the history can be read")
    }
}

pub(crate) fn shown(moderated: ModeratedReview) -> Review {
    moderated.review.expect("it is answered")
}

pub(crate) fn refuse(id: &str, version: i32, reason: &str) -> ModerateReviewRequest {
    ModerateReviewRequest {
        review_id: id.to_owned(),
        version,
        state: ReviewState::Refused.into(),
        reason: reason.to_owned(),
    }
}

pub(crate) fn approve(id: &str, version: i32) -> ModerateReviewRequest {
    ModerateReviewRequest {
        state: ReviewState::Approved.into(),
        ..refuse(id, version, "")
    }
}

pub(crate) fn changed(refused: &Status) -> ModeratedReview {
    assert_eq!(refused.code(), Code::Aborted, "{refused}");
    assert_eq!(status::details(refused).reason.as_deref(), Some("REVIEW_CHANGED"));
    status::message(refused).expect("it tells how the review stands")
}
