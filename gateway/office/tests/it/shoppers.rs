//! Tests of shoppers with an account.

use std::time::Duration;

use reqwest::Method;
use runtime::status::{self, Rule, Violation};
use serde_json::{Value, json};
use tonic::Code;

use crate::{
    fake_shoppers::MEENA,
    fakes::{Office, data, refusal},
};

#[tokio::test]
async fn shoppers_are_found_page_by_page() {
    let office = Office::start().await;
    let search = async |body: &Value| office.send(Method::POST, "/shoppers/searches", body).await;
    let page = data(search(&json!({ "text": "Meena Shah" })).await).await;
    let meena = json!({
        "id": MEENA,
        "name": "Meena Shah",
        "email": "meena@gmail.com",
        "mobileNumber": "9876543210",
        "registeredAt": "2026-11-25T06:30:00Z",
    });
    assert_eq!(page, json!({ "shoppers": [meena], "next": "2" }));
    let last = data(search(&json!({ "text": "Meena Shah", "cursor": "2" })).await).await;
    let unnamed = json!({ "id": MEENA, "email": "meena@gmail.com", "registeredAt": "2026-11-25T06:30:00Z" });
    assert_eq!(last, json!({ "shoppers": [unnamed] }));
    let asked: Vec<_> = office
        .shoppers
        .searches
        .lock()
        .unwrap()
        .iter()
        .map(|asked| (asked.query.clone(), asked.page_token.clone()))
        .collect();
    let name = || "Meena Shah".to_owned();
    assert_eq!(asked, [(name(), String::new()), (name(), "2".to_owned())]);

    let broken = Rule::TooShort { min: 2 }.says("Enter 2 characters or more of a name");
    office.record.refuse(
        "SearchShoppers",
        status::invalid(vec![Violation::new("query", broken)]),
    );
    let short = search(&json!({ "text": "M" })).await;
    assert_eq!(refusal(short, 422).await["errors"][0]["field"], "text");
}

#[tokio::test]
async fn a_shopper_comes_with_where_orders_go() {
    let office = Office::start().await;
    let meena = office.read(&format!("/shoppers/{MEENA}")).await;
    assert_eq!(meena["shopper"]["email"], "meena@gmail.com");
    assert_eq!(
        meena["addresses"],
        json!([{
            "fullName": "Meena Shah",
            "mobileNumber": "9123456780",
            "deliveryAddress": "12 Ring Road, Surat",
            "pincode": "395007",
            "isDefault": true,
        }])
    );
    let unknown = office
        .of("owner", Method::GET, "/shoppers/unknown")
        .send()
        .await
        .unwrap();
    refusal(unknown, 404).await;
}

#[tokio::test]
async fn staff_export_and_delete_a_shoppers_data() {
    let office = Office::start().await;
    let (data, account) = (
        format!("/shoppers/{MEENA}/data-requests"),
        format!("/shoppers/{MEENA}"),
    );
    let asked = office.of("owner", Method::POST, &data).send().await.unwrap();
    assert_eq!(asked.status(), 202);
    let deleted = office.of("owner", Method::DELETE, &account).send().await.unwrap();
    assert_eq!(deleted.status(), 200);
    let done = std::mem::take(&mut *office.shoppers.done.lock().unwrap());
    let of_meena = |method| (method, MEENA.to_owned());
    assert_eq!(done, [of_meena("RequestShopperData"), of_meena("DeleteShopper")]);

    let wait = Duration::from_mins(1);
    let too_often = status::too_many("TOO_OFTEN", "Please try again later.", wait);
    office.record.refuse("RequestShopperData", too_often);
    let refused = office.of("owner", Method::POST, &data).send().await.unwrap();
    assert_eq!(refusal(refused, 429).await["params"]["retryAfterSeconds"], 60);

    let words = "Please confirm that it is you.";
    let again = status::with_reason(Code::PermissionDenied, "REAUTHENTICATE", words);
    office.record.refuse("DeleteShopper", again);
    let refused = office.of("owner", Method::DELETE, &account).send().await.unwrap();
    assert_eq!(refusal(refused, 403).await["reason"], "REAUTHENTICATE");
    assert!(office.shoppers.done.lock().unwrap().is_empty());
}
