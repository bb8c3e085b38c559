//! Stories about findings.

use payment_simulator::PaymentScenario;
use proto::payment::v1::{Finding, ListFindingsRequest, PaymentState, RefundState};
use serde_json::json;
use sqlx::AssertSqlSafe;
use testkit::eventually;
use time::{Duration, OffsetDateTime, format_description::well_known::Rfc3339};

use crate::{fake_orders::TOTAL, shop::Shop};

impl Shop {
    pub async fn findings(&self) -> Vec<Finding> {
        let mut findings = self.findings.clone();
        let answer = findings.list_findings(ListFindingsRequest {}).await;
        let answer = answer.expect("it is answered").into_inner();
        let looked_at = OffsetDateTime::parse(&answer.reconciled_at, &Rfc3339).expect("it is a time");
        assert!(looked_at.year() >= 2026, "{looked_at}");
        answer.findings
    }

    /// The kinds and orders of all findings.
    async fn found(&self) -> Vec<(String, String)> {
        let findings = self.findings().await.into_iter();
        findings.map(|finding| (finding.kind, finding.order_id)).collect()
    }

    /// Moves times of an order's rows into the past.
    pub async fn age(&self, table: &str, change: &str, order_id: &str) {
        let aged = format!("UPDATE {table} SET {change} WHERE order_id = $1::uuid");
        let aged = sqlx::query(AssertSqlSafe(aged))
            .bind(order_id)
            .execute(self.pool());
        assert_eq!(aged.await.expect("it is changed").rows_affected(), 1);
    }

    pub async fn until_found(&self, expected: &[(&str, &String)]) {
        let expected: Vec<_> = expected
            .iter()
            .map(|(kind, order_id)| ((*kind).to_owned(), (*order_id).clone()))
            .collect();
        eventually("these are found", async || {
            (self.found().await == expected).then_some(())
        })
        .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn findings_are_what_does_not_end_by_itself_the_worst_first() {
    let shop = Shop::open().await;
    shop.paid(PaymentScenario::Success).await;
    let stale = shop.started(PaymentScenario::Success).await;
    let held = shop.started(PaymentScenario::WrongAmount).await;
    shop.press(&held, "upi").await;
    shop.until(&held, PaymentState::Held).await;
    shop.orders.set_away(true);
    let unsettled = shop.started(PaymentScenario::Success).await;
    shop.press(&unsettled, "upi").await;
    shop.until(&unsettled, PaymentState::Confirming).await;
    assert_eq!(shop.found().await, [("held".to_owned(), held.clone())]);

    let ten_minutes = "recorded_at = now() - interval '11 minutes'";
    shop.age("payments", ten_minutes, &unsettled).await;
    // It is not polled, as during an outage of the provider.
    let not_yet = "due_at = now() - interval '14 minutes', look_at = NULL";
    shop.age("attempts", not_yet, &stale).await;
    shop.until_found(&[("money_without_order", &unsettled), ("held", &held)])
        .await;
    let over = "due_at = now() - interval '16 minutes'";
    shop.age("attempts", over, &stale).await;

    let findings = shop.findings().await;
    let kinds: Vec<_> = findings.iter().map(|finding| finding.kind.as_str()).collect();
    assert_eq!(kinds, ["money_without_order", "held", "stale_attempt"]);
    let of_held = &findings[1];
    assert_eq!((&of_held.order_id, of_held.amount_paise), (&held, TOTAL - 100));
    assert_eq!(of_held.order_number, shop.orders.order(&held).order_number);
    assert!(
        of_held.provider_reference.starts_with("pay_"),
        "{}",
        of_held.provider_reference
    );
    let since = OffsetDateTime::parse(&findings[2].found_at, &Rfc3339).expect("it is a time");
    assert!(
        OffsetDateTime::now_utc() - since > Duration::minutes(15),
        "{since}"
    );

    // Resolved issues leave the list.
    shop.orders.set_away(false);
    shop.until_found(&[("held", &held), ("stale_attempt", &stale)])
        .await;
    let back = shop.wanted(&held, TOTAL - 100).await;
    shop.refund(&back).await.expect("it goes back");
    shop.until_found(&[("stale_attempt", &stale)]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn findings_tell_of_money_that_does_not_go_back() {
    let shop = Shop::open().await;
    let order_id = shop.paid(PaymentScenario::RefundPendingThenFailed).await;
    let part = shop.wanted(&order_id, 40_000).await;
    shop.refund(&part).await.expect("it is wanted");
    eventually("the provider has it", async || {
        let refunds = shop.get(&order_id).await.refunds;
        (refunds[0].state() == RefundState::Pending).then_some(())
    })
    .await;
    let nearly = "wanted_at = now() - interval '6 days'";
    shop.age("refunds", nearly, &order_id).await;
    assert_eq!(shop.found().await, []);
    let late = "wanted_at = now() - interval '8 days'";
    shop.age("refunds", late, &order_id).await;
    shop.until_found(&[("refund_late", &order_id)]).await;

    shop.post("simulator/clock", &json!({ "forward": 120 })).await;
    shop.until_found(&[("refund_failed", &order_id)]).await;
    let findings = shop.findings().await;
    assert_eq!(findings[0].amount_paise, 40_000);
    assert!(
        findings[0].provider_reference.starts_with("rfnd_"),
        "{findings:?}"
    );
    // A smaller refund does not resolve a failed one.
    let less = shop.wanted(&order_id, 100).await;
    shop.refund(&less).await.expect("nothing went back yet");
    shop.until_found(&[("refund_failed", &order_id)]).await;
    let again = shop.wanted(&order_id, 40_000).await;
    shop.refund(&again).await.expect("nothing went back yet");
    shop.until_found(&[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn findings_name_money_that_only_a_person_can_send_back() {
    let shop = Shop::open().await;
    let order_id = shop.paid(PaymentScenario::Success).await;
    // The order was paid to the shop's own UPI address, before the shop had a provider.
    shop.age("payments", "provider = 'upi'", &order_id).await;
    let all = shop.wanted(&order_id, TOTAL).await;
    shop.refund(&all).await.expect("it is wanted");
    let findings = shop.findings().await;
    assert_eq!(shop.found().await, [("refund_by_hand".to_owned(), order_id)]);
    assert!(
        findings[0].what_to_do.contains("by hand"),
        "{}",
        findings[0].what_to_do
    );
}
