//! The SQL of locked packs: the stock level published last, and the current one.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use sqlx::PgConnection;
use uuid::Uuid;

use crate::{events, pack::Pack};

/// If this many packs or fewer are left, shoppers see the number.
const LOW_AT: i32 = 10;

/// The row of a known pack with the stock level published last. It is locked.
#[derive(Debug)]
pub struct PackRow {
    /// The pack.
    pub pack: Pack,
    /// The price of the pack, in paise; 0 while it is not on sale.
    pub price_paise: i64,
    /// The id that events name.
    id: Uuid,
    availability: String,
    left_when_low: i32,
    version: i64,
    is_report_due: bool,
}

/// Locks these packs, ordered by product and weight. Returns the known ones: listed by the catalog, or
/// received once. A caller that changes their batches calls [`publish_changes`].
#[tracing::instrument(name = "SELECT packs", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn lock(
    db: &mut PgConnection,
    packs: impl IntoIterator<Item = Pack>,
) -> sqlx::Result<Vec<PackRow>> {
    let (products, weights) = columns(packs);
    let rows = sqlx::query!(
        "SELECT product_id, weight_in_grams, price_paise, id, availability, left_when_low, version, is_report_due
         FROM packs
         WHERE (product_id, weight_in_grams) IN (SELECT * FROM unnest($1::uuid[], $2::integer[]))
         ORDER BY product_id, weight_in_grams FOR UPDATE",
        &products,
        &weights
    );
    let rows = rows.fetch_all(db).await?.into_iter().map(|row| PackRow {
        pack: Pack {
            product_id: row.product_id,
            weight_in_grams: row.weight_in_grams,
        },
        price_paise: row.price_paise,
        id: row.id,
        availability: row.availability,
        left_when_low: row.left_when_low,
        version: row.version,
        is_report_due: row.is_report_due,
    });
    Ok(rows.collect())
}

/// Like [`lock`], but adds unknown packs first. A concurrent first receipt of such a pack waits for this
/// transaction.
pub async fn lock_or_add(
    db: &mut PgConnection,
    packs: impl IntoIterator<Item = Pack>,
) -> sqlx::Result<Vec<PackRow>> {
    let packs: BTreeSet<_> = packs.into_iter().collect();
    let (products, weights) = columns(packs.iter().copied());
    let adding = sqlx::query!(
        "INSERT INTO packs (product_id, weight_in_grams)
         SELECT * FROM unnest($1::uuid[], $2::integer[]) AS asked (product_id, weight_in_grams)
         ORDER BY product_id, weight_in_grams ON CONFLICT DO NOTHING",
        &products,
        &weights
    );
    adding.execute(&mut *db).await?;
    lock(db, packs).await
}

/// Returns the packs that another transaction keeps locked now. Does not wait.
#[tracing::instrument(name = "SELECT packs", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn find_locked(
    db: &mut PgConnection,
    packs: impl IntoIterator<Item = Pack>,
) -> sqlx::Result<Vec<Pack>> {
    let (products, weights) = columns(packs);
    let locked = sqlx::query_as!(
        Pack,
        r#"WITH free AS MATERIALIZED (
             SELECT product_id, weight_in_grams FROM packs
             WHERE (product_id, weight_in_grams) IN (SELECT * FROM unnest($1::uuid[], $2::integer[]))
             FOR UPDATE SKIP LOCKED)
           SELECT product_id AS "product_id!", weight_in_grams AS "weight_in_grams!" FROM packs
           WHERE (product_id, weight_in_grams) IN (SELECT * FROM unnest($1::uuid[], $2::integer[]))
           EXCEPT SELECT product_id, weight_in_grams FROM free"#,
        &products,
        &weights
    );
    locked.fetch_all(db).await
}

/// Waits until no other transaction locks this pack, and fails after `timeout`. The caller holds no locks
/// meanwhile.
#[tracing::instrument(name = "SELECT packs", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn wait_until_free(db: &mut PgConnection, pack: Pack, timeout: Duration) -> sqlx::Result<()> {
    let waiting = sqlx::query!(
        "WITH settings AS MATERIALIZED (SELECT set_config('lock_timeout', $3, true))
         SELECT packs.id FROM settings, packs WHERE product_id = $1 AND weight_in_grams = $2 FOR UPDATE OF packs",
        pack.product_id,
        pack.weight_in_grams,
        lock_timeout(timeout)
    );
    waiting.fetch_optional(db).await?;
    Ok(())
}

/// A lock timeout in PostgreSQL's notation, where 0 means none.
pub(super) fn lock_timeout(timeout: Duration) -> String {
    timeout.as_millis().max(1).to_string()
}

