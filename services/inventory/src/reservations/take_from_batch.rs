//! Moves an order's reservation to another batch when the packer has a pack of that batch in hand.
//!
//! Locks the order's reservation first, then the pack. If all packs of the batch are reserved, another order
//! whose parcel is open exchanges packs with this one. Orders locked by another transaction are skipped.

use sqlx::{PgConnection, PgPool};
use time::Date;
use uuid::Uuid;

use crate::{
    error::Error,
    pack::Pack,
    reservations::{
        change_store::{release, reserve},
        pack_store,
        planning::allocation::Allocation,
        reservation_store::{self, ReservedPacks},
    },
};

/// The maximum number of orders that may exchange packs with one order.
const MOST_OTHERS: i64 = 100;

/// The pack that a packer has in hand, and the order it is for.
#[derive(Debug, Clone)]
pub struct BatchPick {
    /// The order that is being packed.
    pub order_id: Uuid,
    /// The batch number printed on the pack.
    pub batch_number: String,
    /// The number of packs of the batch that the order gets.
    pub quantity: i32,
    /// The batches reserved for the order whose packs are not in the parcel yet.
    pub instead_of: Vec<Uuid>,
}

/// The batch of the pack in hand.
struct PickedBatch {
    id: Uuid,
    pack: Pack,
    last_sale_on: Date,
    today: Date,
    is_recalled: bool,
    /// The MRP printed on its packs, in paise.
    mrp_paise: i64,
}

/// Moves an order's reservation to a batch until it has `quantity` packs of it. Returns the order's reserved
/// packs.
#[tracing::instrument(name = "BEGIN taking", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn take_from_batch(db: &PgPool, pick: &BatchPick) -> Result<Vec<ReservedPacks>, Error> {
    let mut transaction = database::begin(db).await?;
    lock_open(&mut transaction, pick.order_id).await?;
    let target = find_target(&mut transaction, pick).await?;
    if target.is_recalled {
        return Err(Error::RecalledBatch(pick.batch_number.clone()));
    }
    if target.last_sale_on < target.today {
        return Err(Error::OldBatch(pick.batch_number.clone()));
    }
    let locked = pack_store::lock(&mut transaction, [target.pack]).await?;
    let has = held(&mut transaction, pick.order_id, &[target.id]).await?;
    let wanted = pick.quantity - has.iter().map(|part| part.quantity).sum::<i32>();
    if wanted > 0 {
        let others: Vec<_> = pick
            .instead_of
            .iter()
            .copied()
            .filter(|id| *id != target.id)
            .collect();
        let gives = first_packs(&held(&mut transaction, pick.order_id, &others).await?, wanted);
        exchange(&mut transaction, pick, &target, gives, wanted).await?;
        pack_store::publish_changes(&mut transaction, &locked).await?;
    }
    transaction.commit().await?;
    let reserved = reservation_store::of_orders(db, &[pick.order_id]).await?;
    Ok(reserved.into_iter().map(|(_, reserved)| reserved).collect())
}

/// Exchanges packs that the order holds for packs of the target batch.
async fn exchange(
    db: &mut PgConnection,
    pick: &BatchPick,
    target: &PickedBatch,
    gives: Vec<Allocation>,
    wanted: i32,
) -> Result<(), Error> {
    if gives.iter().map(|part| part.quantity).sum::<i32>() < wanted {
        return Err(Error::OtherPack(pick.batch_number.clone()));
    }
    let price_paise = gives.iter().map(|part| part.price_paise).max().unwrap_or(0);
    if price_paise > target.mrp_paise {
        return Err(Error::PricedAbove(pick.batch_number.clone()));
    }
    release(db, pick.order_id, &gives).await?;
    let free = sqlx::query_scalar!(
        r#"SELECT on_hand - reserved AS "free!" FROM batches WHERE id = $1"#,
        target.id
    );
    let mut missing = (wanted - free.fetch_one(&mut *db).await?).max(0);
    let instead: Vec<_> = gives.iter().map(|part| part.batch_id).collect();
    let mut gives = gives;
    for (order_id, held) in open_holders(db, pick.order_id, target.id, &instead).await? {
        let quantity = held.quantity.min(missing);
        if quantity == 0 {
            break;
        }
        missing -= quantity;
        let gets = first_packs(&gives, quantity).into_iter().map(|part| Allocation {
            price_paise: held.price_paise,
            ..part
        });
        let gets: Vec<_> = gets.collect();
        gives = without(gives, quantity);
        release(db, order_id, &[Allocation { quantity, ..held }]).await?;
        reserve(db, order_id, gets).await?;
    }
    if missing > 0 {
        return Err(Error::NotFree(pick.batch_number.clone()));
    }
    let of_target = Allocation {
        batch_id: target.id,
        quantity: wanted,
        price_paise,
    };
    reserve(db, pick.order_id, [of_target]).await?;
    Ok(())
}

