//! Tests that mails to shoppers and staff come from the shop's name set by the owner.

use std::{fs, path::Path};

use fakes::FakeShop;
use proto::{
    catalog::v1::ShopFacts,
    identity::v1::{InviteStaffRequest, StaffRole},
};
use testkit::eventually;

use crate::{EMAIL, HOME, Identity, PASSWORD, settings, staff::Office};

/// The profile of Aaranya Herbs.
fn aaranya() -> ShopFacts {
    ShopFacts {
        name: "Aaranya Herbs".to_owned(),
        legal_name: "Aaranya Herbs LLP".to_owned(),
        address_lines: vec!["7 Mill Road".to_owned(), "Surat 395002".to_owned()],
        phone: "+912612345678".to_owned(),
        email: "care@aaranya.example".to_owned(),
        ..ShopFacts::default()
    }
}

/// All mails in the folder, without the line breaks of their encoding.
fn mails(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).into_iter().flatten();
    let texts = files.filter_map(|file| fs::read_to_string(file.ok()?.path()).ok());
    texts.map(|text| text.replace("=\r\n", "")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn mails_follow_the_name_of_the_shop_without_a_restart() {
    let shop = FakeShop::with(ShopFacts {
        is_sample: true,
        ..aaranya()
    });
    let catalog = testkit::grpc(shop.server()).await;
    let folder = tempfile::tempdir().expect("there is a place for files");
    let database = testkit::database(&[]).await;
    let settings = identity::Settings {
        catalog_url: catalog.target(),
        ..settings(database.settings(), mail::Settings::folder(folder.path()))
    };
    let identity = Identity::open_as(database, settings, mail::Sent::default()).await;
    identity
        .register(EMAIL, PASSWORD)
        .await
        .expect("the account is made");
    let office = Office::of(identity);
    let code = async || {
        office.identity.wait_for_limits().await;
        office.identity.sql("DELETE FROM one_time_codes").await;
        let known = mails(folder.path());
        office
            .identity
            .request_code_from(HOME, EMAIL)
            .await
            .expect("a code may be asked for");
        eventually("a code arrives", async || {
            mails(folder.path())
                .into_iter()
                .find(|mail| !known.contains(mail))
        })
        .await
    };
    let sample = code().await;
    assert!(sample.contains("From: Vanmool <"), "{sample}");

    shop.set(Some(aaranya()));
    let named = eventually("a mail comes from the new name", async || {
        let mail = code().await;
        mail.contains("From: \"Aaranya Herbs\" <").then_some(mail)
    })
    .await;
    for part in [
        "Reply-To: care@aaranya.example",
        ">Aaranya Herbs</td>",
        "Aaranya Herbs LLP",
        "7 Mill Road, Surat 395002",
    ] {
        assert!(named.contains(part), "{part} is missing in {named}");
    }

    let request = InviteStaffRequest {
        name: "Bina".to_owned(),
        email: "bina@example.com".to_owned(),
        role: StaffRole::Packer.into(),
    };
    office
        .client
        .clone()
        .invite_staff(request)
        .await
        .expect("the address is free");
    let invitation = eventually("the invitation arrives", async || {
        let mut mails = mails(folder.path()).into_iter();
        mails.find(|mail| mail.contains("To: bina@example.com"))
    })
    .await;
    assert!(invitation.contains("From: \"Aaranya Herbs\" <"), "{invitation}");
}
