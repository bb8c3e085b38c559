//! The gRPC API for shoppers and providers.

use proto::payment::v1::{
    CheckPaymentRequest, CheckPaymentResponse, GetPaymentRequest, GetPaymentResponse, ListPaymentWaysRequest,
    ListPaymentWaysResponse, ReceiveWebhookRequest, ReceiveWebhookResponse, StartPaymentRequest,
    StartPaymentResponse, payment_service_server::PaymentService,
};
use tonic::{Request, Response, Status, async_trait};

use crate::{
    error::Error,
    grpc::messages::payment,
    initiation::{payment_view, start_payment, start_request},
    payments::Payments,
    provider::Provider,
    webhooks::receive_webhook::{self, Webhook},
};

/// The gRPC service.
#[derive(Debug)]
pub struct Api(pub Payments);

impl Api {
    fn is_simulated(&self) -> bool {
        self.0.provider.as_ref().is_some_and(Provider::is_simulated)
    }
}

#[async_trait]
impl PaymentService for Api {
    async fn list_payment_ways(
        &self,
        _: Request<ListPaymentWaysRequest>,
    ) -> Result<Response<ListPaymentWaysResponse>, Status> {
        let provider = self.0.provider.as_ref().map_or("", Provider::name);
        Ok(Response::new(ListPaymentWaysResponse {
            provider: provider.to_owned(),
            is_simulated: self.is_simulated(),
        }))
    }

    async fn start_payment(
        &self,
        request: Request<StartPaymentRequest>,
    ) -> Result<Response<StartPaymentResponse>, Status> {
        let StartPaymentRequest {
            order_id,
            return_path,
        } = request.into_inner();
        let start_request = start_request::start(&order_id, &return_path).map_err(Error::Invalid)?;
        let view = start_payment::start(&self.0, &start_request).await?;
        Ok(Response::new(StartPaymentResponse {
            payment: Some(payment(&view, self.is_simulated())),
        }))
    }

    async fn get_payment(
        &self,
        request: Request<GetPaymentRequest>,
    ) -> Result<Response<GetPaymentResponse>, Status> {
        let order_id = start_request::order_id(&request.into_inner().order_id).map_err(Error::Invalid)?;
        let view = payment_view::get(&self.0, order_id).await?;
        Ok(Response::new(GetPaymentResponse {
            payment: Some(payment(&view, self.is_simulated())),
        }))
    }

    async fn check_payment(
        &self,
        request: Request<CheckPaymentRequest>,
    ) -> Result<Response<CheckPaymentResponse>, Status> {
        let order_id = start_request::order_id(&request.into_inner().order_id).map_err(Error::Invalid)?;
        let view = payment_view::refresh(&self.0, order_id).await?;
        Ok(Response::new(CheckPaymentResponse {
            payment: Some(payment(&view, self.is_simulated())),
        }))
    }

    async fn receive_webhook(
        &self,
        request: Request<ReceiveWebhookRequest>,
    ) -> Result<Response<ReceiveWebhookResponse>, Status> {
        let ReceiveWebhookRequest {
            provider,
            body,
            signature,
            event_id,
        } = request.into_inner();
        let webhook = Webhook {
            provider,
            body,
            signature,
            event_id,
        };
        let is_known = receive_webhook::receive(&self.0, webhook).await?;
        Ok(Response::new(ReceiveWebhookResponse { is_known }))
    }
}
