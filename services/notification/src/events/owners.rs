//! The clients of the services that know what an event does not tell: they keep orders, messages, stock alerts and products.

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

/// How long an owner has to answer.
const DEADLINE: Duration = Duration::from_secs(5);

/// The pause before a service that is away is asked again. It is the shop's own, so a mail must not wait as long for it as for
/// a mail server.
const ASK_AGAIN_AFTER: Duration = Duration::from_secs(5);

/// The services that keep what mails tell.
#[derive(Debug, Clone)]
pub(crate) struct Owners {
    orders: OrderServiceClient<Client>,
    recalls: RecallNoticeServiceClient<Client>,
    messages: ContactServiceClient<Client>,
    tickets: TicketServiceClient<Client>,
    alerts: InventoryServiceClient<Client>,
    products: CatalogServiceClient<Client>,
    documents: BillingServiceClient<Client>,
}

/// Where they answer.
pub(crate) struct Addresses {
    pub(crate) orders: Target,
    pub(crate) messages: Target,
    pub(crate) alerts: Target,
    pub(crate) products: Target,
    pub(crate) documents: Target,
}

impl Owners {
    /// Touches nothing outside: connections are made by the first calls.
    pub(crate) fn new(at: Addresses, frame: &Frame) -> Self {
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

    /// An order as it is kept, and what a link to it carries.
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

    /// What a notice about a recall says.
    pub(crate) async fn recall_notice(&self, notice_id: String) -> Result<GetRecallNoticeResponse, Failure> {
        let request = repeatable(GetRecallNoticeRequest { notice_id });
        let answer = self.recalls.clone().get_recall_notice(request).await;
        answer
            .map(Response::into_inner)
            .map_err(|status| failure(&status))
    }

    /// A message to the shop as it is kept.
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

    /// The shop's answer to a message; none when it was erased.
    pub(crate) async fn answer(&self, answer_id: String) -> Result<Option<GetAnswerResponse>, Failure> {
        let request = repeatable(GetAnswerRequest { answer_id });
        found(self.tickets.clone().get_answer(request).await)
    }

    /// The stock alert of a pack that is back; none when it ended.
    pub(crate) async fn stock_alert(
        &self,
        alert_id: String,
        version: i64,
    ) -> Result<Option<ClaimStockAlertResponse>, Failure> {
        let request = repeatable(ClaimStockAlertRequest { alert_id, version });
        found(self.alerts.clone().claim_stock_alert(request).await)
    }

    /// Has a stock alert forgotten.
    pub(crate) async fn end_stock_alert(&self, alert_id: String, version: i64) -> Result<(), Failure> {
        let request = repeatable(EndStockAlertRequest { alert_id, version });
        let ended = self.alerts.clone().end_stock_alert(request).await;
        ended.map(|_| ()).map_err(|status| failure(&status))
    }

    /// The documents that were issued for an order.
    pub(crate) async fn documents(&self, order_id: String) -> Result<Vec<Document>, Status> {
        let request = repeatable(ListOrderDocumentsRequest { order_id });
        let answer = self.documents.clone().list_order_documents(request).await?;
        Ok(answer.into_inner().documents)
    }

    /// A document of an order as a PDF.
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

    /// A product that the shop sells; none when it does not.
    pub(crate) async fn product(&self, product_id: String) -> Result<Option<catalog::Product>, Failure> {
        let request = repeatable(GetProductRequest { product_id });
        let answer = found(self.products.clone().get_product(request).await)?;
        Ok(answer.and_then(|answer| answer.product))
    }
}

/// The answer of a service; none when it does not know, or has forgotten, what it was asked for.
fn found<T>(answer: Result<Response<T>, Status>) -> Result<Option<T>, Failure> {
    match answer {
        Ok(answer) => Ok(Some(answer.into_inner())),
        Err(status) if status.code() == Code::NotFound => Ok(None),
        Err(status) => Err(failure(&status)),
    }
}

/// A service that is away is asked again. One that does not know the id, or refuses it, will do so another time, too.
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
