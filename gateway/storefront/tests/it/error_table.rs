use std::time::Duration;

use runtime::status::{self, Rule, SOMETHING_WENT_WRONG, Violation};
use serde_json::{Value, json};
use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt as _};

use crate::fakes::{Gateway, checkout, header};

const DOWN: &str = "The shop cannot answer right now. Please try again in a moment.";

#[tokio::test]
async fn every_grpc_code_has_its_http_status() {
    let gateway = Gateway::start().await;
    let said = "What the service said.";
    let table = [
        // An error with the code OK means that a service is broken.
        (Code::Ok, 500, "INTERNAL", SOMETHING_WENT_WRONG),
        (Code::Cancelled, 503, "UNAVAILABLE", DOWN),
        (Code::Unknown, 500, "INTERNAL", SOMETHING_WENT_WRONG),
        (Code::InvalidArgument, 422, "INVALID", said),
        (Code::DeadlineExceeded, 503, "UNAVAILABLE", DOWN),
        (Code::NotFound, 404, "NOT_FOUND", said),
        (Code::AlreadyExists, 409, "CONFLICT", said),
        (Code::PermissionDenied, 403, "FORBIDDEN", said),
        (Code::ResourceExhausted, 429, "TOO_OFTEN", said),
        (Code::FailedPrecondition, 500, "INTERNAL", SOMETHING_WENT_WRONG),
        (Code::Aborted, 409, "CONFLICT", said),
        (Code::OutOfRange, 500, "INTERNAL", SOMETHING_WENT_WRONG),
        (Code::Unimplemented, 500, "INTERNAL", SOMETHING_WENT_WRONG),
        (Code::Internal, 500, "INTERNAL", SOMETHING_WENT_WRONG),
        (Code::Unavailable, 503, "UNAVAILABLE", DOWN),
        (Code::DataLoss, 500, "INTERNAL", SOMETHING_WENT_WRONG),
        (Code::Unauthenticated, 401, "NOT_LOGGED_IN", said),
    ];
    for (code, expected, told, message) in table {
        gateway.order.now_answers(Err(Status::new(code, said)));
        let response = gateway.checkout(&checkout()).send().await.unwrap();
        assert_eq!(response.status(), expected, "{code:?}");
        let retry_after = header(&response, "retry-after").to_owned();
        assert_eq!(
            !retry_after.is_empty(),
            [429, 503].contains(&expected),
            "{code:?}: {retry_after}"
        );
        assert_eq!(header(&response, "cache-control"), "no-store");
        let body: Value = response.json().await.unwrap();
        let mut refusal = json!({ "success": false, "message": message, "code": told });
        if !retry_after.is_empty() {
            refusal["params"] = json!({ "retryAfterSeconds": 2 });
        }
        assert_eq!(body, refusal, "{code:?}");
    }
    let every_code: Vec<Code> = (0..17).map(Code::from_i32).collect();
    assert_eq!(
        table.map(|(code, ..)| code).to_vec(),
        every_code,
        "the table leaves a code out"
    );
}

#[tokio::test]
async fn a_service_that_names_the_delay_is_quoted() {
    let gateway = Gateway::start().await;
    let delay = Duration::from_millis(6_100);
    for (status, expected) in [
        (status::unavailable("We cannot check prices.", delay), 503),
        (status::too_many("BUSY", "We cannot check prices.", delay), 429),
    ] {
        gateway.order.now_answers(Err(status));
        let response = gateway.checkout(&checkout()).send().await.unwrap();
        assert_eq!(response.status(), expected);
        assert_eq!(header(&response, "retry-after"), "7", "whole seconds, rounded up");
        let body: Value = response.json().await.unwrap();
        assert_eq!(body["message"], "We cannot check prices.");
        assert_eq!(body["params"], json!({ "retryAfterSeconds": 7 }));
    }
}

/// Clients in other languages choose their texts by the code.
#[tokio::test]
async fn why_a_service_refuses_travels_as_a_code() {
    let gateway = Gateway::start().await;
    for (code, reason, expected) in [
        (Code::InvalidArgument, "KEY_REUSED", 422),
        (Code::Aborted, "ORDER_CHANGED", 409),
        (Code::NotFound, "UNKNOWN_PINCODE", 404),
        (Code::Unauthenticated, "WRONG_CREDENTIALS", 401),
    ] {
        let refusal = status::with_reason(code, reason, "English only.");
        gateway.order.now_answers(Err(refusal));
        let response = gateway.checkout(&checkout()).send().await.unwrap();
        assert_eq!(response.status(), expected, "{reason}");
        let body: Value = response.json().await.unwrap();
        let refusal = json!({ "success": false, "message": "English only.", "code": reason });
        assert_eq!(body, refusal);
    }
}

#[tokio::test]
async fn a_failure_inside_tells_the_shopper_nothing() {
    let gateway = Gateway::start().await;
    gateway
        .order
        .now_answers(Err(Status::internal("relation \"orders\" does not exist")));
    let response = gateway.checkout(&checkout()).send().await.unwrap();
    assert_eq!(response.status(), 500);
    assert!(!response.text().await.unwrap().contains("relation"));
}

#[tokio::test]
async fn violations_carry_the_names_of_the_payload() {
    let gateway = Gateway::start().await;
    let names = [
        ("full_name", "fullname"),
        ("email", "email"),
        ("mobile_number", "mobilenumber"),
        ("delivery_address", "deliveryAddress"),
        ("pincode", "pincode"),
        ("total_paise", "totalAmount"),
        ("lines", "products"),
        ("lines[0].quantity", "products[0].quantity"),
        ("lines[12].weight_in_grams", "products[12].weightInGrams"),
        ("lines[0].product_id", "products[0].productId"),
        ("lines[0].unit_price_paise", "products[0].basePrice"),
        ("lines[0].line_total_paise", "products[0].actualPrice"),
        ("idempotency_key", "Idempotency-Key"),
    ];
    let rule = Rule::OutOfRange { min: -1, max: 99 };
    let violations = names.map(|(inside, _)| Violation::new(inside, rule.says("is not from -1 to 99")));
    gateway
        .order
        .now_answers(Err(status::invalid(violations.to_vec())));
    let response = gateway.checkout(&checkout()).send().await.unwrap();
    assert_eq!(response.status(), 422);
    let error = |field| {
        json!({
            "field": field,
            "code": "OUT_OF_RANGE",
            "params": { "min": -1, "max": 99 },
            "message": "is not from -1 to 99",
        })
    };
    let errors = names.map(|(_, outside)| error(outside));
    let expected =
        json!({ "success": false, "message": "is not from -1 to 99", "code": "INVALID", "errors": errors });
    assert_eq!(response.json::<Value>().await.unwrap(), expected);
}

/// During an upgrade, services of both versions answer.
#[tokio::test]
async fn a_violation_of_an_older_service_is_told_in_words_alone() {
    let gateway = Gateway::start().await;
    let details = ErrorDetails::with_bad_request_violation("pincode", "Pincode is required");
    let status = Status::with_error_details(Code::InvalidArgument, "Pincode is required", details);
    gateway.order.now_answers(Err(status));
    let response = gateway.checkout(&checkout()).send().await.unwrap();
    let body: Value = response.json().await.unwrap();
    assert_eq!(
        body["errors"],
        json!([{ "field": "pincode", "message": "Pincode is required" }])
    );
}
