//! The services behind the gateway.

use std::{fmt, time::Duration};

use proto::{
    billing::v1::{
        GetDocumentFileRequest, GetDocumentFileResponse, ListOrderDocumentsRequest,
        ListOrderDocumentsResponse, billing_service_client::BillingServiceClient,
    },
    catalog::v1::{
        GetPhotoFileRequest, GetPhotoFileResponse, GetShopRequest, GetShopResponse, ListProductsRequest,
        ListProductsResponse, SearchProductsRequest, SearchProductsResponse,
        catalog_service_client::CatalogServiceClient, photo_service_client::PhotoServiceClient,
        shop_service_client::ShopServiceClient,
    },
    contact::v1::contact_service_client::ContactServiceClient,
    identity::v1::identity_service_client::IdentityServiceClient,
    inventory::v1::{
        AddStockAlertRequest, AddStockAlertResponse, GetLabelsRequest, GetLabelsResponse,
        GetReservationRequest, GetReservationResponse, ListAvailabilityRequest, ListAvailabilityResponse,
        inventory_service_client::InventoryServiceClient,
    },
    order::v1::order_service_client::OrderServiceClient,
    payment::v1::{
        CheckPaymentRequest, GetPaymentRequest, ListPaymentWaysRequest, ListPaymentWaysResponse, Payment,
        ReceiveWebhookRequest, ReceiveWebhookResponse, StartPaymentRequest,
        payment_service_client::PaymentServiceClient,
    },
    review::v1::review_service_client::ReviewServiceClient,
};
use quick_cache::sync::Cache;
use runtime::{Client, Frame, Target, repeatable};
use tonic::{Response, Status};
use web::backend::Backend;

/// The timeout of a service call: half of a request's time, so that its error still arrives.
const DEADLINE: Duration = Duration::from_secs(5);

/// The addresses of the services behind the gateway.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct ServiceUrls {
    /// Address of the catalog service
    #[arg(long, env, default_value = "http://127.0.0.1:7001")]
    pub catalog_url: Target,
    /// Address of the inventory service
    #[arg(long, env, default_value = "http://127.0.0.1:7007")]
    pub inventory_url: Target,
    /// Address of the order service
    #[arg(long, env, default_value = "http://127.0.0.1:7002")]
    pub order_url: Target,
    /// Address of the identity service
    #[arg(long, env, default_value = "http://127.0.0.1:7003")]
    pub identity_url: Target,
    /// Address of the review service
    #[arg(long, env, default_value = "http://127.0.0.1:7004")]
    pub review_url: Target,
    /// Address of the contact service
    #[arg(long, env, default_value = "http://127.0.0.1:7005")]
    pub contact_url: Target,
    /// Address of the payment service
    #[arg(long, env, default_value = "http://127.0.0.1:7008")]
    pub payment_url: Target,
    /// Address of the billing service
    #[arg(long, env, default_value = "http://127.0.0.1:7009")]
    pub billing_url: Target,
}

/// One client per service. A client connects at its first call and reconnects after a loss.
#[derive(Debug)]
pub(crate) struct Clients {
    catalog: CatalogServiceClient<Client>,
    photos: PhotoServiceClient<Client>,
    shop: ShopServiceClient<Client>,
    inventory: InventoryServiceClient<Client>,
    // The shop sells without these two, so no health check covers them.
    payment: PaymentServiceClient<Client>,
    billing: BillingServiceClient<Client>,
    pub(crate) contact: Backend<ContactServiceClient<Client>>,
    pub(crate) identity: Backend<IdentityServiceClient<Client>>,
    pub(crate) order: Backend<OrderServiceClient<Client>>,
    pub(crate) review: Backend<ReviewServiceClient<Client>>,
    /// Session tokens that the identity service rejected.
    pub(crate) ended_sessions: EndedSessions,
}

impl Clients {
    pub(crate) fn new(urls: ServiceUrls, frame: &Frame) -> Self {
        let client = |target: Target| frame.client(target, DEADLINE);
        let catalog = client(urls.catalog_url);
        Self {
            photos: PhotoServiceClient::new(catalog.clone()),
            shop: ShopServiceClient::new(catalog.clone()),
            catalog: CatalogServiceClient::new(catalog),
            inventory: InventoryServiceClient::new(client(urls.inventory_url)),
            payment: PaymentServiceClient::new(client(urls.payment_url)),
            billing: BillingServiceClient::new(client(urls.billing_url)),
            contact: Backend::new(client(urls.contact_url), ContactServiceClient::new),
            identity: Backend::new(client(urls.identity_url), IdentityServiceClient::new),
            order: Backend::new(client(urls.order_url), OrderServiceClient::new),
            review: Backend::new(client(urls.review_url), ReviewServiceClient::new),
            ended_sessions: EndedSessions::default(),
        }
    }

    /// Calls the services that were down at their last call, to learn whether they are back.
    pub(crate) async fn probe_all(&self) {
        tokio::join!(
            self.contact.probe(),
            self.identity.probe(),
            self.order.probe(),
            self.review.probe(),
        );
    }

    pub(crate) async fn list_products(
        &self,
        request: ListProductsRequest,
    ) -> Result<ListProductsResponse, Status> {
        let answer = self.catalog.clone().list_products(repeatable(request)).await;
        answer.map(Response::into_inner)
    }

