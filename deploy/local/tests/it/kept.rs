//! What a running shop keeps beside its records: queues, notes of what was handled, counts, sessions, streams.

use async_nats::jetstream::{self, consumer::pull::OrderedConfig};
use futures_util::{StreamExt as _, TryStreamExt as _};
use local::registry::Service;
use serde_json::Value;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};

/// Tables that are about somebody, and may say so. Secrets stand in none of them.
fn records(service: Service) -> &'static [&'static str] {
    match service {
        Service::Identity => &["accounts"],
        Service::Inventory => &["stock_alerts"],
        Service::Order => &["orders", "order_lines", "order_notes"],
        Service::Review => &["reviews", "review_moderations"],
        Service::Contact => &["messages"],
        Service::Billing => &["documents", "document_files"],
        _ => &[],
    }
}

/// What a message of a stream is called.
const STREAM: &str = "a stream";

/// The country's pincodes, which everybody knows; one of them may look like a code.
const PUBLIC: [&str; 1] = ["pincodes"];

fn address<'a>(addresses: &'a Value, name: &str) -> &'a str {
    addresses[name].as_str().unwrap_or_else(|| panic!("no {name}"))
}

/// The passwords of the databases and of NATS, and the keys of callers.
pub fn passwords(addresses: &Value) -> Vec<String> {
    let databases = Service::ALL.map(|service| format!("{}DatabaseUrl", service.name()));
    let names = databases.into_iter().chain(["natsUrl".to_owned()]);
    let passwords = names.map(|name| {
        let url: url::Url = address(addresses, &name).parse().expect("an address");
        url.password().expect("nobody gets in without one").to_owned()
    });
    passwords
        .chain(["operatorKey", "gatewayKey"].map(|name| address(addresses, name).to_owned()))
        .collect()
}

/// Where something stands that has no business there: secrets in any table, what is personal in those that are no
/// records, either in the messages of a stream.
pub async fn beside_records(addresses: &Value, secrets: &[String], personal: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    let kept = all(addresses).await;
    assert!(
        kept.iter().filter(|kept| kept.place == STREAM).count() >= 2,
        "an order and a message were told"
    );
    for kept in kept {
        let personal: &[String] = if kept.is_record { &[] } else { personal };
        found.extend(kept.tells(secrets.iter().chain(personal)));
    }
    found
}

/// Where anything tells of a person, records too.
pub async fn anywhere(addresses: &Value, personal: &[String]) -> Vec<String> {
    let kept = all(addresses).await;
    kept.iter().flat_map(|kept| kept.tells(personal.iter())).collect()
}

/// What stands in a table, or in a message of a stream.
pub struct Kept {
    /// Which of them, such as "order's orders".
    pub place: String,
    pub text: String,
    is_record: bool,
}

impl Kept {
    fn tells<'a>(&self, values: impl Iterator<Item = &'a String>) -> Vec<String> {
        let told = values.filter(|value| says(&self.text, value));
        told.map(|value| format!("{} tells {value}", self.place))
            .collect()
    }
}

/// Whether a text says a value. Digits that are a part of a longer number or the fraction of a second say nothing: a code of six
/// would stand in some time of a thousand.
fn says(text: &str, value: &str) -> bool {
    let is_number = value.bytes().all(|byte| byte.is_ascii_digit());
    text.match_indices(value).any(|(at, _)| {
        let before = text[..at].bytes().next_back();
        let after = text[at + value.len()..].bytes().next();
        let goes_on = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_digit());
        let is_fraction = before == Some(b'.') && matches!(after, Some(b'+' | b'Z'));
        !is_number || !(goes_on(before) || goes_on(after) || is_fraction)
    })
}

