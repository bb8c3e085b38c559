//! Tax rates set by staff, and the documents that wait for one.

use billing::InvoiceAt;
use proto::billing::v1::{ListTaxRatesRequest, ListTaxRatesResponse, SetTaxRateRequest, TaxRate};
use runtime::status;
use testkit::eventually;
use time::{Duration, OffsetDateTime, UtcOffset};
use tonic::{Code, Status};

use crate::shop::{Billing, Shop, order};

/// The day this many days from today, in India.
fn day(days: i64) -> String {
    let india = UtcOffset::from_hms(5, 30, 0).expect("India's offset from UTC");
    let day = OffsetDateTime::now_utc().to_offset(india).date() + Duration::days(days);
    day.to_string()
}

impl Billing {
    async fn told_rates(&self) -> ListTaxRatesResponse {
        let answer = self.rates.clone().list_tax_rates(ListTaxRatesRequest {}).await;
        answer.expect("it answers").into_inner()
    }

    async fn set(&self, request: &SetTaxRateRequest) -> Result<TaxRate, Status> {
        let answer = self.rates.clone().set_tax_rate(request.clone()).await?;
        Ok(answer.into_inner().rate.expect("it is answered"))
    }
}

fn rate(hsn: &str, since: String, rate_basis_points: i32) -> SetTaxRateRequest {
    SetTaxRateRequest {
        hsn: hsn.to_owned(),
        since,
        rate_basis_points,
        source: "Notification 9/2025-Central Tax (Rate)".to_owned(),
    }
}

fn reason(refused: &Status) -> Option<String> {
    assert_eq!(refused.code(), Code::FailedPrecondition, "{refused}");
    status::details(refused).reason
}