/// Packs, as one list per column.
pub fn columns(packs: impl IntoIterator<Item = Pack>) -> (Vec<Uuid>, Vec<i32>) {
    let columns = packs
        .into_iter()
        .map(|pack| (pack.product_id, pack.weight_in_grams));
    columns.unzip()
}

/// Counts the packs that can be bought now at their price, and publishes the changes. Returns the number of
/// changed packs. Marks all of them to be reported to the catalog. The packs are locked.
pub async fn publish_changes(db: &mut PgConnection, packs: &[PackRow]) -> sqlx::Result<u64> {
    if packs.is_empty() {
        return Ok(0);
    }
    let (products, weights) = columns(packs.iter().map(|row| row.pack));
    if packs.iter().any(|row| !row.is_report_due) {
        let marking = sqlx::query!(
            "UPDATE packs SET is_report_due = true
             WHERE (product_id, weight_in_grams) IN (SELECT * FROM unnest($1::uuid[], $2::integer[])) AND NOT is_report_due",
            &products,
            &weights
        );
        marking.execute(&mut *db).await?;
    }
    let counting = sqlx::query!(
        r#"SELECT product_id, weight_in_grams, sum(on_hand - reserved) AS "free!"
           FROM batches JOIN packs USING (product_id, weight_in_grams)
           WHERE (product_id, weight_in_grams) IN (SELECT * FROM unnest($1::uuid[], $2::integer[]))
             AND last_sale_on >= shop_today() AND NOT is_recalled AND mrp_paise >= price_paise
           GROUP BY product_id, weight_in_grams"#,
        &products,
        &weights
    );
    let counted = counting.fetch_all(&mut *db).await?.into_iter().map(|row| {
        let pack = Pack {
            product_id: row.product_id,
            weight_in_grams: row.weight_in_grams,
        };
        (pack, row.free)
    });
    let free: BTreeMap<_, _> = counted.collect();
    let packs = packs
        .iter()
        .map(|row| (row, free.get(&row.pack).copied().unwrap_or(0)));
    publish(db, packs).await
}

/// Publishes the changed stock levels, given the numbers of free packs. Returns the number of changes. The
/// packs are locked.
pub async fn publish<'a>(
    db: &mut PgConnection,
    packs: impl Iterator<Item = (&'a PackRow, i64)>,
) -> sqlx::Result<u64> {
    let (mut changed, mut words, mut lefts) = (Vec::new(), Vec::new(), Vec::new());
    for (row, free) in packs {
        let (availability, left) = stock_level(free);
        if (availability, left) != (row.availability.as_str(), row.left_when_low) {
            changed.push(row);
            words.push(availability.to_owned());
            lefts.push(left);
        }
    }
    if changed.is_empty() {
        return Ok(0);
    }
    let (products, weights) = columns(changed.iter().map(|row| row.pack));
    let telling = sqlx::query_scalar!(
        r#"UPDATE packs SET availability = told.availability, left_when_low = told.left_when_low, version = version + 1,
             is_report_due = true
           FROM unnest($1::uuid[], $2::integer[], $3::text[], $4::integer[])
             AS told (product_id, weight_in_grams, availability, left_when_low)
           WHERE (packs.product_id, packs.weight_in_grams) = (told.product_id, told.weight_in_grams)
           RETURNING now() AS "now!""#,
        &products,
        &weights,
        &words,
        &lefts
    );
    let told_at = telling.fetch_all(&mut *db).await?;
    let levels = changed.iter().zip(&words).zip(&lefts).zip(told_at);
    let events = levels.map(|(((row, availability), left), occurred_at)| {
        let (is_sold_out, version) = (availability == "sold_out", row.version + 1);
        events::stock_changed(row.id, row.pack, *left, is_sold_out, version, occurred_at)
    });
    let events: Vec<_> = events.collect();
    let published = u64::try_from(events.len()).unwrap_or(u64::MAX);
    outbox::write_all(db, events).await?;
    Ok(published)
}

/// Returns the stock level for `free` packs, and the number left if it is low.
fn stock_level(free: i64) -> (&'static str, i32) {
    match i32::try_from(free).unwrap_or(i32::MAX) {
        ..=0 => ("sold_out", 0),
        few if few <= LOW_AT => ("low", few),
        _ => ("in_stock", 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_packs_are_counted_and_none_is_sold_out() {
        let levels = [-1, 0, 1, 10, 11, i64::MAX].map(stock_level);
        let (none, many) = (("sold_out", 0), ("in_stock", 0));
        assert_eq!(levels, [none, none, ("low", 1), ("low", 10), many, many]);
    }
}
