//! Manual refunds.

use payment_simulator::PaymentScenario;
use prost::Message as _;
use proto::{
    event::v1::RefundChanged,
    payment::v1::{
        ListFindingsRequest, ManualRefundChannel, PaymentState, RecordManualRefundRequest, Refund,
        RefundState,
    },
};
use runtime::status;
use serde_json::json;
use testkit::eventually;
use time::{Duration, OffsetDateTime, UtcOffset};
use tonic::{Code, Status};
use uuid::Uuid;

use crate::{fake_orders::TOTAL, shop::Shop};

/// The day this many days from today, in India.
fn day(days: i64) -> String {
    let india = UtcOffset::from_hms(5, 30, 0).expect("India's offset from UTC");
    let day = OffsetDateTime::now_utc().to_offset(india).date() + Duration::days(days);
    day.to_string()
}

impl Shop {
    /// An order that was paid to the shop's own UPI address before the shop had a provider, with a requested
    /// refund.
    async fn to_be_sent_back(&self) -> (String, Refund) {
        let order_id = self.paid(PaymentScenario::Success).await;
        let changed = sqlx::query("UPDATE payments SET provider = 'upi' WHERE order_id = $1::uuid")
            .bind(&order_id)
            .execute(self.pool());
        assert_eq!(changed.await.expect("it is changed").rows_affected(), 1);
        let all = self.wanted(&order_id, TOTAL).await;
        let refund = self.refund(&all).await.expect("it is wanted");
        (order_id, refund)
    }

    /// A refund that the provider could not send.
    async fn failed(&self) -> (String, Refund) {
        let order_id = self.paid(PaymentScenario::RefundPendingThenFailed).await;
        let part = self.wanted(&order_id, 40_000).await;
        let refund = self.refund(&part).await.expect("it is wanted");
        self.until_refund(&order_id, RefundState::Pending).await;
        self.post("simulator/clock", &json!({ "forward": 120 })).await;
        self.until_refund(&order_id, RefundState::Failed).await;
        (order_id, refund)
    }

    async fn until_refund(&self, order_id: &str, state: RefundState) {
        eventually("the refund stands so", async || {
            let refunds = self.get(order_id).await.refunds;
            (refunds[0].state() == state).then_some(())
        })
        .await;
    }

    pub async fn sent(&self, request: &RecordManualRefundRequest) -> Result<Refund, Status> {
        let answer = self.office.clone().record_manual_refund(request.clone()).await?;
        Ok(answer.into_inner().refund.expect("it is answered"))
    }

    /// The refunds that staff must send by hand.
    async fn to_send(&self) -> Vec<String> {
        let answer = self.findings.clone().list_findings(ListFindingsRequest {}).await;
        let findings = answer.expect("it is answered").into_inner().findings.into_iter();
        let by_hand = findings.filter(|finding| finding.kind == "refund_by_hand");
        by_hand.map(|finding| finding.refund_id).collect()
    }
}

pub fn by_transfer(refund: &Refund, reference: &str) -> RecordManualRefundRequest {
    RecordManualRefundRequest {
        refund_id: refund.refund_id.clone(),
        channel: ManualRefundChannel::BankTransfer.into(),
        reference: reference.to_owned(),
        sent_on: day(0),
    }
}

/// The fields of the violations.
fn fields(refused: &Status) -> Vec<String> {
    assert_eq!(refused.code(), Code::InvalidArgument, "{refused}");
    let violations = status::details(refused).violations.into_iter();
    violations.map(|violation| violation.field).collect()
}

