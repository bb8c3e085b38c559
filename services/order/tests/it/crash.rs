use proto::order::v1::order_service_client::OrderServiceClient;
use testkit::FaultProxy;

use crate::{
    count, events_of, fake_catalog::FakeCatalog, fake_inventory::FakeInventory, good_order, program::Program,
};

#[tokio::test(flavor = "multi_thread")]
async fn an_order_whose_service_was_killed_before_it_published_is_told_after_the_restart() {
    runtime::install_process_defaults();
    let catalog = FakeCatalog::serve().await;
    let inventory = FakeInventory::serve().await;
    let database = testkit::database(&[]).await;
    let (nats, nats_url) = FaultProxy::in_front_of(&testkit::nats_url()).await;

    nats.hang();
    let program = Program::start(&database, (&catalog, &inventory), &nats_url);
    let mut orders = OrderServiceClient::connect(program.url.clone())
        .await
        .expect("the program answers");
    let receipt = orders
        .place_order(good_order())
        .await
        .expect("the order is taken")
        .into_inner();
    drop(program);
    let waiting = count(
        database.pool(),
        "SELECT count(*) FROM outbox WHERE published_at IS NULL",
    )
    .await;
    assert_eq!(waiting, 1, "the event is on disk and nowhere else");
    assert_eq!(events_of(&receipt.order_id).await, 0);

    nats.restore();
    let _program = Program::start(&database, (&catalog, &inventory), &nats_url);
    testkit::eventually("the event arrives", async || {
        (events_of(&receipt.order_id).await == 1).then_some(())
    })
    .await;
}
