//! Corrects delivery addresses: the row, the history and the event in one transaction.

use runtime::status::{Rule, Violation};
use sqlx::{PgConnection, PgPool};
use time::{Date, OffsetDateTime};
use uuid::Uuid;
use values::day_in_india;

use crate::{
    delivery::{
        charges, pincodes,
        rules::{DeliveryRules, ShopRules},
    },
    editing::correction::Correction,
    error::Error,
    events,
    order::{
        order_status::{Actor, Status},
        order_store,
        recipient::Recipient,
        record::Order,
    },
};

/// The entry in the order's history. It does not contain the addresses, because history is never erased.
const REASON: &str = "The address was corrected";

/// Corrects delivery addresses.
#[derive(Debug, Clone)]
pub struct CorrectAddress {
    /// The database of orders.
    pub db: PgPool,
    /// The waker of the outbox relay.
    pub relay: outbox::Waker,
    /// The shop's delivery rules.
    pub rules: ShopRules,
}

impl CorrectAddress {
    /// Corrects the delivery address of an order. Returns an order that already has the address unchanged.
    pub async fn correct(
        &self,
        wanted: &Correction,
        staff_id: Uuid,
        now: OffsetDateTime,
    ) -> Result<Order, Error> {
        let mut transaction = database::begin(&self.db).await?;
        order_store::lock(&mut transaction, wanted.order_id).await?;
        let order = order_store::find(&mut *transaction, wanted.order_id).await?;
        let order = order.ok_or(Error::Unknown)?;
        if wanted.recipient.is_of(&order.details) {
            return Ok(order);
        }
        if order.version != wanted.version {
            return Err(Error::Changed(Box::new(order)));
        }
        check_state(&order)?;
        let rules = self.rules.current();
        check_charges(&mut transaction, &order, &wanted.recipient.pincode, &rules).await?;
        let days = days(&mut transaction, &order, &wanted.recipient.pincode, &rules, now).await?;
        write(&mut transaction, &order, wanted, days, staff_id, now).await?;
        let corrected = order_store::find(&mut *transaction, wanted.order_id).await?;
        let corrected = corrected.ok_or(Error::Unknown)?;
        transaction.commit().await?;
        self.relay.wake();
        Ok(corrected)
    }
}

/// Fails if the order is packed, because the address is on the parcel's label.
fn check_state(order: &Order) -> Result<(), Error> {
    match Status::parse(&order.status) {
        Some(Status::Placed | Status::Confirmed) => Ok(()),
        _ => Err(Error::NotEditable(
            "The address can be corrected only before the order is packed.",
        )),
    }
}

/// Fails if delivery to the new pincode costs another amount, or if COD is not available there. An order
/// without a payment method has no charges.
async fn check_charges(
    db: &mut PgConnection,
    order: &Order,
    pincode: &str,
    rules: &DeliveryRules,
) -> Result<(), Error> {
    let Some(method) = order.details.payment_method else {
        return Ok(());
    };
    // The same pincode keeps the agreed charges, even if the shop's rules changed since.
    if order.details.pincode == pincode {
        return Ok(());
    }
    let place = pincodes::find(&mut *db, pincode, rules).await?;
    let place = place.ok_or_else(|| {
        let broken = Rule::Unknown.says("We do not know this pincode. Please check it.");
        Error::Invalid(vec![Violation::new("pincode", broken)])
    })?;
    let charges = charges::charges(method, place.terms).map_err(|_| Error::NoCashThere)?;
    // Both pincodes without rules of their own have the same charges, even if the shop's charges changed
    // since.
    let before = pincodes::find(db, &order.details.pincode, rules).await?;
    if place.is_usual && before.is_some_and(|before| before.is_usual) {
        return Ok(());
    }
    let same = charges.len() == order.charges.len()
        && charges.iter().all(|charge| {
            let mut known = order.charges.iter();
            known.any(|known| known.kind == charge.kind && known.amount_paise == charge.amount_paise)
        });
    same.then_some(()).ok_or(Error::PincodeDiffers)
}

/// Returns the delivery dates, which change with the pincode.
async fn days(
    db: &mut PgConnection,
    order: &Order,
    pincode: &str,
    rules: &DeliveryRules,
    now: OffsetDateTime,
) -> sqlx::Result<(Option<Date>, Option<Date>)> {
    if order.details.pincode == pincode {
        return Ok((order.promised_from, order.promised_by));
    }
    let place = pincodes::find(db, pincode, rules).await?;
    let days = place.map(|place| place.zone.delivery_dates(day_in_india(now), &rules.holidays));
    Ok(days.unzip())
}

async fn write(
    db: &mut PgConnection,
    order: &Order,
    wanted: &Correction,
    (promised_from, promised_by): (Option<Date>, Option<Date>),
    staff_id: Uuid,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    let version = order.version + 1;
    let Recipient {
        full_name,
        mobile_number,
        delivery_address,
        pincode,
    } = &wanted.recipient;
    sqlx::query!(
        "WITH corrected AS (
           UPDATE orders SET version = $2, full_name = $3, mobile_number = $4, delivery_address = $5, pincode = $6,
             promised_from = $11, promised_by = $12
           WHERE id = $1 RETURNING id, status)
         INSERT INTO order_changes (order_id, version, from_status, to_status, actor, actor_id, reason, changed_at)
         SELECT id, $2, status, status, $7, $8, $9, $10 FROM corrected",
        order.id,
        version,
        full_name,
        mobile_number,
        delivery_address,
        pincode,
        Actor::Staff.as_str(),
        staff_id,
        REASON,
        now,
        promised_from,
        promised_by
    )
    .execute(&mut *db)
    .await?;
    outbox::write(db, events::order_address_corrected(order, version, now)).await
}
