//! Tests of products: editing, publishing and concurrent changes.

use proto::catalog::v1::{FoundClaims, ProductState, ProductType};
use reqwest::Method;
use runtime::status::{self, Rule, Violation};
use serde_json::{Value, json};
use tonic::Code;

use crate::{
    fake_catalog::KARELA,
    fake_products::claim,
    fake_staff::ASHA,
    fakes::{Office, data, refusal},
};

fn content() -> Value {
    json!({
        "productName": "Karela Powder",
        "hindiName": "करेला",
        "tagline": "Bitter gourd",
        "type": "pouch",
        "basePriceRupees": 249,
        "discountPercent": 20,
        "photos": ["/images/products/karela-800.webp"],
        "description": "A bitter gourd.",
        "ingredients": ["Bitter gourd", "Salt"],
        "benefits": ["A plain bitter"],
        "otherNames": ["karela"],
        "concerns": ["digestion"],
        "howToUse": "It cures.",
        "cautions": "Ask a doctor.",
        "storage": "Keep it dry.",
        "taxClass": "gst_5",
        "hsnCode": "121190",
    })
}

fn cured() -> Value {
    json!({
        "field": "howToUse",
        "start": 3,
        "end": 8,
        "text": "cures",
        "rule": "fssr-cure",
        "explanation": "A food cures nothing",
        "isAccepted": false,
    })
}

fn product() -> Value {
    json!({
        "id": KARELA,
        "version": 7,
        "state": "published",
        "content": content(),
        "packs": [{ "weightInGrams": 100, "sku": "P0001-100", "price": 249 }],
        "claims": [cured()],
        "changedAt": "2026-11-25T06:30:00Z",
        "changedBy": ASHA,
    })
}

/// The response to a request of the owner, checked to use a token for this product.
async fn send(office: &Office, method: Method, path: &str, body: &Value) -> reqwest::Response {
    office.record.take_authorized();
    let response = office.send(method, &format!("/products{path}"), body).await;
    let authorized = office.record.take_authorized();
    assert_eq!(authorized[0].subject, KARELA, "the log says which");
    response
}

fn changed() -> Value {
    json!({ "version": 6, "content": content() })
}

#[tokio::test]
async fn products_are_listed_and_read() {
    let office = Office::start().await;
    let path = "/products?state=draft&text=karela&cursor=3_x";
    assert_eq!(
        office.read(path).await,
        json!({ "products": [product()], "next": "7_x" })
    );
    let asked = office.products.lists.lock().unwrap()[0].clone();
    assert_eq!(
        (asked.state(), asked.query.as_str(), asked.page_token.as_str()),
        (ProductState::Draft, "karela", "3_x")
    );
    assert_eq!(office.read(&format!("/products/{KARELA}")).await, product());
    let response = office
        .of("owner", Method::GET, "/products?state=gone")
        .send()
        .await
        .unwrap();
    assert_eq!(refusal(response, 422).await["errors"][0]["field"], "state");
}

#[tokio::test]
async fn a_product_is_created_as_it_was_written() {
    let office = Office::start().await;
    let new = json!({ "id": KARELA, "content": content() });
    let response = send(&office, Method::POST, "", &new).await;
    assert_eq!(response.status(), 201);
    let body: Value = response.json().await.unwrap();
    let draft = &body["data"];
    assert_eq!(
        (&draft["state"], &draft["content"]),
        (&json!("draft"), &content())
    );
    assert_eq!((draft.get("changedAt"), draft.get("changedBy")), (None, None));
    let written = office.products.contents.lock().unwrap()[0].clone();
    assert_eq!(
        (
            written.r#type(),
            written.actual_price_paise,
            written.tax_class.as_str()
        ),
        (ProductType::Pouch, 24_900, "gst_5")
    );

    let taken = Violation::new("product_name", Rule::Repeated.says("is taken"));
    let words = "Another product has this name";
    let status = status::with_fields(Code::AlreadyExists, "NAME_TAKEN", words, vec![taken]);
    office.record.refuse("CreateProduct", status);
    let body = refusal(send(&office, Method::POST, "", &new).await, 409).await;
    assert_eq!(
        (&body["code"], &body["errors"][0]["field"]),
        (&json!("NAME_TAKEN"), &json!("productName"))
    );

    let no_id = Violation::new("product_id", Rule::Malformed.says("is none"));
    let no_price = Violation::new("actual_price_paise", Rule::Malformed.says("is none"));
    office
        .record
        .refuse("CreateProduct", status::invalid(vec![no_id, no_price]));
    let body = refusal(send(&office, Method::POST, "", &new).await, 422).await;
    assert_eq!(
        (&body["errors"][0]["field"], &body["errors"][1]["field"]),
        (&json!("id"), &json!("basePriceRupees"))
    );
}

