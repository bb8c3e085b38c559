//! A fake order service with the calls that payments need.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard},
};

use fakes::order::v1::{
    online_payment_service_server::{OnlinePaymentService, OnlinePaymentServiceServer},
    order_service_server::{OrderService, OrderServiceServer},
};
use proto::order::v1::{
    AcceptPaymentOutcome, AcceptPaymentRequest, AcceptPaymentResponse, AwaitPaymentRequest,
    AwaitPaymentResponse, GetOrderRequest, GetOrderResponse, Order, OrderStatus, PaymentMethod,
    PaymentStatus, RecordPaymentRequest, RecordPaymentResponse,
};
use runtime::status;
use testkit::Served;
use time::{Duration, OffsetDateTime, format_description::well_known::Rfc3339};
use tonic::{Code, Request, Response, Status, async_trait};
use uuid::Uuid;

/// The total of an order, in paise.
pub const TOTAL: i64 = 117_100;

#[derive(Default)]
struct OrderState {
    orders: HashMap<String, Order>,
    outcomes: HashMap<String, AcceptPaymentOutcome>,
    /// Every answered `AcceptPayment` call.
    settled: Vec<AcceptPaymentRequest>,
    /// Payments without a provider, each once.
    recorded: Vec<RecordPaymentRequest>,
    is_away: bool,
}

#[derive(Clone, Default)]
struct SharedState(Arc<Mutex<OrderState>>);

/// The fake order service.
pub struct FakeOrders {
    state: SharedState,
    served: Served,
}

impl FakeOrders {
    pub async fn serve() -> Self {
        let state = SharedState::default();
        let orders = OrderServiceServer::new(state.clone());
        let payments = OnlinePaymentServiceServer::new(state.clone());
        let served = testkit::serve(|frame| frame.serve_both(orders, payments, proto::CONTRACT)).await;
        Self { state, served }
    }

    pub fn target(&self) -> runtime::Target {
        self.served.target()
    }

    /// An order to pay online within half an hour.
    pub fn place(&self) -> String {
        self.keep(|_| ())
    }

    /// The same, with a change.
    pub fn keep(&self, change: impl FnOnce(&mut Order)) -> String {
        let order_id = Uuid::now_v7().to_string();
        let mut order = Order {
            order_id: order_id.clone(),
            order_number: format!("VM-261126-{}", &order_id[..5].to_uppercase()),
            total_paise: TOTAL,
            status: OrderStatus::Placed.into(),
            payment_method: PaymentMethod::Online.into(),
            payment_status: PaymentStatus::Pending.into(),
            payment_due_at: in_minutes(30),
            ..Order::default()
        };
        change(&mut order);
        self.state.lock().orders.insert(order_id.clone(), order);
        order_id
    }

    pub fn change(&self, order_id: &str, change: impl FnOnce(&mut Order)) {
        let mut state = self.state.lock();
        change(state.orders.get_mut(order_id).expect("it is placed"));
    }

    pub fn cancel(&self, order_id: &str) {
        self.change(order_id, |order| order.set_status(OrderStatus::Cancelled));
    }

    pub fn order(&self, order_id: &str) -> Order {
        self.state.lock().orders[order_id].clone()
    }

    /// Makes settling fail until it is called with false.
    pub fn set_away(&self, is_away: bool) {
        self.state.lock().is_away = is_away;
    }

    /// The payments without a provider.
    pub fn recorded(&self) -> Vec<RecordPaymentRequest> {
        self.state.lock().recorded.clone()
    }

    /// The `AcceptPayment` calls for an order.
    pub fn settled(&self, order_id: &str) -> Vec<AcceptPaymentRequest> {
        let state = self.state.lock();
        let of_order = |call: &&AcceptPaymentRequest| call.order_id == order_id;
        state.settled.iter().filter(of_order).cloned().collect()
    }
}

/// The time this long from now.
pub fn in_minutes(minutes: i64) -> String {
    let at = OffsetDateTime::now_utc() + Duration::minutes(minutes);
    at.format(&Rfc3339).expect("it has a form")
}

