//! The gRPC methods for shoppers, and for services that process their messages.

use proto::contact::v1::{
    GetMessageRequest, GetMessageResponse, Message, SendMessageRequest, SendMessageResponse,
    contact_service_server::ContactService,
};
use runtime::status::{Rule, Violation};
use time::OffsetDateTime;
use tonic::{Request, Response, Status, async_trait};
use uuid::Uuid;

use crate::{
    error::Error,
    grpc::messages::rfc3339,
    message::MessageDetails,
    send_message::SendMessage,
    store::{self, MessageRecord},
};

/// The implementation of `ContactService`.
#[derive(Debug)]
pub struct Api(pub SendMessage);

#[async_trait]
impl ContactService for Api {
    async fn send_message(
        &self,
        request: Request<SendMessageRequest>,
    ) -> Result<Response<SendMessageResponse>, Status> {
        let message = details(request.into_inner()).validate().map_err(Error::Invalid)?;
        let message_id = self
            .0
            .send(&message, OffsetDateTime::now_utc())
            .await?
            .to_string();
        Ok(Response::new(SendMessageResponse { message_id }))
    }

    async fn get_message(
        &self,
        request: Request<GetMessageRequest>,
    ) -> Result<Response<GetMessageResponse>, Status> {
        let id = Uuid::parse_str(&request.get_ref().message_id).map_err(|_| {
            let broken = Rule::Malformed.says("must be a UUID");
            Error::Invalid(vec![Violation::new("message_id", broken)])
        })?;
        let record = store::find(&self.0.db, id).await.map_err(Error::from)?;
        let message = Some(message(record.ok_or(Error::Unknown)?));
        Ok(Response::new(GetMessageResponse { message }))
    }
}

fn message(record: MessageRecord) -> Message {
    Message {
        message_id: record.id.to_string(),
        received_at: rfc3339(record.received_at),
        name: record.name,
        email: record.email,
        phone: record.phone,
        subject: record.subject,
        message: record.message,
    }
}

fn details(request: SendMessageRequest) -> MessageDetails {
    MessageDetails {
        name: request.name,
        email: request.email,
        phone: request.phone,
        subject: request.subject,
        message: request.message,
    }
}
