use crate::shop::{OpenShop, mentions};

#[tokio::test(flavor = "multi_thread")]
async fn without_the_catalog_an_order_is_refused_and_the_list_is_still_shown() {
    let mut shop = OpenShop::start().await;
    let order = shop.good_order().await;
    shop.parts()
        .stop_service("catalog")
        .await
        .expect("the catalog stops in order");
    let (status, answer) = shop.try_order(&order, None).await;
    assert_eq!(status, 503, "{answer}");
    assert_eq!(shop.kept_orders().await, 0);
    assert!(!shop.products().await.is_empty(), "the last known list is shown");

    shop.parts()
        .start_service("catalog")
        .await
        .expect("the catalog starts again");
    let (status, answer) = shop.order(&order, None).await;
    assert_eq!(status, 201, "{answer}");
    shop.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_nats_orders_succeed_and_their_events_arrive_after_it_returns() {
    let mut shop = OpenShop::start().await;
    let order = shop.good_order().await;
    shop.parts().stop_nats().expect("NATS stops");
    let (mut ids, mut numbers) = (Vec::new(), Vec::new());
    for _ in 0..3 {
        let (status, answer) = shop.order(&order, None).await;
        assert_eq!(status, 201, "{answer}");
        let text = |field: &str| answer["data"][field].as_str().expect("a text").to_owned();
        ids.push(text("orderId"));
        numbers.push(text("orderNumber"));
    }
    shop.parts().start_nats().expect("NATS starts again");
    testkit::eventually("every event arrives", async || {
        let events = shop.events().await;
        let told = |id: &String| events.iter().filter(|event| mentions(event, id)).count() == 1;
        ids.iter().all(told).then_some(())
    })
    .await;
    testkit::eventually("shopper and shop have a mail of every order", async || {
        let mails = shop.mails();
        let told = |number: &String| mails.iter().filter(|mail| mail.contains(number.as_str())).count() == 2;
        numbers.iter().all(told).then_some(())
    })
    .await;
    shop.close().await;
}
