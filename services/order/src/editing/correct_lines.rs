//! Corrects the quantities of orders. First the inventory reserves additional packs. Then one transaction
//! writes lines, history and event, and the event makes the inventory release packs. If the transaction
//! fails, the inventory asks for the lines later.

use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    delivery::rules::ShopRules,
    editing::{
        corrected_lines::{self, CorrectedLines},
        inventory::ReservationClient,
        lines_correction::LinesCorrection,
    },
    error::Error,
    events,
    order::{
        charge::CashBound,
        order_status::{Actor, Status},
        order_store,
        payment_method::PaymentMethod,
        received_payment::PaymentStatus,
        record::Order,
    },
};

/// Corrects the quantities of orders.
#[derive(Debug, Clone)]
pub struct CorrectLines {
    /// The database of orders.
    pub db: PgPool,
    /// The waker of the outbox relay.
    pub relay: outbox::Waker,
    /// The client of the inventory.
    pub reservations: ReservationClient,
    /// The shop's delivery rules.
    pub rules: ShopRules,
}

impl CorrectLines {
    /// Corrects the quantities of an order. Returns an order that already has them unchanged.
    pub async fn correct(
        &self,
        wanted: &LinesCorrection,
        staff_id: Uuid,
        now: OffsetDateTime,
    ) -> Result<Order, Error> {
        let seen = order_store::find(&self.db, wanted.order_id).await?;
        let seen = seen.ok_or(Error::Unknown)?;
        if corrected_lines::is_done(&seen, &wanted.lines) {
            return Ok(seen);
        }
        let corrected = self.check(&seen, wanted)?;
        // The call happens outside a transaction, so that none stays open while it waits.
        self.reservations.change(&seen, &corrected.lines).await?;
        let mut transaction = database::begin(&self.db).await?;
        order_store::lock(&mut transaction, wanted.order_id).await?;
        let order = order_store::find(&mut *transaction, wanted.order_id).await?;
        let order = order.ok_or(Error::Unknown)?;
        if corrected_lines::is_done(&order, &wanted.lines) {
            return Ok(order);
        }
        // A concurrent change is found by its version. A payment does not change the version, so the rules
        // are checked again.
        let corrected = self.check(&order, wanted)?;
        write(&mut transaction, &order, &corrected, staff_id, now).await?;
        let order = order_store::find(&mut *transaction, wanted.order_id).await?;
        let order = order.ok_or(Error::Unknown)?;
        outbox::write(&mut transaction, events::order_lines_corrected(&order, now)).await?;
        transaction.commit().await?;
        self.relay.wake();
        Ok(order)
    }

    fn check(&self, order: &Order, wanted: &LinesCorrection) -> Result<CorrectedLines, Error> {
        if order.version != wanted.version {
            return Err(Error::Changed(Box::new(order.clone())));
        }
        if !matches!(
            Status::parse(&order.status),
            Some(Status::Placed | Status::Confirmed)
        ) {
            return Err(Error::NotEditable(
                "Quantities can be corrected only before the order is packed.",
            ));
        }
        if order.details.payment_method == Some(PaymentMethod::Online) {
            return Err(Error::NotEditable(
                "The total of an order that is paid online cannot change. Cancel it and create a new one.",
            ));
        }
        if order.payment.is_some() || order.payment_status != PaymentStatus::Pending.as_str() {
            return Err(Error::NotEditable(
                "A payment is recorded for this order, so its quantities cannot change. Send it as it is, or cancel it.",
            ));
        }
        let bound = CashBound::from_paise(self.rules.current().cod_limit_paise);
        corrected_lines::correct(order, &wanted.lines, bound).map_err(Error::Invalid)
    }
}

async fn write(
    db: &mut PgConnection,
    order: &Order,
    corrected: &CorrectedLines,
    staff_id: Uuid,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    let products: Vec<_> = corrected.lines.iter().map(|line| line.product_id).collect();
    let weights: Vec<_> = corrected.lines.iter().map(|line| line.weight_in_grams).collect();
    let quantities: Vec<_> = corrected.lines.iter().map(|line| line.quantity).collect();
    sqlx::query!(
        "WITH line AS (
           SELECT * FROM unnest($2::uuid[], $3::integer[], $4::integer[]) AS line (product_id, weight_in_grams, quantity)),
         gone AS (
           DELETE FROM order_lines
           WHERE order_id = $1 AND (product_id, weight_in_grams) NOT IN (SELECT product_id, weight_in_grams FROM line))
         UPDATE order_lines SET quantity = line.quantity FROM line
         WHERE order_id = $1 AND (order_lines.product_id, order_lines.weight_in_grams) = (line.product_id, line.weight_in_grams)",
        order.id,
        &products,
        &weights,
        &quantities
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "WITH corrected AS (
           UPDATE orders SET version = $2, total_paise = $3 WHERE id = $1 RETURNING id, status)
         INSERT INTO order_changes (order_id, version, from_status, to_status, actor, actor_id, reason, changed_at)
         SELECT id, $2, status, status, $4, $5, $6, $7 FROM corrected",
        order.id,
        order.version + 1,
        corrected.total_paise,
        Actor::Staff.as_str(),
        staff_id,
        corrected.reason,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}
