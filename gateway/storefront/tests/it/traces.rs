use std::{
    io::Write,
    sync::{Arc, LazyLock, Mutex},
};

use opentelemetry::trace::TracerProvider as _;
use opentelemetry_sdk::trace::SdkTracerProvider;
use reqwest::Method;
use tracing_subscriber::{fmt::format::FmtSpan, layer::SubscriberExt as _, util::SubscriberInitExt as _};

use crate::{
    fake_catalog::FakeCatalog,
    fakes::{Gateway, checkout, header},
};

/// The log of the whole test binary, with spans and their fields.
static LOG: LazyLock<Log> = LazyLock::new(|| {
    let log = Log::default();
    let writer = log.clone();
    let lines = tracing_subscriber::fmt::layer()
        .json()
        .with_span_events(FmtSpan::CLOSE)
        .with_writer(move || writer.clone());
    let tracer = SdkTracerProvider::builder().build().tracer("test");
    tracing_subscriber::registry()
        .with(tracing_subscriber::filter::LevelFilter::DEBUG)
        .with(lines)
        .with(tracing_opentelemetry::layer().with_tracer(tracer))
        .init();
    log
});

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }

    /// The line that closed the span of a request.
    async fn span_of(&self, request_id: &str) -> serde_json::Value {
        testkit::eventually("the request's span closes", async || {
            let text = self.text();
            let mut lines = text
                .lines()
                .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
            lines
                .find(|line| line["fields"]["message"] == "close" && line["span"]["request.id"] == request_id)
        })
        .await["span"]
            .clone()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn a_request_is_one_span_with_the_conventional_names() {
    let log = &*LOG;
    let gateway = Gateway::start().await;
    let table = [
        (
            Method::GET,
            "/api/v1/products/?page=secret",
            "GET /api/v1/products/",
            "/api/v1/products/",
            200,
        ),
        (
            Method::DELETE,
            "/api/v1/products",
            "DELETE /api/v1/products",
            "/api/v1/products",
            405,
        ),
        (Method::POST, "/cart", "POST", "/cart", 405),
    ];
    for (method, path, name, url_path, status) in table {
        let response = gateway.request(method, path).send().await.unwrap();
        let span = log.span_of(header(&response, "x-request-id")).await;
        assert_eq!(span["otel.name"], name);
        assert_eq!(span["otel.kind"], "server");
        assert_eq!(span["url.path"], url_path);
        assert_eq!(span["http.response.status_code"], status);
        let route = name.split_once(' ').map(|(_, route)| route);
        assert_eq!(span["http.route"].as_str(), route);
        assert_eq!(span["http.request.method"], name.split(' ').next().unwrap());
    }
}

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

/// The trace of a request that names one.
async fn trace_of(gateway: &Gateway, path: &str) -> String {
    let request = gateway
        .request(Method::GET, path)
        .header("traceparent", format!("00-{TRACE}-00f067aa0ba902b7-01"));
    header(&request.send().await.unwrap(), "x-trace-id").to_owned()
}

#[tokio::test]
async fn a_trace_goes_on_where_a_trusted_proxy_left_it() {
    let _log = &*LOG;
    let joining = async |proxies: &str| {
        let site = tempfile::tempdir().unwrap();
        let catalog = FakeCatalog::answering(Ok(Vec::new()));
        Gateway::set_up(catalog, site, |settings| {
            settings.web.join_traces = true;
            settings.web.trusted_proxies = proxies.parse().unwrap();
        })
        .await
    };
    let (memory, other) = ("/api/v1/products", "/api/v1/users/getallreview?limit=1");
    let trusting = joining("127.0.0.0/8").await;
    assert_eq!(trace_of(&trusting, other).await, TRACE);
    assert_eq!(
        trace_of(&trusting, memory).await,
        TRACE,
        "a joined trace is recorded in full"
    );
    assert_ne!(
        trace_of(&joining("10.0.0.0/8").await, other).await,
        TRACE,
        "this proxy is not trusted"
    );
}

#[tokio::test]
async fn a_stranger_does_not_decide_what_is_traced() {
    let _log = &*LOG;
    let gateway = Gateway::start().await;
    let path = "/api/v1/users/getallreview?limit=1";
    let (one, other) = (trace_of(&gateway, path).await, trace_of(&gateway, path).await);
    assert_eq!(one.len(), 32);
    assert_ne!(one, TRACE);
    assert_ne!(one, other, "each its own trace");
}

#[tokio::test]
async fn answers_from_memory_have_a_span_only_when_they_fail() {
    let log = &*LOG;
    let gateway = Gateway::start().await;
    for path in [
        "/",
        "/api/v1/products",
        "/api/v1/products/",
        "/api/v1/products/cards",
        "/nowhere",
    ] {
        let answer = gateway.get(path).await;
        assert!(!answer.headers().contains_key("x-trace-id"), "{path}");
        assert!(!header(&answer, "x-request-id").is_empty(), "{path}");
    }
    let site = tempfile::tempdir().unwrap();
    let catalog = FakeCatalog::answering(Err(tonic::Status::unavailable("down")));
    let gateway = Gateway::set_up(catalog, site, |_| ()).await;
    let failed = gateway.get("/api/v1/products").await;
    assert_eq!(failed.status(), 503);
    let span = log.span_of(header(&failed, "x-request-id")).await;
    assert_eq!(span["http.route"], "/api/v1/products");
    assert_eq!(span["http.response.status_code"], 503);
}

#[tokio::test]
async fn nothing_personal_is_logged() {
    let log = &*LOG;
    let gateway = Gateway::start().await;
    let mut personal = checkout();
    personal["fullname"] = "Zubeida Lakdawala".into();
    personal["email"] = "zubeida@example.com".into();
    personal["mobilenumber"] = "9812398123".into();
    personal["deliveryAddress"] = "7 Nowhere Lane, Bharuch".into();
    let send = async |body: &serde_json::Value| {
        let response = gateway
            .checkout(body)
            .header("Idempotency-Key", "key-of-zubeida")
            .send()
            .await
            .unwrap();
        log.span_of(header(&response, "x-request-id")).await
    };
    send(&personal).await;
    gateway.order.now_answers(Err(tonic::Status::internal("broken")));
    assert_eq!(send(&personal).await["http.response.status_code"], 500);
    personal["totalAmount"] = "zubeida@example.com".into();
    assert_eq!(send(&personal).await["http.response.status_code"], 400);
    let search = gateway.get("/api/v1/products/cards?search=zubeida").await;
    log.span_of(header(&search, "x-request-id")).await;
    let text = log.text().to_lowercase();
    assert!(text.contains("a request failed"), "the failure itself is logged");
    for secret in ["zubeida", "lakdawala", "9812398123", "nowhere lane"] {
        let line = text.lines().find(|line| line.contains(secret));
        assert_eq!(line, None, "{secret}");
    }
}
