//! The services behind the gateway, and what their last answers told about them.

use std::{sync::Mutex, time::Duration};

use proto::{
    catalog::v1::{ListProductsRequest, ListProductsResponse, catalog_service_client::CatalogServiceClient},
    contact::v1::contact_service_client::ContactServiceClient,
    identity::v1::identity_service_client::IdentityServiceClient,
    order::v1::order_service_client::OrderServiceClient,
    review::v1::review_service_client::ReviewServiceClient,
};
use runtime::{Client, Target, repeatable};
use tonic::{Code, Response, Status};

use crate::settings::ServiceUrls;

/// How long a service may take: half of what a request has, so that its refusal still arrives.
const DEADLINE: Duration = Duration::from_secs(5);

const NEVER_POISONED: &str = "nothing panics while it holds this lock";

/// One client a service. Connections are made at the first call and again after a loss.
#[derive(Debug)]
pub(crate) struct Clients {
    catalog: CatalogServiceClient<Client>,
    pub(crate) contact: Service<ContactServiceClient<Client>>,
    pub(crate) identity: Service<IdentityServiceClient<Client>>,
    pub(crate) order: Service<OrderServiceClient<Client>>,
    pub(crate) review: Service<ReviewServiceClient<Client>>,
}

impl Clients {
    pub(crate) fn new(urls: ServiceUrls) -> Self {
        let client = |target: Target| runtime::client(target, DEADLINE);
        Self {
            catalog: CatalogServiceClient::new(client(urls.catalog_url)),
            contact: Service::new(ContactServiceClient::new(client(urls.contact_url))),
            identity: Service::new(IdentityServiceClient::new(client(urls.identity_url))),
            order: Service::new(OrderServiceClient::new(client(urls.order_url))),
            review: Service::new(ReviewServiceClient::new(client(urls.review_url))),
        }
    }

    pub(crate) async fn list_products(
        &self,
        request: ListProductsRequest,
    ) -> Result<ListProductsResponse, Status> {
        let answer = self.catalog.clone().list_products(repeatable(request)).await;
        answer.map(Response::into_inner)
    }
}

/// A service, and whether it could answer its last call.
#[derive(Debug)]
pub(crate) struct Service<C> {
    client: C,
    answers: Mutex<Option<bool>>,
}

impl<C: Clone> Service<C> {
    fn new(client: C) -> Self {
        Self {
            client,
            answers: Mutex::default(),
        }
    }

    /// Makes one call and notes whether the service answered.
    pub(crate) async fn call<T>(
        &self,
        call: impl AsyncFnOnce(C) -> Result<Response<T>, Status>,
    ) -> Result<T, Status> {
        let answer = call(self.client.clone()).await;
        let down = answer.as_ref().is_err_and(is_down);
        *self.answers.lock().expect(NEVER_POISONED) = Some(!down);
        answer.map(Response::into_inner)
    }

    /// Whether the service could answer its last call; none before the first.
    pub(crate) fn answers(&self) -> Option<bool> {
        *self.answers.lock().expect(NEVER_POISONED)
    }
}

fn is_down(status: &Status) -> bool {
    matches!(status.code(), Code::Unavailable | Code::DeadlineExceeded)
}
