//! Who is asked what an event does not tell: the services that keep orders and messages.

use std::time::Duration;

use outbox::Failure;
use proto::{
    contact::v1::{self as contact, GetMessageRequest, contact_service_client::ContactServiceClient},
    order::v1::{self as order, GetOrderRequest, order_service_client::OrderServiceClient},
};
use runtime::{Client, Target, repeatable};
use tonic::{Code, Status};

/// How long an owner has to answer.
const DEADLINE: Duration = Duration::from_secs(5);

/// The pause before an owner who is away is asked again. It is our own house, so a mail must not wait as long for it as for
/// a mail server.
const ASK_AGAIN_AFTER: Duration = Duration::from_secs(5);

/// The services that keep what mails tell.
#[derive(Debug, Clone)]
pub(crate) struct Owners {
    orders: OrderServiceClient<Client>,
    messages: ContactServiceClient<Client>,
}

impl Owners {
    /// Touches nothing outside: connections are made by the first calls.
    pub(crate) fn new(order_url: Target, contact_url: Target) -> Self {
        Self {
            orders: OrderServiceClient::new(runtime::client(order_url, DEADLINE)),
            messages: ContactServiceClient::new(runtime::client(contact_url, DEADLINE)),
        }
    }

    /// An order as it is kept.
    pub(crate) async fn order(&self, order_id: String) -> Result<order::Order, Failure> {
        let request = repeatable(GetOrderRequest { order_id });
        let answer = self
            .orders
            .clone()
            .get_order(request)
            .await
            .map_err(|status| failure(&status))?;
        let order = answer.into_inner().order;
        order.ok_or_else(|| Failure::Poison("the order service answered without the order".to_owned()))
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
}

/// An owner who is away is waited for. One who does not know it, or not so, will not another time.
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
