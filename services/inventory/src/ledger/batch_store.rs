//! The SQL of batches and their movements.

use database::violated_constraint;
use runtime::status::Violation;
use sqlx::{PgConnection, PgPool};
use time::{Date, OffsetDateTime};
use uuid::Uuid;

use crate::{
    error::Error,
    ledger::{
        correction::Correction,
        receipt::{NewBatch, Receipt},
    },
    pack::Pack,
    reservations::{oversold::backorder_store::fill_backorders, pack_store},
};

/// The page size, in batches.
pub const PAGE: usize = 1_000;

/// A batch: packs that were filled together.
#[derive(Debug)]
pub struct Batch {
    /// The batch's id.
    pub id: Uuid,
    /// The product's id.
    pub product_id: Uuid,
    /// Weight of the pack, in grams.
    pub weight_in_grams: i32,
    /// The batch number printed on the pack.
    pub batch_number: String,
    /// The packing date.
    pub packed_on: Date,
    /// The best-before date.
    pub best_before: Date,
    /// The last day of sale.
    pub last_sale_on: Date,
    /// The MRP printed on the pack, in paise.
    pub mrp_paise: i64,
    /// The cost of a pack, in paise; 0 if the receipt had none.
    pub cost_paise: i64,
    /// The packs in stock.
    pub on_hand: i32,
    /// The reserved packs among them.
    pub reserved: i32,
    /// True if the batch was recalled.
    pub is_recalled: bool,
    /// The shelf on which it lies; empty if unknown.
    pub shelf: String,
}

/// The account that makes a change, and the reason.
struct MovementNote<'a> {
    actor_id: Option<Uuid>,
    reason: &'a str,
}

/// Receives packs of a batch. A repeated receipt changes nothing.
#[tracing::instrument(name = "INSERT movements", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn receive(db: &PgPool, receipt: &Receipt) -> Result<Batch, Error> {
    let mut transaction = database::begin(db).await?;
    let batch = receive_within(&mut transaction, receipt).await?;
    transaction.commit().await?;
    Ok(batch)
}

/// Like [`receive`], within a transaction.
pub async fn receive_within(db: &mut PgConnection, receipt: &Receipt) -> Result<Batch, Error> {
    let new = &receipt.batch;
    let locked = pack_store::lock_or_add(db, [new.pack]).await?;
    let price_paise = locked.first().map_or(0, |row| row.price_paise);
    new.check_price(price_paise)
        .map_err(|broken| Error::Invalid(vec![Violation::new("mrp_paise", broken)]))?;
    let known = find_number(db, new).await?;
    let batch_id = match known {
        Some(batch) if is_same(&batch, new) => batch.id,
        Some(batch) => return Err(Error::OtherBatch(batch.batch_number)),
        None => add(db, new).await?,
    };
    let note = MovementNote {
        actor_id: receipt.actor_id,
        reason: &receipt.reason,
    };
    let moved = (receipt.quantity, "received");
    r#move(db, receipt.id, batch_id, moved, &note).await?;
    fill_backorders(db, &locked).await?;
    pack_store::publish_changes(db, &locked).await?;
    find(db, batch_id).await
}

/// Corrects the number of packs of a batch. A repeated correction changes nothing.
#[tracing::instrument(name = "INSERT movements", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn correct(db: &PgPool, correction: &Correction) -> Result<Batch, Error> {
    let mut transaction = database::begin(db).await?;
    let before = find(&mut transaction, correction.batch_id).await?;
    let locked = pack_store::lock(&mut transaction, [before.pack()]).await?;
    let kind = if correction.is_write_off {
        "written_off"
    } else {
        "adjusted"
    };
    let note = MovementNote {
        actor_id: correction.actor_id,
        reason: &correction.reason,
    };
    let moved = (correction.quantity, kind);
    r#move(&mut transaction, correction.id, correction.batch_id, moved, &note)
        .await
        .map_err(|error| match error {
            Error::Database(error) if is_too_few(&error) => Error::Reserved {
                on_hand: before.on_hand,
                reserved: before.reserved,
            },
            error => error,
        })?;
    fill_backorders(&mut transaction, &locked).await?;
    pack_store::publish_changes(&mut transaction, &locked).await?;
    let batch = find(&mut transaction, correction.batch_id).await?;
    transaction.commit().await?;
    Ok(batch)
}

/// Sets the shelf of a batch.
#[tracing::instrument(name = "UPDATE batches", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn set_shelf(db: &PgPool, batch_id: Uuid, shelf: &str) -> Result<Batch, Error> {
    let mut connection = db.acquire().await?;
    sqlx::query!("UPDATE batches SET shelf = $2 WHERE id = $1", batch_id, shelf)
        .execute(&mut *connection)
        .await?;
    find(&mut connection, batch_id).await
}

