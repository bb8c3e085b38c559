//! Keeping the sums of cash. The database notes what changes of them, in the transaction that changes it (`migrations/0060_kept_cash.sql`
//! says why); here the notes are added up, and everything is held against the orders.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use jobs::{BATCH, Sweep};
use sqlx::PgPool;
use time::{Date, macros::date};
use uuid::Uuid;

use crate::cash::{keeping_store, sums};

/// What is not added up yet is read with every sum.
const ADD_EVERY: Duration = Duration::from_mins(1);

/// Sums that differ from the orders are a fault of ours: it is looked for, and not waited for.
const CHECK_EVERY: Duration = Duration::from_hours(24);

/// A day before there were shops.
const BEGINNING: Date = date!(2000 - 01 - 01);

/// Before every order.
const FIRST: Uuid = Uuid::nil();

/// The sweeps of the sums: one adds up, and one has them agree with the orders.
pub fn sweeps() -> [Sweep; 2] {
    let adding = Sweep::new("cash-sums", ADD_EVERY, |db| async move {
        keeping_store::add_up(&db, BATCH).await
    });
    let behind = Arc::new(Mutex::new(FIRST));
    // It takes a while, and the other sweeps do not wait for it.
    let checking = Sweep::with_dependencies("cash-reconciliation", CHECK_EVERY, move |db| {
        let behind = Arc::clone(&behind);
        async move {
            let from = *behind.lock().expect("nothing panics while it holds this lock");
            let page = check_orders(&db, from).await?;
            *behind.lock().expect("nothing panics while it holds this lock") = page.next.unwrap_or(FIRST);
            tell(page.mended, "orders");
            if page.next.is_none() {
                tell(check_sums(&db).await?, "sums");
            }
            Ok(page.orders)
        }
    });
    [adding, checking]
}

/// Counts all orders that were there before there were sums, once; whoever serves then knows every sum. No order waits longer than a
/// page of them takes, and a start that was broken off goes on where it stopped, for what is counted already is passed over.
pub async fn count_all(db: &PgPool) -> sqlx::Result<()> {
    if keeping_store::is_all_counted(db).await? {
        return Ok(());
    }
    let mut behind = Some(FIRST);
    while let Some(from) = behind {
        behind = check_orders(db, from).await?.next;
    }
    keeping_store::note_all_counted(db).await
}

/// What was found on a page of orders.
struct Page {
    orders: u64,
    mended: u64,
    /// Where the next one begins; none when this was the last.
    next: Option<Uuid>,
}

/// Has the orders of a page count for what their rows say.
async fn check_orders(db: &PgPool, behind: Uuid) -> sqlx::Result<Page> {
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
        next: orders.last().filter(|_| is_full).map(|last| last.id),
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
