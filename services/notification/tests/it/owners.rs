//! Fakes of the services that own orders and messages.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use fakes::{
    FakeOrders,
    contact::v1::{
        contact_service_server::{ContactService, ContactServiceServer},
        ticket_service_server::{TicketService, TicketServiceServer},
    },
    order::v1::recall_notice_service_server::{RecallNoticeService, RecallNoticeServiceServer},
};
use proto::{
    contact::v1::{GetAnswerRequest, GetAnswerResponse, GetMessageRequest, GetMessageResponse, Message},
    order::v1::{GetRecallNoticeRequest, GetRecallNoticeResponse, Order},
};
use runtime::Target;
use testkit::{FaultProxy, Served};
use tonic::{Request, Response, Status, async_trait};
use uuid::Uuid;

/// Answers by id, shared by clones.
#[derive(Clone, Default)]
struct Answers<T>(Arc<Mutex<HashMap<String, T>>>);

impl<T: Clone> Answers<T> {
    fn keep(&self, id: &str, answer: T) {
        let mut answers = self.0.lock().expect("the mutex is not poisoned");
        answers.insert(id.to_owned(), answer);
    }

    fn get(&self, id: &str) -> Result<Response<T>, Status> {
        let answers = self.0.lock().expect("the mutex is not poisoned");
        let answer = answers.get(id).cloned().map(Response::new);
        answer.ok_or_else(|| Status::not_found("There is no such thing."))
    }
}

/// Both services, behind connections that can break.
pub(crate) struct Owners {
    orders: FakeOrders,
    messages: Answers<GetMessageResponse>,
    answers: Answers<GetAnswerResponse>,
    recalls: Answers<GetRecallNoticeResponse>,
    pub(crate) order_line: FaultProxy,
    pub(crate) order_url: String,
    pub(crate) contact_url: String,
    _served: [Served; 2],
}

impl Owners {
    pub(crate) async fn serve() -> Self {
        let orders = FakeOrders::default();
        let recalls = Answers::<GetRecallNoticeResponse>::default();
        let messages = Answers::<GetMessageResponse>::default();
        let answers = Answers::<GetAnswerResponse>::default();
        let (first, second) = (orders.server(), RecallNoticeServiceServer::new(recalls.clone()));
        let order = testkit::serve(|frame| frame.serve_both(first, second, proto::CONTRACT)).await;
        let first = ContactServiceServer::new(messages.clone());
        let second = TicketServiceServer::new(answers.clone());
        let contact = testkit::serve(|frame| frame.serve_both(first, second, proto::CONTRACT)).await;
        let (order_line, order_url) = FaultProxy::in_front_of(&order.target().to_string()).await;
        Self {
            orders,
            messages,
            answers,
            recalls,
            order_line,
            order_url,
            contact_url: contact.target().to_string(),
            _served: [order, contact],
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
        self.orders.keep(&order);
        order
    }

    /// Stores an answer under this id.
    pub(crate) fn keep_answer(&self, answer_id: &str, answer: GetAnswerResponse) {
        self.answers.keep(answer_id, answer);
    }

    /// Stores a recall notice under this id.
    pub(crate) fn keep_recall_notice(&self, notice_id: &str, notice: GetRecallNoticeResponse) {
        self.recalls.keep(notice_id, notice);
    }

    /// Stores a message under a new id.
    pub(crate) fn keep_message(&self, message: &Message) -> Message {
        let message = Message {
            message_id: Uuid::now_v7().to_string(),
            ..message.clone()
        };
        let answer = GetMessageResponse {
            message: Some(message.clone()),
        };
        self.messages.keep(&message.message_id, answer);
        message
    }
}

#[async_trait]
impl ContactService for Answers<GetMessageResponse> {
    async fn get_message(
        &self,
        request: Request<GetMessageRequest>,
    ) -> Result<Response<GetMessageResponse>, Status> {
        self.get(&request.get_ref().message_id)
    }
}

#[async_trait]
impl TicketService for Answers<GetAnswerResponse> {
    async fn get_answer(
        &self,
        request: Request<GetAnswerRequest>,
    ) -> Result<Response<GetAnswerResponse>, Status> {
        self.get(&request.get_ref().answer_id)
    }
}

#[async_trait]
impl RecallNoticeService for Answers<GetRecallNoticeResponse> {
    async fn get_recall_notice(
        &self,
        request: Request<GetRecallNoticeRequest>,
    ) -> Result<Response<GetRecallNoticeResponse>, Status> {
        self.get(&request.get_ref().notice_id)
    }
}
