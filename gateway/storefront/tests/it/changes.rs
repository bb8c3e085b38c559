//! Tests of change events from the catalog.

use std::{sync::atomic::Ordering, time::Instant};

use serde_json::Value;
use testkit::eventually;

use crate::{
    built_site::build_site,
    fake_catalog::{FakeCatalog, karela},
    fakes::Gateway,
};

const SUBJECT: &str = "shop.catalog.changed.v1";

/// A gateway that receives change events.
async fn listening() -> Gateway {
    let site = tempfile::tempdir().unwrap();
    build_site(site.path());
    let catalog = FakeCatalog::answering(Ok(vec![karela()]));
    let gateway = Gateway::set_up(catalog, site, |settings| {
        settings.changes.nats_url = Some(testkit::nats_url().into());
    })
    .await;
    gateway.has_the_list().await;
    eventually("it asks again when it begins to hear", async || {
        (gateway.catalog.asked.load(Ordering::Relaxed) >= 2).then_some(())
    })
    .await;
    gateway
}

async fn names(gateway: &Gateway) -> Vec<Value> {
    let body: Value = gateway.get("/api/v1/products/").await.json().await.unwrap();
    let products = body["data"].as_array().unwrap().iter();
    products.map(|product| product["productName"].clone()).collect()
}

#[tokio::test]
async fn a_change_that_is_told_shows() {
    let gateway = listening().await;
    let client = nats::connect(&testkit::nats_url().into(), None).await.unwrap();
    let mut renamed = karela();
    renamed.product_name = "Karela".to_owned();
    gateway.catalog.now_answers(Ok(vec![renamed]));
    client.publish(SUBJECT, "".into()).await.unwrap();
    eventually("the change shows", async || {
        (names(&gateway).await == ["Karela"]).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_thousand_changes_are_one_question_a_second_and_the_last_one_shows() {
    let gateway = listening().await;
    let client = nats::connect(&testkit::nats_url().into(), None).await.unwrap();
    let (asked_before, began) = (gateway.catalog.asked.load(Ordering::Relaxed), Instant::now());
    for nth in 1..=1_000 {
        let mut renamed = karela();
        renamed.product_name = format!("Karela {nth}");
        gateway.catalog.now_answers(Ok(vec![renamed]));
        client.publish(SUBJECT, "".into()).await.unwrap();
    }
    eventually("the last change shows", async || {
        (names(&gateway).await == ["Karela 1000"]).then_some(())
    })
    .await;
    let asked = gateway.catalog.asked.load(Ordering::Relaxed) - asked_before;
    let seconds = usize::try_from(began.elapsed().as_secs()).unwrap();
    assert!(asked <= seconds + 2, "{asked} questions in {seconds} s");
}

#[tokio::test]
async fn messages_that_are_not_read_in_time_are_counted() {
    let url = runtime::Secret::from(testkit::nats_url());
    let incidents = nats::Incidents::default();
    let reader = nats::connect_hearing(&url, None, &incidents).await.unwrap();
    let subject = format!("test.{}", uuid::Uuid::now_v7());
    let _unread = reader.subscribe(subject.clone()).await.unwrap();
    reader.flush().await.unwrap();
    assert_eq!(incidents.drops(), 0);
    let writer = nats::connect(&url, None).await.unwrap();
    // More than the client keeps for a subscription.
    for _ in 0..80_000 {
        writer.publish(subject.clone(), "".into()).await.unwrap();
    }
    eventually("messages are dropped", async || {
        (incidents.drops() > 0).then_some(())
    })
    .await;
}
