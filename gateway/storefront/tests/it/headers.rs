use std::collections::HashSet;

use http::Uri;
use reqwest::{Method, Response};
use tokio::{io::AsyncWriteExt as _, net::TcpStream};

use crate::{
    fake_catalog::FakeCatalog,
    fakes::{Gateway, checkout, header},
    program::answer,
};

/// The security headers that the requirements list, letter by letter.
const EXPECTED: [(&str, &str); 9] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
         connect-src 'self'; manifest-src 'self'; frame-src https://www.google.com; base-uri 'none'; \
         form-action 'self'; frame-ancestors 'none'; object-src 'none'; \
         report-uri /api/v1/client-errors/policy; report-to policy; upgrade-insecure-requests",
    ),
    ("reporting-endpoints", "policy=\"/api/v1/client-errors/policy\""),
    ("strict-transport-security", "max-age=63072000"),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "strict-origin-when-cross-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    (
        "permissions-policy",
        "camera=(), microphone=(), geolocation=(), payment=()",
    ),
    ("x-frame-options", "DENY"),
];

async fn answers(gateway: &Gateway) -> Vec<(u16, Response)> {
    let order = "/api/v1/users/orders/create";
    let too_large = gateway
        .request(Method::POST, order)
        .header("content-type", "application/json");
    let too_large = too_large.body(" ".repeat(64 * 1024 + 1)).send().await.unwrap();
    let placed = gateway.checkout(&checkout()).send().await.unwrap();
    gateway.order.now_answers(Err(tonic::Status::internal("broken")));
    let failed = gateway.checkout(&checkout()).send().await.unwrap();
    gateway.order.now_answers(Err(tonic::Status::unavailable("down")));
    let down = gateway.checkout(&checkout()).send().await.unwrap();
    let wrong_method = gateway.request(Method::DELETE, order).send().await.unwrap();
    let traced = gateway.request(Method::TRACE, "/").send().await.unwrap();
    let list = gateway
        .request(Method::GET, "/api/v1/products")
        .header("if-none-match", "*");
    vec![
        (200, gateway.get("/").await),
        (200, gateway.get("/assets/app-4f2a.js").await),
        (200, gateway.get("/api/openapi.json").await),
        (200, gateway.get("/healthz").await),
        (200, gateway.get("/readyz").await),
        (201, placed),
        (303, gateway.get("/api/docs").await),
        (304, list.send().await.unwrap()),
        (404, gateway.get("/nowhere").await),
        (404, gateway.get("/api/v1/nowhere").await),
        (405, wrong_method),
        (405, traced),
        (
            405,
            gateway.request(Method::POST, "/healthz").send().await.unwrap(),
        ),
        (413, too_large),
        (
            415,
            gateway
                .request(Method::POST, order)
                .body("{}")
                .send()
                .await
                .unwrap(),
        ),
        (500, failed),
        (503, down),
    ]
}

#[tokio::test]
async fn every_kind_of_answer_is_guarded() {
    let gateway = Gateway::start().await;
    for (status, response) in answers(&gateway).await {
        assert_eq!(response.status(), status, "{}", response.url());
        for (name, value) in EXPECTED {
            assert_eq!(
                header(&response, name),
                value,
                "{name} of {status} {}",
                response.url()
            );
        }
        assert_eq!(header(&response, "access-control-allow-origin"), "");
        assert_eq!(header(&response, "server"), "");
    }
}

/// The header would make browsers load styles and scripts over TLS, which a laptop or a server without a name
/// does not serve.
#[tokio::test]
async fn a_shop_on_plain_http_sends_no_browser_to_tls() {
    let site = tempfile::tempdir().unwrap();
    let gateway = Gateway::set_up(FakeCatalog::answering(Ok(Vec::new())), site, |settings| {
        settings.web.site_url = Uri::from_static("http://shop.lan:8080");
    })
    .await;
    for path in ["/", "/healthz", "/api/v1/nowhere"] {
        let answer = gateway.get(path).await;
        for over_tls in ["strict-transport-security", "cross-origin-opener-policy"] {
            assert_eq!(header(&answer, over_tls), "", "{over_tls} of {path}");
        }
        let policy = header(&answer, "content-security-policy");
        assert!(policy.contains("script-src 'self'"), "{path}: {policy}");
        assert!(!policy.contains("upgrade-insecure-requests"), "{path}: {policy}");
    }
}

#[tokio::test]
async fn every_answer_says_what_it_is_and_leads_to_no_other_host() {
    let gateway = Gateway::start().await;
    for (status, response) in answers(&gateway).await {
        let location = header(&response, "location").to_owned();
        let is_ours = location.starts_with('/') && !location.starts_with("//") && !location.contains('\\');
        assert_eq!(is_ours, (300..=303).contains(&status), "{location}");
        let url = response.url().clone();
        let content_type = header(&response, "content-type").to_owned();
        let body = response.bytes().await.unwrap();
        if body.is_empty() {
            continue;
        }
        let known = [
            "application/json",
            "text/html; charset=utf-8",
            "text/javascript; charset=utf-8",
            "text/javascript",
        ];
        assert!(known.contains(&content_type.as_str()), "{url}: {content_type}");
        if content_type == "application/json" {
            serde_json::from_slice::<serde_json::Value>(&body).unwrap();
        }
    }
    for wanders in [
        "//evil.example",
        "//evil.example/..",
        "/\\evil.example",
        "/api/docs//evil.example",
        "/shop/",
    ] {
        let mut connection = TcpStream::connect(gateway.address()).await.unwrap();
        let request = format!("GET {wanders} HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n");
        connection.write_all(request.as_bytes()).await.unwrap();
        let answer = answer(&mut connection).await;
        let head = answer.split("\r\n\r\n").next().unwrap().to_lowercase();
        assert!(!head.contains("evil.example"), "{wanders}: {head}");
        assert!(
            !head.contains("location: //") && !head.contains("location: http"),
            "{wanders}: {head}"
        );
    }
}

