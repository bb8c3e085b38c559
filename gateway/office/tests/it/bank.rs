//! Tests of bank credits without an order, and of bank statement imports.

use reqwest::Method;
use runtime::status::{self, Rule, Violation};
use serde_json::json;

use crate::{
    fake_money::CREDIT,
    fake_order::NUMBER,
    fakes::{Office, refusal},
};

const IMPORT: &str = "01936f00-0000-7000-8000-000000000061";

#[tokio::test]
async fn a_bank_credit_is_matched_to_an_order_or_to_none() {
    let office = Office::start().await;
    let page = office.read("/payments/unmatched-credits").await;
    assert_eq!(
        page,
        json!({
            "credits": [{
                "creditId": CREDIT,
                "utr": "633012345678",
                "amount": 249.5,
                "receivedOn": "2026-11-25",
                "narration": "UPI/P2A/ASHA",
                "why": "It names no order.",
            }],
            "next": "2",
        })
    );
    let path = format!("/payments/unmatched-credits/{CREDIT}/match");
    for (body, number, note) in [
        (json!({ "number": " vm-261121-7k3qx " }), NUMBER, ""),
        (json!({ "note": "Rent came back" }), "", "Rent came back"),
    ] {
        let response = office.send(Method::PUT, &path, &body).await;
        assert_eq!(response.status(), 200, "{body}");
        let said = office.money.matches.lock().unwrap().pop().unwrap();
        assert_eq!(
            (
                said.credit_id.as_str(),
                said.order_number.as_str(),
                said.note.as_str()
            ),
            (CREDIT, number, note)
        );
    }
    let broken = Rule::Malformed.says("Enter the order's number");
    let broken = status::invalid(vec![Violation::new("order_number", broken)]);
    office.record.refuse("MatchCredit", broken);
    let body = refusal(
        office.send(Method::PUT, &path, &json!({ "number": "7" })).await,
        422,
    )
    .await;
    assert_eq!(body["errors"][0]["field"], "number");
}

#[tokio::test]
async fn statements_of_the_bank_are_brought_in_as_files() {
    let office = Office::start().await;
    let path = format!("/imports/statements/{IMPORT}");
    let of = |session: &str| office.of(session, Method::POST, &format!("{path}?dryRun=true"));
    let sent = of("owner")
        .header("content-type", "text/csv")
        .body("utr,amount\n1,2\n");
    assert_eq!(sent.send().await.unwrap().status(), 202);
    let file = office.money.files.lock().unwrap().pop().unwrap();
    assert_eq!(
        (file.import_id.as_str(), file.is_dry_run, file.content.as_slice()),
        (IMPORT, true, b"utr,amount\n1,2\n".as_slice())
    );
    let import = office.read(&path).await;
    assert_eq!(
        (&import["kind"], &import["id"]),
        (&json!("statements"), &json!(IMPORT))
    );
    let body = refusal(of("packer").body("a,b\n").send().await.unwrap(), 403).await;
    assert_eq!(body["code"], "NO_PERMISSION");
}
