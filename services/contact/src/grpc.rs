//! The door: requests become messages.

use proto::contact::v1::{SendMessageRequest, SendMessageResponse, contact_service_server::ContactService};
use time::OffsetDateTime;
use tonic::{Request, Response, Status, async_trait};

use crate::{error::Error, message::Details, send_message::SendMessage};

/// The gRPC service.
#[derive(Debug)]
pub struct Api(pub SendMessage);

#[async_trait]
impl ContactService for Api {
    async fn send_message(
        &self,
        request: Request<SendMessageRequest>,
    ) -> Result<Response<SendMessageResponse>, Status> {
        let message = details(request.into_inner()).check().map_err(Error::Invalid)?;
        let message_id = self
            .0
            .send(&message, OffsetDateTime::now_utc())
            .await?
            .to_string();
        Ok(Response::new(SendMessageResponse { message_id }))
    }
}

fn details(request: SendMessageRequest) -> Details {
    Details {
        name: request.name,
        email: request.email,
        phone: request.phone,
        subject: request.subject,
        message: request.message,
    }
}
