//! Staff notes on orders.

use proto::order::v1::{
    AddOrderNoteRequest, ListOrderNotesRequest, OrderNote,
    order_editing_service_client::OrderEditingServiceClient,
};
use tonic::{Code, Status, transport::Channel};
use uuid::Uuid;

use crate::{
    Shop, good_order,
    staff::{BINA, Office},
    transitions::ASHA,
};

fn note(order_id: &str, text: &str) -> AddOrderNoteRequest {
    AddOrderNoteRequest {
        order_id: order_id.to_owned(),
        note_id: Uuid::now_v7().to_string(),
        text: text.to_owned(),
    }
}

impl Office {
    async fn add_note(&self, staff_id: &str, note: AddOrderNoteRequest) -> Result<OrderNote, Status> {
        let request = self.keys.request(staff_id, note);
        let added = self.editing.clone().add_order_note(request).await?;
        Ok(added.into_inner().note.expect("it is answered"))
    }

    async fn notes(&self, order_id: &str) -> Result<Vec<OrderNote>, Status> {
        let asked = ListOrderNotesRequest {
            order_id: order_id.to_owned(),
        };
        let request = self.keys.request(BINA, asked);
        let notes = self.editing.clone().list_order_notes(request).await?;
        Ok(notes.into_inner().notes)
    }
}

#[tokio::test]
async fn notes_on_an_order_are_kept_once_and_read_in_their_order() {
    let shop = Shop::open().await;
    let office = Office::open(&shop).await;
    let order = shop.place(good_order()).await.expect("it is placed").order_id;
    let other = shop.place(good_order()).await.expect("it is placed").order_id;
    assert_eq!(office.notes(&order).await.expect("there are none"), []);

    let first = note(&order, " Call before\r\nyou come ");
    let written = office.add_note(BINA, first.clone()).await.expect("it is noted");
    assert_eq!(
        (written.text.as_str(), written.written_by.as_str()),
        ("Call before\nyou come", BINA)
    );
    let changed = AddOrderNoteRequest {
        text: "Something else".to_owned(),
        ..first.clone()
    };
    for again in [first.clone(), changed] {
        let kept = office.add_note(BINA, again).await.expect("it is the same note");
        assert_eq!(kept, written);
    }
    let second = office
        .add_note(ASHA, note(&order, "She called"))
        .await
        .expect("it is noted");
    assert_eq!(
        office.notes(&order).await.expect("they are kept"),
        [written, second]
    );

    // A note's ID cannot be reused for another order or by another staff member.
    let elsewhere = AddOrderNoteRequest {
        order_id: other.clone(),
        ..first.clone()
    };
    for (staff_id, taken) in [(BINA, elsewhere), (ASHA, first)] {
        let refused = office
            .add_note(staff_id, taken)
            .await
            .expect_err("it is another note's");
        assert_eq!(refused.code(), Code::InvalidArgument);
    }
    assert_eq!(office.notes(&other).await.expect("there are none"), []);
}

#[tokio::test]
async fn an_invalid_note_is_refused() {
    let shop = Shop::open().await;
    let office = Office::open(&shop).await;
    let order = shop.place(good_order()).await.expect("it is placed").order_id;
    let nowhere = Uuid::now_v7().to_string();
    for (refused, code) in [
        (note(&order, "  "), Code::InvalidArgument),
        (note(&order, &"x".repeat(2_001)), Code::InvalidArgument),
        (note("VM-1", "Hello"), Code::InvalidArgument),
        (note(&nowhere, "Hello"), Code::NotFound),
    ] {
        let status = office.add_note(BINA, refused).await.expect_err("it is no note");
        assert_eq!(status.code(), code, "{status}");
    }
    let status = office.notes(&nowhere).await.expect_err("there is no such order");
    assert_eq!(status.code(), Code::NotFound);

    // A note on an erased shopper's order would never be erased.
    shop.execute(
        "UPDATE orders SET full_name = '', email = '', mobile_number = '', delivery_address = ''".to_owned(),
    )
    .await;
    let status = office
        .add_note(BINA, note(&order, "Hello"))
        .await
        .expect_err("it is too late");
    let reason = runtime::status::details(&status).reason;
    assert_eq!(
        (status.code(), reason.as_deref()),
        (Code::FailedPrecondition, Some("NOT_ALLOWED"))
    );
}

#[tokio::test]
async fn a_program_without_a_staff_token_writes_no_note() {
    let shop = Shop::open().await;
    let order = shop.place(good_order()).await.expect("it is placed").order_id;
    let channel = Channel::builder(shop.served.url()).connect_lazy();
    let mut editing = OrderEditingServiceClient::new(channel);
    let refused = editing.add_order_note(note(&order, "Hello")).await;
    let refused = refused.expect_err("it would have no author");
    assert_eq!(refused.code(), Code::PermissionDenied);
}
