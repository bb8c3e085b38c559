//! Tests of the pages.

use reqwest::Method;
use serde_json::Value;

use crate::fakes::{Office, header, refusal};

/// The security headers that the requirements list, letter by letter.
const EXPECTED: [(&str, &str); 8] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; \
         connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'; \
         upgrade-insecure-requests",
    ),
    ("strict-transport-security", "max-age=63072000"),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "strict-origin-when-cross-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    (
        "permissions-policy",
        "camera=(self), microphone=(), geolocation=(), payment=()",
    ),
    ("x-frame-options", "DENY"),
];

#[tokio::test]
async fn every_page_is_the_document_which_is_never_kept() {
    let office = Office::start().await;
    for path in [
        "/",
        "/orders",
        "/orders/VM-261121-7K3QX",
        "/invitation",
        "/index.html",
        "/.env",
        "/api-keys",
    ] {
        let response = office.get(path).await;
        assert_eq!(response.status(), 200, "{path}");
        assert_eq!(
            header(&response, "content-type"),
            "text/html; charset=utf-8",
            "{path}"
        );
        assert_eq!(header(&response, "cache-control"), "no-store", "{path}");
        let page = response.text().await.unwrap();
        assert_eq!(page, "<!doctype html><title>Office</title>", "{path}");
    }
    let posted = office.request(Method::POST, "/orders").send().await.unwrap();
    assert_eq!(header(&posted, "allow"), "GET,HEAD");
    refusal(posted, 405).await;
}

#[tokio::test]
async fn files_with_a_hash_are_kept_for_good() {
    let office = Office::start().await;
    let script = office.get("/assets/app-4f2a.js").await;
    assert_eq!(
        header(&script, "cache-control"),
        "public, max-age=31536000, immutable"
    );
    assert_eq!(script.text().await.unwrap(), "console.log('office')");
    let icon = office.get("/favicon.svg").await;
    assert_eq!(header(&icon, "cache-control"), "public, max-age=3600");
    refusal(office.get("/assets/app-0000.js").await, 404).await;
}

#[tokio::test]
async fn every_kind_of_answer_is_guarded() {
    let office = Office::start().await;
    for (path, status) in [
        ("/", 200),
        ("/assets/app-4f2a.js", 200),
        ("/healthz", 200),
        ("/api/office/v1/openapi.json", 200),
        ("/api/office/v1/session", 401),
        ("/api/office/v1/nowhere", 404),
        ("/api", 404),
    ] {
        let response = office.get(path).await;
        assert_eq!(response.status(), status, "{path}");
        for (name, value) in EXPECTED {
            assert_eq!(header(&response, name), value, "{name} of {path}");
        }
        assert_eq!(header(&response, "access-control-allow-origin"), "", "{path}");
        if path.starts_with("/api") {
            assert_eq!(header(&response, "cache-control"), "no-store", "{path}");
        }
    }
}

/// The header would make browsers load styles and scripts over TLS, which a laptop or a server without a name
/// does not serve.
#[tokio::test]
async fn an_office_on_plain_http_sends_no_browser_to_tls() {
    let office = Office::set_up(|settings| {
        settings.web.site_url = http::Uri::from_static("http://office.lan:8081");
    })
    .await;
    for path in ["/", "/healthz", "/api/office/v1/session"] {
        let answer = office.get(path).await;
        for over_tls in ["strict-transport-security", "cross-origin-opener-policy"] {
            assert_eq!(header(&answer, over_tls), "", "{over_tls} of {path}");
        }
        let policy = header(&answer, "content-security-policy");
        assert!(policy.contains("script-src 'self'"), "{path}: {policy}");
        assert!(!policy.contains("upgrade-insecure-requests"), "{path}: {policy}");
    }
}

#[tokio::test]
async fn pages_that_are_not_built_yet_say_so() {
    let office = Office::start().await;
    let ready = office.get("/readyz").await;
    assert_eq!(ready.status(), 200);
    let ready: Value = ready.json().await.unwrap();
    assert_eq!(
        (&ready["data"]["site"], &ready["data"]["identity"]),
        (&true.into(), &"unknown".into())
    );

    std::fs::remove_file(office.site.path().join("index.html")).unwrap();
    let page = office.get("/orders").await;
    assert_eq!(page.status(), 503);
    assert_eq!(header(&page, "content-type"), "text/plain; charset=utf-8");
    assert_eq!(header(&page, "cache-control"), "no-store");
    assert!(
        page.text()
            .await
            .unwrap()
            .starts_with("The office is not built yet.")
    );
    assert_eq!(office.get("/readyz").await.status(), 503);

    std::fs::write(office.site.path().join("index.html"), "built").unwrap();
    assert_eq!(office.get("/orders").await.text().await.unwrap(), "built");
}
