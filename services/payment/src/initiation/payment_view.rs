//! The payment state of an order, for its shopper.

use sqlx::PgPool;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::{
    capture::poll_attempts::{PollPurpose, poll_attempt},
    error::Error,
    payment::{
        attempt::{Attempt, AttemptState},
        attempt_store,
        payable_order::PayableOrder,
        payment_state::{OrderPayments, PaymentState},
        payment_store, refund_store,
    },
    payments::{Payments, order_client::OrderLookupError},
    provider::Provider,
};

/// The shortest pause between polls. Browsers ask more often than the state changes.
const ASKED_A_MOMENT_AGO: Duration = Duration::seconds(1);

/// The payment state of an order, with its parts.
#[derive(Debug, Clone)]
pub struct PaymentView {
    /// The order, from the order service.
    pub order: PayableOrder,
    /// The attempts, payments and refunds.
    pub payments: OrderPayments,
    /// The state.
    pub state: PaymentState,
}

/// The stored payment state of an order.
pub async fn get(payments: &Payments, order_id: Uuid) -> Result<PaymentView, Error> {
    let order = order(payments, order_id).await?;
    of_order(&payments.db, order).await
}

/// Polls the provider, then returns the payment state. Ignores a failure of the provider.
pub async fn refresh(payments: &Payments, order_id: Uuid) -> Result<PaymentView, Error> {
    let attempts = attempt_store::of_order(&payments.db, order_id).await?;
    let open = attempts.iter().find(|attempt| attempt.state.is_open());
    if let Some(attempt) = open
        .or(attempts.first())
        .filter(|attempt| is_worth_asking(attempt))
    {
        if let Some(Provider::Upi(_)) = payments.provider_named(&attempt.provider) {
            return report_payment(payments, attempt).await;
        }
        if let Err(error) = poll_attempt(payments, attempt, PollPurpose::Update).await {
            tracing::warn!(id = %attempt.id, error = error.cause(), "an attempt could not be looked at");
        }
    }
    get(payments, order_id).await
}

/// Stores that the shopper reported a payment, and makes the order wait for the bank statement. If the order
/// service fails, only the report is stored; the browser asks again.
async fn report_payment(payments: &Payments, attempt: &Attempt) -> Result<PaymentView, Error> {
    let due_at = payments.orders.await_payment(attempt.order_id).await;
    let due_at = due_at.inspect_err(|status| {
        tracing::warn!(id = %attempt.id, code = ?status.code(), "an order could not be told to wait");
    });
    attempt_store::record_reported_payment(&payments.db, attempt.id, due_at.ok().flatten()).await?;
    get(payments, attempt.order_id).await
}

/// The current order, from the order service.
pub async fn order(payments: &Payments, order_id: Uuid) -> Result<PayableOrder, Error> {
    let order = payments.orders.get(order_id).await;
    order.map_err(|why| match why {
        OrderLookupError::Unknown => Error::UnknownOrder,
        OrderLookupError::Unavailable(status) => Error::OrdersUnavailable(status),
        OrderLookupError::InvalidAnswer(status) => Error::OrdersInvalidAnswer(status),
    })
}

/// The payment state of an order that was just read.
pub async fn of_order(db: &PgPool, order: PayableOrder) -> Result<PaymentView, Error> {
    let payments = load_payments(db, order.id).await?;
    let state = payments.state(&order, OffsetDateTime::now_utc());
    Ok(PaymentView {
        order,
        payments,
        state,
    })
}

/// The attempts, payments and refunds of an order.
pub async fn load_payments(db: &PgPool, order_id: Uuid) -> Result<OrderPayments, Error> {
    let attempts = attempt_store::of_order(db, order_id).await?;
    let money = payment_store::of_order(db, order_id).await?;
    let payment_ids: Vec<_> = money.iter().map(|money| money.id).collect();
    let refunds = if payment_ids.is_empty() {
        Vec::new()
    } else {
        refund_store::of_payments(db, &payment_ids).await?
    };
    Ok(OrderPayments {
        attempts,
        money,
        refunds,
    })
}

fn is_worth_asking(attempt: &Attempt) -> bool {
    let recently = OffsetDateTime::now_utc() - ASKED_A_MOMENT_AGO;
    attempt.state != AttemptState::Paid && attempt.looked_at.is_none_or(|looked_at| looked_at < recently)
}
