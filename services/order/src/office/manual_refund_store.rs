//! Records manual refunds: the refund, the order and the event in one transaction.

use database::violated_constraint;
use runtime::status::{Rule, Violation};
use sqlx::{PgConnection, PgExecutor, PgPool};
use time::{Date, OffsetDateTime};
use uuid::Uuid;

use crate::{
    error::Error,
    events::{self, OrderRefund},
    office::{manual_refund::ManualRefund, shop_day::today},
    online_payments::{
        online_payment_store::{self, ChangedRefund},
        payment_summary::{Refund, RefundState},
    },
    order::{order_store, received_payment::Channel, record::Order, refund_reason::RefundRefusal},
};

/// The unique index on bank references.
const REFERENCE_TAKEN: &str = "recorded_refunds_reference";

/// The maximum number of listed orders.
const MOST_OWED: i64 = 500;

/// The maximum number of listed refunds of an order.
const MOST: i64 = 100;

/// A stored manual refund.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedRefund {
    /// The refund's ID.
    pub refund_id: Uuid,
    /// The order's id.
    pub order_id: Uuid,
    /// The channel.
    pub channel: String,
    /// The bank's reference. For cash, the person who took it.
    pub reference: String,
    /// The amount, in paise.
    pub amount_paise: i64,
    /// The reason.
    pub reason: String,
    /// The day of the refund, in India.
    pub sent_on: Date,
    /// The time of recording.
    pub recorded_at: OffsetDateTime,
    /// The staff member who recorded it.
    pub staff_id: Option<Uuid>,
}

impl RecordedRefund {
    fn is(&self, refund: &ManualRefund) -> bool {
        (
            self.order_id,
            self.channel.as_str(),
            self.reference.as_str(),
            self.amount_paise,
        ) == (
            refund.order_id,
            refund.channel.as_str(),
            refund.reference.as_str(),
            refund.amount_paise,
        ) && (self.reason.as_str(), self.sent_on) == (refund.reason.as_str(), refund.sent_on)
    }
}

/// Records a manual refund, with the staff member who entered it. The same refund again changes nothing. The
/// order's version stays, because a refund does not change the status.
pub async fn record(db: &PgPool, refund: &ManualRefund, staff_id: Option<Uuid>) -> Result<Order, Error> {
    let mut transaction = database::begin(db).await?;
    order_store::lock(&mut transaction, refund.order_id).await?;
    let order = order_store::find(&mut *transaction, refund.order_id).await?;
    let order = order.ok_or(Error::Unknown)?;
    if let Some(known) = find(&mut *transaction, refund.refund_id).await? {
        return if known.is(refund) {
            Ok(order)
        } else {
            Err(Error::RefundRefusal(RefundRefusal::Reused))
        };
    }
    refund.check(&order, today(&mut *transaction).await?)?;
    let is_new = online_payment_store::store_refund(&mut transaction, &changed(refund)).await?;
    if !is_new {
        return Err(Error::RefundRefusal(RefundRefusal::Reused));
    }
    insert(&mut transaction, refund, staff_id)
        .await
        .map_err(refused)?;
    online_payment_store::update_payment_summary(&mut transaction, refund.order_id).await?;
    let event = OrderRefund {
        refund_id: refund.refund_id,
        order_id: refund.order_id,
        channel: refund.channel,
        amount_paise: refund.amount_paise,
        reason: refund.reason,
        sent_on: refund.sent_on,
    };
    outbox::write(
        &mut transaction,
        events::order_refunded(&event, OffsetDateTime::now_utc()),
    )
    .await?;
    let order = order_store::find(&mut *transaction, refund.order_id).await?;
    let order = order.ok_or(Error::Unknown)?;
    transaction.commit().await?;
    Ok(order)
}

/// Converts the refund to the form of all refunds. Its payment ID is the order's ID, because an order has
/// only one payment without a provider.
fn changed(refund: &ManualRefund) -> ChangedRefund {
    ChangedRefund {
        refund_id: refund.refund_id,
        order_id: refund.order_id,
        refund: Refund {
            payment_id: refund.order_id,
            amount_paise: refund.amount_paise,
            state: RefundState::Processed,
            is_of_accepted: true,
        },
        reason: refund.reason.as_str().to_owned(),
        version: 1,
        changed_on: refund.sent_on,
    }
}

#[tracing::instrument(name = "INSERT recorded_refunds", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
async fn insert(db: &mut PgConnection, refund: &ManualRefund, staff_id: Option<Uuid>) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO recorded_refunds (refund_id, order_id, channel, reference, staff_id) VALUES ($1, $2, $3, $4, $5)",
        refund.refund_id,
        refund.order_id,
        refund.channel.as_str(),
        refund.reference,
        staff_id
    )
    .execute(db)
    .await?;
    Ok(())
}

