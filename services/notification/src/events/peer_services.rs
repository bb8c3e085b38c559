//! The clients of the services that own orders, messages, stock alerts, products and documents.

use std::time::Duration;

use outbox::Failure;
use proto::{
    billing::v1::{
        Document, GetDocumentFileRequest, ListOrderDocumentsRequest,
        billing_service_client::BillingServiceClient,
    },
    catalog::v1::{self as catalog, GetProductRequest, catalog_service_client::CatalogServiceClient},
    contact::v1::{
        self as contact, GetAnswerRequest, GetAnswerResponse, GetMessageRequest,
        contact_service_client::ContactServiceClient, ticket_service_client::TicketServiceClient,
    },
    inventory::v1::{
        ClaimStockAlertRequest, ClaimStockAlertResponse, EndStockAlertRequest,
        inventory_service_client::InventoryServiceClient,
    },
    order::v1::{
        self as order, GetOrderRequest, GetRecallNoticeRequest, GetRecallNoticeResponse,
        order_service_client::OrderServiceClient, recall_notice_service_client::RecallNoticeServiceClient,
    },
};
use runtime::{Client, Frame, Target, repeatable};
use tonic::{Code, Response, Status};

/// The timeout of a request.
const DEADLINE: Duration = Duration::from_secs(5);

/// The delay before an unavailable service is retried. It is shorter than for a mail server, because the
/// service is the shop's own.
const ASK_AGAIN_AFTER: Duration = Duration::from_secs(5);

/// The clients of the services that own the data in mails.
#[derive(Debug, Clone)]
pub(crate) struct PeerServices {
    orders: OrderServiceClient<Client>,
    recalls: RecallNoticeServiceClient<Client>,
    messages: ContactServiceClient<Client>,
    tickets: TicketServiceClient<Client>,
    alerts: InventoryServiceClient<Client>,
    products: CatalogServiceClient<Client>,
    documents: BillingServiceClient<Client>,
}

/// The URLs of the services.
pub(crate) struct PeerUrls {
    pub(crate) orders: Target,
    pub(crate) messages: Target,
    pub(crate) alerts: Target,
    pub(crate) products: Target,
    pub(crate) documents: Target,
}

impl PeerServices {
    /// Creates the clients without connecting; the first call connects.
    pub(crate) fn new(at: PeerUrls, frame: &Frame) -> Self {
        let client = |target| frame.client(target, DEADLINE);
        Self {
            orders: OrderServiceClient::new(client(at.orders.clone())),
            recalls: RecallNoticeServiceClient::new(client(at.orders)),
            messages: ContactServiceClient::new(client(at.messages.clone())),
            tickets: TicketServiceClient::new(client(at.messages)),
            alerts: InventoryServiceClient::new(client(at.alerts)),
            products: CatalogServiceClient::new(client(at.products)),
            documents: BillingServiceClient::new(client(at.documents)),
        }
    }

    /// Fetches an order and the token of its link.
    pub(crate) async fn order(&self, order_id: String) -> Result<(order::Order, String), Failure> {
        let request = repeatable(GetOrderRequest {
            order_id,
            ..GetOrderRequest::default()
        });
        let answer = self
            .orders
            .clone()
            .get_order(request)
            .await
            .map_err(|status| failure(&status))?;
        let answer = answer.into_inner();
        let order = answer
            .order
            .ok_or_else(|| Failure::Poison("the order service answered without the order".to_owned()))?;
        Ok((order, answer.link_token))
    }

    /// Fetches the data of a recall notice.
    pub(crate) async fn recall_notice(&self, notice_id: String) -> Result<GetRecallNoticeResponse, Failure> {
        let request = repeatable(GetRecallNoticeRequest { notice_id });
        let answer = self.recalls.clone().get_recall_notice(request).await;
        answer
            .map(Response::into_inner)
            .map_err(|status| failure(&status))
    }

    /// Fetches a message to the shop.
    pub(crate) async fn message(&self, message_id: String) -> Result<contact::Message, Failure> {
        let request = repeatable(GetMessageRequest { message_id });
        let answer = self
            .messages
            .clone()
            .get_message(request)
            .await
            .map_err(|status| failure(&status))?;
        let message = answer.into_inner().message;
        message.ok_or_else(|| Failure::Poison("the contact service answered without the message".to_owned()))
    }

    /// Fetches the shop's answer to a message. `None` if it was erased.
    pub(crate) async fn answer(&self, answer_id: String) -> Result<Option<GetAnswerResponse>, Failure> {
        let request = repeatable(GetAnswerRequest { answer_id });
        found(self.tickets.clone().get_answer(request).await)
    }

    /// Fetches the stock alert of a pack that is available again. `None` if the alert ended.
    pub(crate) async fn stock_alert(
        &self,
        alert_id: String,
        version: i64,
    ) -> Result<Option<ClaimStockAlertResponse>, Failure> {
        let request = repeatable(ClaimStockAlertRequest { alert_id, version });
        found(self.alerts.clone().claim_stock_alert(request).await)
    }

    /// Deletes a stock alert.
    pub(crate) async fn end_stock_alert(&self, alert_id: String, version: i64) -> Result<(), Failure> {
        let request = repeatable(EndStockAlertRequest { alert_id, version });
        let ended = self.alerts.clone().end_stock_alert(request).await;
        ended.map(|_| ()).map_err(|status| failure(&status))
    }

    /// Fetches the documents issued for an order.
    pub(crate) async fn documents(&self, order_id: String) -> Result<Vec<Document>, Status> {
        let request = repeatable(ListOrderDocumentsRequest { order_id });
        let answer = self.documents.clone().list_order_documents(request).await?;
        Ok(answer.into_inner().documents)
    }

    /// Fetches the PDF of a document.
    pub(crate) async fn document_file(
        &self,
        order_id: String,
        document_id: String,
    ) -> Result<Vec<u8>, Status> {
        let request = repeatable(GetDocumentFileRequest {
            order_id,
            document_id,
        });
        let answer = self.documents.clone().get_document_file(request).await?;
        Ok(answer.into_inner().pdf)
    }

    /// Fetches a product on sale. `None` if it is not on sale.
    pub(crate) async fn product(&self, product_id: String) -> Result<Option<catalog::Product>, Failure> {
        let request = repeatable(GetProductRequest { product_id });
        let answer = found(self.products.clone().get_product(request).await)?;
        Ok(answer.and_then(|answer| answer.product))
    }
}

/// Turns a "not found" response into `None`.
fn found<T>(answer: Result<Response<T>, Status>) -> Result<Option<T>, Failure> {
    match answer {
        Ok(answer) => Ok(Some(answer.into_inner())),
        Err(status) if status.code() == Code::NotFound => Ok(None),
        Err(status) => Err(failure(&status)),
    }
}

/// Retries while a service is unavailable. An unknown or invalid id becomes a dead letter, because it stays
/// so.
fn failure(status: &Status) -> Failure {
    match status.code() {
        Code::NotFound | Code::InvalidArgument => {
            Failure::Poison(format!("its owner does not know it: {}", status.message()))
        }
        _ => {
            tracing::warn!(%status, "a mail waits for the service that knows what it tells");
            Failure::Postponed(ASK_AGAIN_AFTER)
        }
    }
}
