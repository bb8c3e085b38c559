//! Enters many receipts of a file at once: the result is the same as one by one, in a few statements.

use std::collections::{BTreeMap, BTreeSet};

use sqlx::PgConnection;
use time::Date;
use uuid::Uuid;

use crate::{
    ledger::receipt::{NewBatch, Receipt},
    pack::Pack,
    reservations::{
        oversold::backorder_store::fill_backorders,
        pack_store::{self, PackRow},
    },
};

/// The reason why a receipt is not entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReceiptRefusal {
    /// The batch exists with other dates or another price, or an earlier receipt has it so.
    OtherBatch,
    /// The batch would have more packs than can be counted.
    TooMany,
    /// The MRP is below the pack's selling price, given in paise.
    BelowPrice(i64),
}

/// The fields of a batch with which its receipts have to agree.
#[derive(Debug, Clone, PartialEq, Eq)]
struct KnownBatch {
    id: Uuid,
    packed_on: Date,
    best_before: Date,
    mrp_paise: i64,
    on_hand: i32,
}

/// The unique key of a batch.
type BatchKey = (Pack, String);

/// The batches and movements to write.
#[derive(Debug, Default)]
struct LedgerEntries<'a> {
    new: Vec<(Uuid, &'a NewBatch)>,
    /// Each receipt, with the id of its batch.
    entered: Vec<(&'a Receipt, Uuid)>,
    /// The indexes of the refused receipts, with the reasons.
    refused: Vec<(usize, ReceiptRefusal)>,
}

/// Enters new receipts, serves the orders that wait for their packs, and publishes the changed stock levels.
/// Returns the indexes of the refused receipts. A caller that enters several lots in one transaction locks
/// all their packs first, which prevents deadlocks.
#[tracing::instrument(name = "INSERT movements", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn receive_all(
    db: &mut PgConnection,
    receipts: &[Receipt],
) -> sqlx::Result<Vec<(usize, ReceiptRefusal)>> {
    let packs: BTreeSet<_> = receipts.iter().map(|receipt| receipt.batch.pack).collect();
    let locked = pack_store::lock_or_add(db, packs).await?;
    let known = known_batches(db, receipts).await?;
    let prices = locked.iter().map(|row| (row.pack, row.price_paise)).collect();
    let entries = assign(receipts, known, &prices);
    add_batches(db, &entries.new).await?;
    add_movements(db, &entries.entered).await?;
    fill_waiting_orders(db, &locked).await?;
    pack_store::publish_changes(db, &locked).await?;
    Ok(entries.refused)
}

/// Finds or makes the batch of each receipt.
fn assign<'a>(
    receipts: &'a [Receipt],
    mut known: BTreeMap<BatchKey, KnownBatch>,
    prices: &BTreeMap<Pack, i64>,
) -> LedgerEntries<'a> {
    let mut entries = LedgerEntries::default();
    for (index, receipt) in receipts.iter().enumerate() {
        let new = &receipt.batch;
        let price_paise = prices.get(&new.pack).copied().unwrap_or_default();
        if new.check_price(price_paise).is_err() {
            entries
                .refused
                .push((index, ReceiptRefusal::BelowPrice(price_paise)));
            continue;
        }
        let number = (new.pack, new.batch_number.clone());
        let batch = known.entry(number).or_insert_with(|| {
            let id = Uuid::now_v7();
            entries.new.push((id, new));
            KnownBatch {
                id,
                packed_on: new.packed_on,
                best_before: new.best_before,
                mrp_paise: new.mrp_paise,
                on_hand: 0,
            }
        });
        let particulars = (new.packed_on, new.best_before, new.mrp_paise);
        if (batch.packed_on, batch.best_before, batch.mrp_paise) != particulars {
            entries.refused.push((index, ReceiptRefusal::OtherBatch));
            continue;
        }
        let Some(on_hand) = batch.on_hand.checked_add(receipt.quantity) else {
            entries.refused.push((index, ReceiptRefusal::TooMany));
            continue;
        };
        batch.on_hand = on_hand;
        entries.entered.push((receipt, batch.id));
    }
    entries
}

async fn known_batches(
    db: &mut PgConnection,
    receipts: &[Receipt],
) -> sqlx::Result<BTreeMap<BatchKey, KnownBatch>> {
    let batches = receipts.iter().map(|receipt| &receipt.batch);
    let (products, weights) = columns(batches.clone());
    let numbers: Vec<_> = batches.map(|batch| batch.batch_number.clone()).collect();
    let rows = sqlx::query!(
        "SELECT id, product_id, weight_in_grams, batch_number, packed_on, best_before, mrp_paise, on_hand FROM batches
         WHERE (product_id, weight_in_grams, batch_number) IN (SELECT * FROM unnest($1::uuid[], $2::integer[], $3::text[]))",
        &products,
        &weights,
        &numbers
    );
    let rows = rows.fetch_all(db).await?.into_iter().map(|row| {
        let pack = Pack {
            product_id: row.product_id,
            weight_in_grams: row.weight_in_grams,
        };
        let batch = KnownBatch {
            id: row.id,
            packed_on: row.packed_on,
            best_before: row.best_before,
            mrp_paise: row.mrp_paise,
            on_hand: row.on_hand,
        };
        ((pack, row.batch_number), batch)
    });
    Ok(rows.collect())
}

