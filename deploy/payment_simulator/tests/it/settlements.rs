//! Settlements and their lines.

use payment_simulator::PaymentScenario;
use reqwest::Method;
use serde_json::{Value, json};
use time::{OffsetDateTime, UtcOffset};

use crate::shop::{Shop, description, read};

/// The recon call for the day of a time in India.
fn recon_of(seconds: i64) -> String {
    let india = UtcOffset::from_hms(5, 30, 0).expect("India's offset from UTC");
    let at = OffsetDateTime::from_unix_timestamp(seconds).expect("it is a time");
    let day = at.to_offset(india).date();
    let (year, month, day) = (day.year(), u8::from(day.month()), day.day());
    format!("v1/settlements/recon/combined?year={year}&month={month:02}&day={day:02}&count=100")
}

fn sum(lines: &[Value], name: &str) -> i64 {
    lines.iter().filter_map(|line| line[name].as_i64()).sum()
}

#[tokio::test]
async fn a_settlement_pays_out_once_what_came_less_fees_and_refunds() {
    let shop = Shop::open().await;
    for reference in ["VM-1", "VM-2"] {
        shop.link(reference, PaymentScenario::Success).await;
    }
    let paid = shop.pay("VM-1", "upi").await;
    shop.pay("VM-2", "card").await;
    let payment_id = paid["payment_id"].as_str().expect("it has an id");
    let part = json!({ "amount": 40_000 });
    let (status, _) = shop
        .post(&format!("v1/payments/{payment_id}/refund"), &part)
        .await;
    assert_eq!(status, 200);
    let (status, settled) = shop
        .post(
            "simulator/settle",
            &json!({ "adjustment": 500, "extra_fee": 10, "shortfall": 1 }),
        )
        .await;
    assert_eq!(status, 200, "{settled}");
    let listed = shop.get("v1/settlements").await;
    assert_eq!(listed["items"], json!([settled]));
    let at = settled["created_at"].as_i64().expect("it is a time");
    let elsewhere = shop.get(&format!("v1/settlements?to={}", at - 1)).await;
    assert_eq!(elsewhere["count"], 0);

    let recon = shop.get(&recon_of(at)).await;
    let lines = recon["items"].as_array().expect("it has lines");
    let kinds: Vec<_> = lines.iter().filter_map(|line| line["type"].as_str()).collect();
    assert_eq!(kinds, ["payment", "payment", "refund", "adjustment"]);
    let net = sum(lines, "credit") - sum(lines, "debit");
    assert_eq!(
        settled["amount"].as_i64(),
        Some(net - 1),
        "a paisa is missing, as it was asked for"
    );
    let fees = sum(lines, "fee");
    assert_eq!(net, 2 * 99_900 - fees - 40_000 + 500);
    assert!(lines.iter().all(|line| line["settlement_id"] == settled["id"]));
    assert_eq!(
        shop.get(&recon_of(at - 86_400)).await["count"],
        0,
        "another day has none of it"
    );

    let (status, again) = shop.post("simulator/settle", &json!({})).await;
    assert_eq!(
        (status, description(&again)),
        (400, "Nothing is left to be settled")
    );
}

#[tokio::test]
async fn an_invalid_day_is_refused() {
    let shop = Shop::open().await;
    for (query, field) in [
        ("year=26&month=11", "year"),
        ("year=2026", "month"),
        ("year=2026&month=13", "month"),
        ("year=2026&month=11&day=32", "day"),
        ("year=2026&month=11&count=0", "count"),
    ] {
        let path = format!("v1/settlements/recon/combined?{query}");
        let (status, body) = read(shop.request(Method::GET, &path)).await;
        assert_eq!((status, &body["error"]["field"]), (400, &json!(field)), "{query}");
    }
}
