//! Tests that mails use the shop profile set in the office, without a restart.

use proto::{catalog::v1::ShopFacts, contact::v1::Message};
use testkit::{TakenMail, eventually};
use uuid::Uuid;

use crate::{CONTACT_MAILS, SHOP, contact_received, mailroom::Mailroom};

fn jadibuti() -> ShopFacts {
    ShopFacts {
        name: "Jadibuti".to_owned(),
        legal_name: "Jadibuti & Sons LLP".to_owned(),
        address_lines: vec!["7 Mill Road".to_owned(), "Surat 395002".to_owned()],
        phone: "+912612345678".to_owned(),
        email: "help@jadibuti.example".to_owned(),
        ..ShopFacts::default()
    }
}

/// The acknowledgement of a message to the shop, and the notice to the shop.
async fn mails(room: &Mailroom) -> [TakenMail; 2] {
    // Acknowledgements per address are limited.
    let message = Message {
        email: format!("{}@example.com", Uuid::now_v7().simple()),
        ..contact_received()
    };
    let event = room.contact(&message).await;
    room.until_mailed(event, &CONTACT_MAILS).await;
    let mails = room.mails_about(event).into_iter().map(|(_, mail)| mail);
    mails.collect::<Vec<_>>().try_into().expect("there are two")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_signature_of_mails_needs_no_restart() {
    let room = Mailroom::build().await;
    let samples = ShopFacts {
        is_sample: true,
        ..jadibuti()
    };
    room.stock_owners.shop.set(Some(samples));
    let _service = room.open().await;
    let [thanks, notice] = mails(&room).await;
    assert_eq!(
        notice.recipients,
        [SHOP],
        "the operator's settings override samples"
    );
    assert!(!thanks.text.contains("Jadibuti"), "{}", thanks.text);

    room.stock_owners.shop.set(Some(jadibuti()));
    let [thanks, notice] = eventually("the new name is heard of", async || {
        let mails = mails(&room).await;
        // The two mails have separate consumers, so one may still use the old profile.
        let [thanks, notice] = &mails;
        let is_heard = thanks.headers("From")[0].contains("Jadibuti") && notice.recipients != [SHOP];
        is_heard.then_some(mails)
    })
    .await;
    assert_eq!(thanks.headers("From"), ["Jadibuti <orders@vanmool.example>"]);
    assert_eq!(thanks.headers("Reply-To"), ["help@jadibuti.example"]);
    for part in [
        "Jadibuti",
        "Jadibuti & Sons LLP",
        "7 Mill Road, Surat 395002",
        "+91 26123 45678",
    ] {
        assert!(thanks.text.contains(part), "{part} is missing in {}", thanks.text);
    }
    assert_eq!(notice.recipients, ["help@jadibuti.example"]);
}
