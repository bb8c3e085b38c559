//! A thousand forged or repeated webhooks through the shop's public API.

use std::collections::BTreeMap;

use futures_util::{StreamExt as _, stream};
use payment_simulator::Settings;
use reqwest::header::{HeaderMap, HeaderValue};
use sqlx::{AssertSqlSafe, PgPool};
use testkit::eventually;

use crate::{
    forgery::{Forgery, NEW, Told, Webhook},
    online_payments::PaidOnline,
    stored_data,
};

const COUNT: u32 = 1_000;

/// Tables that change on their own: times of periodic tasks, stream positions, the inbox, and comparisons
/// with the provider's lists. The provider's events are counted separately.
const APART: [&str; 6] = [
    "periodic_tasks",
    "outbox_streams",
    "inbox",
    "inbox_claims",
    "compared_days",
    "provider_events",
];

const OF_GATEWAY: &str = "http_server_request_duration_seconds_count";
const ROUTE: &str = r#"http_route="/api/v1/payments/webhooks/{provider}""#;

async fn send(shop: &PaidOnline, webhook: Webhook) {
    let value = |text: &str| HeaderValue::from_str(text).expect("it is a header's");
    let mut headers = HeaderMap::new();
    headers.insert("x-razorpay-event-id", value(&webhook.event_id));
    if let Some(signature) = &webhook.signature {
        headers.insert("x-razorpay-signature", value(signature));
    }
    let provider = webhook.provider;
    let url = format!("{}/api/v1/payments/webhooks/{provider}", shop.program.url());
    let sent = (webhook.signature, webhook.event_id, webhook.body.len());
    let request = shop.browser.post(url).headers(headers).body(webhook.body);
    let answer = request.send().await.expect("the gateway answers");
    assert_eq!(answer.status(), webhook.status, "{sent:?}");
}

/// The filter for a table's rows. It leaves out periodic jobs that compare payments with the provider's
/// lists.
fn of(table: &str) -> &'static str {
    match table {
        "jobs" => "WHERE kind NOT IN ('compare-day', 'read-settlements')",
        _ => "",
    }
}

/// All rows of every table, except those in `APART`.
async fn rows(database: &PgPool) -> BTreeMap<String, Vec<String>> {
    let mut connection = database.acquire().await.expect("it is connected");
    let mut tables = stored_data::tables(&mut connection).await;
    tables.retain(|table| !APART.contains(&table.as_str()));
    let mut found = BTreeMap::new();
    for table in tables {
        let question = format!(
            "SELECT row_to_json(t)::text FROM \"{table}\" t {} ORDER BY 1",
            of(&table)
        );
        let rows = sqlx::query_scalar(AssertSqlSafe(question)).fetch_all(&mut *connection);
        found.insert(table, rows.await.expect("the table can be read"));
    }
    found
}

async fn count(database: &PgPool, question: &'static str) -> i64 {
    let counted = sqlx::query_scalar(question).fetch_one(database).await;
    counted.expect("it is counted")
}

async fn until(database: &PgPool, what: &str, question: &'static str) {
    eventually(what, async || {
        let answer = sqlx::query_scalar(question).fetch_one(database).await;
        let is_so: bool = answer.expect("it is answered");
        is_so.then_some(())
    })
    .await;
}

/// The sum of a counter's lines with these labels.
fn number(metrics: &str, name: &str, with: &[&str]) -> u32 {
    let lines = metrics.lines().filter(|line| {
        let (of, labels) = line.split_once('{').unwrap_or((line, ""));
        of == name && with.iter().all(|label| labels.contains(label))
    });
    let values = lines.map(|line| {
        let (_, value) = line.rsplit_once(' ').expect("a line has a value");
        value.parse::<u32>().expect("it is a count")
    });
    values.sum()
}

/// The conditions under which the payment service is idle.
const QUIET: [(&str, &str); 4] = [
    (
        "two events were told",
        "SELECT count(*) >= 2 FROM provider_events",
    ),
    (
        "they are handled",
        "SELECT count(*) = 0 FROM provider_events WHERE handled_at IS NULL",
    ),
    (
        "no job waits",
        "SELECT count(*) = 0 FROM jobs WHERE kind NOT IN ('compare-day', 'read-settlements')",
    ),
    (
        "all is published",
        "SELECT count(*) = 0 FROM outbox WHERE published_at IS NULL",
    ),
];

