//! Fakes of the services that own orders and messages.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use proto::{
    contact::v1::{
        GetAnswerResponse, GetMessageRequest, GetMessageResponse, Message, SendMessageRequest,
        SendMessageResponse,
        contact_service_server::{ContactService, ContactServiceServer},
        ticket_service_server::TicketServiceServer,
    },
    order::v1::{
        FindOrderRequest, FindOrderResponse, GetOrderRequest, GetOrderResponse, GetRecallNoticeResponse,
        ListOrdersRequest, ListOrdersResponse, Order, PlaceOrderRequest, PlaceOrderResponse,
        QuoteDeliveryRequest, QuoteDeliveryResponse, TransitionOrderRequest, TransitionOrderResponse,
        order_service_server::{OrderService, OrderServiceServer},
        recall_notice_service_server::RecallNoticeServiceServer,
    },
};
use runtime::Target;
use testkit::{FaultProxy, Served};
use tonic::{Request, Response, Status, async_trait};
use uuid::Uuid;

use crate::{fake_recalls::FakeRecalls, fake_tickets::FakeTickets};

#[derive(Clone, Default)]
struct Kept {
    orders: Arc<Mutex<HashMap<String, Order>>>,
    messages: Arc<Mutex<HashMap<String, Message>>>,
    answers: FakeTickets,
    recalls: FakeRecalls,
}

/// Both services, behind connections that can break.
pub(crate) struct Owners {
    kept: Kept,
    pub(crate) order_line: FaultProxy,
    pub(crate) order_url: String,
    pub(crate) contact_url: String,
    _served: [Served; 2],
}

impl Owners {
    pub(crate) async fn serve() -> Self {
        let kept = Kept::default();
        let orders = OrderServiceServer::new(kept.clone());
        let recalls = RecallNoticeServiceServer::new(kept.recalls.clone());
        let orders = testkit::serve(|frame| frame.serve_both(orders, recalls, &[])).await;
        let messages = ContactServiceServer::new(kept.clone());
        let tickets = TicketServiceServer::new(kept.answers.clone());
        let messages = testkit::serve(|frame| frame.serve_both(messages, tickets, &[])).await;
        let (order_line, order_url) = FaultProxy::in_front_of(&orders.target().to_string()).await;
        Self {
            kept,
            order_line,
            order_url,
            contact_url: messages.target().to_string(),
            _served: [orders, messages],
        }
    }

    pub(crate) fn order_target(&self) -> Target {
        self.order_url.parse().expect("it is a URL")
    }

    pub(crate) fn contact_target(&self) -> Target {
        self.contact_url.parse().expect("it is a URL")
    }

    /// Stores an order under a new id.
    pub(crate) fn keep_order(&self, order: &Order) -> Order {
        let order = Order {
            order_id: Uuid::now_v7().to_string(),
            ..order.clone()
        };
        let mut orders = self.kept.orders.lock().expect("the mutex is not poisoned");
        orders.insert(order.order_id.clone(), order.clone());
        order
    }

    /// Stores an answer under this id.
    pub(crate) fn keep_answer(&self, answer_id: &str, answer: GetAnswerResponse) {
        self.kept.answers.keep(answer_id, answer);
    }

    /// Stores a recall notice under this id.
    pub(crate) fn keep_recall_notice(&self, notice_id: &str, notice: GetRecallNoticeResponse) {
        self.kept.recalls.keep(notice_id, notice);
    }

    /// Stores a message under a new id.
    pub(crate) fn keep_message(&self, message: &Message) -> Message {
        let message = Message {
            message_id: Uuid::now_v7().to_string(),
            ..message.clone()
        };
        let mut messages = self.kept.messages.lock().expect("the mutex is not poisoned");
        messages.insert(message.message_id.clone(), message.clone());
        message
    }
}

#[async_trait]
impl OrderService for Kept {
    async fn search_orders(
        &self,
        _: Request<proto::order::v1::SearchOrdersRequest>,
    ) -> Result<Response<proto::order::v1::SearchOrdersResponse>, Status> {
        Err(Status::unimplemented("mails do not work in the office"))
    }

    async fn count_open_orders(
        &self,
        _: Request<proto::order::v1::CountOpenOrdersRequest>,
    ) -> Result<Response<proto::order::v1::CountOpenOrdersResponse>, Status> {
        Err(Status::unimplemented("mails do not work in the office"))
    }

    async fn list_sales(
        &self,
        _: Request<proto::order::v1::ListSalesRequest>,
    ) -> Result<Response<proto::order::v1::ListSalesResponse>, Status> {
        Err(Status::unimplemented("mails do not work in the office"))
    }

    async fn record_payment(
        &self,
        _: Request<proto::order::v1::RecordPaymentRequest>,
    ) -> Result<Response<proto::order::v1::RecordPaymentResponse>, Status> {
        Err(Status::unimplemented("mails do not work in the office"))
    }

    async fn claim_orders(
        &self,
        _: Request<proto::order::v1::ClaimOrdersRequest>,
    ) -> Result<Response<proto::order::v1::ClaimOrdersResponse>, Status> {
        Err(Status::unimplemented("no mail claims orders"))
    }

    async fn place_order(
        &self,
        _: Request<PlaceOrderRequest>,
    ) -> Result<Response<PlaceOrderResponse>, Status> {
        Err(Status::unimplemented("no mail places orders"))
    }

    async fn get_order(
        &self,
        request: Request<GetOrderRequest>,
    ) -> Result<Response<GetOrderResponse>, Status> {
        let orders = self.orders.lock().expect("the mutex is not poisoned");
        let order = orders.get(&request.get_ref().order_id).cloned();
        match order {
            Some(_) => Ok(Response::new(GetOrderResponse {
                order,
                link_token: "6a3b-00c0ffee".to_owned(),
                ..GetOrderResponse::default()
            })),
            None => Err(Status::not_found("There is no such order.")),
        }
    }

    async fn transition_order(
        &self,
        _: Request<TransitionOrderRequest>,
    ) -> Result<Response<TransitionOrderResponse>, Status> {
        Err(Status::unimplemented("no mail moves orders"))
    }

    async fn list_orders(
        &self,
        _: Request<ListOrdersRequest>,
    ) -> Result<Response<ListOrdersResponse>, Status> {
        Err(Status::unimplemented("no mail lists orders"))
    }

    async fn find_order(&self, _: Request<FindOrderRequest>) -> Result<Response<FindOrderResponse>, Status> {
        Err(Status::unimplemented("no mail looks for orders"))
    }

    async fn quote_delivery(
        &self,
        _: Request<QuoteDeliveryRequest>,
    ) -> Result<Response<QuoteDeliveryResponse>, Status> {
        Err(Status::unimplemented("no mail asks for the way"))
    }
}

#[async_trait]
impl ContactService for Kept {
    async fn send_message(
        &self,
        _: Request<SendMessageRequest>,
    ) -> Result<Response<SendMessageResponse>, Status> {
        Err(Status::unimplemented("no mail writes messages"))
    }

    async fn get_message(
        &self,
        request: Request<GetMessageRequest>,
    ) -> Result<Response<GetMessageResponse>, Status> {
        let messages = self.messages.lock().expect("the mutex is not poisoned");
        let message = messages.get(&request.get_ref().message_id).cloned();
        match message {
            Some(_) => Ok(Response::new(GetMessageResponse { message })),
            None => Err(Status::not_found("There is no such message.")),
        }
    }
}
