//! Tests of mails to shoppers whose packs were recalled.

use prost::Message as _;
use proto::{
    event::v1::RecallNoticeRequested,
    order::v1::{GetRecallNoticeResponse, Order},
};
use testkit::eventually;
use uuid::Uuid;

use crate::{SHOP, mailroom::Mailroom, order_placed};

const REQUESTED: &str = "shop.order.recall_notice_requested.v1";
const NOTICE_MAIL: &str = "recall-notice";

impl Mailroom {
    /// Publishes a recall notice for an order. Returns the event's id.
    async fn recall(&self, order: &Order) -> Uuid {
        let order = self.owners.keep_order(order);
        let notice_id = Uuid::now_v7().to_string();
        let notice = GetRecallNoticeResponse {
            order_id: order.order_id.clone(),
            batch_number: "K-2611".to_owned(),
            product_name: "Karela Powder".to_owned(),
            weight_in_grams: 100,
            quantity: 2,
            reason: "A stone was found".to_owned(),
        };
        self.owners.keep_recall_notice(&notice_id, notice);
        let event = RecallNoticeRequested {
            notice_id,
            order_id: order.order_id,
        };
        self.publish(REQUESTED, event.encode_to_vec()).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shopper_hears_once_which_packs_are_recalled_and_what_to_do() {
    let room = Mailroom::build().await;
    let service = room.open().await;
    let event = room.recall(&order_placed()).await;
    room.until_mailed(event, &[NOTICE_MAIL]).await;
    let (_, mail) = room.mails_about(event).remove(0);
    assert_eq!(mail.recipients, ["asha@example.com"]);
    assert_eq!(mail.headers("Reply-To"), [SHOP]);
    let subject = mail.subject();
    assert!(
        subject.contains("K-2611") && subject.contains("VM-261121-7K3QX"),
        "{subject}"
    );
    for part in [
        "Karela Powder, 100 g",
        "2 packs",
        "A stone was found",
        "do not use",
    ] {
        assert!(mail.text.contains(part), "{part} is missing in {}", mail.text);
    }
    service.stop().await;

    // A recreated consumer starts at the first event, as after a lost acknowledgement.
    let stream = room.jetstream.get_stream("ORDERS").await.expect("it is there");
    let consumer = "recall-notice";
    stream.delete_consumer(consumer).await.expect("it can go");
    let _service = room.open().await;
    let other = room.recall(&order_placed()).await;
    room.until_mailed(other, &[NOTICE_MAIL]).await;
    assert_eq!(room.names_about(event), [NOTICE_MAIL]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shopper_who_was_erased_meanwhile_is_passed_over() {
    let room = Mailroom::build().await;
    let _service = room.open().await;
    let erased = Order {
        full_name: String::new(),
        email: String::new(),
        mobile_number: String::new(),
        delivery_address: String::new(),
        ..order_placed()
    };
    let event = room.recall(&erased).await;
    eventually("the event is settled", async || {
        let info = room.consumer("ORDERS", NOTICE_MAIL).await?;
        let is_settled = info.num_pending == 0 && info.num_ack_pending == 0;
        (is_settled && info.delivered.stream_sequence > 0).then_some(())
    })
    .await;
    assert!(room.names_about(event).is_empty());
    assert!(room.dead_letters(NOTICE_MAIL).await.is_empty());
}
