//! The provider's payouts.

use payment_simulator::PaymentScenario;
use prost::Message as _;
use proto::{
    event::v1::PaymentsSettled,
    payment::v1::{
        Finding, ListFindingsRequest, ListSettlementsRequest, Settlement, SettlementState,
        settlement_service_client::SettlementServiceClient,
    },
};
use serde_json::json;
use testkit::eventually;

use crate::{fake_orders::TOTAL, shop::Shop};

/// The simulator's fee: 2 % of the total, plus 18 % tax.
const FEE: i64 = 2_342 + FEE_TAX;
const FEE_TAX: i64 = 422;

impl Shop {
    async fn settlements(&self) -> Vec<Settlement> {
        let mut client = SettlementServiceClient::new(self.channel.clone());
        let answer = client.list_settlements(ListSettlementsRequest::default()).await;
        answer.expect("it is answered").into_inner().settlements
    }

    /// Reads payouts until the newest has this state.
    async fn until_settled(&self, state: SettlementState) -> Settlement {
        eventually(state.as_str_name(), async || {
            let sooner =
                "UPDATE periodic_tasks SET due_at = now() WHERE name = 'provider-settlements' AND holder IS NULL";
            sqlx::query(sooner).execute(self.pool()).await.ok()?;
            let newest = self.settlements().await.into_iter().next()?;
            (newest.state() == state).then_some(newest)
        })
        .await
    }

    async fn unsettled(&self) -> Vec<Finding> {
        let answer = self.findings.clone().list_findings(ListFindingsRequest {}).await;
        answer.expect("it is answered").into_inner().findings
    }

