//! The SQL of returned packs.

use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    error::Error,
    ledger::batch_store::{self, Batch},
    pack::{Pack, PageCursor},
    reservations::{
        oversold::backorder_store::{fill_backorders, lock_pack},
        pack_store,
    },
    returns::resolution::Resolution,
};

/// The page size, in rows.
pub const PAGE: usize = 500;

/// Packs that came back with an order.
#[derive(Debug)]
pub struct ReturnedPacks {
    /// The order's id.
    pub order_id: Uuid,
    /// The product's id.
    pub product_id: Uuid,
    /// Weight of the pack, in grams.
    pub weight_in_grams: i32,
    /// The product's name; empty until the catalog lists it.
    pub product_name: String,
    /// The number of packs not inspected yet.
    pub quantity: i32,
    /// The time at which their return was noted.
    pub returned_at: OffsetDateTime,
}

/// Returns a page of the packs that were not inspected yet, after this position.
#[tracing::instrument(name = "SELECT returned_packs", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn uninspected(db: &PgPool, behind: PageCursor) -> sqlx::Result<Vec<ReturnedPacks>> {
    sqlx::query_as!(
        ReturnedPacks,
        r#"SELECT order_id, product_id, weight_in_grams, quantity - restocked - written_off AS "quantity!", returned_at,
             coalesce((SELECT product_name FROM packs
               WHERE packs.product_id = returned_packs.product_id AND packs.weight_in_grams = returned_packs.weight_in_grams), '') AS "product_name!"
           FROM returned_packs
           WHERE restocked + written_off < quantity
             AND (returned_at, order_id, product_id, weight_in_grams) > ($1, $2, $3, $4)
           ORDER BY returned_at, order_id, product_id, weight_in_grams LIMIT $5"#,
        behind.at,
        behind.order_id,
        behind.pack.product_id,
        behind.pack.weight_in_grams,
        i64::try_from(PAGE).expect("a page is small")
    )
    .fetch_all(db)
    .await
}

/// Puts returned packs back into stock, or writes them off. A repeated resolution changes nothing.
#[tracing::instrument(name = "INSERT movements", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn resolve(db: &PgPool, resolution: &Resolution) -> Result<Batch, Error> {
    let mut transaction = database::begin(db).await?;
    let pack = batch_store::find(&mut transaction, resolution.batch_id)
        .await?
        .pack();
    let locked = lock_pack(&mut transaction, pack).await?;
    let movement = movement(resolution);
    if !batch_store::is_entered(&mut transaction, resolution.id, resolution.batch_id, movement).await? {
        take(&mut transaction, resolution, pack).await?;
        // Read under the lock that a recall takes.
        let batch = batch_store::find(&mut transaction, resolution.batch_id).await?;
        if batch.is_recalled && !resolution.is_write_off {
            return Err(Error::RecalledReturn(batch.batch_number));
        }
        book(&mut transaction, resolution).await?;
        if !resolution.is_write_off {
            fill_backorders(&mut transaction, &locked).await?;
        }
        pack_store::publish_changes(&mut transaction, &locked).await?;
    }
    let batch = batch_store::find(&mut transaction, resolution.batch_id).await?;
    transaction.commit().await?;
    Ok(batch)
}

/// The movement that has the resolution's id.
fn movement(resolution: &Resolution) -> (i32, &'static str) {
    if resolution.is_write_off {
        (-resolution.quantity, "written_off")
    } else {
        (resolution.quantity, "returned")
    }
}

/// Takes the packs from those that were not inspected yet.
async fn take(db: &mut PgConnection, resolution: &Resolution, pack: Pack) -> Result<(), Error> {
    let waiting = sqlx::query_scalar!(
        r#"SELECT quantity - restocked - written_off AS "left!" FROM returned_packs
           WHERE order_id = $1 AND product_id = $2 AND weight_in_grams = $3
             AND EXISTS (SELECT FROM reserved_packs WHERE order_id = $1 AND batch_id = $4)
           FOR UPDATE"#,
        resolution.order_id,
        pack.product_id,
        pack.weight_in_grams,
        resolution.batch_id
    );
    let left = waiting
        .fetch_optional(&mut *db)
        .await?
        .ok_or(Error::UnknownReturn)?;
    if left < resolution.quantity {
        return Err(Error::Resolved(left));
    }
    let written_off = if resolution.is_write_off {
        resolution.quantity
    } else {
        0
    };
    let taking = sqlx::query!(
        "UPDATE returned_packs SET restocked = restocked + $4, written_off = written_off + $5
         WHERE order_id = $1 AND product_id = $2 AND weight_in_grams = $3",
        resolution.order_id,
        pack.product_id,
        pack.weight_in_grams,
        resolution.quantity - written_off,
        written_off
    );
    taking.execute(db).await?;
    Ok(())
}

/// Inserts the movements. Packs that are written off get two: returned and written off.
async fn book(db: &mut PgConnection, resolution: &Resolution) -> sqlx::Result<()> {
    let returned_id = if resolution.is_write_off {
        Uuid::now_v7()
    } else {
        resolution.id
    };
    let returning = sqlx::query!(
        "INSERT INTO movements (id, batch_id, kind, quantity, order_id, actor_id, reason)
         VALUES ($1, $2, 'returned', $3, $4, $5, $6)",
        returned_id,
        resolution.batch_id,
        resolution.quantity,
        resolution.order_id,
        resolution.actor_id,
        resolution.reason
    );
    returning.execute(&mut *db).await?;
    if resolution.is_write_off {
        let writing_off = sqlx::query!(
            "INSERT INTO movements (id, batch_id, kind, quantity, actor_id, reason)
             VALUES ($1, $2, 'written_off', $3, $4, $5)",
            resolution.id,
            resolution.batch_id,
            -resolution.quantity,
            resolution.actor_id,
            resolution.reason
        );
        writing_off.execute(db).await?;
    }
    Ok(())
}
