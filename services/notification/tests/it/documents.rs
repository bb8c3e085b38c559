//! The document of an order that left goes along with the mail about it.

use std::time::Duration;

use prost::Message as _;
use proto::event::v2::OrderMoved;
use testkit::eventually;
use uuid::Uuid;

use crate::{mailroom::Mailroom, order_placed};

async fn ship(room: &Mailroom) -> Uuid {
    let order = room.owners.keep_order(&order_placed());
    let moved = OrderMoved {
        order_id: order.order_id,
        order_number: order.order_number,
        version: 4,
        lines: Vec::new(),
    };
    room.publish("shop.order.shipped.v2", moved.encode_to_vec()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_about_a_parcel_waits_for_its_invoice() {
    let room = Mailroom::build().await;
    room.billing.hold(true);
    let _service = room.open().await;
    let shipped = ship(&room).await;
    eventually("billing is asked", async || {
        (room.billing.lists() > 0).then_some(())
    })
    .await;
    assert!(room.names_about(shipped).is_empty());
    room.billing.hold(false);
    room.until_mailed(shipped, &["order-shipped"]).await;
    let (_, mail) = room.mails_about(shipped).remove(0);
    for part in [
        "filename=\"INV-2627-000042.pdf\"",
        "Content-Type: application/pdf",
    ] {
        assert!(mail.text.contains(part), "{part}");
    }
    assert!(
        mail.text.contains("Its invoice INV-2627-000042 is attached"),
        "{}",
        mail.text
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_about_a_parcel_goes_without_an_invoice_that_does_not_come() {
    let room = Mailroom::build().await;
    room.billing.hold(true);
    let _service = room
        .open_with(|settings| settings.pace.document_patience = Duration::from_millis(300))
        .await;
    let shipped = ship(&room).await;
    room.until_mailed(shipped, &["order-shipped"]).await;
    let (_, mail) = room.mails_about(shipped).remove(0);
    assert!(!mail.text.contains("application/pdf") && !mail.text.contains("attached"));
    assert!(room.billing.lists() > 0, "it was asked for");
}
