//! Comparisons of days with the provider's lists.

use payment_simulator::PaymentScenario;
use proto::payment::v1::{Finding, ListFindingsRequest, PaymentState, Refund, RefundState};
use serde_json::{Value, json};
use testkit::eventually;

use crate::{
    fake_orders::TOTAL,
    shop::{Shop, simulated},
};

/// Items younger than ten minutes are left out of a comparison.
const AN_HOUR: u64 = 3_600;

impl Shop {
    /// A shop whose provider's clock is an hour behind, so that payments are compared at once.
    async fn open_an_hour_ago() -> Self {
        let shop = Self::open().await;
        shop.post("simulator/clock", &json!({ "back": AN_HOUR })).await;
        shop.until_compared_since("2000-01-01").await;
        shop
    }

    /// Makes all days due and waits until they are compared.
    async fn compare(&self) {
        let now: String = sqlx::query_scalar("SELECT now()::text")
            .fetch_one(self.pool())
            .await
            .expect("it is read");
        sqlx::query("UPDATE compared_days SET compare_at = now()")
            .execute(self.pool())
            .await
            .expect("they are due");
        self.until_compared_since(&now).await;
    }

    async fn until_compared_since(&self, time: &str) {
        eventually("every day is compared", async || {
            let sooner =
                "UPDATE periodic_tasks SET due_at = now() WHERE name = 'provider-days' AND holder IS NULL";
            sqlx::query(sooner).execute(self.pool()).await.ok()?;
            let are_compared =
                "SELECT count(*) >= 2 AND bool_and(coalesce(compared_at > $1::timestamptz, false))
                                FROM compared_days";
            let are_compared = sqlx::query_scalar(are_compared).bind(time);
            let are_compared: Option<bool> = are_compared.fetch_one(self.pool()).await.ok()?;
            (are_compared == Some(true)).then_some(())
        })
        .await;
        // Until the next request, nothing is compared: a day whose end is in the past is due again at once.
        eventually("no day is compared any more", async || {
            sqlx::query("UPDATE compared_days SET compare_at = NULL")
                .execute(self.pool())
                .await
                .ok()?;
            let is_over =
                "SELECT count(compare_at) = 0 AND NOT EXISTS (SELECT FROM jobs WHERE kind = 'compare-day')
                           FROM compared_days";
            let is_over: bool = sqlx::query_scalar(is_over).fetch_one(self.pool()).await.ok()?;
            is_over.then_some(())
        })
        .await;
    }

    async fn to_look_at(&self) -> Vec<Finding> {
        let answer = self.findings.clone().list_findings(ListFindingsRequest {}).await;
        answer.expect("it is answered").into_inner().findings
    }

    async fn kinds(&self) -> Vec<String> {
        let findings = self.to_look_at().await.into_iter();
        findings.map(|finding| finding.kind).collect()
    }

    /// Calls the provider's API, like a person on the provider's page.
    pub async fn at_the_provider(&self, path: &str, body: &Value) -> Value {
        let account = simulated();
        let url = format!("{}v1/{path}", self.simulator.url());
        let call = self.http.post(url).json(body);
        let answer = call.basic_auth(account.key_id, Some(account.key_secret)).send();
        let answer = answer.await.expect("the simulator answers");
        assert_eq!(answer.status(), 200, "{path}");
        answer.json().await.expect("it answers JSON")
    }

