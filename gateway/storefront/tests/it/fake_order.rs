//! A fake order service with answers set by the test.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering},
};

use fakes::order::v1::order_service_server::OrderService;
use proto::order::v1::{
    FindOrderRequest, FindOrderResponse, Order, PaymentMethod, PaymentStatus, PlaceOrderRequest,
    PlaceOrderResponse, QuoteDeliveryRequest, QuoteDeliveryResponse,
};
use tokio::sync::Semaphore;
use tonic::{Request, Status, async_trait};

use crate::fake_catalog::open_gate;

/// The order of [`FakeOrder`], by id and by number.
pub(crate) const ORDER: &str = "01936f00-0000-7000-8000-0000000000aa";
pub(crate) const NUMBER: &str = "VM-261121-7K3QX";

/// Returns the answer that the test sets, and records the calls.
#[derive(Clone)]
pub(crate) struct FakeOrder {
    answer: Arc<Mutex<Result<PlaceOrderResponse, Status>>>,
    pub(crate) asked: Arc<Mutex<Vec<PlaceOrderRequest>>>,
    /// The number of pincode quotes.
    pub(crate) quoted: Arc<AtomicUsize>,
    /// Calls are answered while the gate has permits.
    pub(crate) gate: Arc<Semaphore>,
}

impl FakeOrder {
    pub(crate) fn new() -> Self {
        let placed = PlaceOrderResponse {
            order_id: ORDER.to_owned(),
            order_number: NUMBER.to_owned(),
            total_paise: 49_850,
            placed_at: "2026-11-21T06:30:00Z".to_owned(),
            promised_from: "2026-11-24".to_owned(),
            promised_by: "2026-11-25".to_owned(),
            ..PlaceOrderResponse::default()
        };
        Self {
            answer: Arc::new(Mutex::new(Ok(placed))),
            asked: Arc::default(),
            quoted: Arc::default(),
            gate: open_gate(),
        }
    }

    pub(crate) fn now_answers(&self, answer: Result<PlaceOrderResponse, Status>) {
        *self.answer.lock().unwrap() = answer;
    }
}

#[async_trait]
impl OrderService for FakeOrder {
    async fn place_order(
        &self,
        request: Request<PlaceOrderRequest>,
    ) -> Result<tonic::Response<PlaceOrderResponse>, Status> {
        self.asked.lock().unwrap().push(request.into_inner());
        let _open = self.gate.acquire().await.unwrap();
        let answer = self.answer.lock().unwrap().clone()?;
        Ok(answer.into())
    }

    /// Finds one order, for a caller with its mobile number or its link.
    async fn find_order(
        &self,
        request: Request<FindOrderRequest>,
    ) -> Result<tonic::Response<FindOrderResponse>, Status> {
        let asked = request.into_inner();
        let ownership = asked.ownership.unwrap_or_default();
        let is_theirs = ownership.mobile_number == "9876543210" || ownership.link_token == "6a3b-00c0ffee";
        if asked.order_number != NUMBER || !is_theirs {
            return Err(Status::not_found("There is no such order."));
        }
        let order = Order {
            order_id: ORDER.to_owned(),
            order_number: NUMBER.to_owned(),
            payment_method: PaymentMethod::Online.into(),
            payment_status: PaymentStatus::Paid.into(),
            ..Order::default()
        };
        Ok(tonic::Response::new(FindOrderResponse { order: Some(order) }))
    }

    async fn quote_delivery(
        &self,
        request: Request<QuoteDeliveryRequest>,
    ) -> Result<tonic::Response<QuoteDeliveryResponse>, Status> {
        self.quoted.fetch_add(1, Ordering::Relaxed);
        match request.get_ref().pincode.as_str() {
            "395007" => Ok(tonic::Response::new(QuoteDeliveryResponse {
                district: "Surat".to_owned(),
                takes_online_payment: true,
                ..QuoteDeliveryResponse::default()
            })),
            _ => Err(Status::not_found("We do not know this pincode. Please check it.")),
        }
    }
}
