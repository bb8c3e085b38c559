//! Sends the payment instructions again, at the request of staff.

use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    error::Error,
    events,
    order::{
        order_status::Status, order_store, payment_method::PaymentMethod, received_payment::PaymentStatus,
        record::Order,
    },
};

/// The statuses in which an order that is paid later can be paid.
const OPEN: [Status; 5] = [
    Status::Placed,
    Status::Confirmed,
    Status::Packed,
    Status::Shipped,
    Status::Delivered,
];

/// Writes the event that triggers the mail with the payment instructions.
pub async fn request_payment(db: &PgPool, order_id: Uuid, now: OffsetDateTime) -> Result<(), Error> {
    let mut transaction = database::begin(db).await?;
    let order = order_store::find(&mut *transaction, order_id).await?;
    let order = order.ok_or(Error::Unknown)?;
    if !waits_for_money(&order, now) {
        return Err(Error::NotEditable(
            "The shopper cannot pay this order now: it is paid, cancelled, or cash on delivery.",
        ));
    }
    if order.details.email.is_empty() {
        return Err(Error::NotEditable(
            "This order has no email address: call the shopper to tell them how to pay.",
        ));
    }
    let event = events::order_payment_due(order.id, &order.order_number, order.version, now);
    outbox::write(&mut transaction, event).await?;
    transaction.commit().await?;
    tracing::info!(order_id = %order.id, "payment requested again");
    Ok(())
}

fn waits_for_money(order: &Order, now: OffsetDateTime) -> bool {
    let is = |status: Status| order.status == status.as_str();
    let is_open = match order.details.payment_method {
        Some(PaymentMethod::Online) => {
            is(Status::Placed) && order.payment_due_at.is_some_and(|due_at| now < due_at)
        }
        // An order that names no method is paid later.
        Some(PaymentMethod::PayLater) | None => OPEN.into_iter().any(is),
        Some(PaymentMethod::CashOnDelivery) => false,
    };
    is_open && order.payment_status == PaymentStatus::Pending.as_str()
}
