//! The SQL of recall notices, one function for each query.

use sqlx::{PgConnection, PgExecutor, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    error::Error,
    events,
    recalls::{
        notice::{ConcernedOrder, Notice, NoticeState},
        request::Recall,
    },
};

/// Returns the orders of a recall, with their notices if there are any.
#[tracing::instrument(name = "SELECT recall_notices", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn list(db: impl PgExecutor<'_>, recall: &Recall) -> sqlx::Result<Vec<ConcernedOrder>> {
    let (ids, quantities): (Vec<_>, Vec<_>) = recall.orders.iter().copied().unzip();
    sqlx::query_as!(
        ConcernedOrder,
        r#"SELECT asked.order_id AS "order_id!", orders.order_number AS "order_number?", orders.status AS "status?",
             orders.email AS "email?", orders.full_name AS "full_name?", orders.mobile_number AS "mobile_number?",
             CASE WHEN line.quantity IS NOT NULL THEN least(line.quantity, asked.quantity) END AS "quantity?",
             notice.requested_at AS "requested_at?", notice.staff_id AS "requested_by?"
           FROM unnest($1::uuid[], $2::integer[]) AS asked (order_id, quantity)
           LEFT JOIN orders ON orders.id = asked.order_id
           LEFT JOIN LATERAL (
             SELECT sum(quantity)::integer AS quantity FROM order_lines
             WHERE order_lines.order_id = asked.order_id AND (product_id, weight_in_grams) = ($3, $4)) AS line ON true
           LEFT JOIN recall_notices AS notice ON (notice.order_id, notice.batch_id) = (asked.order_id, $5)"#,
        &ids,
        &quantities,
        recall.product_id,
        recall.weight_in_grams,
        recall.batch_id
    )
    .fetch_all(db)
    .await
}

/// Requests mails to the shoppers of these orders that can get one and have none yet. Returns their number.
/// Mails and notices are written in one transaction, and a concurrent request waits for it.
pub async fn send(
    db: &PgPool,
    recall: &Recall,
    reason: &str,
    staff_id: Uuid,
    now: OffsetDateTime,
) -> Result<usize, Error> {
    let mut transaction = database::begin(db).await?;
    let orders = list(&mut *transaction, recall).await?;
    let mut wanted: Vec<_> = orders
        .iter()
        .filter(|order| order.state() == NoticeState::ToWrite)
        .filter_map(|order| Some((order.order_id, order.quantity?)))
        .collect();
    // A fixed order avoids deadlocks between concurrent requests.
    wanted.sort_unstable();
    let written = write(&mut transaction, recall, &wanted, (reason, staff_id, now)).await?;
    let notices = written.iter();
    let events =
        notices.map(|&(notice_id, order_id)| events::recall_notice_requested(notice_id, order_id, now));
    outbox::write_all(&mut transaction, events.collect()).await?;
    transaction.commit().await?;
    Ok(written.len())
}

/// Writes notices for orders without one for the batch. Returns the IDs of the new notices and their orders.
#[tracing::instrument(name = "INSERT recall_notices", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
async fn write(
    db: &mut PgConnection,
    recall: &Recall,
    orders: &[(Uuid, i32)],
    (reason, staff_id, now): (&str, Uuid, OffsetDateTime),
) -> sqlx::Result<Vec<(Uuid, Uuid)>> {
    let notice_ids: Vec<_> = orders.iter().map(|_| Uuid::now_v7()).collect();
    let (order_ids, quantities): (Vec<_>, Vec<_>) = orders.iter().copied().unzip();
    let written = sqlx::query!(
        "INSERT INTO recall_notices (id, order_id, batch_id, batch_number, product_id, weight_in_grams, quantity, reason, staff_id,
           requested_at)
         SELECT new.id, new.order_id, $4, $5, $6, $7, new.quantity, $8, $9, $10
         FROM unnest($1::uuid[], $2::uuid[], $3::integer[]) WITH ORDINALITY AS new (id, order_id, quantity, place) ORDER BY new.place
         ON CONFLICT (order_id, batch_id) DO NOTHING RETURNING id, order_id",
        &notice_ids,
        &order_ids,
        &quantities,
        recall.batch_id,
        recall.batch_number,
        recall.product_id,
        recall.weight_in_grams,
        reason,
        staff_id,
        now
    );
    let written = written.fetch_all(db).await?.into_iter();
    Ok(written.map(|row| (row.id, row.order_id)).collect())
}

/// Finds a notice by ID.
#[tracing::instrument(name = "SELECT recall_notices", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn find(db: &PgPool, id: Uuid) -> sqlx::Result<Option<Notice>> {
    sqlx::query_as!(
        Notice,
        r#"SELECT notice.order_id, batch_number, (
             SELECT product_name FROM order_lines
             WHERE order_lines.order_id = notice.order_id
               AND (order_lines.product_id, order_lines.weight_in_grams) = (notice.product_id, notice.weight_in_grams)
             LIMIT 1) AS "product_name!", weight_in_grams, quantity, reason
           FROM recall_notices AS notice WHERE id = $1"#,
        id
    )
    .fetch_optional(db)
    .await
}
