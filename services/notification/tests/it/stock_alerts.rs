//! Tests of the single mail to a shopper who waits for a pack.

use prost::Message as _;
use proto::event::v1::StockBack;
use testkit::eventually;
use uuid::Uuid;

use crate::{SHOP, mailroom::Mailroom, stock_owners::KARELA};

const STOCK_ALERT: &str = "stock-alert";

impl Mailroom {
    /// Stores a stock alert and publishes that its pack is available again.
    async fn back(&self, alert_id: Uuid, version: i64) -> Uuid {
        let event = StockBack {
            alert_id: alert_id.to_string(),
            product_id: KARELA.to_owned(),
            weight_in_grams: 100,
            version,
        };
        self.publish("shop.stock.back.v1", event.encode_to_vec()).await
    }

    fn waits(&self, email: &str) -> Uuid {
        let alert_id = Uuid::now_v7();
        self.stock_owners.keep_alert(&alert_id.to_string(), email);
        alert_id
    }

    /// Waits until this many events were handled.
    async fn until_heard(&self, events: u64) {
        eventually("every event is handled", async || {
            let info = self.consumer("STOCK", STOCK_ALERT).await?;
            let is_done = info.num_pending == 0 && info.num_ack_pending == 0;
            (is_done && info.ack_floor.stream_sequence == events).then_some(())
        })
        .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_waiting_shopper_gets_one_mail_and_is_forgotten() {
    let room = Mailroom::build().await;
    let service = room.open().await;
    let alert = room.waits("asha@example.com");
    let event = room.back(alert, 1).await;
    room.until_mailed(event, &[STOCK_ALERT]).await;
    room.until_heard(1).await;
    let (_, mail) = room.mails_about(event).remove(0);
    assert_eq!(mail.recipients, ["asha@example.com"]);
    assert_eq!(mail.headers("Reply-To").concat(), SHOP);
    assert_eq!(mail.subject(), "Karela Powder is back");
    assert!(room.stock_owners.waiting().is_empty(), "the address is forgotten");
    // The event is published again, as after a disk that lost the first publication.
    room.back(alert, 1).await;
    room.until_heard(2).await;
    service.stop().await;
    // Recreated consumers start at the first event, as after lost acknowledgements.
    let stream = room.jetstream.get_stream("STOCK").await.expect("it is there");
    let deleted = stream.delete_consumer(STOCK_ALERT).await;
    deleted.expect("it can go");
    let _service = room.open().await;
    room.until_heard(2).await;
    assert_eq!(room.mailbox.mails().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_mail_says_what_is_back_and_where() {
    let room = Mailroom::build().await;
    let _service = room
        .open_with(|settings| settings.site_url = "https://shop.example".parse().expect("it is an address"))
        .await;
    let event = room.back(room.waits("asha@example.com"), 1).await;
    room.until_mailed(event, &[STOCK_ALERT]).await;
    let (_, mail) = room.mails_about(event).remove(0);
    // Removes the soft line breaks of the encoding.
    let text = mail.text.replace("=\n", "");
    for part in [
        "Karela Powder, 100 g,",
        &format!("https://shop.example/product/{KARELA}"),
    ] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_mail_is_sent_for_a_pack_that_is_sold_out_again() {
    let room = Mailroom::build().await;
    let _service = room.open().await;
    let alert = room.waits("asha@example.com");
    room.stock_owners.sold_out(true);
    room.back(alert, 1).await;
    room.until_heard(1).await;
    assert_eq!(room.stock_owners.waiting(), ["asha@example.com"], "they wait on");
    room.stock_owners.sold_out(false);
    let event = room.back(alert, 2).await;
    room.until_mailed(event, &[STOCK_ALERT]).await;
    assert_eq!(room.mailbox.mails().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_mail_is_sent_for_a_product_that_was_taken_off_the_shelf() {
    let room = Mailroom::build().await;
    let _service = room.open().await;
    room.stock_owners.sells_nothing();
    room.back(room.waits("asha@example.com"), 1).await;
    room.until_heard(1).await;
    assert!(room.mailbox.mails().is_empty());
    assert!(room.stock_owners.waiting().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_inventory_that_is_away_is_waited_for_and_none_that_forgets_late_has_the_mail_sent_again() {
    let room = Mailroom::build().await;
    let _service = room.open().await;
    room.stock_owners.away(true);
    room.stock_owners.forgets_nothing();
    let event = room.back(room.waits("asha@example.com"), 1).await;
    eventually("it was asked in vain", async || {
        let info = room.consumer("STOCK", STOCK_ALERT).await?;
        (info.num_ack_pending == 1).then_some(())
    })
    .await;
    room.stock_owners.away(false);
    room.until_mailed(event, &[STOCK_ALERT]).await;
    room.until_heard(1).await;
    assert_eq!(room.mailbox.mails().len(), 1);
    assert_eq!(
        room.stock_owners.waiting(),
        ["asha@example.com"],
        "until a week is over"
    );
}