fn reason(refused: &Status) -> Option<String> {
    assert_eq!(refused.code(), Code::FailedPrecondition, "{refused}");
    status::details(refused).reason
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refund_that_people_sent_is_processed_once_and_told_as_a_providers() {
    let shop = Shop::open().await;
    let (order_id, refund) = shop.to_be_sent_back().await;
    assert_eq!(shop.to_send().await, std::slice::from_ref(&refund.refund_id));
    let request = by_transfer(&refund, "axisn26328 1234");
    for (wrong, field) in [
        (by_transfer(&refund, " "), "reference"),
        (
            RecordManualRefundRequest {
                sent_on: day(1),
                ..request.clone()
            },
            "sent_on",
        ),
        (
            RecordManualRefundRequest {
                sent_on: day(-1),
                ..request.clone()
            },
            "sent_on",
        ),
    ] {
        assert_eq!(
            fields(&shop.sent(&wrong).await.expect_err("it is wrong")),
            [field]
        );
    }
    let sent = shop.sent(&request).await.expect("it was sent");
    assert_eq!(sent.state(), RefundState::Processed);
    let manual = sent.manual.clone().expect("it says how");
    assert_eq!(
        (manual.channel(), manual.reference.as_str(), manual.sent_on),
        (ManualRefundChannel::BankTransfer, "AXISN263281234", day(0))
    );
    assert_eq!(shop.sent(&request).await.expect("it is the same"), sent);
    let other = by_transfer(&refund, "AXISN26329");
    let refused = shop.sent(&other).await.expect_err("it was said before");
    assert_eq!(reason(&refused).as_deref(), Some("SENT"));

    assert_eq!(shop.to_send().await, [""; 0]);
    assert_eq!(shop.get(&order_id).await.state(), PaymentState::Refunded);
    let told = shop.told("shop.payment.refund_changed.v1").await;
    let told = told.iter().map(|payload| {
        let event = RefundChanged::decode(&payload[..]).expect("it is one");
        (event.state, event.version, event.manual_channel, event.provider)
    });
    let expected = [("wanted", 1, ""), ("processed", 2, "bank_transfer")];
    let expected = expected
        .map(|(state, version, channel)| (state.to_owned(), version, channel.to_owned(), "upi".to_owned()));
    assert_eq!(told.collect::<Vec<_>>(), expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_banks_number_sends_one_refund_and_a_providers_refund_is_not_recorded_by_hand() {
    let shop = Shop::open().await;
    let (_, first) = shop.to_be_sent_back().await;
    let (_, second) = shop.to_be_sent_back().await;
    let one = by_transfer(&first, "AXISN26328");
    let same_number = by_transfer(&second, "axisn26328");
    let (one, other) = tokio::join!(shop.sent(&one), shop.sent(&same_number));
    assert_ne!(one.is_ok(), other.is_ok(), "{one:?} {other:?}");
    let refused = one.err().or(other.err()).expect("one of them is refused");
    assert_eq!(fields(&refused), ["reference"]);
    let [left] = <[String; 1]>::try_from(shop.to_send().await).expect("one is left");
    let in_cash = RecordManualRefundRequest {
        refund_id: left,
        channel: ManualRefundChannel::Cash.into(),
        reference: "Asha Patel".to_owned(),
        sent_on: day(0),
    };
    shop.sent(&in_cash).await.expect("cash has no number");

    let order_id = shop.paid(PaymentScenario::RefundPendingThenFailed).await;
    let part = shop.wanted(&order_id, 100).await;
    let of_provider = shop.refund(&part).await.expect("it is wanted");
    let request = by_transfer(&of_provider, "AXISN26330");
    let refused = shop.sent(&request).await.expect_err("the provider sends it");
    assert_eq!(reason(&refused).as_deref(), Some("NOT_BY_HAND"));
    let unknown = RecordManualRefundRequest {
        refund_id: Uuid::now_v7().to_string(),
        ..request
    };
    assert_eq!(
        shop.sent(&unknown).await.expect_err("there is none").code(),
        Code::NotFound
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refund_that_a_provider_could_not_send_is_sent_once_by_hand() {
    let shop = Shop::open().await;
    let (order_id, failed) = shop.failed().await;
    let request = by_transfer(&failed, "AXISN26331");
    let (sent, again) = tokio::join!(shop.sent(&request), shop.sent(&request));
    let sent = sent.expect("the provider could not");
    assert_eq!(again.expect("it is the same"), sent);
    assert_ne!(sent.refund_id, failed.refund_id);
    assert_eq!(
        (sent.state(), sent.amount_paise),
        (RefundState::Processed, 40_000)
    );
    let other = by_transfer(&failed, "AXISN26332");
    let refused = shop.sent(&other).await.expect_err("it was said before");
    assert_eq!(reason(&refused).as_deref(), Some("SENT"));

    let refunds = shop.get(&order_id).await.refunds;
    let states: Vec<_> = refunds.iter().map(Refund::state).collect();
    assert_eq!(states, [RefundState::Failed, RefundState::Processed]);
    let findings = shop.findings.clone().list_findings(ListFindingsRequest {}).await;
    assert_eq!(findings.expect("it is answered").into_inner().findings, []);
    let told = shop.told("shop.payment.refund_changed.v1").await;
    let told = told.iter().map(|payload| {
        let event = RefundChanged::decode(&payload[..]).expect("it is one");
        (event.refund_id == sent.refund_id).then_some((event.state, event.version, event.manual_channel))
    });
    let expected = [("wanted", 1, ""), ("processed", 2, "bank_transfer")];
    let expected = expected.map(|(state, version, channel)| (state.to_owned(), version, channel.to_owned()));
    assert_eq!(told.flatten().collect::<Vec<_>>(), expected);

    // A refund that is sent by the provider again cannot be sent by hand.
    let (order_id, failed) = shop.failed().await;
    let all = shop.wanted(&order_id, TOTAL).await;
    shop.refund(&all).await.expect("nothing went back yet");
    let refused = shop.sent(&by_transfer(&failed, "AXISN26333")).await;
    assert_eq!(
        reason(&refused.expect_err("it is on its way")).as_deref(),
        Some("TOO_MUCH")
    );
}
