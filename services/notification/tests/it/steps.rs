//! Mails about what becomes of an order.

use prost::Message as _;
use proto::{
    event::v2::OrderMoved,
    order::v1::{Order, Parcel},
};

use crate::{mailroom::Mailroom, order_placed};

/// Each event that a shopper hears of, the mail about it, and words of its subject.
const STEPS: [(&str, &str, &str); 11] = [
    ("shop.order.confirmed.v2", "order-confirmed", "We are preparing"),
    ("shop.order.shipped.v2", "order-shipped", "is on its way"),
    ("shop.order.delivered.v2", "order-delivered", "was delivered"),
    ("shop.order.cancelled.v2", "order-cancelled", "is cancelled"),
    ("shop.order.returned.v2", "order-returned", "We have your order"),
    (
        "shop.order.return_refused.v2",
        "order-return-refused",
        "Your return of order",
    ),
    ("shop.order.expiring.v2", "order-expiring", "Do you still want"),
    (
        "shop.order.address_corrected.v2",
        "order-address-corrected",
        "We changed where",
    ),
    (
        "shop.order.lines_corrected.v2",
        "order-lines-corrected",
        "We changed the packs",
    ),
    (
        "shop.order.parcel_corrected.v2",
        "order-parcel-corrected",
        "travels under another number",
    ),
    ("shop.order.lost.v2", "order-lost", "has not arrived"),
];

#[tokio::test(flavor = "multi_thread")]
async fn each_step_of_an_order_is_mailed_once() {
    let room = Mailroom::build().await;
    let _service = room.open().await;
    let order = room.owners.keep_order(&Order {
        parcel: Some(Parcel {
            carrier: "India Post".to_owned(),
            tracking_number: "EK123456789IN".to_owned(),
            tracking_url: "https://www.indiapost.gov.in/track".to_owned(),
        }),
        ..order_placed()
    });
    for (version, (event, name, words)) in (2..).zip(STEPS) {
        let moved = OrderMoved {
            order_id: order.order_id.clone(),
            order_number: order.order_number.clone(),
            version,
            lines: Vec::new(),
        };
        let id = room.publish(event, moved.encode_to_vec()).await;
        room.until_mailed(id, &[name]).await;
        let (_, mail) = room.mails_about(id).remove(0);
        assert_eq!(mail.recipients, ["asha@example.com"]);
        assert!(mail.subject().contains(words), "{}", mail.subject());
    }
}
