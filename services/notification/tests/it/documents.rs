//! Tests of documents attached to mails.

use std::time::Duration;

use prost::Message as _;
use proto::event::v1::{DocumentIssued, OrderStatusChanged};
use testkit::eventually;
use uuid::Uuid;

use crate::{
    fake_billing::{CREDIT_NOTE, INVOICE, OTHER_INVOICE},
    mailroom::Mailroom,
    order_placed,
};

async fn ship(room: &Mailroom) -> Uuid {
    let order = room.owners.keep_order(&order_placed());
    let changed = OrderStatusChanged {
        order_id: order.order_id,
        order_number: order.order_number,
        version: 4,
        lines: Vec::new(),
    };
    room.publish("shop.order.shipped.v1", changed.encode_to_vec())
        .await
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

#[tokio::test(flavor = "multi_thread")]
async fn a_credit_note_is_mailed_and_so_is_an_invoice_in_the_place_of_another() {
    let room = Mailroom::build().await;
    let _service = room.open().await;
    let order = room.owners.keep_order(&order_placed());
    let issue = async |document_id: Uuid| {
        let issued = DocumentIssued {
            document_id: document_id.to_string(),
            order_id: order.order_id.clone(),
            order_number: order.order_number.clone(),
            ..DocumentIssued::default()
        };
        room.publish("shop.billing.issued.v1", issued.encode_to_vec())
            .await
    };
    // The first invoice is attached to the mail about the parcel.
    let with_parcel = issue(INVOICE).await;
    for (document_id, subject, file) in [
        (CREDIT_NOTE, "Credit note CN-2627-000001", "CN-2627-000001.pdf"),
        (OTHER_INVOICE, "Another invoice", "INV-2627-000043.pdf"),
    ] {
        let issued = issue(document_id).await;
        room.until_mailed(issued, &["order-document"]).await;
        let (_, mail) = room.mails_about(issued).remove(0);
        assert_eq!(mail.recipients, ["asha@example.com"]);
        assert!(mail.subject().contains(subject), "{}", mail.subject());
        assert!(
            mail.text.contains(&format!("filename=\"{file}\"")),
            "{}",
            mail.text
        );
    }
    assert!(room.names_about(with_parcel).is_empty());
}
