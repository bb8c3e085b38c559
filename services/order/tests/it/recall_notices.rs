//! Recall notices are sent once to the shoppers whose orders hold recalled packs.

use std::collections::HashMap;

use futures_util::future::join_all;
use prost::Message as _;
use proto::{
    event::v1::RecallNoticeRequested,
    order::v1::{
        GetRecallNoticeRequest, ListRecallNoticesRequest, OrderStatus, RecallNotice, RecallNoticeState,
        RecalledBatch, RecalledPacks, SendRecallNoticesRequest,
        recall_notice_service_client::RecallNoticeServiceClient,
    },
};
use tonic::{Code, Status, transport::Channel};
use uuid::Uuid;

use crate::{
    Shop, count,
    fake_catalog::KARELA,
    staff::{BINA, Office},
};

const EVENTS: &str = "SELECT count(*) FROM outbox WHERE subject = 'shop.order.recall_notice_requested.v1'";

const TO_DELIVERED: [OrderStatus; 4] = [
    OrderStatus::Confirmed,
    OrderStatus::Packed,
    OrderStatus::Shipped,
    OrderStatus::Delivered,
];

fn batch() -> RecalledBatch {
    RecalledBatch {
        batch_id: "01936f00-0000-7000-8000-0000000000b1".to_owned(),
        batch_number: "K-2611".to_owned(),
        product_id: KARELA.to_owned(),
        weight_in_grams: 100,
    }
}

fn packs(order_id: &str, quantity: i32) -> RecalledPacks {
    RecalledPacks {
        order_id: order_id.to_owned(),
        quantity,
    }
}

fn notices(orders: &[RecalledPacks]) -> SendRecallNoticesRequest {
    SendRecallNoticesRequest {
        batch: Some(batch()),
        reason: "A stone was found".to_owned(),
        orders: orders.to_vec(),
    }
}

impl Office {
    async fn write_to(&self, request: SendRecallNoticesRequest) -> Result<i32, Status> {
        let request = self.keys.request(BINA, request);
        let sent = self.recalls.clone().send_recall_notices(request).await?;
        Ok(sent.into_inner().requested)
    }

    /// Returns the notices by order.
    async fn notices(&self, orders: &[RecalledPacks]) -> HashMap<String, RecallNotice> {
        let asked = ListRecallNoticesRequest {
            batch: Some(batch()),
            orders: orders.to_vec(),
        };
        let request = self.keys.request(BINA, asked);
        let told = self.recalls.clone().list_recall_notices(request).await;
        let told = told.expect("it answers").into_inner().notices.into_iter();
        told.map(|notice| (notice.order_id.clone(), notice)).collect()
    }
}

#[tokio::test]
async fn a_shopper_gets_one_recall_notice_for_any_number_of_requests() {
    let shop = Shop::open().await;
    let office = Office::open(&shop).await;
    let mut orders = Vec::new();
    for _ in 0..3 {
        orders.push(packs(&shop.place_and_transition(TO_DELIVERED).await, 2));
    }
    let told = office.notices(&orders).await;
    assert!(
        told.values()
            .all(|notice| notice.state() == RecallNoticeState::ToWrite
                && notice.mobile_number.is_empty()
                && notice.quantity == 2),
        "{told:?}"
    );
    // Several concurrent requests, some with the orders reversed.
    let backwards: Vec<_> = orders.iter().rev().cloned().collect();
    let asked = (0..6).map(|n| office.write_to(notices(if n % 2 == 0 { &orders } else { &backwards })));
    let answers = join_all(asked).await.into_iter();
    let requested: i32 = answers.map(|sent| sent.expect("it is asked for")).sum();
    assert_eq!(requested, 3);
    assert_eq!(office.write_to(notices(&orders)).await.expect("they were"), 0);
    assert_eq!(count(shop.database.pool(), EVENTS).await, 3);

    let told = office.notices(&orders).await;
    assert!(
        told.values()
            .all(|notice| notice.state() == RecallNoticeState::Written
                && notice.requested_by == BINA
                && !notice.requested_at.is_empty()),
        "{told:?}"
    );
    // Another batch is a reason for another mail.
    let other = SendRecallNoticesRequest {
        batch: Some(RecalledBatch {
            batch_id: Uuid::now_v7().to_string(),
            batch_number: "K-2612".to_owned(),
            ..batch()
        }),
        ..notices(&orders[..1])
    };
    assert_eq!(office.write_to(other).await.expect("it is asked for"), 1);
}