impl SharedState {
    fn lock(&self) -> MutexGuard<'_, OrderState> {
        self.0.lock().expect("the mutex is not poisoned")
    }
}

#[async_trait]
impl OnlinePaymentService for SharedState {
    async fn await_payment(
        &self,
        request: Request<AwaitPaymentRequest>,
    ) -> Result<Response<AwaitPaymentResponse>, Status> {
        let mut state = self.lock();
        let order = state.orders.get_mut(&request.get_ref().order_id);
        let order = order.ok_or_else(|| Status::not_found("there is no such order"))?;
        order.payment_due_at = in_minutes(48 * 60);
        Ok(Response::new(AwaitPaymentResponse {
            payment_due_at: order.payment_due_at.clone(),
        }))
    }

    async fn accept_payment(
        &self,
        request: Request<AcceptPaymentRequest>,
    ) -> Result<Response<AcceptPaymentResponse>, Status> {
        let call = request.into_inner();
        let mut guard = self.lock();
        let state = &mut *guard;
        if state.is_away {
            return Err(Status::unavailable("the order service is away"));
        }
        let order = state.orders.get_mut(&call.order_id);
        let order = order.ok_or_else(|| Status::not_found("There is no such order."))?;
        let outcome = match state.outcomes.get(&call.payment_id) {
            Some(outcome) => *outcome,
            None if order.status() == OrderStatus::Cancelled => AcceptPaymentOutcome::TooLate,
            None if order.payment_status() == PaymentStatus::Paid => AcceptPaymentOutcome::PaidBefore,
            None if order.total_paise != call.amount_paise => {
                order.set_payment_status(PaymentStatus::Held);
                AcceptPaymentOutcome::WrongAmount
            }
            None => {
                order.set_payment_status(PaymentStatus::Paid);
                order.set_status(OrderStatus::Confirmed);
                AcceptPaymentOutcome::Accepted
            }
        };
        state.outcomes.insert(call.payment_id.clone(), outcome);
        state.settled.push(call);
        Ok(Response::new(AcceptPaymentResponse {
            outcome: outcome.into(),
        }))
    }
}

#[async_trait]
impl OrderService for SharedState {
    async fn get_order(
        &self,
        request: Request<GetOrderRequest>,
    ) -> Result<Response<GetOrderResponse>, Status> {
        let asked = request.into_inner();
        let state = self.lock();
        let is_asked = |order: &&Order| match asked.order_id.as_str() {
            "" => order.order_number == asked.order_number,
            id => order.order_id == id,
        };
        let order = state.orders.values().find(is_asked).cloned();
        let order = order.ok_or_else(|| Status::not_found("There is no such order."))?;
        Ok(Response::new(GetOrderResponse {
            order: Some(order),
            ..GetOrderResponse::default()
        }))
    }

    async fn record_payment(
        &self,
        request: Request<RecordPaymentRequest>,
    ) -> Result<Response<RecordPaymentResponse>, Status> {
        let paying = request.into_inner();
        let mut guard = self.lock();
        let state = &mut *guard;
        if state.is_away {
            return Err(Status::unavailable("the order service is away"));
        }
        let order = state.orders.get_mut(&paying.order_id);
        let order = order.ok_or_else(|| Status::not_found("There is no such order."))?;
        let refused = |reason, words: &str| status::with_reason(Code::FailedPrecondition, reason, words);
        let is_known = state.recorded.contains(&paying);
        if !is_known && order.payment_status() == PaymentStatus::Paid {
            return Err(refused("ALREADY_PAID", "Another payment is recorded."));
        }
        if order.total_paise != paying.amount_paise {
            return Err(refused("WRONG_AMOUNT", "This order costs another sum."));
        }
        order.set_payment_status(PaymentStatus::Paid);
        let order = Some(order.clone());
        if !is_known {
            state.recorded.push(paying);
        }
        Ok(Response::new(RecordPaymentResponse { order }))
    }
}
