//! The gRPC API for staff.

use proto::review::v1::{
    AnswerReviewRequest, AnswerReviewResponse, CountWaitingReviewsRequest, CountWaitingReviewsResponse,
    ListModeratedReviewsRequest, ListModeratedReviewsResponse, ModerateReviewRequest, ModerateReviewResponse,
    review_moderation_service_server::ReviewModerationService,
};
use runtime::Staff;
use sqlx::PgPool;
use tonic::{Request, Response, Status, async_trait};
use uuid::Uuid;

use crate::{
    error::Error,
    grpc::moderation_messages::{decision, error_status, list, moderated, shop_answer},
    moderation::{answer_review, list_moderated_reviews, moderate_review},
};

/// The implementation of `ReviewModerationService`.
#[derive(Debug)]
pub struct ModerationApi(pub PgPool);

#[async_trait]
impl ReviewModerationService for ModerationApi {
    async fn list_moderated_reviews(
        &self,
        request: Request<ListModeratedReviewsRequest>,
    ) -> Result<Response<ListModeratedReviewsResponse>, Status> {
        let query = list(request.into_inner()).validate().map_err(Error::Invalid)?;
        let (reviews, next_page_token) = list_moderated_reviews::list(&self.0, query).await?;
        Ok(Response::new(ListModeratedReviewsResponse {
            reviews: reviews.into_iter().map(moderated).collect(),
            next_page_token,
        }))
    }

    async fn count_waiting_reviews(
        &self,
        _: Request<CountWaitingReviewsRequest>,
    ) -> Result<Response<CountWaitingReviewsResponse>, Status> {
        let (waiting, flagged) = list_moderated_reviews::count_waiting(&self.0).await?;
        Ok(Response::new(CountWaitingReviewsResponse {
            waiting: counted(waiting),
            flagged: counted(flagged),
        }))
    }

    async fn moderate_review(
        &self,
        request: Request<ModerateReviewRequest>,
    ) -> Result<Response<ModerateReviewResponse>, Status> {
        let staff_id = staff_id(&request)?;
        let decided = decision(request.into_inner())
            .validate()
            .map_err(Error::Invalid)?;
        let review = moderate_review::decide(&self.0, decided, staff_id).await;
        Ok(Response::new(ModerateReviewResponse {
            review: Some(moderated(review.map_err(error_status)?)),
        }))
    }

    async fn answer_review(
        &self,
        request: Request<AnswerReviewRequest>,
    ) -> Result<Response<AnswerReviewResponse>, Status> {
        let staff_id = staff_id(&request)?;
        let answer = shop_answer(request.into_inner())
            .validate()
            .map_err(Error::Invalid)?;
        let review = answer_review::answer(&self.0, answer, staff_id).await;
        Ok(Response::new(AnswerReviewResponse {
            review: Some(moderated(review.map_err(error_status)?)),
        }))
    }
}

/// The staff member on whose behalf the request was sent. `None` if the call has no staff token.
fn staff_id<T>(request: &Request<T>) -> Result<Option<Uuid>, Error> {
    let staff = Staff::of(request).map(|staff| Uuid::parse_str(staff.id()));
    let staff = staff.transpose();
    staff.map_err(|_| Error::Impossible("a token of staff names no UUID"))
}

fn counted(count: i64) -> i32 {
    i32::try_from(count).expect("no more are counted than fit")
}
