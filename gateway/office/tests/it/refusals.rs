//! Tests of the services' refusals, as staff read them.

use reqwest::Method;
use runtime::status::{self, Rule, Violation};
use serde_json::{Value, json};
use tonic::{Code, Status};

use crate::{
    fake_order::NUMBER,
    fakes::{Office, header, refusal},
};

/// The answer to a session whose call a service refuses.
async fn refused(office: &Office, session: &str, http_status: u16, refusal_status: Status) -> Value {
    office.record.refuse("ListStaffLog", refusal_status);
    let response = office.of(session, Method::GET, "/log").send().await.unwrap();
    refusal(response, http_status).await
}

#[tokio::test]
async fn a_role_that_may_not_is_told_so() {
    let office = Office::start().await;
    let words = "Your role does not allow this.";
    for status in [
        status::with_reason(Code::PermissionDenied, "NO_PERMISSION", words),
        Status::permission_denied("in other words"),
    ] {
        assert_eq!(
            refused(&office, "packer", 403, status).await,
            json!({ "success": false, "message": words, "code": "NO_PERMISSION" })
        );
    }
}

#[tokio::test]
async fn a_call_that_needs_reauthentication_says_so() {
    let office = Office::start().await;
    let words = "Please confirm that it is you.";
    let status = status::with_reason(Code::PermissionDenied, "REAUTHENTICATE", words);
    assert_eq!(
        refused(&office, "owner", 403, status).await,
        json!({
            "success": false,
            "message": words,
            "code": "REAUTHENTICATE",
            "reason": "REAUTHENTICATE",
        })
    );
}

#[tokio::test]
async fn a_failed_precondition_with_a_reason_is_a_conflict() {
    let office = Office::start().await;
    let words = "It was done already.";
    let status = status::with_reason(Code::FailedPrecondition, "DONE_BEFORE", words);
    let body = refused(&office, "owner", 409, status).await;
    assert_eq!(
        (&body["code"], &body["message"]),
        (&json!("DONE_BEFORE"), &json!(words))
    );

    let fault = Status::failed_precondition("no reason");
    let body = refused(&office, "owner", 500, fault).await;
    assert_eq!(body["message"], "Something went wrong. Please try again.");
}

#[tokio::test]
async fn fields_are_called_what_rest_calls_them() {
    let office = Office::start().await;
    let violation = |field: &str| Violation::new(field.to_owned(), Rule::Malformed.says("is wrong"));
    let fields = ["amount_paise", "received_on"];
    office
        .record
        .refuse("RecordPayment", status::invalid(fields.map(violation).into()));
    let payment = json!({ "channel": "cash", "amount": 0, "receivedOn": "today" });
    let path = format!("/orders/{NUMBER}/payment");
    let body = refusal(office.send(Method::POST, &path, &payment).await, 422).await;
    let named: Vec<_> = body["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|error| &error["field"])
        .collect();
    assert_eq!(named, ["amount", "receivedOn"]);
}

#[tokio::test]
async fn a_service_that_is_away_is_worth_another_try() {
    let office = Office::start().await;
    office
        .record
        .refuse("SearchOrders", Status::unavailable("it is away"));
    let response = office.of("owner", Method::GET, "/orders").send().await.unwrap();
    let body = refusal(response, 503).await;
    assert_eq!(body["params"]["retryAfterSeconds"], 2);
}

/// The duration of a comparison must not leak to unauthenticated clients.
#[tokio::test]
async fn an_answer_says_how_long_it_took_and_a_refusal_does_not() {
    let office = Office::start().await;
    let told = office.of("owner", Method::GET, "/session").send().await.unwrap();
    let took = header(&told, "server-timing")
        .strip_prefix("app;dur=")
        .map(str::parse::<f64>);
    assert!(
        matches!(took, Some(Ok(milliseconds)) if milliseconds > 0.0),
        "{took:?}"
    );
    let refused = office
        .of("stranger", Method::GET, "/session")
        .send()
        .await
        .unwrap();
    assert_eq!(header(&refused, "server-timing"), "");
    refusal(refused, 401).await;
}
