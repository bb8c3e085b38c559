//! Many buyers of the same packs at the same time.

use futures_util::future::join_all;
use proto::inventory::v1::Pack;
use tonic::Status;
use uuid::Uuid;

use crate::{Stockroom, left, pack, reserving};

/// Reserves through a replica. Retries while the database times out.
async fn buy(room: &Stockroom, number: usize, lines: &[(Pack, i32)]) -> Result<(), Status> {
    let order_id = Uuid::now_v7();
    let bought = testkit::decided(async || room.inventory(number).reserve(reserving(order_id, lines)).await);
    bought.await.map(drop)
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_buyers_get_the_fifty_packs_there_are() {
    let room = Stockroom::open(2).await;
    let pack = pack();
    room.receive(&pack, 50).await;
    let buyers = (0..200).map(|number| {
        let (room, lines) = (&room, [(pack.clone(), 1)]);
        async move { buy(room, number, &lines).await }
    });
    let (bought, refused): (Vec<_>, Vec<_>) = join_all(buyers).await.into_iter().partition(Result::is_ok);
    assert_eq!((bought.len(), refused.len()), (50, 150));
    for refused in refused {
        assert_eq!(left(&refused.expect_err("it is refused")), [0]);
    }
    assert_eq!(room.counts(&pack).await, (50, 50));
    room.assert_sums().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn buyers_of_several_packs_in_any_order_do_not_deadlock() {
    let room = Stockroom::open(2).await;
    let packs: Vec<_> = (0..5).map(|_| pack()).collect();
    for pack in &packs {
        room.receive(pack, 30).await;
    }
    let buyers = (0..100).map(|number| {
        let mut lines: Vec<_> = packs.iter().cloned().map(|pack| (pack, 1)).collect();
        lines.rotate_left(number % 5);
        if number % 2 == 0 {
            lines.reverse();
        }
        let room = &room;
        async move { buy(room, number, &lines).await }
    });
    let bought = join_all(buyers).await;
    let count = bought.iter().filter(|bought| bought.is_ok()).count();
    assert_eq!(count, 30, "all of an order, or nothing");
    for pack in &packs {
        assert_eq!(room.counts(pack).await, (30, 30));
    }
    let deadlocks = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()";
    assert_eq!(room.count(deadlocks).await, 0);
    room.assert_sums().await;
}
