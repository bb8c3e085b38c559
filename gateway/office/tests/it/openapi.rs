use std::path::Path;

use serde_json::Value;

use crate::fakes::{Office, header};

const DOCUMENT: &str = "/api/office/v1/openapi.json";

/// To update the document: `UPDATE_OPENAPI=1 cargo test --workspace --test it the_checked_in_document`.
#[tokio::test]
async fn the_checked_in_document_of_the_office_is_the_served_one() {
    let office = Office::start().await;
    let response = office.get(DOCUMENT).await;
    assert_eq!(header(&response, "content-type"), "application/json");
    let served: Value = response.json().await.unwrap();
    let served = serde_json::to_string_pretty(&served).unwrap() + "\n";
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("openapi.json");
    if std::env::var_os("UPDATE_OPENAPI").is_some() {
        std::fs::write(&file, &served).unwrap();
    }
    let checked_in = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        checked_in == served,
        "gateway/office/openapi.json is old: run this test with UPDATE_OPENAPI=1 to rewrite it"
    );
}

#[tokio::test]
async fn every_answer_in_the_document_says_its_shape() {
    let office = Office::start().await;
    let document: Value = office.get(DOCUMENT).await.json().await.unwrap();
    let paths = document["paths"].as_object().unwrap();
    let mut seen = 0;
    for (path, methods) in paths {
        assert!(path.starts_with("/api/office/v1/"), "{path}");
        for (method, operation) in methods.as_object().unwrap() {
            seen += 1;
            assert!(operation["operationId"].is_string(), "{method} {path}");
            for (status, response) in operation["responses"].as_object().unwrap() {
                let content_type = match (path.rsplit('.').next(), status.as_str()) {
                    (Some("csv"), "200") => "text/csv",
                    (Some("pdf"), "200") => "application/pdf",
                    _ => "application/json",
                };
                let schema = &response["content"][content_type]["schema"];
                assert!(schema.is_object(), "{method} {path} {status}");
                let name = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next());
                let is_there = name.is_none_or(|name| document["components"]["schemas"][name].is_object());
                assert!(is_there, "{method} {path} {status}: {schema}");
            }
        }
    }
    assert_eq!(seen, 60);
}

#[tokio::test]
async fn every_reference_in_the_document_resolves() {
    let office = Office::start().await;
    let document: Value = office.get(DOCUMENT).await.json().await.unwrap();
    let mut seen = 0;
    let mut unread = vec![&document];
    while let Some(value) = unread.pop() {
        match value {
            Value::Object(fields) => unread.extend(fields.values()),
            Value::Array(entries) => unread.extend(entries),
            _ => (),
        }
        if let Some(reference) = value.get("$ref").and_then(Value::as_str) {
            seen += 1;
            let found = reference
                .strip_prefix('#')
                .and_then(|place| document.pointer(place));
            assert!(found.is_some(), "{reference}");
        }
    }
    assert!(seen > 100, "{seen}");
}
