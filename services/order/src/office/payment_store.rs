//! Records payments: the payment and the order in one transaction.

use std::collections::HashMap;

use database::violated_constraint;
use runtime::status::{Rule, Violation};
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    error::Error,
    events::{self, PaymentReceived},
    office::{payment::Payment, shop_day::today},
    order::{order_store, record::Order},
};

/// The unique index on bank references.
const REFERENCE_TAKEN: &str = "received_payments_reference";

/// Records a payment, with the staff member who entered it. The same payment again changes nothing. The
/// order's version stays, because a payment does not change the status.
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
    write(&mut transaction, std::slice::from_ref(payment), staff_id)
        .await
        .map_err(refused)?;
    let paid = order_store::find(&mut *transaction, payment.order_id).await?;
    let paid = paid.ok_or(Error::Unknown)?;
    transaction.commit().await?;
    Ok(paid)
}

/// Records payments of locked, unpaid orders, with their events.
pub async fn write(db: &mut PgConnection, payments: &[Payment], staff_id: Option<Uuid>) -> sqlx::Result<()> {
    let all = || payments.iter();
    let orders: Vec<_> = all().map(|payment| payment.order_id).collect();
    let channels: Vec<_> = all().map(|payment| payment.channel.as_str().to_owned()).collect();
    let references: Vec<_> = all().map(|payment| payment.reference.clone()).collect();
    let amounts: Vec<_> = all().map(|payment| payment.amount_paise).collect();
    let days: Vec<_> = all().map(|payment| payment.received_on).collect();
    let writing = sqlx::query!(
        "WITH paid AS (UPDATE orders SET payment_status = 'paid' WHERE id = ANY($1) RETURNING id, order_number, version),
         written AS (
           INSERT INTO received_payments (order_id, channel, reference, amount_paise, received_on, staff_id)
           SELECT id, channel, reference, amount_paise, received_on, $6
           FROM unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[], $5::date[])
             AS new (order_id, channel, reference, amount_paise, received_on) JOIN paid ON paid.id = new.order_id)
         SELECT id, order_number, version FROM paid",
        &orders,
        &channels,
        &references,
        &amounts,
        &days,
        staff_id
    );
    let written = writing.fetch_all(&mut *db).await?.into_iter();
    let written: HashMap<_, _> = written
        .map(|row| (row.id, (row.order_number, row.version)))
        .collect();
    let now = OffsetDateTime::now_utc();
    let events = all().filter_map(|payment| {
        let (order_number, version) = written.get(&payment.order_id)?;
        let paid = PaymentReceived {
            order_id: payment.order_id,
            order_number,
            version: *version,
            channel: payment.channel,
            amount_paise: payment.amount_paise,
            received_on: payment.received_on,
        };
        Some(events::order_paid(paid, now))
    });
    outbox::write_all(db, events.collect()).await
}

fn refused(error: sqlx::Error) -> Error {
    if violated_constraint(&error) == Some(REFERENCE_TAKEN) {
        let broken = Rule::Repeated.says("This number is recorded for another order. Check the payment");
        return Error::Invalid(vec![Violation::new("reference", broken)]);
    }
    error.into()
}