#[tracing::instrument(name = "SELECT recorded_refunds", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
async fn find(db: impl PgExecutor<'_>, refund_id: Uuid) -> sqlx::Result<Option<RecordedRefund>> {
    sqlx::query_as!(
        RecordedRefund,
        r#"SELECT refund_id, recorded.order_id, channel, reference, amount_paise, reason, changed_on AS sent_on, recorded_at,
             staff_id AS "staff_id?"
           FROM recorded_refunds AS recorded JOIN refunds USING (refund_id) WHERE refund_id = $1"#,
        refund_id
    )
    .fetch_optional(db)
    .await
}

/// Lists the manual refunds of an order, oldest first.
#[tracing::instrument(name = "SELECT recorded_refunds", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn of_order(db: impl PgExecutor<'_>, order_id: Uuid) -> sqlx::Result<Vec<RecordedRefund>> {
    sqlx::query_as!(
        RecordedRefund,
        r#"SELECT refund_id, recorded.order_id, channel, reference, amount_paise, reason, changed_on AS sent_on, recorded_at,
             staff_id AS "staff_id?"
           FROM recorded_refunds AS recorded JOIN refunds USING (refund_id)
           WHERE recorded.order_id = $1 ORDER BY recorded_at, refund_id LIMIT $2"#,
        order_id,
        MOST
    )
    .fetch_all(db)
    .await
}

/// An order that needs a manual refund.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundDue {
    /// The order's ID.
    pub order_id: Uuid,
    /// The order number.
    pub order_number: String,
    /// The final status.
    pub status: String,
    /// The channel of the payment.
    pub channel: String,
    /// The amount to refund, in paise.
    pub amount_paise: i64,
    /// The day the money arrived, in India.
    pub received_on: Date,
}

/// An order that is paid later and not paid yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnpaidOrder {
    /// The order's ID.
    pub order_id: Uuid,
    /// The order number.
    pub order_number: String,
    /// The status.
    pub status: String,
    /// The price of the order, in paise.
    pub amount_paise: i64,
    /// The time it was placed.
    pub placed_at: OffsetDateTime,
}

/// Lists orders that need a manual refund, oldest first. They were paid by hand and then cancelled, lost or
/// brought back. Or the shop took packs back without a refund, for any channel.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn refunds_due(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<RefundDue>> {
    sqlx::query_as!(
        RefundDue,
        r#"SELECT order_id AS "order_id!", order_number AS "order_number!", status AS "status!", channel AS "channel!",
             amount_paise AS "amount_paise!", received_on AS "received_on!"
           FROM (
             SELECT orders.id AS order_id, order_number, status, channel, amount_paise, received_on, placed_at
             FROM orders JOIN received_payments ON received_payments.order_id = orders.id
             WHERE payment_status = 'paid' AND status IN ('cancelled', 'returned_to_origin', 'lost') AND channel <> $1
             UNION ALL
             SELECT orders.id, order_number, status, channel, returned_paise - refunded_paise - refunding_paise, received_on, placed_at
             FROM orders JOIN received_payments ON received_payments.order_id = orders.id
             WHERE status = 'returned' AND returned_paise > refunded_paise + refunding_paise
               AND NOT EXISTS (
                 SELECT FROM refunds WHERE refunds.order_id = orders.id AND reason = 'returned' AND state <> 'failed')
           ) AS owed
           ORDER BY placed_at, order_id LIMIT $2"#,
        Channel::Online.as_str(),
        MOST_OWED
    )
    .fetch_all(db)
    .await
}

/// Lists orders that are paid later and not paid yet, oldest first.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn unpaid_orders(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<UnpaidOrder>> {
    sqlx::query_as!(
        UnpaidOrder,
        "SELECT id AS order_id, order_number, status, total_paise AS amount_paise, placed_at FROM orders
         WHERE payment_status = 'pending' AND coalesce(payment_method, 'pay_later') = 'pay_later'
           AND status IN ('placed', 'confirmed', 'packed', 'shipped', 'delivered', 'return_requested', 'return_accepted')
         ORDER BY placed_at, id LIMIT $1",
        MOST_OWED
    )
    .fetch_all(db)
    .await
}

fn refused(error: sqlx::Error) -> Error {
    if violated_constraint(&error) == Some(REFERENCE_TAKEN) {
        let broken = Rule::Repeated.says("This number is recorded for another refund. Check the transfer");
        return Error::Invalid(vec![Violation::new("reference", broken)]);
    }
    error.into()
}
