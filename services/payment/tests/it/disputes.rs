//! Disputed payments.

use payment_simulator::PaymentScenario;
use prost::Message as _;
use proto::{
    event::v1::PaymentDisputed,
    payment::v1::{PaymentState, RefundState},
};
use runtime::status;
use serde_json::{Value, json};
use testkit::eventually;
use tonic::Status;

use crate::{fake_orders::TOTAL, shop::Shop};

impl Shop {
    /// A disputed payment, and its dispute at the provider.
    async fn disputed(&self, scenario: PaymentScenario) -> (String, String) {
        let order_id = self.started(scenario).await;
        self.press(&order_id, "upi").await;
        self.check(&order_id).await;
        self.until(&order_id, PaymentState::Paid).await;
        let payment_id = self.payment_id(&order_id).await;
        let dispute = self
            .post("simulator/disputes", &json!({ "payment_id": payment_id }))
            .await;
        let dispute_id = dispute["id"].as_str().expect("it has an id").to_owned();
        (order_id, dispute_id)
    }

    async fn end_dispute(&self, dispute_id: &str, status: &str) -> Value {
        let path = format!("simulator/disputes/{dispute_id}");
        self.post(&path, &json!({ "status": status })).await
    }

    async fn dispute_story(&self) -> Vec<(String, i32)> {
        let told = self.told("shop.payment.disputed.v1").await;
        let told = told.iter().map(|payload| {
            let event = PaymentDisputed::decode(&payload[..]).expect("it is one");
            assert_eq!(event.amount_paise, TOTAL);
            (event.state, event.version)
        });
        told.collect()
    }

    async fn until_told(&self, expected: &[(&str, i32)]) {
        let expected: Vec<_> = expected
            .iter()
            .map(|(state, version)| ((*state).to_owned(), *version))
            .collect();
        eventually("the dispute is told", async || {
            (self.dispute_story().await == expected).then_some(())
        })
        .await;
    }
}

fn reason(refused: &Status) -> Option<String> {
    status::details(refused).reason
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dispute_is_told_found_and_blocks_refunds_until_it_is_won() {
    let shop = Shop::open().await;
    let (order_id, dispute_id) = shop.disputed(PaymentScenario::Success).await;
    shop.until_told(&[("open", 1)]).await;
    shop.until_found(&[("payment_disputed", &order_id)]).await;
    let found = &shop.findings().await[0];
    assert_eq!(
        (&found.provider_reference, found.amount_paise),
        (&dispute_id, TOTAL)
    );
    assert!(found.what_to_do.contains("Answer by 20"), "{}", found.what_to_do);
    let all = shop.wanted(&order_id, TOTAL).await;
    let refused = shop.refund(&all).await.expect_err("it may go back already");
    assert_eq!(reason(&refused).as_deref(), Some("DISPUTED"));

    shop.end_dispute(&dispute_id, "under_review").await;
    shop.until_told(&[("open", 1), ("under_review", 2)]).await;
    assert!(shop.refund(&all).await.is_err());
    shop.end_dispute(&dispute_id, "won").await;
    shop.until_told(&[("open", 1), ("under_review", 2), ("won", 3)])
        .await;
    assert_eq!(shop.findings().await, []);
    shop.refund(&all).await.expect("the money is the shop's");
    shop.until(&order_id, PaymentState::Refunded).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn money_that_a_bank_took_back_is_not_sent_as_well() {
    let shop = Shop::open().await;
    let order_id = shop.paid(PaymentScenario::Success).await;
    // The provider refuses the refund, so that it is still waiting when the dispute is opened.
    shop.post("simulator/balance", &json!({ "paise": 0 })).await;
    let all = shop.wanted(&order_id, TOTAL).await;
    shop.refund(&all).await.expect("it is wanted");
    let payment_id = shop.payment_id(&order_id).await;
    let dispute = shop
        .post("simulator/disputes", &json!({ "payment_id": payment_id }))
        .await;
    shop.until_told(&[("open", 1)]).await;
    shop.post("simulator/balance", &json!({ "paise": null })).await;
    shop.end_dispute(dispute["id"].as_str().expect("it has an id"), "lost")
        .await;
    shop.until_told(&[("open", 1), ("lost", 2)]).await;
    eventually("the refund ends", async || {
        let sooner = "UPDATE refunds SET look_at = now() WHERE state = 'wanted'";
        sqlx::query(sooner).execute(shop.pool()).await.ok()?;
        let sooner =
            "UPDATE periodic_tasks SET due_at = now() WHERE name = 'refunds-on-their-way' AND holder IS NULL";
        sqlx::query(sooner).execute(shop.pool()).await.ok()?;
        let refunds = shop.get(&order_id).await.refunds;
        (refunds[0].state() == RefundState::Failed).then_some(())
    })
    .await;
    assert_eq!(shop.provider_books().await["refunded"], 0);
    let again = shop.wanted(&order_id, TOTAL).await;
    let refused = shop.refund(&again).await.expect_err("nothing is left");
    assert_eq!(reason(&refused).as_deref(), Some("TOO_MUCH"));
}

#[tokio::test(flavor = "multi_thread")]
async fn finds_a_dispute_that_no_webhook_told_of() {
    let shop = Shop::open().await;
    let (order_id, _) = shop.disputed(PaymentScenario::NoWebhooks).await;
    eventually("the dispute is found", async || {
        let sooner =
            "UPDATE periodic_tasks SET due_at = now() WHERE name = 'provider-settlements' AND holder IS NULL";
        sqlx::query(sooner).execute(shop.pool()).await.ok()?;
        let found = shop.findings().await.into_iter().next()?;
        (found.kind == "payment_disputed" && found.order_id == order_id).then_some(())
    })
    .await;
}
