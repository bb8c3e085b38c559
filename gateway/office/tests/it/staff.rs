//! Tests of staff members.

use reqwest::Method;
use serde_json::json;

use crate::{
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
async fn staff_names_are_read_without_a_log_entry() {
    let office = Office::start().await;
    let names = office.read("/staff/names").await;
    assert_eq!(names, json!({ "names": [{ "id": ASHA, "name": "Asha" }] }));
    let authorized = office.record.take_authorized();
    assert!(authorized[0].is_impersonal, "{authorized:?}");
    assert_eq!(authorized[0].method, "ListStaffNames");
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
