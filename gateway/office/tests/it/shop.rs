//! Tests of the shop profile: every staff member reads it, the owner changes it.

use reqwest::Method;
use runtime::status::{self, Rule, Violation};
use serde_json::{Value, json};
use tonic::Code;

use crate::{
    fake_shop::shop,
    fake_staff::ASHA,
    fakes::{Office, data, refusal},
};

fn facts() -> Value {
    json!({
        "name": "Jadibuti",
        "hindiName": "जड़ी-बूटी",
        "tagline": "Milled on stone",
        "legalName": "Jadibuti LLP",
        "addressLines": ["7 Mill Road", "Surat 395002"],
        "phone": "+912612345678",
        "whatsapp": "",
        "email": "help@jadibuti.example",
        "careHours": "Monday to Saturday",
        "holidays": ["2026-11-08"],
        "foodLicence": "10712034000123",
        "gstin": "27AAPFU0939F1ZV",
        "countryOfOrigin": "India",
        "bestBefore": "12 months from packing",
        "delivery": 0,
        "codFee": 40,
        "codLimit": 5000,
        "socialLinks": [{ "network": "youtube", "url": "https://youtube.example/jadibuti" }],
        "holdsReviews": true,
        "upiId": "jadibuti@okaxis",
        "bankAccount": { "holder": "Jadibuti LLP", "number": "123456789012", "ifsc": "HDFC0000001" },
    })
}

fn told() -> Value {
    json!({ "version": 3, "isSample": false, "facts": facts() })
}

fn changed() -> Value {
    json!({ "version": 2, "facts": facts() })
}

#[tokio::test]
async fn only_signed_in_staff_read_the_shop() {
    let office = Office::start().await;
    let read = office.of("packer", Method::GET, "/shop").send().await.unwrap();
    assert_eq!(data(read).await, told());
    for session in ["stranger", ""] {
        let read = office.of(session, Method::GET, "/shop").send().await.unwrap();
        refusal(read, 401).await;
    }
    assert!(office.record.take_seen().is_empty(), "no token is asked for");
}

#[tokio::test]
async fn a_change_reaches_the_catalog_in_paise_with_a_token_for_it() {
    let office = Office::start().await;
    let answer = office.send(Method::PUT, "/shop", &changed()).await;
    assert_eq!(data(answer).await, told());
    let update = office.shop.updates.lock().unwrap().remove(0);
    assert_eq!((update.version, update.facts), (2, shop().facts));
    let seen = office.record.take_seen().remove(0);
    assert_eq!(seen.call, "shop.catalog.v1.ShopEditingService/UpdateShop");
    assert!(seen.token.is_some());
}

#[tokio::test]
async fn a_late_update_gets_the_current_shop() {
    let office = Office::start().await;
    let words = "The shop was changed meanwhile.";
    let conflict = status::with_reason(Code::Aborted, "SHOP_CHANGED", words);
    office
        .record
        .refuse("UpdateShop", status::with_message(&conflict, &shop()));
    let body = refusal(office.send(Method::PUT, "/shop", &changed()).await, 409).await;
    assert_eq!(
        body,
        json!({ "success": false, "message": words, "code": "SHOP_CHANGED", "data": told() })
    );
}

#[tokio::test]
async fn errors_name_the_fields_of_rest() {
    let office = Office::start().await;
    let broken = |field: &'static str| Violation::new(field, Rule::Required.says("It is missing"));
    let wrong = [
        "food_licence",
        "address_lines[0]",
        "cod_fee_paise",
        "social_links[0].url",
    ];
    let status = status::invalid(wrong.map(broken).to_vec());
    office.record.refuse("UpdateShop", status);
    let body = refusal(office.send(Method::PUT, "/shop", &changed()).await, 422).await;
    let errors = body["errors"].as_array().unwrap().iter();
    let fields: Vec<_> = errors.map(|error| error["field"].as_str().unwrap()).collect();
    assert_eq!(
        fields,
        ["foodLicence", "addressLines[0]", "codFee", "socialLinks[0].url"]
    );
    let mut unknown = changed();
    unknown["facts"]["socialLinks"][0]["network"] = json!("orkut");
    refusal(office.send(Method::PUT, "/shop", &unknown).await, 400).await;
}

#[tokio::test]
async fn its_changes_are_told_newest_first() {
    let office = Office::start().await;
    assert_eq!(
        office.read("/shop/changes").await,
        json!({
            "changes": [
                {
                    "version": 2,
                    "changedAt": "2026-11-25T06:30:00Z",
                    "changedBy": ASHA,
                    "fields": ["legalName", "codFee"],
                },
                { "version": 1, "changedAt": "2026-11-25T06:30:00Z", "fields": ["name"] },
            ],
        })
    );
}
