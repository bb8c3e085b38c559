use std::time::Duration;

use proto::order::v1::PlaceOrderRequest;
use runtime::Target;

use crate::{count, fake_catalog::FakeCatalog, fake_inventory::FakeInventory, good_order, program::Program};

/// Far longer than an order takes. The frozen replica resumes after the test, so requests that wait for it
/// fail.
const DEADLINE: Duration = Duration::from_secs(30);

#[tokio::test(flavor = "multi_thread")]
async fn one_frozen_replica_of_two_stops_no_order() {
    runtime::install_process_defaults();
    let catalog = FakeCatalog::serve().await;
    let inventory = FakeInventory::serve().await;
    let database = testkit::database(&[]).await;
    let nats_url = testkit::nats_url();
    let replicas = [0, 1].map(|_| Program::start(&database, (&catalog, &inventory), &nats_url));
    let target = replicas.each_ref().map(|replica| replica.url.clone()).join(",");
    let target: Target = target.parse().expect("they are URLs");
    let orders = runtime::client(target, DEADLINE);

    let place = async |key: String| {
        let order = PlaceOrderRequest {
            idempotency_key: key,
            ..good_order()
        };
        let placed = orders.call(order).await;
        placed.expect("one of two replicas answers");
    };
    for number in 0..4 {
        place(format!("00000000-0000-4000-8000-00000000000{number}")).await;
    }
    let [frozen, _lively] = &replicas;
    frozen.freeze();
    let at_once = (10..30).map(|number| place(format!("00000000-0000-4000-8000-0000000000{number}")));
    futures_util::future::join_all(at_once).await;
    let kept = count(database.pool(), "SELECT count(*) FROM orders").await;
    assert_eq!(kept, 24, "all were taken while one replica was frozen");
    let why = frozen.says_why_it_is_not_ready().expect("it is not ready");
    assert!(why.contains("answer"), "{why}");

    frozen.thaw();
    assert_eq!(frozen.says_why_it_is_not_ready(), None);
    for number in 30..40 {
        place(format!("00000000-0000-4000-8000-0000000000{number}")).await;
    }
    let kept = count(database.pool(), "SELECT count(*) FROM orders").await;
    assert_eq!(kept, 34, "and the thawed one made none of them a second time");
}
