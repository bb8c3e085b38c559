//! Every setting of the program is validated at the start, and the error names a wrong one.

use std::{collections::BTreeSet, process::Stdio, time::Duration};

use tokio::process::Command;

/// Settings that fail only when used: the frame's telemetry settings, and secrets that must not be printed.
const TOLD_BY_USE: [&str; 4] = [
    "CALLER_KEY",
    "NATS_URL",
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "TRACE_FILE",
];

const URLS: [&str; 8] = [
    "BILLING_URL",
    "CATALOG_URL",
    "CONTACT_URL",
    "IDENTITY_URL",
    "INVENTORY_URL",
    "ORDER_URL",
    "PAYMENT_URL",
    "REVIEW_URL",
];

const WRONG_URLS: [&str; 10] = [
    "",
    "catalog",
    "catalog:7000",
    "http://",
    "http://catalog",
    "https://catalog:7000",
    "http://catalog:0",
    "http://catalog:70000",
    "http://shop@catalog:7000",
    "http://catalog:7000/path",
];

const OTHERS: [(&str, &[&str]); 22] = [
    ("CALLERS", &["gateway", "gateway="]),
    ("CONTACT_REQUIRES_LOGIN", &["", "yes", "1"]),
    ("CREDENTIAL_TRIES_PER_MINUTE", &["", "0", "-1", "many"]),
    ("DRAIN_DELAY_SECONDS", &["", "-1", "5s"]),
    (
        "HSTS",
        &[
            "",
            "max-age",
            "max-age=two years",
            "preload",
            "max-age=1; everywhere",
        ],
    ),
    ("JOIN_TRACES", &["", "yes", "1"]),
    ("LISTEN", &["", "8080", "localhost:8080", "0.0.0.0"]),
    ("LOG_FORMAT", &["", "xml"]),
    ("MAX_CONNECTIONS", &["", "0", "-1"]),
    ("MAX_REQUESTS", &["", "0", "-1"]),
    ("MAX_UNREAD_BODIES", &["", "0", "-1"]),
    ("METRICS_LISTEN", &["", "9100"]),
    ("OTEL_TRACES_SAMPLER", &["sometimes"]),
    ("OTEL_TRACES_SAMPLER_ARG", &["5%", "2", "NaN"]),
    ("REFLECTION", &["", "yes"]),
    ("RUST_LOG", &["gateway=loud"]),
    ("SITE_DIR", &[""]),
    ("SSL_CERT_FILE", &["/nowhere/ca.pem", "/dev/null"]),
    ("ORDERS_PER_MINUTE", &["", "0", "-1", "many"]),
    ("SUBMISSIONS_PER_MINUTE", &["", "0", "-1", "many"]),
    ("LOOKUPS_PER_MINUTE", &["", "0", "-1", "many"]),
    ("UNPROVEN_CALLERS", &["", "yes"]),
];

const ADDRESSES: [(&str, &[&str]); 2] = [
    (
        "SITE_URL",
        &[
            "",
            "shop.example",
            "ftp://shop.example",
            "https://shop.example/shop",
            "https://shop.example?from=x",
            "https://asha@shop.example",
            "https://shop.example:port",
        ],
    ),
    (
        "TRUSTED_PROXIES",
        &["proxy.example", "10.0.0.0/33", "10.0.0.0/8;192.0.2.1"],
    ),
];

fn gateway() -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_gateway"));
    program.env("LISTEN", "127.0.0.1:0").kill_on_drop(true);
    program
}

/// The exit code and the output; the program must exit by itself.
async fn refused(name: &str, value: &str) -> (Option<i32>, String) {
    let ended = gateway()
        .env(name, value)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .output();
    let output = tokio::time::timeout(Duration::from_secs(30), ended)
        .await
        .unwrap_or_else(|_| panic!("{name}={value} is taken silently"))
        .unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// Without the proxy's network all shoppers would share one client's limits.
#[tokio::test]
async fn an_address_with_https_is_refused_without_the_proxys_network() {
    let (code, said) = refused("SITE_URL", "https://shop.example").await;
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("TRUSTED_PROXIES is missing"), "{said}");
}

#[tokio::test]
async fn a_wrong_setting_is_named_at_the_start() {
    let urls = URLS.map(|name| (name, &WRONG_URLS[..]));
    let mut tried = BTreeSet::new();
    for (name, values) in urls.into_iter().chain(OTHERS).chain(ADDRESSES) {
        tried.insert(name.to_owned());
        for value in values {
            let (code, said) = refused(name, value).await;
            assert_eq!(code, Some(2), "{name}={value}: {said}");
            assert!(said.contains(name), "{name}={value}: {said}");
        }
    }
    for address in [
        "nats://gateway:12/ss@127.0.0.1",
        "http://gateway:12ss@127.0.0.1:port",
    ] {
        let (code, said) = refused("NATS_URL", address).await;
        assert_ne!(code, Some(0), "{address}: {said}");
        assert!(
            said.contains("NATS_URL") && !said.contains("ss@"),
            "{address}: {said}"
        );
    }
    for key in ["", "hunter2", "hunter2-hunter2-hunter2-hunter2-hunter2"] {
        let (code, said) = refused("CALLER_KEY", key).await;
        assert_ne!(code, Some(0), "{key}: {said}");
        assert!(
            said.contains("CALLER_KEY") && !said.contains("hunter2"),
            "{key}: {said}"
        );
    }
    let help = gateway().arg("--help").output().await.unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let names = help.split("[env: ").skip(1).map(|rest| {
        let end = rest.find(['=', ']']).unwrap();
        rest[..end].to_owned()
    });
    let untried: Vec<_> = names
        .filter(|name| !tried.contains(name) && !TOLD_BY_USE.contains(&name.as_str()))
        .collect();
    assert_eq!(
        untried,
        Vec::<String>::new(),
        "each setting needs its wrong values here"
    );
}
