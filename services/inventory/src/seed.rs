//! Sample batches of the sample products. Their dates count from the day on which they are added. Only a
//! sample shop has them (`make run`, `SAMPLE_STOCK=true`).

use serde::Deserialize;
use sqlx::{PgConnection, PgPool};
use time::{Date, Duration, OffsetDateTime};
use uuid::Uuid;
use values::day_in_india;

use crate::{
    ledger::{
        batch_store,
        receipt::{NewBatch, Receipt},
    },
    pack::Pack,
};

const SEED: &str = include_str!("../seed/stock.json");

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SampleReceipt {
    product_id: Uuid,
    weight_in_grams: i32,
    batch_number: String,
    packed_days_ago: i64,
    best_before_months: u8,
    mrp_rupees: i64,
    cost_rupees: i64,
    quantity: i32,
}

/// Receives the samples once. If replicas start at the same time, the second one waits for the first.
pub async fn populate(db: &PgPool) -> anyhow::Result<()> {
    let mut transaction = database::begin(db).await?;
    if begin_populating(&mut transaction).await? {
        let today = day_in_india(OffsetDateTime::now_utc());
        for receipt in receipts(today)? {
            batch_store::receive_within(&mut transaction, &receipt).await?;
        }
    }
    transaction.commit().await?;
    Ok(())
}

/// Returns true if the samples are still to be added, and marks them as added in this transaction.
async fn begin_populating(db: &mut PgConnection) -> sqlx::Result<bool> {
    let planting = sqlx::query!("INSERT INTO planted (what) VALUES ('stock') ON CONFLICT DO NOTHING");
    Ok(planting.execute(db).await?.rows_affected() == 1)
}

fn receipts(today: Date) -> serde_json::Result<Vec<Receipt>> {
    let seeded: Vec<SampleReceipt> = serde_json::from_str(SEED)?;
    Ok(seeded.into_iter().map(|seeded| receipt(seeded, today)).collect())
}

fn receipt(seeded: SampleReceipt, today: Date) -> Receipt {
    let packed_on = today - Duration::days(seeded.packed_days_ago);
    Receipt {
        id: Uuid::now_v7(),
        batch: NewBatch {
            pack: Pack {
                product_id: seeded.product_id,
                weight_in_grams: seeded.weight_in_grams,
            },
            batch_number: seeded.batch_number,
            packed_on,
            best_before: months_later(packed_on, seeded.best_before_months),
            mrp_paise: seeded.mrp_rupees * 100,
            cost_paise: seeded.cost_rupees * 100,
        },
        quantity: seeded.quantity,
        actor_id: None,
        reason: "Sample stock of a new shop".to_owned(),
    }
}

/// Returns the same day this many months later, as a label "best before 12 months from packing" counts. A
/// month without that day ends earlier.
fn months_later(date: Date, months: u8) -> Date {
    let month = date.month().nth_next(months);
    let year = date.year() + i32::from((u8::from(date.month()) - 1 + months) / 12);
    let day = date.day().min(month.length(year));
    Date::from_calendar_date(year, month, day).expect("the month has the day")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use time::macros::date;

    use super::*;

    #[test]
    fn months_are_counted_as_labels_count_them() {
        for (packed_on, months, best_before) in [
            (date!(2026 - 06 - 22), 12, date!(2027 - 06 - 22)),
            (date!(2026 - 12 - 01), 1, date!(2027 - 01 - 01)),
            (date!(2026 - 12 - 31), 14, date!(2028 - 02 - 29)),
        ] {
            assert_eq!(months_later(packed_on, months), best_before);
        }
    }

    #[test]
    fn the_seed_fills_the_shelves() {
        let receipts = receipts(date!(2026 - 11 - 23)).expect("the seed can be read");
        let packs: HashSet<_> = receipts.iter().map(|receipt| receipt.batch.pack).collect();
        assert_eq!(packs.len(), 6 * 2 + 6 * 3, "every pack of the sample products");
        let numbers: HashSet<_> = receipts
            .iter()
            .map(|receipt| (receipt.batch.pack, &receipt.batch.batch_number))
            .collect();
        assert_eq!(numbers.len(), receipts.len());
        let few = packs.iter().filter(|&&pack| {
            let of_pack = receipts.iter().filter(|receipt| receipt.batch.pack == pack);
            of_pack.map(|receipt| receipt.quantity).sum::<i32>() <= 10
        });
        assert_eq!(few.count(), 1, "one pack is low");
        for Receipt { batch, .. } in receipts {
            assert!(batch.best_before > batch.packed_on && batch.mrp_paise > batch.cost_paise);
        }
    }
}
