//! The fake services behind the gateway.

use fakes::{
    FakeShop,
    billing::v1::billing_service_server::BillingServiceServer,
    catalog::v1::{catalog_service_server::CatalogServiceServer, photo_service_server::PhotoServiceServer},
    inventory::v1::inventory_service_server::InventoryServiceServer,
    order::v1::order_service_server::OrderServiceServer,
    payment::v1::payment_service_server::PaymentServiceServer,
    review::v1::review_service_server::{ReviewService, ReviewServiceServer},
};
use proto::review::v1::{
    ListRatingsRequest, ListRatingsResponse, ListReviewsRequest, ListReviewsResponse, ProductRating,
};
use testkit::Served;
use tonic::{Request, Status, async_trait};

use crate::{
    fake_billing::FakeBilling,
    fake_catalog::{FakeCatalog, karela},
    fake_inventory::FakeInventory,
    fake_order::FakeOrder,
    fake_payment::FakePayment,
    fake_photos::FakePhotos,
    shop_facts::vanmool,
};

/// The id of a second product, for tests that sell one.
pub(crate) const AMLA: &str = "01936f00-0000-7000-8000-000000000002";

/// A fake review service without listed reviews, with many ratings.
struct FakeReview;

#[async_trait]
impl ReviewService for FakeReview {
    async fn list_reviews(
        &self,
        _: Request<ListReviewsRequest>,
    ) -> Result<tonic::Response<ListReviewsResponse>, Status> {
        Ok(ListReviewsResponse::default().into())
    }

    async fn list_ratings(
        &self,
        request: Request<ListRatingsRequest>,
    ) -> Result<tonic::Response<ListRatingsResponse>, Status> {
        // One review per page: more than a list has, some under a former name, some of unknown products. One
        // product is no longer on sale, and another product has its name.
        let known = [
            (AMLA, "emblic powder", 899, 40_490),
            ("01936f00-0000-7000-8000-00000000000f", "karela powder", 5, 250),
            ("", "giloy powder", 5, 250),
            ("", "indian gooseberry", 1, 10),
        ];
        let place: usize = request.into_inner().page_token.parse().unwrap_or(0);
        let (product_id, name, review_count, rating_tenths_sum) = known[place];
        let next = Some(place + 1).filter(|next| *next < known.len());
        let answer = ListRatingsResponse {
            ratings: vec![ProductRating {
                product_id: product_id.to_owned(),
                product_name: name.to_owned(),
                review_count,
                rating_tenths_sum,
            }],
            next_page_token: next.map(|next| next.to_string()).unwrap_or_default(),
        };
        Ok(answer.into())
    }
}

/// The catalog, the inventory, orders, payments, billing and the reviews; the other services are down.
pub(crate) struct Backends {
    pub(crate) catalog: FakeCatalog,
    pub(crate) photos: FakePhotos,
    pub(crate) shop: FakeShop,
    pub(crate) inventory: FakeInventory,
    pub(crate) order: FakeOrder,
    pub(crate) payment: FakePayment,
    pub(crate) billing: FakeBilling,
    pub(crate) catalog_server: Served,
    inventory_server: Served,
    order_server: Served,
    pub(crate) payment_server: Served,
    billing_server: Served,
    review_server: Served,
}

impl Backends {
    pub(crate) async fn start() -> Self {
        Self::with(FakeCatalog::answering(Ok(vec![karela()]))).await
    }

    pub(crate) async fn with(catalog: FakeCatalog) -> Self {
        let (inventory, order, photos) = (FakeInventory::new(), FakeOrder::new(), FakePhotos::new());
        let (shop, payment, billing) = (FakeShop::with(vanmool()), FakePayment::new(), FakeBilling::new());
        let listed = CatalogServiceServer::new(catalog.clone());
        let kept = PhotoServiceServer::new(photos.clone());
        let said = shop.server();
        Self {
            inventory_server: testkit::grpc(InventoryServiceServer::new(inventory.clone())).await,
            catalog_server: testkit::serve(|frame| async move {
                let services = frame.services(proto::CONTRACT)?.add(listed).await.add(kept).await;
                let services = services.add(said).await;
                frame.serve_all(services).await
            })
            .await,
            order_server: testkit::grpc(OrderServiceServer::new(order.clone())).await,
            payment_server: testkit::grpc(PaymentServiceServer::new(payment.clone())).await,
            billing_server: testkit::grpc(BillingServiceServer::new(billing.clone())).await,
            review_server: testkit::grpc(ReviewServiceServer::new(FakeReview)).await,
            catalog,
            photos,
            shop,
            inventory,
            order,
            payment,
            billing,
        }
    }

    pub(crate) fn urls(&self) -> storefront::ServiceUrls {
        // The discard port, where no service listens.
        let away = testkit::away();
        storefront::ServiceUrls {
            catalog_url: self.catalog_server.target(),
            inventory_url: self.inventory_server.target(),
            order_url: self.order_server.target(),
            identity_url: away.clone(),
            review_url: self.review_server.target(),
            contact_url: away,
            payment_url: self.payment_server.target(),
            billing_url: self.billing_server.target(),
        }
    }
}
