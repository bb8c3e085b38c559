//! The services behind the gateway, and what their last answers told about them.

use std::{sync::Mutex, time::Duration};

use http::Uri;
use proto::{
    catalog::v1::{ListProductsRequest, ListProductsResponse, catalog_service_client::CatalogServiceClient},
    order::v1::{PlaceOrderRequest, PlaceOrderResponse, order_service_client::OrderServiceClient},
};
use runtime::Client;
use tonic::{Code, Status};

/// How long a service may take: half of what a request has, so that its refusal still arrives.
const DEADLINE: Duration = Duration::from_secs(5);

const NEVER_POISONED: &str = "nothing panics while it holds this lock";

/// One client a service. Connections are made at the first call and again after a loss.
#[derive(Debug)]
pub(crate) struct Clients {
    catalog: CatalogServiceClient<Client>,
    order: OrderServiceClient<Client>,
    order_answers: Mutex<Option<bool>>,
}

impl Clients {
    pub(crate) fn new(catalog: Uri, order: Uri) -> Self {
        Self {
            catalog: CatalogServiceClient::new(runtime::client(catalog, DEADLINE)),
            order: OrderServiceClient::new(runtime::client(order, DEADLINE)),
            order_answers: Mutex::default(),
        }
    }

    pub(crate) async fn list_products(&self) -> Result<ListProductsResponse, Status> {
        let answer = self.catalog.clone().list_products(ListProductsRequest {}).await;
        answer.map(tonic::Response::into_inner)
    }

    pub(crate) async fn place_order(&self, request: PlaceOrderRequest) -> Result<PlaceOrderResponse, Status> {
        let answer = self.order.clone().place_order(request).await;
        let down = answer.as_ref().is_err_and(is_down);
        *self.order_answers.lock().expect(NEVER_POISONED) = Some(!down);
        answer.map(tonic::Response::into_inner)
    }

    /// Whether the order service could answer its last call; none before the first.
    pub(crate) fn order_answers(&self) -> Option<bool> {
        *self.order_answers.lock().expect(NEVER_POISONED)
    }
}

fn is_down(status: &Status) -> bool {
    matches!(status.code(), Code::Unavailable | Code::DeadlineExceeded)
}
