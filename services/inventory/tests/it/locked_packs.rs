//! A pack that another transaction locks: orders for other packs are served normally.

use std::time::Duration;

use futures_util::future::join_all;
use proto::{csv::v1::CsvImportState, inventory::v1::Pack};
use tokio::{
    sync::Mutex,
    time::{Instant, sleep_until},
};
use tonic::{Code, Request, Status};
use uuid::Uuid;

use crate::{Stockroom, imports::Depot, pack, reserving};

/// The time for which orders come in.
const LOAD: Duration = Duration::from_secs(6);

/// The maximum wait of buyers of one pack, on a busy machine.
const ANSWERED_WITHIN: Duration = Duration::from_secs(7);

/// Tests that measure time under load run one at a time.
static TURN: Mutex<()> = Mutex::const_new(());

/// At most one order in this many may be late on a busy machine. More than half were late before packs were
/// handled separately.
const ONE_OF: usize = 20;

/// Fails if too many orders were not served within 0.9 s.
fn assert_in_time(served: &[Result<(), Status>]) {
    let late: Vec<_> = served.iter().filter_map(|served| served.as_ref().err()).collect();
    let few = late.len() * ONE_OF <= served.len();
    assert!(few, "{} of {} were late: {:?}", late.len(), served.len(), late[0]);
}

/// Orders one pack at a steady rate. Each order is served within 0.9 s or given up. Returns the results.
async fn orders(room: &Stockroom, pack: &Pack, every: Duration, load: Duration) -> Vec<Result<(), Status>> {
    let (began, mut orders) = (Instant::now(), Vec::new());
    let mut at = Duration::ZERO;
    while at < load {
        let lines = [(pack.clone(), 1)];
        orders.push(async move {
            sleep_until(began + at).await;
            room.reserve_in_time(0, Uuid::now_v7(), &lines).await
        });
        at += every;
    }
    join_all(orders).await
}

/// Buys a locked pack and an unlocked one at the same time.
async fn other_packs_are_sold_while_one_is_held(held_every: Duration) {
    let _turn = TURN.lock().await;
    let room = Stockroom::open(1).await;
    let (stuck, other) = (pack(), pack());
    room.receive(&stuck, 50).await;
    room.receive(&other, 500).await;
    let mut held = room.hold(&stuck).await;
    let (waited, served) = tokio::join!(
        orders(&room, &stuck, held_every, LOAD),
        orders(&room, &other, Duration::from_millis(50), LOAD),
    );
    assert_in_time(&served);
    assert!(waited.iter().all(Result::is_err), "the pack was locked");
    let ended = sqlx::raw_sql("COMMIT").execute(&mut held).await;
    ended.expect("the pack is free again");
    testkit::decided(async || {
        room.reserve_in_time(0, Uuid::now_v7(), &[(stuck.clone(), 1)])
            .await
    })
    .await
    .expect("it is sold again");
    assert_eq!(room.counts(&stuck).await, (50, 1));
    room.assert_sums().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sells_other_packs_within_their_time_beside_four_orders_in_three_seconds_for_a_locked_one() {
    other_packs_are_sold_while_one_is_held(Duration::from_millis(770)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sells_other_packs_within_their_time_beside_three_orders_a_second_for_a_locked_one() {
    other_packs_are_sold_while_one_is_held(Duration::from_millis(333)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_that_waits_for_a_locked_pack_locks_no_other() {
    let _turn = TURN.lock().await;
    let room = Stockroom::open(1).await;
    let mut packs = [pack(), pack()];
    packs.sort_unstable_by(|one, two| one.product_id.cmp(&two.product_id));
    let [other, stuck] = packs;
    room.receive(&stuck, 50).await;
    room.receive(&other, 500).await;
    let mut held = room.hold(&stuck).await;
    let both = [(other.clone(), 1), (stuck.clone(), 1)];
    let waiting = (0..12_u32).map(|number| {
        let (room, both, at) = (&room, &both, Instant::now() + number * Duration::from_millis(333));
        async move {
            sleep_until(at).await;
            room.reserve_in_time(0, Uuid::now_v7(), both).await
        }
    });
    let every = Duration::from_millis(50);
    let (waited, served) = tokio::join!(
        join_all(waiting),
        orders(&room, &other, every, Duration::from_secs(4))
    );
    assert_in_time(&served);
    assert!(waited.iter().all(Result::is_err), "one of the packs was locked");
    let ended = sqlx::raw_sql("COMMIT").execute(&mut held).await;
    ended.expect("the pack is free again");
    room.assert_sums().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn imports_stock_beside_orders_for_a_locked_pack() {
    let _turn = TURN.lock().await;
    let depot = Depot::open().await;
    let (stuck, other) = (pack(), pack());
    depot.room.receive(&stuck, 50).await;
    depot.room.receive(&other, 500).await;
    let rows = |batch: char| -> Vec<String> {
        let row = |number| format!("P0001-100,{batch}-{number},2026-10-01,2199-10-01,298,,1,");
        (0..5_000).map(row).collect()
    };
    let import = async |rows: Vec<String>| {
        let rows: Vec<_> = rows.iter().map(String::as_str).collect();
        let began = Instant::now();
        let imported = depot.import(&rows, false).await;
        assert_eq!(imported.state(), CsvImportState::Applied, "{:?}", imported.errors);
        began.elapsed()
    };
    let alone = import(rows('A')).await;
    let _held = depot.room.hold(&stuck).await;
    let beside = async {
        // The queue is longest by then.
        sleep_until(Instant::now() + Duration::from_secs(2)).await;
        import(rows('B')).await
    };
    let (_, served, beside) = tokio::join!(
        orders(&depot.room, &stuck, Duration::from_millis(333), LOAD),
        orders(&depot.room, &other, Duration::from_millis(50), LOAD),
        beside
    );
    assert_in_time(&served);
    // One second of tolerance for a busy machine.
    let bound = 2 * alone + Duration::from_secs(1);
    assert!(beside < bound, "{beside:?} beside orders, {alone:?} alone");
    depot.room.assert_sums().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_thirty_buyers_who_want_five_packs_in_any_order() {
    let room = Stockroom::open(2).await;
    let packs: Vec<_> = (0..5).map(|_| pack()).collect();
    for pack in &packs {
        room.receive(pack, 60).await;
    }
    let buyers = (0..30).map(|buyer| {
        let (room, packs) = (&room, &packs);
        async move {
            let mut answers = Vec::new();
            for _ in 0..3 {
                let mut lines: Vec<_> = packs.iter().cloned().map(|pack| (pack, 1)).collect();
                lines.sort_by_cached_key(|_| Uuid::new_v4());
                let mut request = Request::new(reserving(Uuid::now_v7(), &lines));
                request.set_timeout(ANSWERED_WITHIN);
                answers.push(room.inventory(buyer).reserve(request).await.map(drop));
            }
            answers
        }
    });
    let answers = join_all(buyers).await.concat();
    let failed = |answer: &&Result<(), Status>| {
        let answer = answer.as_ref().err();
        answer.is_some_and(|status| status.code() != Code::FailedPrecondition)
    };
    let unanswered: Vec<_> = answers.iter().filter(failed).collect();
    assert!(unanswered.is_empty(), "{unanswered:?}");
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 60);
    let deadlocks = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()";
    assert_eq!(room.count(deadlocks).await, 0);
    room.assert_sums().await;
}
