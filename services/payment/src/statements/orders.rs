//! Calls to the order service, which decides whether an order accepts a credit.

use proto::order::v1::{GetOrderRequest, MoneyChannel, RecordPaymentRequest};
use runtime::status;
use tonic::{Code, Status};
use uuid::Uuid;

use crate::{error::Error, payments::Payments, statements::credit::Credit};

/// The order with this number.
pub async fn find(payments: &Payments, order_number: &str) -> Result<Uuid, Error> {
    let request = GetOrderRequest {
        order_number: order_number.to_owned(),
        ..GetOrderRequest::default()
    };
    let answer = payments.orders.0.call(request).await.map_err(refused)?;
    let order = answer
        .order
        .and_then(|order| Uuid::parse_str(&order.order_id).ok());
    order.ok_or(Error::Impossible("the order service answered no order"))
}

/// Records at the order service that a credit paid an order. Idempotent.
pub async fn record(payments: &Payments, credit: &Credit, order_id: Uuid) -> Result<(), Error> {
    let request = RecordPaymentRequest {
        order_id: order_id.to_string(),
        channel: MoneyChannel::Upi.into(),
        reference: credit.utr.clone(),
        amount_paise: credit.amount_paise,
        received_on: credit.received_on.to_string(),
    };
    let answer = payments.orders.0.call(request).await;
    answer.map(drop).map_err(refused)
}

/// Converts an error of the order service: refused, or not reachable.
fn refused(answer: Status) -> Error {
    let details = status::details(&answer);
    match answer.code() {
        Code::NotFound => Error::UnknownOrder,
        Code::FailedPrecondition => {
            let reasons = ["ALREADY_PAID", "WRONG_AMOUNT", "NOT_TO_BE_PAID"];
            let known = reasons
                .into_iter()
                .find(|reason| details.reason.as_deref() == Some(reason));
            let words = answer.message().to_owned();
            known.map_or_else(
                || Error::OrdersInvalidAnswer(Box::new(answer)),
                |reason| Error::CreditRejected { reason, words },
            )
        }
        // The day is before the order or in the future, or the reference paid another order.
        Code::InvalidArgument => {
            let words = details
                .violations
                .into_iter()
                .next()
                .map(|violation| violation.message);
            let words = words.unwrap_or_else(|| answer.message().to_owned());
            Error::CreditRejected {
                reason: "NOT_THIS_ORDER",
                words,
            }
        }
        Code::PermissionDenied | Code::Internal => Error::OrdersInvalidAnswer(Box::new(answer)),
        _ => Error::OrdersUnavailable(Box::new(answer)),
    }
}
