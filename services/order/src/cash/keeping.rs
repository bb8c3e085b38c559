//! Keeping the sums of cash. The database notes what changes of them, in the transaction that changes it (`migrations/0060_kept_cash.sql`
//! says why); here the notes are added up, and everything is held against the orders.

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

/// What is not added up yet is read with every sum.
const ADD_EVERY: Duration = Duration::from_mins(1);

/// Sums that differ from the orders are a fault of ours: it is looked for, and not waited for.
const CHECK_EVERY: Duration = Duration::from_hours(24);

/// A day before there were shops.
const BEGINNING: Date = date!(2000 - 01 - 01);

/// How long after an order was placed its cash may change: carriers deliver, remit and bring back within a month or two.
const CHANGES_WITHIN: time::Duration = time::Duration::days(90);

/// The sweeps of the sums: one adds up, and one has them agree with the orders.
pub fn sweeps() -> [Sweep; 2] {
    let adding = Sweep::new("cash-sums", ADD_EVERY, |db| async move {
        keeping_store::add_up(&db, BATCH).await
    });
    // It takes a while, and the other sweeps do not wait for it.
    let checking = Sweep::with_dependencies("cash-reconciliation", CHECK_EVERY, |db| async move {
        let is_counted = keeping_store::is_all_counted(&db).await?;
        // Orders from before there were sums are counted once, all of them.
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
        // Orders from before there were sums differ through no fault.
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

/// Whether the sums say everything. A shop that had orders before there were sums serves while the sweep counts those, once; one that
/// has no order has nothing to count.
///
/// # Errors
///
/// [`Error::CashUncounted`] while they are counted.
pub async fn ensure_all_counted(db: &PgPool) -> Result<(), Error> {
    if keeping_store::is_all_counted(db).await? {
        return Ok(());
    }
    Err(Error::CashUncounted)
}

/// Has a shop without orders wait for no count.
pub async fn begin(db: &PgPool) -> sqlx::Result<()> {
    keeping_store::note_nothing_to_count(db).await
}

/// What was found on a page of orders.
struct Page {
    orders: u64,
    mended: u64,
    /// Where the next one begins; none when this was the last.
    next: Option<Place>,
}

/// Has the orders of a page count for what their rows say.
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

/// Has the sums that are told agree with what orders count for.
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
