use std::path::Path;

use reqwest::Method;
use serde_json::Value;

use crate::fakes::{Gateway, header};

/// To update the document: `UPDATE_OPENAPI=1 cargo test --workspace --test it the_checked_in_document`.
#[tokio::test]
async fn the_checked_in_document_is_the_served_one() {
    let gateway = Gateway::start().await;
    let served: Value = gateway.get("/api/openapi.json").await.json().await.unwrap();
    let served = serde_json::to_string_pretty(&served).unwrap() + "\n";
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("openapi.json");
    if std::env::var_os("UPDATE_OPENAPI").is_some() {
        std::fs::write(&file, &served).unwrap();
    }
    let checked_in = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        checked_in == served,
        "gateway/storefront/openapi.json is old: run this test with UPDATE_OPENAPI=1 to rewrite it"
    );
}

#[tokio::test]
async fn the_document_has_a_page_without_external_resources() {
    let gateway = Gateway::start().await;
    let response = gateway.get("/api/docs/").await;
    assert_eq!(response.status(), 200);
    for file in ["swagger-ui-bundle.js", "swagger-ui.css", "swagger-initializer.js"] {
        assert_eq!(
            gateway.get(&format!("/api/docs/{file}")).await.status(),
            200,
            "{file}"
        );
    }
    let settings = gateway
        .get("/api/docs/swagger-initializer.js")
        .await
        .text()
        .await
        .unwrap();
    assert!(settings.contains("/api/openapi.json"), "{settings}");
}

#[tokio::test]
async fn the_page_is_sent_plain_to_those_who_want_it_so() {
    let gateway = Gateway::start().await;
    for file in ["", "swagger-ui.css"] {
        let ask = async |accepted: &str| {
            let request = gateway.request(Method::GET, &format!("/api/docs/{file}"));
            request.header("accept-encoding", accepted).send().await.unwrap()
        };
        for accepted in ["identity", "", "br", "gzip;q=0"] {
            let plain = ask(accepted).await;
            assert_eq!(header(&plain, "content-encoding"), "", "{file} {accepted}");
            assert_eq!(header(&plain, "vary"), "accept-encoding", "{file}");
            let text = plain.text().await.unwrap();
            assert!(text.contains("swagger-ui"), "{file} {accepted}");
        }
        assert_eq!(header(&ask("gzip").await, "content-encoding"), "gzip", "{file}");
    }
}

#[tokio::test]
async fn every_answer_in_the_document_says_its_shape() {
    let gateway = Gateway::start().await;
    let document: Value = gateway.get("/api/openapi.json").await.json().await.unwrap();
    let paths = document["paths"].as_object().unwrap();
    assert!(!paths.is_empty());
    for (path, methods) in paths {
        assert!(path.starts_with("/api/v1/"), "{path}");
        for (method, operation) in methods.as_object().unwrap() {
            assert!(operation["operationId"].is_string(), "{method} {path}");
            for (status, response) in operation["responses"].as_object().unwrap() {
                let is_of = |media_type: &str| response["content"][media_type]["schema"].is_object();
                let has_body = is_of("application/json") || is_of("application/pdf");
                assert_eq!(
                    has_body,
                    !["204", "304"].contains(&status.as_str()),
                    "{method} {path} {status}"
                );
            }
        }
    }
}
