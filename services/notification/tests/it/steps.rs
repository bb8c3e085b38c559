//! Tests of mails about the progress of an order.

use prost::Message as _;
use proto::{
    event::v1::OrderStatusChanged,
    order::v1::{Actor, Order, OrderChange, OrderSource, OrderStatus, Parcel},
};

use crate::{mailroom::Mailroom, order_placed};

/// Each event with a mail to the shopper, the name of the mail, and words of its subject.
const STEPS: [(&str, &str, &str); 12] = [
    ("shop.order.confirmed.v1", "order-confirmed", "We are preparing"),
    ("shop.order.shipped.v1", "order-shipped", "is on its way"),
    ("shop.order.delivered.v1", "order-delivered", "was delivered"),
    ("shop.order.cancelled.v1", "order-cancelled", "is cancelled"),
    ("shop.order.returned.v1", "order-returned", "Your return of order"),
    (
        "shop.order.return_accepted.v1",
        "order-return-accepted",
        "Where to send your return",
    ),
    (
        "shop.order.return_refused.v1",
        "order-return-refused",
        "Your return of order",
    ),
    ("shop.order.expiring.v1", "order-expiring", "Do you still want"),
    (
        "shop.order.address_corrected.v1",
        "order-address-corrected",
        "We changed the delivery address",
    ),
    (
        "shop.order.lines_corrected.v1",
        "order-lines-corrected",
        "We changed the packs",
    ),
    (
        "shop.order.parcel_corrected.v1",
        "order-parcel-corrected",
        "A new tracking number",
    ),
    ("shop.order.lost.v1", "order-lost", "has not arrived"),
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
        let changed = OrderStatusChanged {
            order_id: order.order_id.clone(),
            order_number: order.order_number.clone(),
            version,
            lines: Vec::new(),
        };
        let id = room.publish(event, changed.encode_to_vec()).await;
        room.until_mailed(id, &[name]).await;
        let (_, mail) = room.mails_about(id).remove(0);
        assert_eq!(mail.recipients, ["asha@example.com"]);
        assert!(mail.subject().contains(words), "{}", mail.subject());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_shop_hears_what_a_shopper_does_and_not_what_its_own_people_do() {
    let room = Mailroom::build().await;
    let _service = room.open().await;
    let shop = crate::SHOP;
    for (event, to, names, notice) in [
        (
            "shop.order.cancelled.v1",
            OrderStatus::Cancelled,
            ["cancellation-notice", "order-cancelled"],
            "Cancelled by the shopper",
        ),
        (
            "shop.order.return_requested.v1",
            OrderStatus::ReturnRequested,
            ["order-return-requested", "return-notice"],
            "wants to return",
        ),
    ] {
        for actor in [Actor::Shopper, Actor::Staff] {
            let change = OrderChange {
                to: to.into(),
                actor: actor.into(),
                reason: "It is the wrong weight".to_owned(),
                ..OrderChange::default()
            };
            let order = room.owners.keep_order(&Order {
                changes: vec![change],
                ..order_placed()
            });
            let changed = OrderStatusChanged {
                order_id: order.order_id,
                order_number: order.order_number,
                version: 2,
                lines: Vec::new(),
            };
            let id = room.publish(event, changed.encode_to_vec()).await;
            if actor == Actor::Staff {
                let name = names.into_iter().find(|name| name.starts_with("order"));
                room.until_mailed(id, &[name.expect("one is the shopper's")])
                    .await;
                continue;
            }
            room.until_mailed(id, &names).await;
            let mails = room.mails_about(id).into_iter();
            let (to_shop, to_shopper): (Vec<_>, Vec<_>) =
                mails.partition(|(name, _)| name.ends_with("notice"));
            let ((_, to_shop), (_, to_shopper)) = (&to_shop[0], &to_shopper[0]);
            assert_eq!(to_shop.recipients, [shop]);
            assert!(to_shop.subject().contains(notice), "{}", to_shop.subject());
            assert!(
                to_shop.text.contains("It is the wrong weight"),
                "{}",
                to_shop.text
            );
            assert_eq!(to_shopper.recipients, ["asha@example.com"]);
            assert!(!to_shopper.text.contains("wrong weight"), "a stranger may get it");
        }
    }
}

/// A phone order: the shop's own staff entered it, and many callers have no email address.
#[tokio::test(flavor = "multi_thread")]
async fn an_order_by_phone_is_confirmed_to_a_shopper_with_an_address_and_not_to_the_shop() {
    let room = Mailroom::build().await;
    let _service = room.open().await;
    let by_phone = Order {
        source: OrderSource::Phone.into(),
        promised_by: "2026-11-24".to_owned(),
        ..order_placed()
    };
    let reached = room.order(&by_phone).await;
    let unreachable = room
        .order(&Order {
            email: String::new(),
            ..by_phone
        })
        .await;
    room.until_settled().await;
    assert_eq!(room.names_about(reached), ["order-confirmation"]);
    let (_, mail) = room.mails_about(reached).remove(0);
    let text = mail.text.replace("=\n", "");
    let promised = "At your pincode: by Tuesday, 24 November 2026.";
    assert!(text.contains(promised), "{text}");
    assert_eq!(room.names_about(unreachable), [""; 0]);
    assert_eq!(room.dead_letters("order-confirmation").await, []);
}
