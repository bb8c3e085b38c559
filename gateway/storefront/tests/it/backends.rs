//! The services behind the gateway, as fakes that are served.

use proto::{
    catalog::v1::catalog_service_server::CatalogServiceServer,
    order::v1::order_service_server::OrderServiceServer,
    review::v1::{
        CreateReviewRequest, CreateReviewResponse, ListReviewsRequest, ListReviewsResponse,
        review_service_server::{ReviewService, ReviewServiceServer},
    },
};
use testkit::Served;
use tonic::{Request, Status, async_trait};

use crate::fakes::{FakeCatalog, FakeOrder, karela};

/// A review service without reviews.
struct FakeReview;

#[async_trait]
impl ReviewService for FakeReview {
    async fn create_review(
        &self,
        _: Request<CreateReviewRequest>,
    ) -> Result<tonic::Response<CreateReviewResponse>, Status> {
        Err(Status::unimplemented("no test writes a review here"))
    }

    async fn list_reviews(
        &self,
        _: Request<ListReviewsRequest>,
    ) -> Result<tonic::Response<ListReviewsResponse>, Status> {
        Ok(ListReviewsResponse::default().into())
    }
}

/// The catalog, the order service and the reviews; the others are away.
pub(crate) struct Backends {
    pub(crate) catalog: FakeCatalog,
    pub(crate) order: FakeOrder,
    pub(crate) catalog_server: Served,
    order_server: Served,
    review_server: Served,
}

impl Backends {
    pub(crate) async fn start() -> Self {
        Self::with(FakeCatalog::answering(Ok(vec![karela()]))).await
    }

    pub(crate) async fn with(catalog: FakeCatalog) -> Self {
        let order = FakeOrder::new();
        Self {
            catalog_server: testkit::grpc(CatalogServiceServer::new(catalog.clone())).await,
            order_server: testkit::grpc(OrderServiceServer::new(order.clone())).await,
            review_server: testkit::grpc(ReviewServiceServer::new(FakeReview)).await,
            catalog,
            order,
        }
    }

    pub(crate) fn urls(&self) -> storefront::ServiceUrls {
        // The discard port: nobody answers there.
        let away: runtime::Target = "http://127.0.0.1:9".parse().unwrap();
        storefront::ServiceUrls {
            catalog_url: self.catalog_server.target(),
            order_url: self.order_server.target(),
            identity_url: away.clone(),
            review_url: self.review_server.target(),
            contact_url: away,
        }
    }
}