async fn add_batches(db: &mut PgConnection, new: &[(Uuid, &NewBatch)]) -> sqlx::Result<()> {
    if new.is_empty() {
        return Ok(());
    }
    let (products, weights) = columns(new.iter().map(|(_, batch)| *batch));
    let ids: Vec<_> = new.iter().map(|(id, _)| *id).collect();
    let numbers: Vec<_> = new.iter().map(|(_, batch)| batch.batch_number.clone()).collect();
    let packed: Vec<_> = new.iter().map(|(_, batch)| batch.packed_on).collect();
    let best: Vec<_> = new.iter().map(|(_, batch)| batch.best_before).collect();
    let prices: Vec<_> = new.iter().map(|(_, batch)| batch.mrp_paise).collect();
    let costs: Vec<_> = new.iter().map(|(_, batch)| batch.cost_paise).collect();
    let adding = sqlx::query!(
        "INSERT INTO batches
           (id, product_id, weight_in_grams, batch_number, packed_on, best_before, mrp_paise, cost_paise)
         SELECT * FROM unnest(
           $1::uuid[], $2::uuid[], $3::integer[], $4::text[], $5::date[], $6::date[], $7::bigint[], $8::bigint[])",
        &ids,
        &products,
        &weights,
        &numbers,
        &packed,
        &best,
        &prices,
        &costs
    );
    adding.execute(db).await?;
    Ok(())
}

async fn add_movements(db: &mut PgConnection, entered: &[(&Receipt, Uuid)]) -> sqlx::Result<()> {
    let ids: Vec<_> = entered.iter().map(|(receipt, _)| receipt.id).collect();
    let batches: Vec<_> = entered.iter().map(|(_, batch_id)| *batch_id).collect();
    let quantities: Vec<_> = entered.iter().map(|(receipt, _)| receipt.quantity).collect();
    let actors: Vec<_> = entered.iter().map(|(receipt, _)| receipt.actor_id).collect();
    let reasons: Vec<_> = entered
        .iter()
        .map(|(receipt, _)| receipt.reason.clone())
        .collect();
    let moving = sqlx::query!(
        "INSERT INTO movements (id, batch_id, kind, quantity, actor_id, reason)
         SELECT id, batch_id, 'received', quantity, actor_id, reason
         FROM unnest($1::uuid[], $2::uuid[], $3::integer[], $4::uuid[], $5::text[])
           AS receipt (id, batch_id, quantity, actor_id, reason)",
        &ids,
        &batches,
        &quantities,
        &actors as &[Option<Uuid>],
        &reasons
    );
    moving.execute(db).await?;
    Ok(())
}

/// Gives packs to the orders that wait for some. Skips packs without waiting orders.
async fn fill_waiting_orders(db: &mut PgConnection, locked: &[PackRow]) -> sqlx::Result<()> {
    let columns = locked
        .iter()
        .map(|row| (row.pack.product_id, row.pack.weight_in_grams));
    let (products, weights): (Vec<_>, Vec<_>) = columns.unzip();
    let waited_for = sqlx::query!(
        "SELECT DISTINCT product_id, weight_in_grams FROM oversold_packs
         WHERE (product_id, weight_in_grams) IN (SELECT * FROM unnest($1::uuid[], $2::integer[]))",
        &products,
        &weights
    );
    for row in waited_for.fetch_all(&mut *db).await? {
        let pack = Pack {
            product_id: row.product_id,
            weight_in_grams: row.weight_in_grams,
        };
        if let Some(locked) = locked.iter().find(|row| row.pack == pack) {
            fill_backorders(db, std::slice::from_ref(locked)).await?;
        }
    }
    Ok(())
}

/// The packs of batches, as one list per column.
fn columns<'a>(batches: impl Iterator<Item = &'a NewBatch>) -> (Vec<Uuid>, Vec<i32>) {
    batches
        .map(|batch| (batch.pack.product_id, batch.pack.weight_in_grams))
        .unzip()
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;

    fn receipt(number: &str, mrp_paise: i64, quantity: i32) -> Receipt {
        Receipt {
            id: Uuid::now_v7(),
            batch: NewBatch {
                pack: Pack {
                    product_id: Uuid::from_u128(1),
                    weight_in_grams: 100,
                },
                batch_number: number.to_owned(),
                packed_on: date!(2026 - 11 - 01),
                best_before: date!(2027 - 11 - 01),
                mrp_paise,
                cost_paise: 0,
            },
            quantity,
            actor_id: None,
            reason: String::new(),
        }
    }

    #[test]
    fn receipts_agree_with_their_batch_and_with_each_other() {
        let of_known = receipt("K-1", 100, 1);
        let known = KnownBatch {
            id: Uuid::from_u128(7),
            packed_on: of_known.batch.packed_on,
            best_before: of_known.batch.best_before,
            mrp_paise: 100,
            on_hand: i32::MAX - 1,
        };
        let known = BTreeMap::from([((of_known.batch.pack, "K-1".to_owned()), known)]);
        let receipts = [
            of_known,
            receipt("K-1", 100, 1),
            receipt("N-1", 100, 1),
            receipt("N-1", 100, 1),
            receipt("N-1", 101, 1),
            receipt("N-2", 99, 1),
        ];
        let prices = BTreeMap::from([(receipts[0].batch.pack, 100)]);
        let entries = assign(&receipts, known, &prices);
        assert_eq!(entries.new.len(), 1, "both of N-1 are of one batch");
        let batches: Vec<_> = entries.entered.iter().map(|(_, batch)| *batch).collect();
        let new = entries.new[0].0;
        assert_eq!(batches, [Uuid::from_u128(7), new, new]);
        let refused = [
            (1, ReceiptRefusal::TooMany),
            (4, ReceiptRefusal::OtherBatch),
            (5, ReceiptRefusal::BelowPrice(100)),
        ];
        assert_eq!(entries.refused, refused);
    }
}