#[tokio::test(flavor = "multi_thread")]
async fn documents_that_wait_for_a_rate_are_issued_once_it_is_set() {
    let shop = Shop::open().await;
    "13021919".clone_into(&mut shop.catalog.hsn_code.lock().expect("the mutex is not poisoned"));
    let billing = shop.billing(InvoiceAt::Shipping).await;
    let waiting = shop.ship(order()).await;
    let missing = eventually("it is said what is missing", async || {
        billing.told_rates().await.missing.pop()
    })
    .await;
    assert_eq!((missing.hsn.as_str(), missing.orders), ("13021919", 1));
    assert_eq!(missing.since, day(0));

    // A rate that starts tomorrow issues nothing today, and neither does one for a longer code.
    let tomorrow = rate("1302", day(1), 1_200);
    billing.set(&tomorrow).await.expect("it is set");
    billing
        .set(&rate("13021920", day(0), 0))
        .await
        .expect("it is set");
    billing
        .set(&rate("1302", day(0), 1_800))
        .await
        .expect("it is set");
    let invoice = billing.wait_for(&waiting, 1).await.remove(0);
    let pdf = billing.pdf(&waiting.order_id, &invoice.document_id).await;
    let pdf = pdf.expect("it has a file");
    assert!(billing.told_rates().await.missing.is_empty());
    let kept: i32 = sqlx::query_scalar("SELECT rate_basis_points FROM sales_register WHERE quantity > 0")
        .fetch_one(shop.database.pool())
        .await
        .expect("it is registered");
    assert_eq!(kept, 1_800);

    // Issued documents stay unchanged when a rate is set later.
    billing
        .set(&rate("13021919", day(0), 0))
        .await
        .expect("it is set");
    shop.tell("shop.order.shipped.v1", &crate::shop::status_changed(&waiting))
        .await;
    let later = shop.ship(order()).await;
    billing.wait_for(&later, 1).await;
    let same = billing.pdf(&waiting.order_id, &invoice.document_id).await;
    assert_eq!(same.expect("it has a file"), pdf);
    let documents = billing.documents(&waiting.order_id).await;
    assert_eq!(documents.expect("it answers"), [invoice]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rate_is_set_once_for_a_day_and_never_changed() {
    let shop = Shop::open().await;
    let billing = shop.billing(InvoiceAt::Shipping).await;
    let first = rate("1302", day(0), 1_800);
    let set = billing.set(&first).await.expect("it is set");
    assert!(set.is_current, "{set:?}");
    assert_eq!(billing.set(&first).await.expect("it is the same"), set);
    let other = billing
        .set(&rate("1302", day(0), 500))
        .await
        .expect_err("it was set before");
    assert_eq!(reason(&other).as_deref(), Some("RATE_SET"));
    assert!(other.message().contains("18%"), "{other}");
    let same = billing
        .set(&rate("1302", day(3), 1_800))
        .await
        .expect_err("it counts already");
    assert_eq!(reason(&same).as_deref(), Some("SAME_RATE"));
    let past = billing
        .set(&rate("1211", day(-1), 1_800))
        .await
        .expect_err("it is over");
    assert_eq!(past.code(), Code::InvalidArgument);
    assert_eq!(status::details(&past).violations[0].field, "since");

    let (one, two) = (rate("1302", day(7), 500), rate("1302", day(7), 1_200));
    let (one, two) = tokio::join!(billing.set(&one), billing.set(&two));
    assert_ne!(one.is_ok(), two.is_ok(), "{one:?} {two:?}");

    let rates = billing.told_rates().await.rates;
    let of_code = rates.iter().filter(|rate| rate.hsn == "1302");
    let told: Vec<_> = of_code
        .map(|rate| (rate.since.clone(), rate.is_current))
        .collect();
    assert_eq!(told, [(day(7), false), (day(0), true)]);
    let current = rates.iter().filter(|rate| rate.hsn == "3004" && rate.is_current);
    assert_eq!(
        current.map(|rate| rate.rate_basis_points).collect::<Vec<_>>(),
        [500]
    );
    for change in [
        "UPDATE tax_rates SET rate_basis_points = 0",
        "DELETE FROM tax_rates",
    ] {
        let refused = sqlx::query(change).execute(shop.database.pool()).await;
        let refused = refused.expect_err("it only grows").to_string();
        assert!(refused.contains("only grows"), "{change}: {refused}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn issues_a_document_behind_twenty_that_fail_again_and_again() {
    let shop = Shop::open().await;
    "1302".clone_into(&mut shop.catalog.hsn_code.lock().expect("no thread panics"));
    let billing = shop.billing(InvoiceAt::Shipping).await;
    sqlx::query(
        "INSERT INTO waiting_documents (order_id, hsn, since)
         SELECT gen_random_uuid(), '1302', now() - interval '1 day' FROM generate_series(1, 20)",
    )
    .execute(shop.database.pool())
    .await
    .expect("orders can wait that the order service does not know");
    let waiting = shop.ship(order()).await;
    eventually("it waits", async || {
        let missing = billing.told_rates().await.missing;
        (missing.first()?.orders == 21).then_some(())
    })
    .await;
    billing
        .set(&rate("1302", day(0), 1_800))
        .await
        .expect("it is set");
    billing.wait_for(&waiting, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn names_the_buyer_of_a_document_that_waited_until_its_order_forgot_them() {
    let shop = Shop::open().await;
    "1302".clone_into(&mut shop.catalog.hsn_code.lock().expect("no thread panics"));
    let billing = shop.billing(InvoiceAt::Shipping).await;
    let mut waiting = shop.ship(order()).await;
    eventually("it waits", async || billing.told_rates().await.missing.pop()).await;
    for text in [&mut waiting.full_name, &mut waiting.delivery_address] {
        text.clear();
    }
    shop.orders.keep(&waiting);
    billing
        .set(&rate("1302", day(0), 1_800))
        .await
        .expect("it is set");
    billing.wait_for(&waiting, 1).await;
    let buyer: (String, String) =
        sqlx::query_as("SELECT facts->'buyer'->>'full_name', facts->'buyer'->>'address' FROM documents")
            .fetch_one(shop.database.pool())
            .await
            .expect("it is kept");
    assert_eq!(buyer, (order().full_name, order().delivery_address));
    let waits: i64 = sqlx::query_scalar("SELECT count(*) FROM waiting_documents")
        .fetch_one(shop.database.pool())
        .await
        .expect("they can be counted");
    assert_eq!(waits, 0, "the data of the buyer is gone");
}