#[tokio::test]
async fn only_the_owner_promises_https_for_all_hosts_and_for_good() {
    let site = tempfile::tempdir().unwrap();
    let promise = "max-age=63072000; includeSubDomains; preload";
    let catalog = FakeCatalog::answering(Ok(Vec::new()));
    let gateway = Gateway::set_up(catalog, site, |settings| {
        settings.web.hsts = promise.parse().unwrap();
    })
    .await;
    let answer = gateway.get("/healthz").await;
    assert_eq!(header(&answer, "strict-transport-security"), promise);
    for wrong in [
        "",
        "max-age",
        "max-age=",
        "max-age=two years",
        "max-age=1; everywhere",
        "preload",
    ] {
        assert!(wrong.parse::<web::Hsts>().is_err(), "{wrong}");
    }
}

/// Requests that the HTTP server rejects itself.
#[tokio::test]
async fn a_request_that_cannot_be_read_is_refused_like_any_other() {
    let gateway = Gateway::start().await;
    let long_address = format!("GET /{} HTTP/1.1\r\nhost: shop\r\n\r\n", "x".repeat(65_600));
    let many_headers = format!("GET / HTTP/1.1\r\nhost: shop\r\n{}\r\n", "x: y\r\n".repeat(120));
    for (status, request) in [
        (400, "GET / HTTP/1.1\r\nhost shop\r\n\r\n"),
        (400, "GET / HTTP/9.9\r\n\r\n"),
        (431, &long_address),
        (431, &many_headers),
    ] {
        let mut connection = TcpStream::connect(gateway.address()).await.unwrap();
        connection.write_all(request.as_bytes()).await.unwrap();
        let answer = answer(&mut connection).await;
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with(&format!("HTTP/1.1 {status}")), "{head}");
        for (name, value) in EXPECTED {
            assert!(head.contains(&format!("\r\n{name}: {value}")), "{name} of {head}");
        }
        let body: serde_json::Value = serde_json::from_str(body).unwrap();
        assert_eq!(body["success"], false, "{status}");
    }
}

#[tokio::test]
async fn another_origin_is_not_let_in() {
    let gateway = Gateway::start().await;
    let request = gateway
        .request(Method::GET, "/api/v1/products")
        .header("origin", "https://evil.example");
    assert_eq!(
        header(&request.send().await.unwrap(), "access-control-allow-origin"),
        ""
    );
}

#[tokio::test]
async fn a_wrong_method_is_told_the_right_ones() {
    let gateway = Gateway::start().await;
    let table = [
        (Method::GET, "/api/v1/users/orders/create", "POST"),
        (Method::POST, "/api/v1/products/", "GET,HEAD"),
        (Method::TRACE, "/api/v1/products", "GET,HEAD"),
        (Method::POST, "/cart", "GET,HEAD"),
        (Method::TRACE, "/", "GET,HEAD"),
        (Method::DELETE, "/assets/app-4f2a.js", "GET,HEAD"),
    ];
    for (method, path, allowed) in table {
        let response = gateway.request(method.clone(), path).send().await.unwrap();
        assert_eq!(response.status(), 405, "{method} {path}");
        assert_eq!(header(&response, "allow"), allowed, "{method} {path}");
        let body: serde_json::Value = response.json().await.unwrap();
        assert_eq!(body["message"], "This address does not take this method.");
    }
}

#[tokio::test]
async fn an_unknown_api_path_is_answered_in_json() {
    let gateway = Gateway::start().await;
    for path in ["/api", "/api/", "/api/v1", "/api/v1/nowhere", "/api/v2/products"] {
        let response = gateway.get(path).await;
        assert_eq!(response.status(), 404, "{path}");
        let body: serde_json::Value = response.json().await.unwrap();
        assert_eq!(body["success"], false);
    }
}

#[tokio::test]
async fn a_sane_request_id_is_kept_and_another_is_replaced() {
    let gateway = Gateway::start().await;
    let ask = async |id: Option<&str>| {
        let mut request = gateway.request(Method::GET, "/api/v1/products");
        if let Some(id) = id {
            request = request.header("x-request-id", id);
        }
        header(&request.send().await.unwrap(), "x-request-id").to_owned()
    };
    assert_eq!(ask(Some("proxy-1.a_B")).await, "proxy-1.a_B");
    let long = "x".repeat(129);
    let mut made = HashSet::new();
    for id in [
        None,
        None,
        Some(""),
        Some("two words"),
        Some("<script>"),
        Some(&long),
    ] {
        let answered = ask(id).await;
        assert_eq!(answered.len(), 36, "{answered} is a UUID");
        assert!(made.insert(answered), "each request has its own");
    }
}
