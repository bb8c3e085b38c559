//! Tests of events that contain only ids: the owning service returns the rest.

use prost::Message as _;
use proto::event::v1;
use uuid::Uuid;

use crate::{
    CONTACT_MAILS, CONTACT_SUBJECT, ORDER_MAILS, ORDER_SUBJECT, contact_received, mailroom::Mailroom,
    order_placed,
};

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
    let unknown = v1::OrderPlaced {
        order_id: Uuid::now_v7().to_string(),
        ..v1::OrderPlaced::default()
    };
    let order = room.publish(ORDER_SUBJECT, unknown.encode_to_vec()).await;
    let unknown = v1::ContactReceived {
        message_id: "no id".to_owned(),
        ..v1::ContactReceived::default()
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
