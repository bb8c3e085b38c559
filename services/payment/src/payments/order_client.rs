//! The client of the order service: reads orders and settles payments with them.

use std::time::Duration;

use outbox::Failure;
use prost::Message as _;
use proto::{
    event::v1::OrderStatusChanged,
    order::v1::{
        AcceptPaymentOutcome, AcceptPaymentRequest, AwaitPaymentRequest, GetOrderRequest, Order, OrderStatus,
        PaymentMethod, PaymentStatus,
    },
};
use runtime::{Client, Frame, Target};
use time::{OffsetDateTime, UtcOffset, format_description::well_known::Rfc3339};
use tonic::{Code, Status};
use uuid::Uuid;

use crate::payment::{
    captured_payment::{CapturedPayment, PaymentOutcome},
    payable_order::{OrderPaymentStatus, PayableOrder},
};

/// Deadline of a call. A shopper who wants to pay waits for it.
const DEADLINE: Duration = Duration::from_secs(3);

/// The order service.
#[derive(Debug, Clone)]
pub struct OrderClient(pub Client);

/// Why there is no order.
#[derive(Debug)]
pub enum OrderLookupError {
    /// No order has this id.
    Unknown,
    /// The service did not answer, or not in time.
    Unavailable(Box<Status>),
    /// The answer cannot be used.
    InvalidAnswer(Box<Status>),
}

impl OrderClient {
    /// Creates the client without connecting. The first call connects.
    pub fn new(at: Target, frame: &Frame) -> Self {
        Self(frame.client(at, DEADLINE))
    }

    /// The current order with this id.
    pub async fn get(&self, order_id: Uuid) -> Result<PayableOrder, OrderLookupError> {
        let request = GetOrderRequest {
            order_id: order_id.to_string(),
            ..GetOrderRequest::default()
        };
        let answer = self.0.call(request).await;
        let answer = answer.map_err(|status| match status.code() {
            Code::NotFound => OrderLookupError::Unknown,
            Code::InvalidArgument | Code::PermissionDenied | Code::Internal => {
                OrderLookupError::InvalidAnswer(Box::new(status))
            }
            _ => OrderLookupError::Unavailable(Box::new(status)),
        })?;
        let order = answer.order.as_ref().and_then(payable);
        order.ok_or_else(|| {
            OrderLookupError::InvalidAnswer(Box::new(Status::internal("the answer has no order")))
        })
    }

    /// Makes an order wait for money that its shopper reported. Returns the new deadline, or `None` if it
    /// does not wait.
    pub async fn await_payment(&self, order_id: Uuid) -> Result<Option<OffsetDateTime>, Status> {
        let request = AwaitPaymentRequest {
            order_id: order_id.to_string(),
        };
        let due_at = self.0.call(request).await?.payment_due_at;
        if due_at.is_empty() {
            return Ok(None);
        }
        let read = OffsetDateTime::parse(&due_at, &Rfc3339);
        read.map(Some)
            .map_err(|_| Status::unknown("the order service answered no time"))
    }

    /// Asks the order to decide about a payment. A repeated call returns the first decision.
    pub async fn accept_payment(&self, money: &CapturedPayment) -> Result<PaymentOutcome, Status> {
        let captured_at = money.captured_at.to_offset(UtcOffset::UTC).format(&Rfc3339);
        let request = AcceptPaymentRequest {
            order_id: money.order_id.to_string(),
            payment_id: money.id.to_string(),
            reference: money.provider_payment_id.clone(),
            amount_paise: money.amount_paise,
            captured_at: captured_at.expect("a time of this century has an RFC 3339 form"),
        };
        let answer = self.0.call(request).await?;
        outcome(answer.outcome()).ok_or_else(|| Status::unknown("the order service answered no outcome"))
    }
}

/// The order of an `OrderStatusChanged` event.
pub fn changed_order_id(payload: &[u8]) -> Result<Uuid, Failure> {
    let event = OrderStatusChanged::decode(payload)
        .map_err(|error| Failure::Poison(format!("this is no OrderStatusChanged: {error}")))?;
    Uuid::parse_str(&event.order_id).map_err(|_| Failure::Poison("its order_id is no UUID".to_owned()))
}

fn outcome(outcome: AcceptPaymentOutcome) -> Option<PaymentOutcome> {
    match outcome {
        AcceptPaymentOutcome::Unspecified => None,
        AcceptPaymentOutcome::Accepted => Some(PaymentOutcome::Accepted),
        AcceptPaymentOutcome::WrongAmount => Some(PaymentOutcome::WrongAmount),
        AcceptPaymentOutcome::TooLate => Some(PaymentOutcome::TooLate),
        AcceptPaymentOutcome::PaidBefore => Some(PaymentOutcome::PaidBefore),
    }
}

/// The payment-related part of an order. `None` if the answer cannot be read.
fn payable(order: &Order) -> Option<PayableOrder> {
    let money = match order.payment_status() {
        PaymentStatus::Unspecified | PaymentStatus::Pending => OrderPaymentStatus::Due,
        PaymentStatus::Held => OrderPaymentStatus::Held,
        PaymentStatus::Paid | PaymentStatus::Refunded | PaymentStatus::PartlyRefunded => {
            OrderPaymentStatus::Paid
        }
    };
    let due_at = match order.payment_due_at.as_str() {
        "" => None,
        text => Some(OffsetDateTime::parse(text, &Rfc3339).ok()?),
    };
    Some(PayableOrder {
        id: Uuid::parse_str(&order.order_id).ok()?,
        number: order.order_number.clone(),
        total_paise: order.total_paise,
        is_online: order.payment_method() == PaymentMethod::Online,
        is_cancelled: matches!(
            order.status(),
            OrderStatus::Cancelled
                | OrderStatus::ReturnedToOrigin
                | OrderStatus::Returned
                | OrderStatus::Lost
        ),
        must_be_refunded: matches!(
            order.status(),
            OrderStatus::Cancelled | OrderStatus::ReturnedToOrigin | OrderStatus::Lost
        ),
        money,
        due_at,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_is_read_as_far_as_its_money_goes() {
        let order = Order {
            order_id: Uuid::from_u128(1).to_string(),
            total_paise: 117_100,
            payment_method: PaymentMethod::Online.into(),
            payment_status: PaymentStatus::Pending.into(),
            status: OrderStatus::Placed.into(),
            payment_due_at: "2026-11-26T10:30:00Z".to_owned(),
            ..Order::default()
        };
        let read = payable(&order).expect("it is an order");
        assert!(read.is_online && !read.is_cancelled && read.due_at.is_some());
        assert_eq!(read.money, OrderPaymentStatus::Due);
        let cancelled = Order {
            status: OrderStatus::Cancelled.into(),
            payment_due_at: String::new(),
            ..order.clone()
        };
        let read = payable(&cancelled).expect("it is an order");
        assert!(read.is_cancelled && read.due_at.is_none());
        let returned = Order {
            status: OrderStatus::Returned.into(),
            ..order.clone()
        };
        let returned = payable(&returned).expect("it is an order");
        assert!(read.must_be_refunded && returned.is_cancelled && !returned.must_be_refunded);
        let odd = Order {
            payment_due_at: "soon".to_owned(),
            ..order
        };
        assert_eq!(payable(&odd), None);
    }

    #[test]
    fn an_answer_without_an_outcome_decides_nothing() {
        assert_eq!(outcome(AcceptPaymentOutcome::Unspecified), None);
    }
}