/// Returns a page of the batches of a pack after this one, sorted by last day of sale.
#[tracing::instrument(name = "SELECT batches", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn batches(db: &PgPool, pack: Pack, behind: Option<Uuid>) -> Result<Vec<Batch>, Error> {
    let mut connection = db.acquire().await?;
    let behind = match behind {
        Some(id) => {
            let last = find(&mut connection, id).await?;
            (last.last_sale_on, last.best_before, last.id)
        }
        // No batch is older, because receipts dated before 2000 are refused.
        None => (
            OffsetDateTime::UNIX_EPOCH.date(),
            OffsetDateTime::UNIX_EPOCH.date(),
            Uuid::nil(),
        ),
    };
    let listed = sqlx::query_as!(
        Batch,
        r#"SELECT id, product_id, weight_in_grams, batch_number, packed_on, best_before, last_sale_on AS "last_sale_on!",
             mrp_paise, cost_paise, on_hand, reserved, is_recalled, shelf
           FROM batches WHERE product_id = $1 AND weight_in_grams = $2 AND (last_sale_on, best_before, id) > ($3, $4, $5)
           ORDER BY last_sale_on, best_before, id LIMIT $6"#,
        pack.product_id,
        pack.weight_in_grams,
        behind.0,
        behind.1,
        behind.2,
        i64::try_from(PAGE).expect("a page is small")
    );
    Ok(listed.fetch_all(&mut *connection).await?)
}

impl Batch {
    /// The pack of this batch.
    pub fn pack(&self) -> Pack {
        Pack {
            product_id: self.product_id,
            weight_in_grams: self.weight_in_grams,
        }
    }
}

/// Finds a batch by its id.
pub async fn find(db: &mut PgConnection, id: Uuid) -> Result<Batch, Error> {
    let batch = sqlx::query_as!(
        Batch,
        r#"SELECT id, product_id, weight_in_grams, batch_number, packed_on, best_before, last_sale_on AS "last_sale_on!",
             mrp_paise, cost_paise, on_hand, reserved, is_recalled, shelf
           FROM batches WHERE id = $1"#,
        id
    );
    batch.fetch_optional(db).await?.ok_or(Error::UnknownBatch)
}

async fn find_number(db: &mut PgConnection, new: &NewBatch) -> sqlx::Result<Option<Batch>> {
    sqlx::query_as!(
        Batch,
        r#"SELECT id, product_id, weight_in_grams, batch_number, packed_on, best_before, last_sale_on AS "last_sale_on!",
             mrp_paise, cost_paise, on_hand, reserved, is_recalled, shelf
           FROM batches WHERE product_id = $1 AND weight_in_grams = $2 AND batch_number = $3"#,
        new.pack.product_id,
        new.pack.weight_in_grams,
        new.batch_number
    )
    .fetch_optional(db)
    .await
}

fn is_same(batch: &Batch, new: &NewBatch) -> bool {
    (batch.packed_on, batch.best_before, batch.mrp_paise) == (new.packed_on, new.best_before, new.mrp_paise)
}

async fn add(db: &mut PgConnection, new: &NewBatch) -> sqlx::Result<Uuid> {
    let id = Uuid::now_v7();
    sqlx::query!(
        "INSERT INTO batches
           (id, product_id, weight_in_grams, batch_number, packed_on, best_before, mrp_paise, cost_paise)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        id,
        new.pack.product_id,
        new.pack.weight_in_grams,
        new.batch_number,
        new.packed_on,
        new.best_before,
        new.mrp_paise,
        new.cost_paise
    )
    .execute(db)
    .await?;
    Ok(id)
}

/// Inserts a movement, unless it exists.
async fn r#move(
    db: &mut PgConnection,
    id: Uuid,
    batch_id: Uuid,
    (quantity, kind): (i32, &str),
    note: &MovementNote<'_>,
) -> Result<(), Error> {
    let moving = sqlx::query!(
        "INSERT INTO movements (id, batch_id, kind, quantity, actor_id, reason) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT DO NOTHING",
        id,
        batch_id,
        kind,
        quantity,
        note.actor_id,
        note.reason
    );
    if moving.execute(&mut *db).await?.rows_affected() == 1 {
        return Ok(());
    }
    is_entered(db, id, batch_id, (quantity, kind)).await.map(drop)
}

/// Returns true if this movement exists. Fails if its id was used with other values.
pub async fn is_entered(
    db: &mut PgConnection,
    id: Uuid,
    batch_id: Uuid,
    (quantity, kind): (i32, &str),
) -> Result<bool, Error> {
    let entered = sqlx::query!("SELECT batch_id, kind, quantity FROM movements WHERE id = $1", id);
    let Some(entered) = entered.fetch_optional(db).await? else {
        return Ok(false);
    };
    if (entered.batch_id, entered.kind.as_str(), entered.quantity) == (batch_id, kind, quantity) {
        Ok(true)
    } else {
        Err(Error::OtherMovement)
    }
}

fn is_too_few(error: &sqlx::Error) -> bool {
    matches!(
        violated_constraint(error),
        Some("batches_reserved_are_there" | "batches_on_hand_check")
    )
}
