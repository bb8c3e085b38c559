//! Dead rows in the order service's outbox that PostgreSQL has not vacuumed, and their cost for the relay.

use anyhow::Context as _;
use serde_json::Value;
use sqlx::{Connection as _, PgConnection, Row as _};

use crate::shop::programs::Shop;

/// The relay's query, without its locks.
const EXPLAIN_RELAY_QUERY: &str = "EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)
    SELECT id FROM outbox WHERE published_at IS NULL AND parked_at IS NULL AND retry_at >= now() - interval '30 s'
      AND (retry_at <= now() OR retry_at > now() + interval '1 min') ORDER BY retry_at LIMIT 256";

/// Counts index entries of rows that are no longer waiting. Each page but the last of its level has one more
/// entry, its upper bound.
const DEAD_ENTRIES: &str = "SELECT greatest(coalesce(sum(live_items + dead_items - (btpo_next <> 0)::int), 0)
      - (SELECT count(*) FROM outbox WHERE published_at IS NULL AND parked_at IS NULL), 0)::float8
    FROM generate_series(1, pg_relation_size('outbox_waiting') / 8192 - 1) AS page, bt_page_stats('outbox_waiting', page)
    WHERE type = 'l'";

const DEAD_ROWS: &str = "SELECT n_dead_tup::float8 FROM pg_stat_user_tables WHERE relname = 'outbox'";

/// Connections for the queries.
pub(super) struct DeadRows {
    /// A superuser connection, which may inspect an index.
    orders: PgConnection,
    mails: PgConnection,
}

impl DeadRows {
    pub(super) async fn open(shop: &Shop) -> anyhow::Result<Self> {
        let mut orders = PgConnection::connect(&shop.superuser_url("order")).await?;
        sqlx::query("CREATE EXTENSION IF NOT EXISTS pageinspect")
            .execute(&mut orders)
            .await
            .context(
                "PostgreSQL's own extension pageinspect is needed: Debian's package of the server has it",
            )?;
        let mails = shop.database("notification").await?;
        Ok(Self { orders, mails })
    }

    /// Dead rows, dead entries in the index of waiting rows, and pages that the relay's query reads.
    pub(super) async fn measure(&mut self) -> anyhow::Result<[f64; 3]> {
        let rows: f64 = sqlx::query_scalar(DEAD_ROWS).fetch_one(&mut self.orders).await?;
        let entries: f64 = sqlx::query_scalar(DEAD_ENTRIES)
            .fetch_one(&mut self.orders)
            .await?;
        let explained = sqlx::query(EXPLAIN_RELAY_QUERY)
            .fetch_one(&mut self.orders)
            .await?;
        let explained: Value = explained.try_get(0)?;
        let plan = &explained[0]["Plan"];
        let pages = ["Shared Hit Blocks", "Shared Read Blocks"].map(|kind| plan[kind].as_f64());
        let pages: Option<f64> = pages.into_iter().sum();
        Ok([rows, entries, pages.context("the plan counts no pages")?])
    }

    /// Order mails that are not sent yet.
    pub(super) async fn mail_backlog(&mut self) -> anyhow::Result<f64> {
        let placed: i64 = sqlx::query_scalar("SELECT count(*) FROM orders")
            .fetch_one(&mut self.orders)
            .await?;
        let mailed: i64 = sqlx::query_scalar("SELECT count(*) FROM inbox")
            .fetch_one(&mut self.mails)
            .await?;
        Ok(f64::from(i32::try_from(2 * placed - mailed)?))
    }
}
