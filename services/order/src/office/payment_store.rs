//! Writing down that an order was paid: one transaction for the money and the order.

use database::violated_constraint;
use runtime::status::{Rule, Violation};
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use crate::{
    error::Error,
    office::{payment::Payment, shop_day::today},
    order::{order_store, record::Order},
};

/// The name of the index that keeps the references of banks apart.
const REFERENCE_TAKEN: &str = "received_payments_reference";

/// Writes down a payment, and who did; the same payment again changes nothing. The order's version stays: money is no state of it.
#[tracing::instrument(name = "INSERT received_payments", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn record(db: &PgPool, payment: &Payment, staff_id: Option<Uuid>) -> Result<Order, Error> {
    let mut transaction = database::begin(db).await?;
    order_store::lock(&mut transaction, payment.order_id).await?;
    let order = order_store::find(&mut *transaction, payment.order_id).await?;
    let order = order.ok_or(Error::Unknown)?;
    if let Some(recorded) = &order.payment {
        return if payment.is(recorded) {
            Ok(order)
        } else {
            Err(Error::AlreadyPaid)
        };
    }
    payment.check(&order, today(&mut *transaction).await?)?;
    write(&mut transaction, payment, staff_id).await?;
    let paid = order_store::find(&mut *transaction, payment.order_id).await?;
    let paid = paid.ok_or(Error::Unknown)?;
    transaction.commit().await?;
    Ok(paid)
}

async fn write(db: &mut PgConnection, payment: &Payment, staff_id: Option<Uuid>) -> Result<(), Error> {
    let writing = sqlx::query!(
        "WITH paid AS (UPDATE orders SET payment_status = 'paid' WHERE id = $1 RETURNING id)
         INSERT INTO received_payments (order_id, channel, reference, amount_paise, received_on, staff_id)
         SELECT id, $2, $3, $4, $5, $6 FROM paid",
        payment.order_id,
        payment.channel.as_str(),
        payment.reference,
        payment.amount_paise,
        payment.received_on,
        staff_id
    );
    match writing.execute(db).await {
        Ok(_) => Ok(()),
        Err(error) if violated_constraint(&error) == Some(REFERENCE_TAKEN) => {
            let broken =
                Rule::Repeated.says("This number was entered for another order. Look at the payment again");
            Err(Error::Invalid(vec![Violation::new("reference", broken)]))
        }
        Err(error) => Err(error.into()),
    }
}