    async fn settled_events(&self) -> Vec<PaymentsSettled> {
        let told = self.told("shop.payment.settled.v1").await.into_iter();
        told.map(|event| PaymentsSettled::decode(&event[..]).expect("it is one"))
            .collect()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_settlement_is_matched_to_the_paisa_and_told_once() {
    let shop = Shop::open().await;
    let order_id = shop.paid(PaymentScenario::Success).await;
    shop.paid(PaymentScenario::Success).await;
    let part = shop.wanted(&order_id, 40_000).await;
    shop.refund(&part).await.expect("it goes back");
    eventually("it went back", async || {
        let books = shop.provider_books().await;
        (books["refunded"] == 40_000).then_some(())
    })
    .await;
    let odd = json!({ "adjustment": -1_500, "extra_fee": 200 });
    let made = shop.post("simulator/settle", &odd).await;
    let settled = shop.until_settled(SettlementState::Matched).await;
    let net = 2 * TOTAL - 2 * FEE - 200 - 40_000 - 1_500;
    assert_eq!((settled.net_paise, made["amount"].as_i64()), (net, Some(net)));
    assert_eq!((settled.payments, settled.refunds), (2, 1));
    assert_eq!((settled.gross_paise, settled.refunded_paise), (2 * TOTAL, 40_000));
    assert_eq!(
        (settled.fee_paise, settled.fee_tax_paise),
        (2 * FEE + 200, 2 * FEE_TAX)
    );
    assert_eq!((settled.other_paise, settled.why.as_str()), (-1_500, ""));
    assert_eq!(Some(settled.utr.as_str()), made["utr"].as_str());
    assert_eq!(shop.unsettled().await, []);

    // A second payout has only the new payments. Reading the first one again changes nothing.
    shop.paid(PaymentScenario::Success).await;
    shop.post("simulator/settle", &json!({})).await;
    eventually("both are matched", async || {
        shop.until_settled(SettlementState::Matched).await;
        let settlements = shop.settlements().await;
        let matched = settlements
            .iter()
            .filter(|each| each.state() == SettlementState::Matched);
        (matched.count() == 2).then_some(())
    })
    .await;
    let told = shop.settled_events().await;
    let [first, second] = &told[..] else {
        panic!("each is told once: {told:?}");
    };
    assert_eq!(
        (first.net_paise, first.more_fee_paise, first.more_fee_tax_paise),
        (net, 200, 0)
    );
    assert_eq!(
        (first.settlement_id.as_str(), first.other_paise),
        (settled.settlement_id.as_str(), -1_500)
    );
    assert_eq!((second.net_paise, second.more_fee_paise), (TOTAL - FEE, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_settlement_with_a_wrong_sum_or_an_unknown_payment_is_published_once_it_matches() {
    let shop = Shop::open().await;
    shop.paid(PaymentScenario::Success).await;
    // A payment without a webhook and without polling.
    let untold = shop.started(PaymentScenario::NoWebhooks).await;
    sqlx::query("UPDATE attempts SET look_at = NULL")
        .execute(shop.pool())
        .await
        .expect("it is not polled");
    let paid = shop.press(&untold, "upi").await;
    let unknown = paid["payment_id"].as_str().expect("it has an id").to_owned();
    shop.post("simulator/settle", &json!({})).await;
    let held_back = shop.until_settled(SettlementState::Unmatched).await;
    assert!(held_back.why.contains(&unknown), "{}", held_back.why);
    let found = shop.unsettled().await;
    assert_eq!(
        found
            .iter()
            .map(|finding| finding.kind.as_str())
            .collect::<Vec<_>>(),
        ["settlement_unmatched"]
    );
    assert_eq!(found[0].provider_reference, held_back.provider_settlement_id);
    assert_eq!(shop.settled_events().await, []);
    shop.check(&untold).await;
    let matched = shop.until_settled(SettlementState::Matched).await;
    assert_eq!((matched.net_paise, matched.why.as_str()), (2 * (TOTAL - FEE), ""));
    assert_eq!(shop.settled_events().await.len(), 1);
    assert_eq!(shop.unsettled().await, []);

    shop.paid(PaymentScenario::Success).await;
    shop.post("simulator/settle", &json!({ "shortfall": 1 })).await;
    let short = shop.until_settled(SettlementState::Unmatched).await;
    assert!(short.why.contains("add up to"), "{}", short.why);
    assert_eq!(shop.settled_events().await.len(), 1, "it is not in the books");
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_a_settlement_whose_fees_are_paid_elsewhere_and_whose_lines_stand_under_a_later_day() {
    let shop = Shop::open().await;
    let days = 6 * 24 * 60 * 60;
    shop.post("simulator/clock", &json!({ "back": days })).await;
    shop.paid(PaymentScenario::Success).await;
    let odd = json!({ "fee_credits": true, "listing_delay_days": 4 });
    shop.post("simulator/settle", &odd).await;
    let settled = shop.until_settled(SettlementState::Matched).await;
    assert_eq!((settled.net_paise, settled.fee_paise), (TOTAL, 0));
    let told = shop.settled_events().await;
    assert_eq!(
        (told[0].more_fee_paise, told[0].more_fee_tax_paise),
        (-FEE, -FEE_TAX)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn looks_again_for_a_settlement_that_was_on_its_way_for_long() {
    let shop = Shop::open().await;
    let days = 20 * 24 * 60 * 60;
    shop.post("simulator/clock", &json!({ "back": days })).await;
    shop.paid(PaymentScenario::Success).await;
    shop.post("simulator/settle", &json!({ "transfer_days": 15 }))
        .await;
    shop.until_settled(SettlementState::Waiting).await;
    shop.post("simulator/clock", &json!({ "forward": days - 60 }))
        .await;
    shop.paid(PaymentScenario::Success).await;
    shop.post("simulator/settle", &json!({})).await;
    eventually("both are matched", async || {
        shop.until_settled(SettlementState::Matched).await;
        let settlements = shop.settlements().await;
        let matched = settlements
            .iter()
            .filter(|each| each.state() == SettlementState::Matched);
        (matched.count() == 2).then_some(())
    })
    .await;
}
