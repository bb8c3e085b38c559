//! A fake review service for staff, which counts.

use fakes::review::v1::review_moderation_service_server::{ReviewModerationService, SERVICE_NAME};
use proto::review::v1::{CountWaitingReviewsRequest, CountWaitingReviewsResponse};
use tonic::{Request, Response, Status, async_trait};

use crate::record::Record;

pub(crate) struct FakeReviews(pub(crate) Record);

#[async_trait]
impl ReviewModerationService for FakeReviews {
    async fn count_waiting_reviews(
        &self,
        request: Request<CountWaitingReviewsRequest>,
    ) -> Result<Response<CountWaitingReviewsResponse>, Status> {
        self.0.admit(SERVICE_NAME, "CountWaitingReviews", request)?;
        Ok(Response::new(CountWaitingReviewsResponse {
            waiting: 4,
            flagged: 1,
        }))
    }
}
