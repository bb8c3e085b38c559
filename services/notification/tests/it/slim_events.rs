//! Tests of events that contain only ids: the owning service returns the rest.

use prost::Message as _;
use proto::event::{v1, v2};
use uuid::Uuid;

use crate::{
    CONTACT_MAILS, CONTACT_SUBJECT, ORDER_MAILS, ORDER_SUBJECT, SHOP, contact_received, mailroom::Mailroom,
    order_placed,
};

impl Mailroom {
    /// An event of the previous release, which contains all data.
    pub(crate) async fn whole_order(&self) -> Uuid {
        let order = v1::OrderPlaced {
            order_number: "VM-261121-7K3QX".to_owned(),
            placed_at: "2026-11-21T07:21:43Z".to_owned(),
            full_name: "Asha Patel".to_owned(),
            email: "asha@example.com".to_owned(),
            mobile_number: "9876543210".to_owned(),
            delivery_address: "12 Ring Road, Surat".to_owned(),
            pincode: "395007".to_owned(),
            total_paise: 249_800,
            lines: vec![v1::OrderPlacedLine {
                product_name: "Karela Powder".to_owned(),
                weight_in_grams: 100,
                quantity: 2,
                unit_price_paise: 124_900,
                ..v1::OrderPlacedLine::default()
            }],
            ..v1::OrderPlaced::default()
        };
        self.publish("shop.order.placed.v1", order.encode_to_vec()).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_waits_for_the_service_that_knows_what_it_tells() {
    let room = Mailroom::build().await;
    room.owners.order_line.cut();
    let _service = room.open().await;
    let order = room.order(&order_placed()).await;
    // The message's mails are sent by the same replica without waiting.
    let message = room.contact(&contact_received()).await;
    room.until_mailed(message, &CONTACT_MAILS).await;
    testkit::eventually("the order's mails were tried, and put off", async || {
        let info = room.consumer("ORDERS", ORDER_MAILS[0]).await?;
        (info.num_ack_pending == 1 && info.num_pending == 0).then_some(())
    })
    .await;
    assert_eq!(room.names_about(order), [""; 0]);
    room.owners.order_line.restore();
    room.until_mailed(order, &ORDER_MAILS).await;
    room.until_settled().await;
    for name in ORDER_MAILS {
        assert_eq!(
            room.dead_letters(name).await,
            [],
            "an owner who is away is no failure"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_about_an_unknown_record_is_put_aside() {
    let room = Mailroom::build().await;
    let _service = room.open().await;
    let unknown = v2::OrderPlaced {
        order_id: Uuid::now_v7().to_string(),
        ..v2::OrderPlaced::default()
    };
    let order = room.publish(ORDER_SUBJECT, unknown.encode_to_vec()).await;
    let unknown = v2::ContactReceived {
        message_id: "no id".to_owned(),
        ..v2::ContactReceived::default()
    };
    let message = room.publish(CONTACT_SUBJECT, unknown.encode_to_vec()).await;
    room.until_settled().await;
    for (id, names) in [(order, ORDER_MAILS), (message, CONTACT_MAILS)] {
        for name in names {
            let letters = room.dead_letters(name).await;
            assert_eq!(letters.len(), 1, "{name}");
            assert_eq!(letters[0].event_id, id.to_string());
            assert!(letters[0].reason.contains("does not know it"), "{letters:?}");
        }
    }
    assert!(room.mailbox.mails().is_empty());
}

/// Streams keep events of the previous release, and its replicas still publish during a rollout.
#[tokio::test(flavor = "multi_thread")]
async fn events_of_the_version_before_that_told_everything_are_mailed_too() {
    let room = Mailroom::build().await;
    let order = room.whole_order().await;
    let message = v1::ContactReceived {
        received_at: "2026-11-21T07:21:43Z".to_owned(),
        name: "Meera Shah".to_owned(),
        email: "meera@example.com".to_owned(),
        message: "Where is my parcel?".to_owned(),
        ..v1::ContactReceived::default()
    };
    let message = room
        .publish("shop.contact.received.v1", message.encode_to_vec())
        .await;
    let _service = room.open().await;
    room.until_mailed(order, &ORDER_MAILS).await;
    room.until_mailed(message, &CONTACT_MAILS).await;
    let mails = room.mailbox.mails();
    let to_shop = mails.iter().filter(|mail| mail.recipients == [SHOP]);
    assert_eq!(to_shop.count(), 2);
}
