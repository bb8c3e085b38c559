//! The SQL of the sums of cash.

use sqlx::PgPool;
use time::{Date, OffsetDateTime};
use uuid::Uuid;
use values::Place;

use crate::{office::shop_day, patience};

/// An order compared with its row in `order_cash`.
#[derive(Debug, Clone, Copy)]
pub struct Compared {
    /// The order.
    pub id: Uuid,
    /// When it was placed.
    pub placed_at: OffsetDateTime,
    /// True if its row in `order_cash` differs from the order.
    pub differs: bool,
}

/// Returns the position of the running comparison. `None` when none is running.
pub async fn checked(db: &PgPool) -> sqlx::Result<Option<Place>> {
    let checked = sqlx::query_as!(Place, "SELECT placed_at AS at, order_id AS id FROM cash_checked");
    checked.fetch_optional(db).await
}

/// Stores the position of the running comparison. `None` when it is done.
pub async fn note_checked(db: &PgPool, place: Option<Place>) -> sqlx::Result<()> {
    let Some(place) = place else {
        let forgetting = sqlx::query!("DELETE FROM cash_checked");
        return forgetting.execute(db).await.map(drop);
    };
    let noting = sqlx::query!(
        "INSERT INTO cash_checked (placed_at, order_id) VALUES ($1, $2)
         ON CONFLICT (is_one) DO UPDATE SET placed_at = excluded.placed_at, order_id = excluded.order_id",
        place.at,
        place.id
    );
    noting.execute(db).await.map(drop)
}

/// Adds up to `limit` notes to the sums, and returns their number.
#[tracing::instrument(name = "DELETE cash_changes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn add_up(db: &PgPool, limit: i64) -> sqlx::Result<u64> {
    let mut transaction = database::begin(db).await?;
    let adding = sqlx::query_scalar!(
        r#"WITH taken AS (
             DELETE FROM cash_changes WHERE id = ANY (ARRAY(
               SELECT id FROM cash_changes ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED))
             RETURNING state, day, carrier, orders, amount_paise),
           added AS (
             INSERT INTO cash_sums (state, day, carrier, orders, amount_paise)
             SELECT state, day, carrier, sum(orders), sum(amount_paise) FROM taken GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
             ON CONFLICT (state, day, carrier) DO UPDATE SET orders = cash_sums.orders + excluded.orders,
               amount_paise = cash_sums.amount_paise + excluded.amount_paise)
           SELECT count(*) AS "taken!" FROM taken"#,
        limit
    );
    let taken = adding.fetch_one(&mut *transaction).await?;
    // Rows without remaining cash. Rows of remittances stay, one per day and carrier.
    sqlx::query!(
        "DELETE FROM cash_sums WHERE state IN ('to_collect', 'collected') AND orders = 0 AND amount_paise = 0"
    )
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await?;
    Ok(u64::try_from(taken).unwrap_or(u64::MAX))
}

/// Compares up to `limit` orders after a position with their rows in `order_cash`.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn compare(db: &PgPool, behind: Place, limit: i64) -> sqlx::Result<Vec<Compared>> {
    let mut transaction = database::begin(db).await?;
    patience::be_patient(&mut transaction).await?;
    sqlx::query_as!(
        Compared,
        r#"SELECT id AS "id!", placed_at AS "placed_at!", (was.carrier, was.state, was.since, was.amount_paise)
             IS DISTINCT FROM (stands.carrier, stands.state, stands.since, stands.amount_paise) AS "differs!"
           FROM (SELECT id, placed_at FROM orders WHERE (placed_at, id) > ($1, $2) ORDER BY placed_at, id LIMIT $3) AS page
           LEFT JOIN order_cash AS was ON was.order_id = page.id
           LEFT JOIN LATERAL (SELECT * FROM cash_of_orders WHERE cash_of_orders.order_id = page.id) AS stands ON true
           ORDER BY placed_at, id"#,
        behind.at,
        behind.id,
        limit
    )
    .fetch_all(&mut *transaction)
    .await
}

/// Writes the rows of these orders in `order_cash` anew.
#[tracing::instrument(name = "INSERT order_cash", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn keep(db: &PgPool, orders: &[Uuid]) -> sqlx::Result<()> {
    let keeping = sqlx::query!("SELECT FROM keep_cash($1)", orders);
    keeping.execute(db).await.map(drop)
}

/// Adds the missing amounts to a state's sums from a day on, and returns the number of corrected sums. It is
/// one statement, so that it sees orders and sums of the same moment.
#[tracing::instrument(name = "INSERT cash_changes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn correct(db: &PgPool, state: &str, since: Date) -> sqlx::Result<u64> {
    let mut transaction = database::begin(db).await?;
    // Locks out a second replica, which would add the same amounts again.
    sqlx::query!("SELECT FROM cash_counted FOR UPDATE")
        .execute(&mut *transaction)
        .await?;
    let correcting = sqlx::query!(
        "INSERT INTO cash_changes (state, day, carrier, orders, amount_paise)
         SELECT $1, day, carrier, sum(orders), sum(amount_paise) FROM (
           SELECT (since AT TIME ZONE 'Asia/Kolkata')::date AS day, carrier, 1 AS orders, amount_paise
           FROM order_cash WHERE state = $1 AND since >= $3
           UNION ALL
           SELECT day, carrier, -orders, -amount_paise FROM cash_sums WHERE state = $1 AND day >= $2
           UNION ALL
           SELECT day, carrier, -orders, -amount_paise FROM cash_changes WHERE state = $1 AND day >= $2) AS counted
         GROUP BY day, carrier HAVING sum(orders) <> 0 OR sum(amount_paise) <> 0",
        state,
        since,
        shop_day::beginning(since)
    );
    let corrected = correcting.execute(&mut *transaction).await?.rows_affected();
    transaction.commit().await?;
    Ok(corrected)
}

/// Returns true if all orders that are older than the sums are counted.
pub async fn is_all_counted(db: &PgPool) -> sqlx::Result<bool> {
    let counted = sqlx::query_scalar!(r#"SELECT EXISTS (SELECT FROM cash_counted) AS "is_counted!""#);
    counted.fetch_one(db).await
}

/// Marks the count as done.
pub async fn note_all_counted(db: &PgPool) -> sqlx::Result<()> {
    let noting = sqlx::query!("INSERT INTO cash_counted DEFAULT VALUES ON CONFLICT DO NOTHING");
    noting.execute(db).await.map(drop)
}

/// Marks the count as done if there are no orders.
pub async fn note_nothing_to_count(db: &PgPool) -> sqlx::Result<()> {
    let noting = sqlx::query!(
        "INSERT INTO cash_counted SELECT WHERE (SELECT id FROM orders LIMIT 1) IS NULL ON CONFLICT DO NOTHING"
    );
    noting.execute(db).await.map(drop)
}