#[test]
fn a_code_is_found_and_the_fraction_of_a_second_is_none() {
    assert!(says(r#"{"code":"163078"}"#, "163078"));
    assert!(says("163078", "163078"));
    assert!(!says("2026-11-26T12:31:02.163078+00:00", "163078"));
    assert!(!says("1163078", "163078"));
    assert!(says("2026-11-26T12:31:02.163078+00:00 163078", "163078"));
}

/// All that a running shop keeps.
pub async fn all(addresses: &Value) -> Vec<Kept> {
    let mut found = Vec::new();
    for (service, records) in Service::ALL.map(|service| (service.name(), records(service))) {
        let url = address(addresses, &format!("{service}DatabaseUrl"));
        let mut database = PgConnection::connect(url).await.expect("the role may connect");
        let tables = tables(&mut database).await.into_iter();
        for table in tables.filter(|table| !PUBLIC.contains(&table.as_str())) {
            found.push(Kept {
                text: rows(&mut database, &table).await,
                is_record: records.contains(&table.as_str()),
                place: format!("{service}'s {table}"),
            });
        }
    }
    let messages = messages(address(addresses, "natsUrl")).await.into_iter();
    found.extend(messages.map(|text| Kept {
        place: STREAM.to_owned(),
        text,
        is_record: false,
    }));
    found
}

/// The tables of a database, by their names.
pub async fn tables(database: &mut PgConnection) -> Vec<String> {
    let names = "SELECT table_name::text FROM information_schema.tables WHERE table_schema = 'public' \
                 AND table_type = 'BASE TABLE'";
    let names = sqlx::query_scalar(names).fetch_all(database).await;
    names.expect("the tables can be listed")
}

/// All rows of a table as text, with what stands in bytes too.
async fn rows(database: &mut PgConnection, table: &str) -> String {
    let rows = sqlx::query_scalar(AssertSqlSafe(format!(
        "SELECT row_to_json(t)::text FROM \"{table}\" t"
    )));
    let rows: Vec<String> = rows.fetch_all(database).await.expect("the table can be read");
    let text = rows.join("\n");
    let bytes = text.split("\\\\x").skip(1).map(|rest| {
        let digits: Vec<_> = rest.bytes().take_while(u8::is_ascii_hexdigit).collect();
        let bytes = digits.chunks_exact(2).map(|pair| {
            let pair = std::str::from_utf8(pair).expect("digits are ASCII");
            u8::from_str_radix(pair, 16).expect("they are of base 16")
        });
        String::from_utf8_lossy(&bytes.collect::<Vec<_>>()).into_owned()
    });
    let bytes: Vec<_> = bytes.collect();
    format!("{text}\n{}", bytes.join("\n"))
}

/// Every message of every stream, with its headers.
async fn messages(url: &str) -> Vec<String> {
    let client = outbox::connect(&outbox::Settings::new(url))
        .await
        .expect("NATS answers");
    let streams = jetstream::new(client);
    let names: Vec<String> = streams
        .stream_names()
        .try_collect()
        .await
        .expect("streams are listed");
    let mut found = Vec::new();
    for name in names {
        let stream = streams.get_stream(&name).await.expect("the stream is there");
        let consumer = stream
            .create_consumer(OrderedConfig::default())
            .await
            .expect("a stream can be read");
        let count = usize::try_from(consumer.cached_info().num_pending).expect("a test's stream is small");
        let mut messages = consumer
            .messages()
            .await
            .expect("a stream can be read")
            .take(count);
        while let Some(message) = messages.next().await {
            let message = message.expect("a message can be read");
            let payload = String::from_utf8_lossy(&message.payload);
            found.push(format!("{} {:?} {payload}", message.subject, message.headers));
        }
    }
    found
}

#[tokio::test]
async fn what_stands_in_bytes_is_read_too() {
    let url = testkit::database_url();
    let mut database = PgConnection::connect(&url).await.expect("the database answers");
    sqlx::query("CREATE TEMPORARY TABLE told (payload bytea, words jsonb)")
        .execute(&mut database)
        .await
        .expect("a table of our own");
    sqlx::query("INSERT INTO told VALUES ('asha@gmail.com', '{\"code\": \"123456\"}')")
        .execute(&mut database)
        .await
        .expect("a row");
    let rows = rows(&mut database, "told").await;
    assert!(
        rows.contains("asha@gmail.com") && rows.contains("123456"),
        "{rows}"
    );
}