#[tokio::test]
async fn a_product_is_changed_published_and_answered_for() {
    let office = Office::start().await;
    let path = format!("/{KARELA}");
    assert_eq!(
        data(send(&office, Method::PUT, &path, &changed()).await).await,
        product()
    );
    let archiving = json!({ "version": 7, "state": "archived" });
    let archived = send(&office, Method::PUT, &format!("{path}/state"), &archiving).await;
    assert_eq!(data(archived).await["state"], "archived");
    let answering = json!({ "version": 7, "reason": "Our lawyer has looked at it" });
    let answered = send(
        &office,
        Method::POST,
        &format!("{path}/accepted-claims"),
        &answering,
    )
    .await;
    assert_eq!(data(answered).await, product());
    let checked = office
        .send(Method::POST, "/products/claims", &json!({ "content": content() }))
        .await;
    assert_eq!(data(checked).await, json!({ "claims": [cured()] }));
}

#[tokio::test]
async fn a_late_update_gets_the_current_product() {
    let office = Office::start().await;
    let words = "This product was changed meanwhile.";
    let path = format!("/{KARELA}");
    let change = status::with_reason(Code::Aborted, "PRODUCT_CHANGED", words);
    office.record.refuse("UpdateProduct", change);
    let body = refusal(send(&office, Method::PUT, &path, &changed()).await, 409).await;
    assert_eq!(
        body,
        json!({ "success": false, "message": words, "code": "PRODUCT_CHANGED", "data": product() })
    );
    let seen: Vec<_> = office
        .record
        .take_seen()
        .into_iter()
        .map(|seen| seen.call)
        .collect();
    assert_eq!(
        seen,
        ["UpdateProduct", "GetEditedProduct"]
            .map(|call| format!("shop.catalog.v1.ProductEditingService/{call}"))
    );
}

#[tokio::test]
async fn a_refused_publication_names_each_claim_and_field() {
    let office = Office::start().await;
    let path = format!("/{KARELA}/state");
    let publishing = json!({ "version": 7, "state": "published" });
    let words = "The texts make claims.";
    let status = status::with_reason(Code::FailedPrecondition, "FORBIDDEN_CLAIMS", words);
    let claims = FoundClaims {
        claims: vec![claim()],
    };
    office
        .record
        .refuse("SetProductState", status::with_message(&status, &claims));
    let body = refusal(send(&office, Method::PUT, &path, &publishing).await, 409).await;
    assert_eq!(
        body,
        json!({ "success": false, "message": words, "code": "FORBIDDEN_CLAIMS", "claims": [cured()] })
    );

    let missing = Violation::new("how_to_use", Rule::Required.says("Add how to use it"));
    let status = status::with_fields(
        Code::FailedPrecondition,
        "INCOMPLETE",
        "It is not whole",
        vec![missing],
    );
    office.record.refuse("SetProductState", status);
    let body = refusal(send(&office, Method::PUT, &path, &publishing).await, 409).await;
    assert_eq!(body["code"], "INCOMPLETE");
    assert_eq!(
        body["errors"],
        json!([{ "field": "howToUse", "code": "REQUIRED", "message": "Add how to use it" }])
    );
}

#[tokio::test]
async fn a_product_without_stock_is_published_only_on_explicit_request() {
    let office = Office::start().await;
    let path = format!("/{KARELA}/state");
    let mut publishing = json!({ "version": 7, "state": "published" });
    let words = "No pack of this product is in stock";
    let status = status::with_reason(Code::FailedPrecondition, "NO_STOCK", words);
    office.record.refuse("SetProductState", status);
    let body = refusal(send(&office, Method::PUT, &path, &publishing).await, 409).await;
    assert_eq!(
        (&body["code"], &body["message"]),
        (&json!("NO_STOCK"), &json!(words))
    );
    let office = Office::start().await;
    publishing["withoutStock"] = json!(true);
    let published = send(&office, Method::PUT, &path, &publishing).await;
    assert_eq!(data(published).await["state"], "published");
    let asked = office.products.state_changes.lock().unwrap().clone();
    assert!(asked.iter().all(|asked| asked.without_stock), "{asked:?}");
}

#[tokio::test]
async fn changes_are_told_in_rupees_and_by_the_names_of_rest() {
    let office = Office::start().await;
    assert_eq!(
        office.read(&format!("/products/{KARELA}/changes")).await,
        json!({
            "changes": [{
                "version": 7,
                "changedAt": "2026-11-25T06:30:00Z",
                "changedBy": ASHA,
                "fields": [
                    { "field": "basePriceRupees", "before": "", "after": "249" },
                    { "field": "howToUse", "before": "2600", "after": "It cures." },
                ],
            }],
            "next": "7",
        })
    );
}

#[tokio::test]
async fn invalid_content_is_refused_before_any_call() {
    let office = Office::start().await;
    let mut wrong = changed();
    wrong["content"]["basePriceRupees"] = json!(249.5);
    let path = format!("/products/{KARELA}");
    let body = refusal(office.send(Method::PUT, &path, &wrong).await, 400).await;
    assert_eq!(body["errors"][0]["field"], "content.basePriceRupees");
    wrong = changed();
    wrong["content"]["taxClass"] = json!("gst_28");
    let body = refusal(office.send(Method::PUT, &path, &wrong).await, 400).await;
    assert_eq!(body["errors"][0]["field"], "content.taxClass");
    assert!(office.record.take_seen().is_empty());
}
