//! The SQL of stock alerts.

use jobs::BATCH;
use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{alerts::alert::Alert, error::Error, events, pack::Pack};

/// The maximum number of alerts per address. One more replaces the oldest. No alert is refused, because a
/// shopper who types another person's address must not lock that person out.
const MOST_AN_ADDRESS: i64 = 20;

/// The data for the mail of a stock alert.
#[derive(Debug, PartialEq, Eq)]
pub struct DueAlert {
    /// The address for the mail.
    pub email: String,
    /// The pack that can be bought again.
    pub pack: Pack,
}

/// Adds a stock alert. Adding it again changes nothing, and an alert whose event was written waits again.
/// Fails if the pack is in stock.
#[tracing::instrument(name = "INSERT stock_alerts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn add(db: &PgPool, alert: &Alert) -> Result<(), Error> {
    let mut transaction = database::begin(db).await?;
    let pack = alert.pack;
    let looking = sqlx::query_scalar!(
        r#"SELECT availability = 'sold_out' AS "is_sold_out!" FROM packs WHERE product_id = $1 AND weight_in_grams = $2"#,
        pack.product_id,
        pack.weight_in_grams
    );
    if looking.fetch_optional(&mut *transaction).await? != Some(true) {
        return Err(Error::InStock);
    }
    let adding = sqlx::query!(
        "INSERT INTO stock_alerts (id, product_id, weight_in_grams, email) VALUES ($1, $2, $3, $4)
         ON CONFLICT ON CONSTRAINT stock_alerts_one_each DO UPDATE SET told_at = NULL, asked_at = now()
         WHERE stock_alerts.told_at IS NOT NULL",
        Uuid::now_v7(),
        pack.product_id,
        pack.weight_in_grams,
        alert.email.as_str()
    );
    adding.execute(&mut *transaction).await?;
    let dropping = sqlx::query!(
        "DELETE FROM stock_alerts WHERE id IN (
           SELECT id FROM stock_alerts WHERE email = $1 AND told_at IS NULL ORDER BY asked_at DESC, id DESC OFFSET $2)",
        alert.email.as_str(),
        MOST_AN_ADDRESS
    );
    dropping.execute(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(())
}

/// Writes an event for each alert of a pack that is back in stock, one batch per call. Returns the number of
/// events. The query reads the current stock, not its changes: so it misses no pack, and skips packs that are
/// sold out again. It visits each pack once, however many shoppers wait for it.
#[tracing::instrument(name = "UPDATE stock_alerts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn publish_due(db: &PgPool) -> sqlx::Result<u64> {
    let mut transaction = database::begin(db).await?;
    let publisher = sqlx::query!(
        "WITH RECURSIVE waited_for AS (
           (SELECT alert.product_id, alert.weight_in_grams FROM stock_alerts AS alert WHERE told_at IS NULL
            ORDER BY alert.product_id, alert.weight_in_grams LIMIT 1)
           UNION ALL
           SELECT next.product_id, next.weight_in_grams
           FROM waited_for AS last, LATERAL (
             SELECT alert.product_id, alert.weight_in_grams FROM stock_alerts AS alert
             WHERE told_at IS NULL
               AND (alert.product_id, alert.weight_in_grams) > (last.product_id, last.weight_in_grams)
             ORDER BY alert.product_id, alert.weight_in_grams LIMIT 1) AS next)
         UPDATE stock_alerts SET told_at = now(), version = version + 1
         WHERE id IN (
           SELECT alert.id FROM waited_for JOIN packs USING (product_id, weight_in_grams)
           JOIN stock_alerts AS alert USING (product_id, weight_in_grams)
           WHERE packs.availability <> 'sold_out' AND alert.told_at IS NULL
           LIMIT $1 FOR UPDATE OF alert SKIP LOCKED)
         RETURNING id, product_id, weight_in_grams, version",
        BATCH
    );
    let due = publisher.fetch_all(&mut *transaction).await?;
    let now = OffsetDateTime::now_utc();
    let rows = u64::try_from(due.len()).expect("a batch is small");
    let events = due.into_iter().map(|alert| {
        let pack = Pack {
            product_id: alert.product_id,
            weight_in_grams: alert.weight_in_grams,
        };
        events::stock_back(alert.id, pack, alert.version, now)
    });
    outbox::write_all(&mut transaction, events.collect()).await?;
    transaction.commit().await?;
    Ok(rows)
}

/// Returns the address for the mail of an alert, given the version in the event. Returns `None` if no mail is
/// due: the pack is sold out again, and the alert keeps waiting.
#[tracing::instrument(name = "SELECT stock_alerts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn claim(db: &PgPool, id: Uuid, version: i64) -> Result<Option<DueAlert>, Error> {
    let found = sqlx::query!(
        r#"SELECT email, product_id, weight_in_grams, availability = 'sold_out' AS "is_sold_out!",
             stock_alerts.version = $2 AND told_at IS NOT NULL AS "is_told!"
           FROM stock_alerts JOIN packs USING (product_id, weight_in_grams) WHERE stock_alerts.id = $1"#,
        id,
        version
    );
    let found = found.fetch_optional(db).await?.ok_or(Error::UnknownAlert)?;
    if !found.is_told {
        return Ok(None);
    }
    if found.is_sold_out {
        wait_on(db, id, version).await?;
        return Ok(None);
    }
    let pack = Pack {
        product_id: found.product_id,
        weight_in_grams: found.weight_in_grams,
    };
    Ok(Some(DueAlert {
        email: found.email,
        pack,
    }))
}

async fn wait_on(db: &PgPool, id: Uuid, version: i64) -> sqlx::Result<()> {
    let waiting = sqlx::query!(
        "UPDATE stock_alerts SET told_at = NULL WHERE id = $1 AND version = $2",
        id,
        version
    );
    waiting.execute(db).await?;
    Ok(())
}

/// Deletes an alert after the event of this version, unless it waits again.
#[tracing::instrument(name = "DELETE stock_alerts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn end(db: &PgPool, id: Uuid, version: i64) -> sqlx::Result<()> {
    let ending = sqlx::query!(
        "DELETE FROM stock_alerts WHERE id = $1 AND version = $2 AND told_at IS NOT NULL",
        id,
        version
    );
    ending.execute(db).await?;
    Ok(())
}

/// Deletes alerts a week after their event, and alerts older than half a year; one batch per call.
pub async fn forget_old(db: &PgPool) -> sqlx::Result<u64> {
    let forgetting = sqlx::query!(
        "DELETE FROM stock_alerts WHERE id = ANY (ARRAY(
           (SELECT id FROM stock_alerts WHERE told_at < now() - interval '7 days' LIMIT $1)
           UNION (SELECT id FROM stock_alerts WHERE asked_at < now() - interval '180 days' LIMIT $1)
           LIMIT $1))",
        BATCH
    );
    Ok(forgetting.execute(db).await?.rows_affected())
}
