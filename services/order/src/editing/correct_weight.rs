//! Corrects the weight of packed parcels: the row and the history in one transaction.

use runtime::status::{Rule, Violation, field};
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    editing::note::id,
    error::Error,
    order::{
        order_status::{Actor, Status},
        order_store, parcel,
        record::Order,
    },
};

/// The entry in the order's history.
const REASON: &str = "The parcel's weight was corrected";

/// An unvalidated correction. [`WeightCorrectionRequest::validate`] turns it into a [`WeightCorrection`].
#[derive(Debug, Clone)]
pub struct WeightCorrectionRequest {
    /// The order's id, a UUID.
    pub order_id: String,
    /// The version that the caller last read.
    pub version: i32,
    /// The weight of the parcel, in grams. `None` when it was not weighed.
    pub weight_in_grams: Option<i32>,
}

/// A validated correction.
#[derive(Debug, Clone, Copy)]
pub struct WeightCorrection {
    order_id: Uuid,
    version: i32,
    weight_in_grams: Option<i32>,
}

impl WeightCorrectionRequest {
    /// Validates the values. Returns every violation.
    pub fn validate(self) -> Result<WeightCorrection, Vec<Violation>> {
        let mut violations = Vec::new();
        let order_id = field("order_id", id(&self.order_id), &mut violations);
        let version = Some(self.version).filter(|version| *version > 0);
        let version = version.ok_or(Rule::Required.says("Say which version of the order you saw"));
        let version = field("version", version, &mut violations);
        let weight = self.weight_in_grams.map(parcel::weight).transpose();
        let weight = field("weight_in_grams", weight, &mut violations);
        match (order_id, version, weight) {
            (Some(order_id), Some(version), Some(weight_in_grams)) => Ok(WeightCorrection {
                order_id,
                version,
                weight_in_grams,
            }),
            _ => Err(violations),
        }
    }
}

/// Corrects the weight of a parcel. Returns an order that already has the weight unchanged. There is no
/// event, because no other service knows the weight.
pub async fn correct_weight(
    db: &PgPool,
    wanted: &WeightCorrection,
    staff_id: Uuid,
    now: OffsetDateTime,
) -> Result<Order, Error> {
    let mut transaction = database::begin(db).await?;
    order_store::lock(&mut transaction, wanted.order_id).await?;
    let order = order_store::find(&mut *transaction, wanted.order_id).await?;
    let order = order.ok_or(Error::Unknown)?;
    if wanted.weight_in_grams == order.parcel_weight_in_grams {
        return Ok(order);
    }
    if order.version != wanted.version {
        return Err(Error::Changed(Box::new(order)));
    }
    check_state(&order)?;
    write(&mut transaction, &order, wanted, staff_id, now).await?;
    let corrected = order_store::find(&mut *transaction, wanted.order_id).await?;
    let corrected = corrected.ok_or(Error::Unknown)?;
    transaction.commit().await?;
    Ok(corrected)
}

/// Fails if the order is not packed yet or was handed to the carrier, because the signed handover list has
/// the weight.
fn check_state(order: &Order) -> Result<(), Error> {
    match Status::parse(&order.status) {
        Some(Status::Packed) => Ok(()),
        Some(Status::Placed | Status::Confirmed) => Err(Error::NotEditable(
            "Mark the order packed before you enter its weight.",
        )),
        _ => Err(Error::NotEditable(
            "The parcel's weight can be corrected only until it is handed over.",
        )),
    }
}

async fn write(
    db: &mut PgConnection,
    order: &Order,
    wanted: &WeightCorrection,
    staff_id: Uuid,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "WITH corrected AS (
           UPDATE orders SET version = $2, parcel_weight_in_grams = $3 WHERE id = $1 RETURNING id, status)
         INSERT INTO order_changes (order_id, version, from_status, to_status, actor, actor_id, reason, changed_at)
         SELECT id, $2, status, status, $4, $5, $6, $7 FROM corrected",
        order.id,
        order.version + 1,
        wanted.weight_in_grams,
        Actor::Staff.as_str(),
        staff_id,
        REASON,
        now
    )
    .execute(db)
    .await
    .map(drop)
}