/// Waits until the service is idle. Two events were received until then.
async fn until_quiet(database: &PgPool) -> [Told; 2] {
    for (what, question) in QUIET {
        until(database, what, question).await;
    }
    // Postpones the periodic task of open attempts until tomorrow.
    let later = sqlx::query("UPDATE attempts SET look_at = now() + interval '1 day'");
    later.execute(database).await.expect("it can wait");
    let told = sqlx::query_as("SELECT event_id, body FROM provider_events ORDER BY received_at LIMIT 2");
    let told: Vec<(String, Vec<u8>)> = told.fetch_all(database).await.expect("it is kept");
    let told = told.into_iter().map(|(event_id, body)| Told { event_id, body });
    let told: Vec<_> = told.collect();
    // One event is so old that its body was deleted.
    let age =
        "UPDATE provider_events SET body = '', received_at = now() - interval '91 days' WHERE event_id = $1";
    let aged = sqlx::query(age).bind(&told[1].event_id).execute(database).await;
    assert_eq!(aged.expect("it is old").rows_affected(), 1);
    told.try_into().ok().expect("there are two")
}

/// Counters with their labels, and their expected growth.
type Counts = BTreeMap<(&'static str, String), u32>;

fn expected(forgery: &Forgery) -> Counts {
    let mut expected = Counts::new();
    for webhook in (0..COUNT).map(|number| forgery.webhook(number)) {
        let status = format!(r#"status_code="{}""#, webhook.status);
        let counted = webhook.counted.map(|(name, label)| (name, label.to_owned()));
        for counter in counted.into_iter().chain([(OF_GATEWAY, status)]) {
            *expected.entry(counter).or_default() += 1;
        }
    }
    expected
}

/// Checks that every counter grew as expected, and the gateway's counter by nothing else.
fn assert_counted(expected: &Counts, before: &str, after: &str) {
    let grown = |name, with: &[&str]| number(after, name, with) - number(before, name, with);
    for ((name, label), times) in expected {
        let route = if *name == OF_GATEWAY { ROUTE } else { "" };
        assert_eq!(grown(name, &[label, route]), *times, "{name} {label}");
    }
    assert_eq!(grown(OF_GATEWAY, &[ROUTE]), COUNT, "each is counted once");
    let of_service = ["webhooks_received_total", "webhooks_refused_total"];
    let of_service: u32 = of_service.map(|name| grown(name, &[])).iter().sum();
    let too_large = expected[&(OF_GATEWAY, r#"status_code="413""#.to_owned())];
    assert_eq!(
        of_service + too_large,
        COUNT,
        "each is counted under what became of it"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_webhooks_that_prove_nothing_change_nothing_and_are_counted() {
    let shop = PaidOnline::open("info").await;
    let (paid, _) = shop.placed().await;
    shop.page(&paid).await.press("upi").await;
    shop.until(&paid, "paid").await;
    let (open, _) = shop.placed().await;
    shop.page(&open).await;
    let database = shop.database("payment").await;
    let [fresh, stale] = until_quiet(&database).await;
    let attempt = sqlx::query_scalar("SELECT id::text FROM attempts WHERE state = 'open'");
    let forgery = Forgery {
        attempt: attempt.fetch_one(&database).await.expect("one is not paid"),
        fresh,
        stale,
        settings: Settings::on_a_free_port(None),
    };
    let expected = expected(&forgery);
    let (rows_before, metrics_before) = (rows(&database).await, shop.program.metrics().await);
    let stored = count(&database, "SELECT count(*) FROM provider_events").await;

    stream::iter((0..COUNT).map(|number| forgery.webhook(number)))
        .for_each_concurrent(16, |webhook| send(&shop, webhook))
        .await;

    for (what, question) in [QUIET[1], QUIET[2]] {
        until(&database, what, question).await;
    }
    assert_eq!(rows(&database).await, rows_before);
    let new = count(&database, "SELECT count(*) FROM provider_events").await - stored;
    let (name, label) = NEW;
    let unheard = expected[&(name, label.to_owned())];
    assert_eq!(
        new,
        i64::from(unheard),
        "a webhook about an unknown payment is stored"
    );
    assert_counted(&expected, &metrics_before, &shop.program.metrics().await);
    shop.until(&open, "open").await;
    database.close().await;
    shop.program.stop();
}
