//! A database that stops answering in the middle of a group, as when its machine loses power.

use std::time::Duration;

use testkit::FaultProxy;
use tokio::time::timeout;
use uuid::Uuid;

use crate::{Stockroom, pack};

/// The maximum time of a call while a connection of the service is dead.
const ANSWERED_WITHIN: Duration = Duration::from_secs(5);

#[tokio::test(flavor = "multi_thread")]
async fn answers_orders_after_the_connection_of_a_group_fell_silent() {
    let mut room = Stockroom::open(0).await;
    let (line, url) = FaultProxy::in_front_of(room.database.url()).await;
    let database = database::Settings {
        database_url: url.into(),
        ..room.database.settings()
    };
    room.start(inventory::Settings {
        database,
        ..room.settings()
    })
    .await;
    let pack = pack();
    room.receive(&pack, 50).await;

    line.lose_after(&[b"INSERT INTO reservations", b"INSERT INTO reserved_packs"], 1);
    for order in 1..=5 {
        let lines = [(pack.clone(), 1)];
        let reserved = timeout(ANSWERED_WITHIN, room.reserve(Uuid::now_v7(), &lines)).await;
        let reserved = reserved.unwrap_or_else(|_| panic!("order {order} waits for an answer"));
        reserved.unwrap_or_else(|status| panic!("order {order}: {status}"));
        assert_eq!(line.losses_left(), 0, "the group's connection is silent");
    }
    assert_eq!(room.counts(&pack).await, (50, 5));
    room.assert_sums().await;
}