    pub(crate) async fn shop(&self, request: GetShopRequest) -> Result<GetShopResponse, Status> {
        let answer = self.shop.clone().get_shop(repeatable(request)).await;
        answer.map(Response::into_inner)
    }

    pub(crate) async fn photo_file(
        &self,
        request: GetPhotoFileRequest,
    ) -> Result<GetPhotoFileResponse, Status> {
        let answer = self.photos.clone().get_photo_file(repeatable(request)).await;
        answer.map(Response::into_inner)
    }

    pub(crate) async fn list_availability(
        &self,
        request: ListAvailabilityRequest,
    ) -> Result<ListAvailabilityResponse, Status> {
        let answer = self
            .inventory
            .clone()
            .list_availability(repeatable(request))
            .await;
        answer.map(Response::into_inner)
    }

    pub(crate) async fn labels(&self, request: GetLabelsRequest) -> Result<GetLabelsResponse, Status> {
        let answer = self.inventory.clone().get_labels(repeatable(request)).await;
        answer.map(Response::into_inner)
    }

    pub(crate) async fn reservation(
        &self,
        request: GetReservationRequest,
    ) -> Result<GetReservationResponse, Status> {
        let answer = self.inventory.clone().get_reservation(repeatable(request)).await;
        answer.map(Response::into_inner)
    }

    pub(crate) async fn add_stock_alert(
        &self,
        request: AddStockAlertRequest,
    ) -> Result<AddStockAlertResponse, Status> {
        // Repeatable: a repeated alert has no further effect.
        let request = repeatable(request);
        let answer = self.inventory.clone().add_stock_alert(request).await;
        answer.map(Response::into_inner)
    }

    pub(crate) async fn search_products(
        &self,
        request: SearchProductsRequest,
    ) -> Result<SearchProductsResponse, Status> {
        let answer = self.catalog.clone().search_products(repeatable(request)).await;
        answer.map(Response::into_inner)
    }

    pub(crate) async fn payment_ways(
        &self,
        request: ListPaymentWaysRequest,
    ) -> Result<ListPaymentWaysResponse, Status> {
        let answer = self.payment.clone().list_payment_ways(repeatable(request)).await;
        answer.map(Response::into_inner)
    }

    /// Repeatable: a repeated call makes no second request to the provider.
    pub(crate) async fn start_payment(
        &self,
        request: StartPaymentRequest,
    ) -> Result<Option<Payment>, Status> {
        let answer = self.payment.clone().start_payment(repeatable(request)).await;
        answer.map(|answer| answer.into_inner().payment)
    }

    pub(crate) async fn payment(&self, request: GetPaymentRequest) -> Result<Option<Payment>, Status> {
        let answer = self.payment.clone().get_payment(repeatable(request)).await;
        answer.map(|answer| answer.into_inner().payment)
    }

    pub(crate) async fn check_payment(
        &self,
        request: CheckPaymentRequest,
    ) -> Result<Option<Payment>, Status> {
        let answer = self.payment.clone().check_payment(repeatable(request)).await;
        answer.map(|answer| answer.into_inner().payment)
    }

    /// Repeatable: a repeated webhook changes nothing.
    pub(crate) async fn receive_webhook(
        &self,
        request: ReceiveWebhookRequest,
    ) -> Result<ReceiveWebhookResponse, Status> {
        let answer = self.payment.clone().receive_webhook(repeatable(request)).await;
        answer.map(Response::into_inner)
    }

    pub(crate) async fn documents(
        &self,
        request: ListOrderDocumentsRequest,
    ) -> Result<ListOrderDocumentsResponse, Status> {
        let answer = self
            .billing
            .clone()
            .list_order_documents(repeatable(request))
            .await;
        answer.map(Response::into_inner)
    }

    pub(crate) async fn document_file(
        &self,
        request: GetDocumentFileRequest,
    ) -> Result<GetDocumentFileResponse, Status> {
        let answer = self.billing.clone().get_document_file(repeatable(request)).await;
        answer.map(Response::into_inner)
    }
}

/// The most remembered tokens: about as many open tabs as a shop has with recently ended sessions.
const MOST_ENDED: usize = 4_096;

/// Tokens that the identity service rejected, so that open tabs with an ended session cost it nothing. A
/// rejected token never becomes valid, because each session gets a new one.
pub(crate) struct EndedSessions(Cache<String, ()>);

impl EndedSessions {
    /// Remembers a rejected token.
    pub(crate) fn remember(&self, token: String) {
        self.0.insert(token, ());
    }

    /// True for a token that was rejected.
    pub(crate) fn know(&self, token: &str) -> bool {
        self.0.get(token).is_some()
    }
}

impl Default for EndedSessions {
    fn default() -> Self {
        Self(Cache::new(MOST_ENDED))
    }
}

impl fmt::Debug for EndedSessions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("EndedSessions").field(&self.0.len()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remembers_tokens_that_are_no_session_and_forgets_old_ones_for_new() {
        let ended = EndedSessions::default();
        assert!(!ended.know("1"));
        ended.remember("1".to_owned());
        assert!(ended.know("1") && !ended.know("2"));
        for token in 0..3 * MOST_ENDED {
            ended.remember(format!("flood {token}"));
        }
        assert!(ended.0.len() <= MOST_ENDED, "{ended:?}");
    }
}