    pub async fn payment_id(&self, order_id: &str) -> String {
        sqlx::query_scalar("SELECT provider_payment_id FROM payments WHERE order_id = $1::uuid")
            .bind(order_id)
            .fetch_one(self.pool())
            .await
            .expect("it was paid")
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn unreported_money_is_found_in_the_providers_list_and_pays_its_order() {
    let shop = Shop::open_an_hour_ago().await;
    let told = shop.paid(PaymentScenario::Success).await;
    let untold = shop.started(PaymentScenario::NoWebhooks).await;
    // The attempt is no longer polled, as long after its deadline.
    sqlx::query("UPDATE attempts SET look_at = NULL")
        .execute(shop.pool())
        .await
        .expect("it is not polled");
    shop.press(&untold, "upi").await;
    assert_eq!(shop.get(&untold).await.state(), PaymentState::Open);
    shop.compare().await;
    shop.until(&untold, PaymentState::Paid).await;
    assert_eq!(shop.orders.settled(&untold).len(), 1);
    assert_eq!(shop.orders.settled(&told).len(), 1);
    assert_eq!(shop.kinds().await, [""; 0]);
    assert_eq!(shop.count("SELECT count(*) FROM differences").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_difference_between_the_lists_is_a_finding_until_they_agree() {
    let shop = Shop::open_an_hour_ago().await;
    let order_id = shop.paid(PaymentScenario::Success).await;
    let payment_id = shop.payment_id(&order_id).await;
    // A payment is taken on the provider's page, without an order of the shop.
    let order = shop
        .at_the_provider("orders", &json!({ "amount": 12_300, "currency": "INR" }))
        .await;
    let unknown = shop
        .post(
            "simulator/pay",
            &json!({ "order": order["id"], "button": "card" }),
        )
        .await;
    let change = "UPDATE payments SET amount_paise = amount_paise - 100";
    sqlx::query(change)
        .execute(shop.pool())
        .await
        .expect("it is changed");
    let invented = "INSERT INTO payments (id, order_id, order_number, provider, provider_payment_id, amount_paise, captured_at,
                      outcome, settled_at)
                    SELECT gen_random_uuid(), gen_random_uuid(), 'VM-261126-NONE1', provider, 'pay_00000000000000', 500,
                      captured_at, 'too_late', now() FROM payments";
    sqlx::query(invented)
        .execute(shop.pool())
        .await
        .expect("it is added");
    shop.compare().await;
    let found = shop.to_look_at().await;
    let found: Vec<_> = found
        .iter()
        .map(|finding| {
            (
                finding.kind.as_str(),
                finding.provider_reference.as_str(),
                finding.amount_paise,
            )
        })
        .collect();
    let unknown_id = unknown["payment_id"].as_str().expect("it has an id");
    assert_eq!(
        found,
        [
            ("payment_unknown", unknown_id, 12_300),
            ("payment_differs", payment_id.as_str(), TOTAL),
            ("payment_not_listed", "pay_00000000000000", 500),
        ]
    );
    let orders: Vec<_> = shop
        .to_look_at()
        .await
        .into_iter()
        .map(|finding| finding.order_id)
        .collect();
    assert_eq!((orders[0].as_str(), &orders[1]), ("", &order_id));

    // The unknown payment is refunded in full, and the shop's data is repaired.
    shop.at_the_provider(&format!("payments/{unknown_id}/refund"), &json!({}))
        .await;
    for mended in [
        "UPDATE payments SET amount_paise = amount_paise + 100 WHERE provider_payment_id <> 'pay_00000000000000'",
        "DELETE FROM payments WHERE provider_payment_id = 'pay_00000000000000'",
    ] {
        sqlx::query(mended)
            .execute(shop.pool())
            .await
            .expect("it is mended");
    }
    shop.compare().await;
    assert_eq!(shop.kinds().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refund_that_was_made_on_the_providers_page_is_written_down_once() {
    let shop = Shop::open_an_hour_ago().await;
    let order_id = shop.paid(PaymentScenario::Success).await;
    let payment_id = shop.payment_id(&order_id).await;
    shop.at_the_provider(
        &format!("payments/{payment_id}/refund"),
        &json!({ "amount": 40_000 }),
    )
    .await;
    assert_eq!(shop.get(&order_id).await.refunds, []);
    shop.compare().await;
    shop.compare().await;
    let payment = shop.get(&order_id).await;
    let refunds: Vec<_> = payment
        .refunds
        .iter()
        .map(|refund| (refund.amount_paise, refund.state()))
        .collect();
    assert_eq!(refunds, [(40_000, RefundState::Processed)]);
    assert_eq!(payment.paid_paise, TOTAL - 40_000);
    assert_eq!(
        shop.told("shop.payment.refund_changed.v1").await.len(),
        2,
        "wanted, and processed"
    );
    let books = shop.provider_books().await;
    assert_eq!(books["refunded"], 40_000, "nothing was sent again");
    assert_eq!(shop.kinds().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn writes_the_providers_refund_down_in_the_place_of_one_that_failed_here() {
    let shop = Shop::open_an_hour_ago().await;
    let order_id = shop.paid(PaymentScenario::Success).await;
    let all = shop.wanted(&order_id, TOTAL).await;
    shop.refund(&all).await.expect("it is wanted");
    shop.until(&order_id, PaymentState::Refunded).await;
    // A refusal that was treated as final.
    let failed = "UPDATE refunds SET state = 'failed', provider_refund_id = NULL";
    sqlx::query(failed)
        .execute(shop.pool())
        .await
        .expect("it is changed");
    assert_eq!(shop.kinds().await, ["refund_failed"]);
    for _ in 0..2 {
        shop.compare().await;
        let payment = shop.get(&order_id).await;
        let states: Vec<_> = payment.refunds.iter().map(Refund::state).collect();
        assert_eq!(states, [RefundState::Failed, RefundState::Processed]);
        assert_eq!(shop.kinds().await, [""; 0]);
    }
    assert_eq!(shop.provider_books().await["refunded"], TOTAL, "once");
}

#[tokio::test(flavor = "multi_thread")]
async fn reads_the_rest_of_a_list_when_one_item_cannot_be_read() {
    let shop = Shop::open_an_hour_ago().await;
    let reversed = shop.paid(PaymentScenario::RefundReversed).await;
    let all = shop.wanted(&reversed, TOTAL).await;
    shop.refund(&all).await.expect("it is wanted");
    shop.until(&reversed, PaymentState::Refunded).await;
    // Refunds of other payments, without webhooks.
    shop.simulator
        .send_webhooks_to("http://127.0.0.1:9/".parse().expect("it is an address"));
    shop.set_scenario(PaymentScenario::NoWebhooks).await;
    let mut others = Vec::new();
    for _ in 0..3 {
        let order_id = shop.orders.place();
        shop.start(&order_id).await.expect("the shopper is asked");
        shop.press(&order_id, "upi").await;
        shop.check(&order_id).await;
        shop.until(&order_id, PaymentState::Paid).await;
        let path = format!("payments/{}/refund", shop.payment_id(&order_id).await);
        shop.at_the_provider(&path, &json!({})).await;
        others.push(order_id);
    }
    shop.post("simulator/clock", &json!({ "forward": 120 })).await;
    shop.compare().await;
    for order_id in &others {
        shop.until(order_id, PaymentState::Refunded).await;
    }
    let found = shop.to_look_at().await;
    let kinds: Vec<_> = found.iter().map(|finding| finding.kind.as_str()).collect();
    assert_eq!(kinds, ["unreadable"]);
    assert!(found[0].provider_reference.starts_with("rfnd_"), "{found:?}");
    assert_eq!(found[0].amount_paise, TOTAL);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refund_whose_look_up_cannot_be_read_hides_no_other_difference() {
    let shop = Shop::open_an_hour_ago().await;
    let order_id = shop.paid(PaymentScenario::RefundReversed).await;
    let all = shop.wanted(&order_id, TOTAL).await;
    shop.refund(&all).await.expect("it is wanted");
    shop.until(&order_id, PaymentState::Refunded).await;
    shop.post("simulator/clock", &json!({ "forward": 120 })).await;
    // It was requested on the day before its provider made it, so that it is looked up by itself.
    shop.age("refunds", "wanted_at = now() - interval '25 hours'", &order_id)
        .await;
    let invented = "INSERT INTO payments (id, order_id, order_number, provider, provider_payment_id, amount_paise, captured_at,
                      outcome, settled_at)
                    SELECT gen_random_uuid(), gen_random_uuid(), 'VM-261126-NONE1', provider, 'pay_00000000000000', 500,
                      now() - interval '25 hours', 'too_late', now() FROM payments";
    sqlx::query(invented)
        .execute(shop.pool())
        .await
        .expect("it is added");
    shop.compare().await;
    eventually("both days are compared", async || {
        let expected = ["payment_not_listed", "unreadable", "unreadable"];
        (shop.kinds().await == expected).then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn names_money_that_the_provider_was_not_told_to_take() {
    let shop = Shop::open().await;
    shop.post("simulator/clock", &json!({ "back": 2 * AN_HOUR }))
        .await;
    shop.until_compared_since("2000-01-01").await;
    let order_id = shop.started(PaymentScenario::Authorized).await;
    let paid = shop.press(&order_id, "upi").await;
    shop.compare().await;
    let found = shop.to_look_at().await;
    let found: Vec<_> = found
        .iter()
        .map(|finding| (finding.kind.as_str(), finding.provider_reference.as_str()))
        .collect();
    let payment_id = paid["payment_id"].as_str().expect("it has an id");
    assert_eq!(found, [("payment_not_taken", payment_id)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn names_a_payment_of_which_more_went_back_than_came() {
    let shop = Shop::open_an_hour_ago().await;
    let order_id = shop.paid(PaymentScenario::Success).await;
    let all = shop.wanted(&order_id, TOTAL).await;
    shop.refund(&all).await.expect("it is wanted");
    shop.until(&order_id, PaymentState::Refunded).await;
    // Staff also sent it by hand.
    let twice = "INSERT INTO refunds (id, payment_id, order_id, amount_paise, reason, state)
                 SELECT gen_random_uuid(), payment_id, order_id, 40000, reason, state FROM refunds";
    sqlx::query(twice)
        .execute(shop.pool())
        .await
        .expect("it is added");
    shop.compare().await;
    let found = shop.to_look_at().await;
    let found: Vec<_> = found
        .iter()
        .map(|finding| (finding.kind.as_str(), &finding.order_id, finding.amount_paise))
        .collect();
    assert_eq!(found, [("more_went_back", &order_id, 40_000)]);
}
