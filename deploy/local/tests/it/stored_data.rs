//! Personal data and secrets that a running shop stores outside of its records: in queues, inboxes, counters,
//! sessions and streams.

use async_nats::jetstream::{self, consumer::pull::OrderedConfig};
use futures_util::{StreamExt as _, TryStreamExt as _};
use local::registry::Service;
use serde_json::Value;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};

/// Tables with personal data by design. None holds secrets.
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

/// The place name of a stream's messages.
const STREAM: &str = "a stream";

/// The public table of pincodes, where a pincode may look like a code.
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
        url.password().expect("a role has a password").to_owned()
    });
    passwords
        .chain(["operatorKey", "gatewayKey"].map(|name| address(addresses, name).to_owned()))
        .collect()
}

/// Returns the places of misplaced data: secrets in any table, personal data outside of records, and either
/// in streams.
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

/// Returns all places with data of a person, including records.
pub async fn anywhere(addresses: &Value, personal: &[String]) -> Vec<String> {
    let kept = all(addresses).await;
    kept.iter().flat_map(|kept| kept.tells(personal.iter())).collect()
}

/// The text of a table, or of a stream's message.
pub struct Kept {
    /// The place, for example "order's orders".
    pub place: String,
    pub text: String,
    is_record: bool,
}

impl Kept {
    fn tells<'a>(&self, values: impl Iterator<Item = &'a String>) -> Vec<String> {
        let told = values.filter(|value| contains(&self.text, value));
        told.map(|value| format!("{} tells {value}", self.place))
            .collect()
    }
}

/// Returns true if a text contains a value. Six digits within a longer number or a fraction of a second do
/// not count, because a code or a pincode occurs in many times by chance.
pub fn contains(text: &str, value: &str) -> bool {
    let is_short_number = value.len() <= 6 && value.bytes().all(|byte| byte.is_ascii_digit());
    text.match_indices(value).any(|(at, _)| {
        let before = text[..at].bytes().next_back();
        let after = text[at + value.len()..].bytes().next();
        let goes_on = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_digit());
        let is_fraction = before == Some(b'.') && matches!(after, Some(b'+' | b'Z'));
        !is_short_number || !(goes_on(before) || goes_on(after) || is_fraction)
    })
}

#[test]
fn a_code_is_found_and_the_fraction_of_a_second_is_none() {
    assert!(contains(r#"{"code":"163078"}"#, "163078"));
    assert!(contains("163078", "163078"));
    assert!(!contains("2026-11-26T12:31:02.163078+00:00", "163078"));
    assert!(!contains("1163078", "163078"));
    assert!(contains("+919812345670", "9812345670"));
    assert!(contains("2026-11-26T12:31:02.163078+00:00 163078", "163078"));
}

/// All data that a running shop stores.
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

/// The names of the tables of a database.
pub async fn tables(database: &mut PgConnection) -> Vec<String> {
    let names = "SELECT table_name::text FROM information_schema.tables WHERE table_schema = 'public' \
                 AND table_type = 'BASE TABLE'";
    let names = sqlx::query_scalar(names).fetch_all(database).await;
    names.expect("the tables can be listed")
}

/// All rows of a table as text, including byte columns.
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

/// All messages of all streams, with their headers.
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
async fn text_in_byte_columns_is_read_too() {
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
