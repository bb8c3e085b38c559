//! Refunds that the provider refuses.

use payment_simulator::PaymentScenario;
use proto::payment::v1::{PaymentState, RefundState};
use runtime::status;
use serde_json::json;
use testkit::eventually;
use tonic::Code;

use crate::{fake_orders::TOTAL, manual_refunds::by_transfer, shop::Shop};

impl Shop {
    /// Sets the provider's balance for refunds, in paise. `None` for no limit.
    async fn balance(&self, paise: Option<i64>, is_test_mode: bool) {
        let balance = json!({ "paise": paise, "test_mode": is_test_mode });
        self.post("simulator/balance", &balance).await;
    }

    /// Waits until a refund was refused and the provider's data was read.
    async fn until_refused(&self) {
        eventually("a refund is refused", async || {
            let refused = self
                .count("SELECT count(*) FROM refunds WHERE refusal <> ''")
                .await;
            (refused > 0).then_some(())
        })
        .await;
    }

    /// Sends again at once, until the payment has this state.
    async fn until_sent(&self, order_id: &str, state: PaymentState) {
        eventually(state.as_str_name(), async || {
            let sooner = "UPDATE refunds SET look_at = now() WHERE state = 'wanted'";
            sqlx::query(sooner).execute(self.pool()).await.ok()?;
            let sooner =
                "UPDATE periodic_tasks SET due_at = now() WHERE name = 'refunds-on-their-way' AND holder IS NULL";
            sqlx::query(sooner).execute(self.pool()).await.ok()?;
            (self.get(order_id).await.state() == state).then_some(())
        })
        .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn keeps_a_refund_wanted_until_the_balance_covers_it() {
    for (is_test_mode, words) in [(false, "not have enough balance"), (true, "invalid request sent")] {
        let shop = Shop::open().await;
        let order_id = shop.paid(PaymentScenario::Success).await;
        shop.balance(Some(TOTAL - 1), is_test_mode).await;
        let all = shop.wanted(&order_id, TOTAL).await;
        shop.refund(&all).await.expect("it is wanted");
        shop.until_refused().await;
        assert_eq!(shop.get(&order_id).await.state(), PaymentState::Refunding);
        assert_eq!(shop.findings().await, []);
        let long_ago = "wanted_at = now() - interval '61 minutes'";
        shop.age("refunds", long_ago, &order_id).await;
        shop.until_found(&[("refund_waiting", &order_id)]).await;
        let to_do = &shop.findings().await[0].what_to_do;
        assert!(to_do.contains(words), "{to_do}");

        shop.balance(None, is_test_mode).await;
        shop.until_sent(&order_id, PaymentState::Refunded).await;
        let expected = [("wanted", 1), ("processed", 2)];
        let expected = expected.map(|(state, version)| (state.to_owned(), version));
        assert_eq!(shop.refund_story().await, expected);
        assert_eq!(shop.provider_books().await["refunded"], TOTAL);
        assert_eq!(shop.findings().await, []);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sends_a_refund_after_passing_refusals() {
    for scenario in [PaymentScenario::OperationInProgress, PaymentScenario::Firewall] {
        let shop = Shop::open().await;
        let order_id = shop.paid(PaymentScenario::Success).await;
        let attempt = shop.attempt(&order_id).await;
        shop.post(
            "simulator/scenario",
            &json!({ "scenario": scenario, "order": attempt }),
        )
        .await;
        let all = shop.wanted(&order_id, TOTAL).await;
        shop.refund(&all).await.expect("it is wanted");
        shop.until_refused().await;
        shop.until_sent(&order_id, PaymentState::Refunded).await;
        assert_eq!(shop.provider_books().await["refunded"], TOTAL);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn takes_the_refund_of_the_providers_page_for_its_own() {
    let shop = Shop::open().await;
    shop.simulator
        .send_webhooks_to("http://127.0.0.1:9/".parse().expect("it is an address"));
    let order_id = shop.started(PaymentScenario::Success).await;
    shop.press(&order_id, "upi").await;
    shop.check(&order_id).await;
    shop.until(&order_id, PaymentState::Paid).await;
    let payment_id = shop.payment_id(&order_id).await;
    let path = format!("payments/{payment_id}/refund");
    shop.at_the_provider(&path, &json!({})).await;
    let all = shop.wanted(&order_id, TOTAL).await;
    let refund = shop.refund(&all).await.expect("it is wanted");
    let back = shop.until(&order_id, PaymentState::Refunded).await;
    let refunds: Vec<_> = back
        .refunds
        .iter()
        .map(|refund| (&refund.refund_id, refund.state()))
        .collect();
    assert_eq!(refunds, [(&refund.refund_id, RefundState::Processed)]);
    assert_eq!(shop.findings().await, []);
    let by_hand = shop.sent(&by_transfer(&refund, "AXISN26340")).await;
    let refused = by_hand.expect_err("the provider sent it");
    assert_eq!(status::details(&refused).reason.as_deref(), Some("NOT_BY_HAND"));
    assert_eq!(shop.provider_books().await["refunded"], TOTAL, "once");
}

#[tokio::test(flavor = "multi_thread")]
async fn writes_a_refund_of_the_providers_page_down_when_its_webhook_comes() {
    let shop = Shop::open().await;
    let order_id = shop.paid(PaymentScenario::Success).await;
    let path = format!("payments/{}/refund", shop.payment_id(&order_id).await);
    shop.at_the_provider(&path, &json!({ "amount": 40_000 })).await;
    let partly = shop.until(&order_id, PaymentState::PartlyRefunded).await;
    assert_eq!(partly.paid_paise, TOTAL - 40_000);
    assert_eq!(
        shop.provider_books().await["refunded"],
        40_000,
        "nothing was sent again"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn refuses_a_manual_refund_of_money_that_the_provider_sent() {
    let shop = Shop::open().await;
    let order_id = shop.paid(PaymentScenario::Success).await;
    let all = shop.wanted(&order_id, TOTAL).await;
    let refund = shop.refund(&all).await.expect("it is wanted");
    shop.until(&order_id, PaymentState::Refunded).await;
    // A refusal that was treated as final.
    let failed = "UPDATE refunds SET state = 'failed', provider_refund_id = NULL";
    sqlx::query(failed)
        .execute(shop.pool())
        .await
        .expect("it is changed");
    let sent = shop.sent(&by_transfer(&refund, "AXISN26341")).await;
    let refused = sent.expect_err("the provider sent it");
    assert_eq!(status::details(&refused).reason.as_deref(), Some("TOO_MUCH"));
    shop.until(&order_id, PaymentState::Refunded).await;
    assert_eq!(shop.findings().await, []);
    assert_eq!(shop.provider_books().await["refunded"], TOTAL, "once");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_ends_a_refund_that_the_provider_refuses() {
    let shop = Shop::open().await;
    let order_id = shop.paid(PaymentScenario::Success).await;
    shop.balance(Some(0), false).await;
    let all = shop.wanted(&order_id, TOTAL).await;
    let refund = shop.refund(&all).await.expect("it is wanted");
    shop.until_refused().await;
    let by_hand = by_transfer(&refund, "AXISN26342");
    let refused = shop.sent(&by_hand).await.expect_err("it was asked a moment ago");
    assert_eq!(refused.code(), Code::FailedPrecondition, "{refused}");
    let long_ago = "asked_at = now() - interval '1 minute'";
    shop.age("refunds", long_ago, &order_id).await;
    let sent = shop.sent(&by_hand).await.expect("the provider cannot");
    assert_eq!(
        (&sent.refund_id, sent.state()),
        (&refund.refund_id, RefundState::Processed)
    );
    shop.balance(None, false).await;
    shop.until(&order_id, PaymentState::Refunded).await;
    assert_eq!(shop.provider_books().await["refunded"], 0, "it is not sent twice");
    assert_eq!(shop.findings().await, []);
}
