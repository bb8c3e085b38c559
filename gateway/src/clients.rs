//! The services behind the gateway, and what their last answers told about them.

use std::{
    sync::{Mutex, MutexGuard},
    time::{Duration, Instant},
};

use proto::{
    catalog::v1::{ListProductsRequest, ListProductsResponse, catalog_service_client::CatalogServiceClient},
    contact::v1::contact_service_client::ContactServiceClient,
    identity::v1::identity_service_client::IdentityServiceClient,
    order::v1::order_service_client::OrderServiceClient,
    review::v1::review_service_client::ReviewServiceClient,
};
use runtime::{Client, Target, repeatable};
use tonic::{Code, Response, Status};
use tonic_health::pb::{
    HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient,
};

use crate::settings::ServiceUrls;

/// How long a service may take: half of what a request has, so that its refusal still arrives.
const DEADLINE: Duration = Duration::from_secs(5);

/// How long a service counts as down, unless calls say otherwise, before it is asked whether it is back.
const ASK_AGAIN_AFTER: Duration = Duration::from_secs(3);

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
            contact: Service::new(client(urls.contact_url), ContactServiceClient::new),
            identity: Service::new(client(urls.identity_url), IdentityServiceClient::new),
            order: Service::new(client(urls.order_url), OrderServiceClient::new),
            review: Service::new(client(urls.review_url), ReviewServiceClient::new),
        }
    }

    /// Asks the services that were down at their last call whether they are back.
    pub(crate) async fn look_again(&self) {
        tokio::join!(
            self.contact.look_again(),
            self.identity.look_again(),
            self.order.look_again(),
            self.review.look_again(),
        );
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
    health: HealthClient<Client>,
    heard: Mutex<Option<Heard>>,
}

#[derive(Debug, Clone, Copy)]
struct Heard {
    answers: bool,
    at: Instant,
}

impl<C: Clone> Service<C> {
    fn new(client: Client, typed: impl FnOnce(Client) -> C) -> Self {
        Self {
            health: HealthClient::new(client.clone()),
            client: typed(client),
            heard: Mutex::default(),
        }
    }

    /// Makes one call and notes whether the service answered.
    pub(crate) async fn call<T>(
        &self,
        call: impl AsyncFnOnce(C) -> Result<Response<T>, Status>,
    ) -> Result<T, Status> {
        let answer = call(self.client.clone()).await;
        *self.heard() = Some(Heard {
            answers: !answer.as_ref().is_err_and(is_down),
            at: Instant::now(),
        });
        answer.map(Response::into_inner)
    }

    /// Whether the service could answer its last call; none before the first, and when it is back since.
    pub(crate) fn answers(&self) -> Option<bool> {
        self.heard().map(|heard| heard.answers)
    }

    /// Forgets that the service was down once it serves. What it needs itself may still be down: the next call tells.
    async fn look_again(&self) {
        let is_down = |heard: &Heard| !heard.answers && heard.at.elapsed() >= ASK_AGAIN_AFTER;
        if !self.heard().as_ref().is_some_and(is_down) {
            return;
        }
        let answer = self.health.clone().check(HealthCheckRequest::default()).await;
        let serves = answer.is_ok_and(|answer| answer.get_ref().status() == ServingStatus::Serving);
        if serves {
            self.heard().take_if(|heard| is_down(heard));
        }
    }

    fn heard(&self) -> MutexGuard<'_, Option<Heard>> {
        self.heard.lock().expect(NEVER_POISONED)
    }
}

fn is_down(status: &Status) -> bool {
    matches!(status.code(), Code::Unavailable | Code::DeadlineExceeded)
}
