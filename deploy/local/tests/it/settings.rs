use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use testkit::TestDatabase;

/// The path of a program of this build.
fn program(name: &str) -> PathBuf {
    Path::new(env!("CARGO_BIN_EXE_shop")).with_file_name(name)
}

/// A caller with a public key that openssl wrote.
const CALLERS: &str = "gateway=MCowBQYDK2VwAyEAWeTTFDJE3uYXmZ9yR7WFt7a762Yk+77DD7PSrzng94k=";

/// Starts a program with good settings and one bad one, and waits for its exit.
fn start_with(database: &TestDatabase, name: &str, variable: &str, value: &str) -> Output {
    Command::new(program(name))
        .env_clear()
        .env("LISTEN", "127.0.0.1:0")
        .env("LOG_FORMAT", "json")
        .env("DATABASE_URL", database.url())
        .env("NATS_URL", testkit::nats_url())
        .env("CALLERS", CALLERS)
        .env("CODE_KEY", "0123456789abcdef0123456789abcdef")
        .env("RECIPIENT_KEY", "0123456789abcdef0123456789abcdef")
        .env("ORDER_LINK_KEY", "0123456789abcdef0123456789abcdef")
        .env(variable, value)
        .output()
        .expect("the program starts")
}

/// All settings with restricted values, each with a program that has it and values that must be refused by
/// name.
const BAD: [(&str, &str, &[&str]); 26] = [
    ("order", "LISTEN", &["7000", "nowhere:7000"]),
    ("order", "DRAIN_DELAY_SECONDS", &["-1", "4s"]),
    ("order", "REFLECTION", &["yes"]),
    ("order", "RUST_LOG", &["order=loud"]),
    ("order", "OTEL_TRACES_SAMPLER", &["sometimes"]),
    ("order", "OTEL_TRACES_SAMPLER_ARG", &["5%", "2", "-0.1", "NaN"]),
    ("order", "METRICS_LISTEN", &["9100"]),
    (
        "order",
        "DATABASE_URL",
        &["order:7000", "postgres://shop:12/ss@127.0.0.1/shop"],
    ),
    ("order", "DATABASE_POOL_SIZE", &["0", "many"]),
    ("order", "NATS_URL", &["nats://order:12/ss@127.0.0.1"]),
    ("order", "NATS_REPLICAS", &["0", "2"]),
    ("order", "SSL_CERT_FILE", &["/nowhere/ca.pem", "/dev/null"]),
    (
        "order",
        "CATALOG_URL",
        &["catalog:7000", "https://catalog:7000", "http://catalog"],
    ),
    ("order", "CATALOG_DEADLINE_MS", &["0"]),
    (
        "order",
        "CALLER_KEY",
        &["short", "0123456789abcdef0123456789abcdef"],
    ),
    ("order", "CALLERS", &["gateway", "gateway=", "gateway=key"]),
    ("order", "UNPROVEN_CALLERS", &["yes"]),
    ("identity", "CODE_KEY", &["short"]),
    (
        "identity",
        "SMTP_URL",
        &["mail.example", "smtp://shop:12#ss@127.0.0.1"],
    ),
    ("identity", "SMTP_CONNECTIONS", &["many"]),
    ("notification", "SHOP_EMAIL", &["the owner"]),
    ("notification", "RECIPIENT_KEY", &["short"]),
    (
        "notification",
        "SITE_URL",
        &["shop.example", "https://shop.example/x"],
    ),
    ("order", "ORDER_LINK_KEY", &["short"]),
    (
        "catalog",
        "PHOTO_STORE",
        &["photos", "memory:///", "https://s3.example/photos"],
    ),
    ("catalog", "AWS_ENDPOINT_URL", &["s3.example"]),
];

#[tokio::test]
async fn a_bad_setting_ends_a_program_at_its_start_and_is_named() {
    let mut databases = BTreeMap::new();
    for (name, ..) in BAD {
        if !databases.contains_key(name) {
            databases.insert(name, testkit::database(&[]).await);
        }
    }
    let database_of = |name| &databases[name];
    std::thread::scope(|scope| {
        for (name, variable, values) in BAD {
            scope.spawn(move || {
                for value in values {
                    let ended = start_with(database_of(name), name, variable, value);
                    let told = String::from_utf8_lossy(&ended.stderr);
                    assert!(!ended.status.success(), "{name} takes {variable}={value}");
                    assert!(
                        told.contains(variable),
                        "{name} with {variable}={value} says: {told}"
                    );
                }
            });
        }
    });
}