#[tokio::test]
async fn an_event_names_no_shopper_and_leads_to_what_the_mail_says() {
    let shop = Shop::open().await;
    let office = Office::open(&shop).await;
    let order = shop.place_and_transition(TO_DELIVERED).await;
    // The inventory counts more packs than the order has. The order's number is used.
    let sent = office.write_to(notices(&[packs(&order, 5)])).await;
    assert_eq!(sent.expect("it is asked for"), 1);
    let payload: Vec<u8> = sqlx::query_scalar(
        "SELECT payload FROM outbox WHERE subject = 'shop.order.recall_notice_requested.v1'",
    )
    .fetch_one(shop.database.pool())
    .await
    .expect("it is told");
    let event = RecallNoticeRequested::decode(payload.as_slice()).expect("it is of this schema");
    assert_eq!(event.order_id, order);

    let channel = Channel::builder(shop.served.url()).connect_lazy();
    let mut programs = RecallNoticeServiceClient::new(channel);
    let notice_id = event.notice_id;
    let notice = programs
        .get_recall_notice(GetRecallNoticeRequest { notice_id })
        .await;
    let notice = notice.expect("it is kept").into_inner();
    assert_eq!(
        (notice.order_id, notice.batch_number, notice.quantity),
        (order.clone(), "K-2611".to_owned(), 2)
    );
    assert_eq!(
        (notice.weight_in_grams, notice.reason.as_str()),
        (100, "A stone was found")
    );
    assert!(notice.product_name.contains("Karela"), "{}", notice.product_name);
    let notice_id = Uuid::now_v7().to_string();
    let unknown = programs
        .get_recall_notice(GetRecallNoticeRequest { notice_id })
        .await;
    assert_eq!(unknown.expect_err("there is none").code(), Code::NotFound);
    // A program that does not act for a staff member cannot send notices.
    let refused = programs.send_recall_notices(notices(&[packs(&order, 1)])).await;
    assert_eq!(
        refused.expect_err("there is no staff token").code(),
        Code::PermissionDenied
    );
}

#[tokio::test]
async fn orders_without_recalled_packs_are_skipped_and_those_without_an_address_are_called() {
    let shop = Shop::open().await;
    let office = Office::open(&shop).await;
    let unsent = shop.place_and_transition([OrderStatus::Confirmed]).await;
    let [other, called, erased, good] = {
        let mut ids = Vec::new();
        for _ in 0..4 {
            ids.push(shop.place_and_transition(TO_DELIVERED).await);
        }
        <[String; 4]>::try_from(ids).expect("there are four")
    };
    let nowhere = Uuid::now_v7().to_string();
    shop.execute(format!(
        "UPDATE order_lines SET weight_in_grams = 500 WHERE order_id = '{other}' AND weight_in_grams = 100"
    ))
    .await;
    shop.execute(format!("UPDATE orders SET email = '' WHERE id = '{called}'"))
        .await;
    shop.execute(format!(
        "UPDATE orders SET full_name = '', email = '', mobile_number = '', delivery_address = '' WHERE id = '{erased}'"
    ))
    .await;
    let table = [
        (&unsent, RecallNoticeState::NotConcerned),
        (&other, RecallNoticeState::NotConcerned),
        (&nowhere, RecallNoticeState::NotConcerned),
        (&called, RecallNoticeState::ToCall),
        (&erased, RecallNoticeState::Unreachable),
        (&good, RecallNoticeState::Written),
    ];
    let orders: Vec<_> = table.iter().map(|(id, _)| packs(id, 1)).collect();
    let requested = office.write_to(notices(&orders)).await;
    assert_eq!(requested.expect("it is asked for"), 1);
    let told = office.notices(&orders).await;
    for (id, expected) in table {
        let notice = &told[id];
        assert_eq!(notice.state(), expected, "{notice:?}");
        let is_named = !notice.full_name.is_empty() && notice.mobile_number == "9876543210";
        assert_eq!(is_named, expected == RecallNoticeState::ToCall, "{notice:?}");
    }
    assert_eq!(count(shop.database.pool(), EVENTS).await, 1);
}

#[tokio::test]
async fn an_invalid_notice_is_refused_and_sends_no_mail() {
    let shop = Shop::open().await;
    let office = Office::open(&shop).await;
    let order = shop.place_and_transition(TO_DELIVERED).await;
    let good = notices(&[packs(&order, 1)]);
    for refused in [
        SendRecallNoticesRequest {
            reason: "no".to_owned(),
            ..good.clone()
        },
        SendRecallNoticesRequest {
            batch: None,
            ..good.clone()
        },
        notices(&[]),
        notices(&vec![packs(&order, 1); 2]),
    ] {
        let status = office.write_to(refused).await.expect_err("it breaks a rule");
        assert_eq!(status.code(), Code::InvalidArgument, "{status}");
    }
    assert_eq!(count(shop.database.pool(), EVENTS).await, 0);
}
