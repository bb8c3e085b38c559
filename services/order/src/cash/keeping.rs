//! The sums of cash. Database triggers note each change in its own transaction (reasons in
//! `migrations/0060_kept_cash.sql`). Sweeps add the notes to the sums and compare everything with the orders.

use std::time::Duration;

use jobs::{BATCH, Sweep};
use sqlx::PgPool;
use time::{Date, OffsetDateTime, macros::date};
use uuid::Uuid;
use values::Place;

use crate::{
    cash::{keeping_store, sums},
    error::Error,
};

/// The interval of adding. Until then, queries read the notes with the sums.
const ADD_EVERY: Duration = Duration::from_mins(1);

/// The interval of the comparison. It can be long, because only a bug makes the sums differ.
const CHECK_EVERY: Duration = Duration::from_hours(24);

/// A day before the first order.
const BEGINNING: Date = date!(2000 - 01 - 01);

/// The time after placement in which an order's cash may change. Carriers deliver, remit and return within
/// two months.
const CHANGES_WITHIN: time::Duration = time::Duration::days(90);

/// Returns the sweeps: one adds up the notes, and one compares the sums with the orders.
pub fn sweeps() -> [Sweep; 2] {
    let adding = Sweep::new("cash-sums", ADD_EVERY, |db| async move {
        keeping_store::add_up(&db, BATCH).await
    });
    // A sweep of its own, because it takes long and must not delay the others.
    let checking = Sweep::with_dependencies("cash-reconciliation", CHECK_EVERY, |db| async move {
        let is_counted = keeping_store::is_all_counted(&db).await?;
        // The first comparison counts all orders that are older than the sums.
        let first = if is_counted {
            OffsetDateTime::now_utc() - CHANGES_WITHIN
        } else {
            OffsetDateTime::UNIX_EPOCH
        };
        let begin = Place {
            at: first,
            id: Uuid::nil(),
        };
        let behind = keeping_store::checked(&db).await?.unwrap_or(begin);
        let page = check_orders(&db, behind).await?;
        // Orders that are older than the sums differ without a bug, so they are not reported.
        if is_counted {
            tell(page.mended, "orders");
        } else if page.next.is_none() {
            keeping_store::note_all_counted(&db).await?;
        }
        if page.next.is_none() {
            tell(check_sums(&db).await?, "sums");
        }
        keeping_store::note_checked(&db, page.next).await?;
        Ok(page.orders)
    });
    [adding, checking]
}

/// Checks that the sums are complete. They are incomplete while the sweep counts orders that are older than
/// the sums, once.
///
/// # Errors
///
/// [`Error::CashUncounted`] during that count.
pub async fn ensure_all_counted(db: &PgPool) -> Result<(), Error> {
    if keeping_store::is_all_counted(db).await? {
        return Ok(());
    }
    Err(Error::CashUncounted)
}

/// Marks the count as done if there are no orders.
pub async fn begin(db: &PgPool) -> sqlx::Result<()> {
    keeping_store::note_nothing_to_count(db).await
}

/// The result of comparing a page of orders.
struct Page {
    orders: u64,
    mended: u64,
    /// The start of the next page. `None` after the last page.
    next: Option<Place>,
}

/// Compares a page of orders with their rows, and corrects the ones that differ.
async fn check_orders(db: &PgPool, behind: Place) -> sqlx::Result<Page> {
    let orders = keeping_store::compare(db, behind, BATCH).await?;
    let wrong: Vec<_> = orders
        .iter()
        .filter(|order| order.differs)
        .map(|order| order.id)
        .collect();
    if !wrong.is_empty() {
        keeping_store::keep(db, &wrong).await?;
    }
    let (all, mended) = (orders.len() as u64, wrong.len() as u64);
    let is_full = all >= BATCH.unsigned_abs();
    Ok(Page {
        orders: all,
        mended,
        next: orders.last().filter(|_| is_full).map(|last| Place {
            at: last.placed_at,
            id: last.id,
        }),
    })
}

/// Compares the sums with the orders, and corrects the ones that differ.
async fn check_sums(db: &PgPool) -> sqlx::Result<u64> {
    let remitted_since = sums::remitted_since(db).await?;
    let mut mended = 0;
    for (state, since) in [
        ("to_collect", BEGINNING),
        ("collected", BEGINNING),
        ("remitted", remitted_since),
    ] {
        mended += keeping_store::correct(db, state, since).await?;
    }
    Ok(mended)
}

fn tell(mended: u64, what: &'static str) {
    metrics::counter!("cash_sums_mended_total", "what" => what).increment(mended);
    if mended > 0 {
        tracing::error!(
            mended,
            what,
            "kept sums of cash differed from the orders and are mended"
        );
    }
}
