//! Tests of error reports by browsers.

use http::Method;
use serde_json::{Value, json};

use crate::fakes::Gateway;

const ERRORS: &str = "/api/v1/client-errors";
const POLICY: &str = "/api/v1/client-errors/policy";

fn told() -> Value {
    json!({ "kind": "error", "page": "/product/:id", "file": "shop-BTLMXnbh.js", "line": 12, "build": "DhO4RsRd" })
}

async fn tell(gateway: &Gateway, report: &Value) -> reqwest::Response {
    gateway
        .request(Method::POST, ERRORS)
        .json(report)
        .send()
        .await
        .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_error_of_a_page_is_noted_and_junk_is_refused() {
    let gateway = Gateway::start().await;
    assert_eq!(tell(&gateway, &told()).await.status(), 204);
    let least = json!({ "kind": "part", "page": "/cart", "build": "DhO4RsRd" });
    assert_eq!(tell(&gateway, &least).await.status(), 204);
    let nothing = json!({ "kind": "part", "page": "/cart", "build": "DhO4RsRd", "file": null });
    assert_eq!(
        tell(&gateway, &nothing).await.status(),
        204,
        "null is as good as nothing"
    );
    let mut whole = told();
    whole["line"] = json!(16_777_216.0);
    assert_eq!(
        tell(&gateway, &whole).await.status(),
        204,
        "as JSON writes whole numbers, too"
    );
    for (field, junk, status) in [
        ("kind", json!("asha@gmail.com"), 400),
        ("line", json!(-1), 400),
        ("message", json!("Asha's cart is empty"), 400),
        ("file", json!("https://shop.example/shop-BTLMXnbh.js?q=asha"), 422),
        ("build", json!("asha@gmail.com"), 422),
    ] {
        let mut report = told();
        report[field] = junk;
        let refused = tell(&gateway, &report).await;
        assert_eq!(refused.status(), status, "{field}");
        let body: Value = refused.json().await.unwrap();
        assert!(body["message"].as_str().unwrap().contains(field), "{body}");
    }
    let form = gateway.request(Method::POST, ERRORS).body(told().to_string());
    assert_eq!(form.send().await.unwrap().status(), 415);
}

#[tokio::test(flavor = "multi_thread")]
async fn policy_violations_are_logged_in_both_formats() {
    let gateway = Gateway::start().await;
    let new = json!([{ "type": "csp-violation", "body": { "documentURL": "https://shop.example/cart" } }]);
    let old = json!({ "csp-report": { "document-uri": "https://shop.example/cart" } });
    let long = json!([{ "type": "csp-violation", "body": { "sample": "x".repeat(16 * 1024) } }]);
    for (content_type, body, status) in [
        ("application/reports+json", new.to_string(), 204),
        ("application/csp-report", old.to_string(), 204),
        ("application/reports+json", long.to_string(), 413),
        ("application/csp-report", "asha@gmail.com".to_owned(), 400),
    ] {
        let request = gateway
            .request(Method::POST, POLICY)
            .header("content-type", content_type);
        let answer = request.body(body).send().await.unwrap();
        assert_eq!(answer.status(), status, "{content_type}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_tells_too_much_is_not_heard_for_a_while() {
    let gateway = Gateway::start().await;
    let tell_from = async |client: &str| {
        let request = gateway
            .request(Method::POST, ERRORS)
            .header("X-Forwarded-For", client);
        request.json(&told()).send().await.unwrap().status()
    };
    for _ in 0..30 {
        assert_eq!(tell_from("203.0.113.7").await, 204);
    }
    assert_eq!(tell_from("203.0.113.7").await, 429);
    assert_eq!(tell_from("203.0.113.8").await, 204, "another client");
}
