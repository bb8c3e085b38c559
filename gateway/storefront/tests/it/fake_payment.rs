//! A fake payment service with answers set by the test; it records the calls.

use std::sync::{Arc, Mutex};

use fakes::payment::v1::payment_service_server::PaymentService;
use proto::payment::v1::{
    CheckPaymentRequest, CheckPaymentResponse, GetPaymentRequest, GetPaymentResponse, ListPaymentWaysRequest,
    ListPaymentWaysResponse, Payment, PaymentState, ReceiveWebhookRequest, ReceiveWebhookResponse,
    StartPaymentRequest, StartPaymentResponse,
};
use tonic::{Request, Response, Status, async_trait};

use crate::fake_order::ORDER;

/// The signature of valid webhooks in these tests.
pub(crate) const SIGNATURE: &str = "a-good-signature";

#[derive(Clone)]
pub(crate) struct FakePayment {
    says: Arc<Mutex<Result<Payment, Status>>>,
    /// The number of calls for the payment methods.
    pub(crate) asked_for_ways: Arc<Mutex<usize>>,
    /// The requests to start a payment.
    pub(crate) started: Arc<Mutex<Vec<StartPaymentRequest>>>,
    /// The orders whose payment was read.
    pub(crate) looked: Arc<Mutex<Vec<String>>>,
    /// The webhooks with a valid signature.
    pub(crate) stored: Arc<Mutex<Vec<ReceiveWebhookRequest>>>,
    /// The answer to webhooks.
    stores: Arc<Mutex<Result<(), Status>>>,
}

impl FakePayment {
    pub(crate) fn new() -> Self {
        Self {
            says: Arc::new(Mutex::new(Ok(open()))),
            asked_for_ways: Arc::default(),
            started: Arc::default(),
            looked: Arc::default(),
            stored: Arc::default(),
            stores: Arc::new(Mutex::new(Ok(()))),
        }
    }

    pub(crate) fn now_says(&self, payment: Result<Payment, Status>) {
        *self.says.lock().unwrap() = payment;
    }

    pub(crate) fn now_stores(&self, outcome: Result<(), Status>) {
        *self.stores.lock().unwrap() = outcome;
    }

    fn payment(&self) -> Result<Option<Payment>, Status> {
        self.says.lock().unwrap().clone().map(Some)
    }
}

/// An open payment without money.
pub(crate) fn open() -> Payment {
    Payment {
        order_id: ORDER.to_owned(),
        state: PaymentState::Open.into(),
        amount_paise: 24_950,
        provider: "razorpay".to_owned(),
        pay_url: "https://pay.example/l/1".to_owned(),
        due_at: "2099-11-26T07:00:00Z".to_owned(),
        is_simulated: true,
        ..Payment::default()
    }
}

#[async_trait]
impl PaymentService for FakePayment {
    async fn list_payment_ways(
        &self,
        _: Request<ListPaymentWaysRequest>,
    ) -> Result<Response<ListPaymentWaysResponse>, Status> {
        *self.asked_for_ways.lock().unwrap() += 1;
        Ok(Response::new(ListPaymentWaysResponse {
            provider: "razorpay".to_owned(),
            is_simulated: true,
        }))
    }

    async fn start_payment(
        &self,
        request: Request<StartPaymentRequest>,
    ) -> Result<Response<StartPaymentResponse>, Status> {
        self.started.lock().unwrap().push(request.into_inner());
        let payment = self.payment()?;
        Ok(Response::new(StartPaymentResponse { payment }))
    }

    async fn get_payment(
        &self,
        request: Request<GetPaymentRequest>,
    ) -> Result<Response<GetPaymentResponse>, Status> {
        self.looked.lock().unwrap().push(request.into_inner().order_id);
        let payment = self.payment()?;
        Ok(Response::new(GetPaymentResponse { payment }))
    }

    async fn check_payment(
        &self,
        request: Request<CheckPaymentRequest>,
    ) -> Result<Response<CheckPaymentResponse>, Status> {
        let asked = format!("check {}", request.into_inner().order_id);
        self.looked.lock().unwrap().push(asked);
        let payment = self.payment()?;
        Ok(Response::new(CheckPaymentResponse { payment }))
    }

    async fn receive_webhook(
        &self,
        request: Request<ReceiveWebhookRequest>,
    ) -> Result<Response<ReceiveWebhookResponse>, Status> {
        let webhook = request.into_inner();
        if webhook.provider != "razorpay" {
            return Err(Status::not_found("no such provider"));
        }
        if webhook.signature != SIGNATURE {
            return Err(Status::permission_denied("The signature is wrong."));
        }
        self.stores.lock().unwrap().clone()?;
        self.stored.lock().unwrap().push(webhook);
        Ok(Response::new(ReceiveWebhookResponse { is_known: false }))
    }
}
