//! Tests of staff members.

use reqwest::Method;
use serde_json::json;
use tonic::Status;

use crate::{
    fake_order::{NUMBER, ORDER},
    fake_staff::ASHA,
    fakes::{Office, data, refusal},
};

#[tokio::test]
async fn everybody_is_told_with_the_invitations_that_wait() {
    let office = Office::start().await;
    assert_eq!(
        office.read("/staff").await,
        json!({
            "staff": [
                {
                    "staffId": ASHA,
                    "name": "Asha",
                    "email": "asha@gmail.com",
                    "role": "owner",
                    "isActive": true,
                    "signedInAt": "2026-11-25T06:30:00Z",
                },
                {
                    "staffId": ASHA,
                    "name": "Asha",
                    "email": "asha@gmail.com",
                    "role": "support",
                    "isActive": true,
                },
            ],
            "invitations": [{
                "email": "ravi@gmail.com",
                "name": "Ravi",
                "role": "packer",
                "expiresAt": "2026-11-28T06:30:00Z",
            }],
        })
    );
}

#[tokio::test]
async fn staff_are_invited_and_deactivated() {
    let office = Office::start().await;
    let invitation = json!({ "name": "Mira", "email": "mira@gmail.com", "role": "accountant" });
    assert_eq!(
        data(office.send(Method::POST, "/staff/invitations", &invitation).await).await,
        json!({
            "email": "mira@gmail.com",
            "name": "Mira",
            "role": "accountant",
            "expiresAt": "2026-11-28T06:30:00Z",
        })
    );
    let change = json!({ "role": "packer", "isActive": false });
    let changed = data(office.send(Method::PUT, &format!("/staff/{ASHA}"), &change).await).await;
    assert_eq!(
        (&changed["staffId"], &changed["role"]),
        (&json!(ASHA), &json!("packer"))
    );
    assert_eq!(changed["isActive"], false);

    let unknown = json!({ "name": "Mira", "email": "mira@gmail.com", "role": "boss" });
    let body = refusal(
        office.send(Method::POST, "/staff/invitations", &unknown).await,
        400,
    )
    .await;
    assert_eq!(body["errors"][0]["field"], "role");
}

#[tokio::test]
async fn the_log_is_read_page_by_page() {
    let office = Office::start().await;
    let page = office
        .read(&format!("/log?staffId={ASHA}&subject=VM-261121-7K3QX"))
        .await;
    let entry = json!({
        "askedAt": "2026-11-25T06:31:00Z",
        "staffId": ASHA,
        "staffName": "Asha",
        "method": "TransitionOrder",
        "subject": "VM-261121-7K3QX",
        "outcome": "refused",
        "outcomeReason": "NO_WAY",
    });
    assert_eq!(page, json!({ "entries": [entry], "next": "2" }));
    let last = office.read("/log?cursor=2").await;
    assert_eq!(last.get("next"), None);
}

#[tokio::test]
async fn the_log_of_an_order_holds_calls_by_its_number_and_by_its_id() {
    let office = Office::start().await;
    office.read("/log?subject=+vm-261121-7k3qx").await;
    office.read("/log?subject=T0042").await;
    let searches = office.staff.searches.lock().unwrap().clone();
    let searches: Vec<_> = searches
        .iter()
        .map(|asked| (asked.subject.as_str(), asked.about.as_str()))
        .collect();
    assert_eq!(searches, [(NUMBER, ORDER), ("T0042", "")]);

    // The contract's own methods log the id, and staff know the number.
    let page = office.read(&format!("/log?subject={ORDER}")).await;
    let entry = &page["entries"][0];
    assert_eq!(
        (&entry["subject"], &entry["about"]),
        (&json!(NUMBER), &json!(ORDER))
    );
}

#[tokio::test]
async fn a_search_of_the_log_that_would_miss_calls_fails() {
    let office = Office::start().await;
    office
        .record
        .refuse("ListOrderNumbers", Status::unavailable("the orders are away"));
    let path = format!("/log?subject={NUMBER}");
    let response = office.of("owner", Method::GET, &path).send().await.unwrap();
    refusal(response, 503).await;
    office.read("/log").await;
}