/// Returns the first `quantity` packs of these.
fn first_packs(parts: &[Allocation], quantity: i32) -> Vec<Allocation> {
    let mut wanted = quantity;
    let taken = parts.iter().map(|part| {
        let quantity = part.quantity.min(wanted);
        wanted -= quantity;
        Allocation { quantity, ..*part }
    });
    taken.filter(|part| part.quantity > 0).collect()
}

/// Returns these packs without the first `quantity`.
fn without(parts: Vec<Allocation>, quantity: i32) -> Vec<Allocation> {
    let mut taken = quantity;
    let left = parts.into_iter().map(|part| {
        let gone = part.quantity.min(taken);
        taken -= gone;
        Allocation {
            quantity: part.quantity - gone,
            ..part
        }
    });
    left.filter(|part| part.quantity > 0).collect()
}

/// Locks the reservation of an order that has not been released for shipping.
async fn lock_open(db: &mut PgConnection, order_id: Uuid) -> Result<(), Error> {
    let locking = sqlx::query!(
        r#"SELECT state IN ('held', 'placed') AND awaits IS NULL AND released_at IS NULL AS "is_open!"
           FROM reservations WHERE order_id = $1 FOR UPDATE"#,
        order_id
    );
    let row = locking.fetch_optional(db).await?.ok_or(Error::UnknownOrder)?;
    if row.is_open { Ok(()) } else { Err(Error::NotOpen) }
}

/// Finds the batch by the number on the pack, among batches of the packs that are not in the parcel yet.
async fn find_target(db: &mut PgConnection, pick: &BatchPick) -> Result<PickedBatch, Error> {
    let packs = sqlx::query_as!(
        Pack,
        "SELECT DISTINCT product_id, weight_in_grams FROM batches WHERE id = ANY($1)",
        &pick.instead_of
    );
    let (products, weights) = pack_store::columns(packs.fetch_all(&mut *db).await?);
    let finding = sqlx::query!(
        r#"SELECT id, product_id, weight_in_grams, last_sale_on AS "last_sale_on!", is_recalled, mrp_paise,
             shop_today() AS "today!"
           FROM unnest($1::uuid[], $2::integer[]) AS pack (product, weight),
             -- Each pack's batches by their index, and never all batches.
             LATERAL (SELECT * FROM batches WHERE product_id = product AND weight_in_grams = weight OFFSET 0) AS batch
           WHERE upper(batch_number) = upper($3) ORDER BY batch_number, id LIMIT 1"#,
        &products,
        &weights,
        pick.batch_number
    );
    let row = finding.fetch_optional(db).await?;
    let row = row.ok_or_else(|| Error::OtherPack(pick.batch_number.clone()))?;
    Ok(PickedBatch {
        id: row.id,
        pack: Pack {
            product_id: row.product_id,
            weight_in_grams: row.weight_in_grams,
        },
        last_sale_on: row.last_sale_on,
        today: row.today,
        is_recalled: row.is_recalled,
        mrp_paise: row.mrp_paise,
    })
}

/// Returns the packs of these batches that an order holds, in the order of `batches`.
async fn held(db: &mut PgConnection, order_id: Uuid, batches: &[Uuid]) -> sqlx::Result<Vec<Allocation>> {
    sqlx::query_as!(
        Allocation,
        "SELECT batch_id, quantity, price_paise FROM reserved_packs WHERE order_id = $1 AND batch_id = ANY($2)
         ORDER BY array_position($2, batch_id)",
        order_id,
        batches
    )
    .fetch_all(db)
    .await
}

/// Locks and returns the other orders with open parcels that hold packs of a batch, the newest first. Leaves
/// out orders that pay more than the MRP of the packs that they would get instead.
async fn open_holders(
    db: &mut PgConnection,
    besides: Uuid,
    batch_id: Uuid,
    instead: &[Uuid],
) -> sqlx::Result<Vec<(Uuid, Allocation)>> {
    let holders = sqlx::query!(
        "SELECT order_id, batch_id, quantity, price_paise FROM reserved_packs JOIN reservations USING (order_id)
         WHERE batch_id = $1 AND order_id <> $2 AND state IN ('held', 'placed') AND awaits IS NULL AND released_at IS NULL
           AND NOT is_packed AND price_paise <= (SELECT min(mrp_paise) FROM batches WHERE id = ANY($3))
         ORDER BY finalize_by DESC, order_id LIMIT $4 FOR UPDATE OF reservations SKIP LOCKED",
        batch_id,
        besides,
        instead,
        MOST_OTHERS
    );
    let holders = holders.fetch_all(db).await?.into_iter().map(|row| {
        let held = Allocation {
            batch_id: row.batch_id,
            quantity: row.quantity,
            price_paise: row.price_paise,
        };
        (row.order_id, held)
    });
    Ok(holders.collect())
}
