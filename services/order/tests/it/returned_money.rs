//! Manual refunds of orders that were not paid through a provider.

use prost::Message as _;
use proto::{
    event::v1::RefundChanged,
    order::v1::{
        Actor, ListOwedMoneyRequest, ListOwedMoneyResponse, ListRecordedRefundsRequest, MoneyChannel, Order,
        OrderStatus, OwedMoney, PaymentStatus, PlaceOrderResponse, RecordPaymentRequest, RecordRefundRequest,
        RecordedRefund, RecordedRefundReason, ReturnedLine, TransitionOrderRequest,
        returned_money_service_client::ReturnedMoneyServiceClient,
    },
};
use runtime::status;
use tonic::{Code, Status, transport::Channel};
use uuid::Uuid;

use crate::{Shop, count, fake_catalog, good_order, transitions::step};

impl Shop {
    fn returned_money(&self) -> ReturnedMoneyServiceClient<Channel> {
        ReturnedMoneyServiceClient::new(Channel::builder(self.served.url()).connect_lazy())
    }

    /// Places an order that was paid in cash today.
    pub(crate) async fn paid_in_cash(&self) -> PlaceOrderResponse {
        let placed = self.place(good_order()).await.expect("a good order is taken");
        let payment = RecordPaymentRequest {
            order_id: placed.order_id.clone(),
            channel: MoneyChannel::Cash.into(),
            amount_paise: placed.total_paise,
            received_on: self.day(0).await,
            ..RecordPaymentRequest::default()
        };
        self.record(payment).await.expect("it is paid");
        placed
    }

    /// Builds a partial refund by bank transfer, sent today.
    pub(crate) async fn returning(
        &self,
        order: &PlaceOrderResponse,
        amount_paise: i64,
    ) -> RecordRefundRequest {
        RecordRefundRequest {
            refund_id: Uuid::now_v7().to_string(),
            order_id: order.order_id.clone(),
            channel: MoneyChannel::BankTransfer.into(),
            reference: format!("AXIS{amount_paise:09}"),
            amount_paise,
            reason: RecordedRefundReason::Goodwill.into(),
            sent_on: self.day(0).await,
        }
    }

    pub(crate) async fn give_back(&self, request: &RecordRefundRequest) -> Result<Order, Status> {
        let recorded = self.returned_money().record_refund(request.clone()).await?;
        Ok(recorded.into_inner().order.expect("it is answered"))
    }

    /// Lists the orders that need a manual refund.
    async fn owed(&self) -> Vec<OwedMoney> {
        self.owed_and_unpaid().await.orders
    }

    async fn owed_and_unpaid(&self) -> ListOwedMoneyResponse {
        let answer = self
            .returned_money()
            .list_owed_money(ListOwedMoneyRequest {})
            .await;
        answer.expect("it is answered").into_inner()
    }

    async fn recorded_refunds(&self, order_id: &str) -> Vec<RecordedRefund> {
        let order_id = order_id.to_owned();
        let request = ListRecordedRefundsRequest { order_id };
        let answer = self.returned_money().list_recorded_refunds(request).await;
        answer.expect("it is answered").into_inner().refunds
    }

    async fn told_of_refunds(&self) -> Vec<RefundChanged> {
        let told: Vec<Vec<u8>> = sqlx::query_scalar(
            "SELECT payload FROM outbox WHERE subject = 'shop.order.refunded.v1' ORDER BY created_at",
        )
        .fetch_all(self.database.pool())
        .await
        .expect("the outbox is read");
        let told = told.iter().map(|payload| RefundChanged::decode(&payload[..]));
        told.collect::<Result<_, _>>().expect("they are such events")
    }
}

fn reason(refused: &Status) -> Option<String> {
    assert_eq!(refused.code(), Code::FailedPrecondition, "{refused}");
    status::details(refused).reason
}

#[tokio::test]
async fn money_goes_back_in_parts_once_for_an_id_and_no_more_than_came() {
    let shop = Shop::open().await;
    let placed = shop.paid_in_cash().await;
    let part = shop.returning(&placed, 10_000).await;
    let order = shop.give_back(&part).await.expect("it went back");
    let stands = |order: &Order| (order.payment_status(), order.refunded_paise, order.version);
    assert_eq!(stands(&order), (PaymentStatus::PartlyRefunded, 10_000, 1));
    let again = shop.give_back(&part).await.expect("it is the same");
    assert_eq!(stands(&again), stands(&order));
    let other = RecordRefundRequest {
        amount_paise: 10_001,
        ..part.clone()
    };
    let refused = shop.give_back(&other).await.expect_err("it is another");
    assert_eq!(reason(&refused).as_deref(), Some("REFUND_REUSED"));

    let rest = placed.total_paise - 10_000;
    let too_much = shop.returning(&placed, rest + 1).await;
    let refused = shop.give_back(&too_much).await.expect_err("less came");
    assert_eq!(reason(&refused).as_deref(), Some("TOO_MUCH"));
    // Two concurrent refunds of the whole rest: only one succeeds.
    let (first, second) = (
        shop.returning(&placed, rest).await,
        shop.returning(&placed, rest - 1).await,
    );
    let (first, second) = tokio::join!(shop.give_back(&first), shop.give_back(&second));
    assert_ne!(first.is_ok(), second.is_ok(), "{first:?} {second:?}");

    let refunds = shop.recorded_refunds(&placed.order_id).await;
    let first = refunds.first().expect("it is told");
    assert_eq!(
        (
            first.channel(),
            first.reference.as_str(),
            first.amount_paise,
            first.reason()
        ),
        (
            MoneyChannel::BankTransfer,
            "AXIS000010000",
            10_000,
            RecordedRefundReason::Goodwill
        )
    );
    assert_eq!(refunds.len(), 2);
    let told = shop.told_of_refunds().await;
    assert_eq!(told.len(), 2, "each once");
    let expected = RefundChanged {
        refund_id: part.refund_id,
        order_id: placed.order_id,
        amount_paise: 10_000,
        state: "processed".to_owned(),
        reason: "goodwill".to_owned(),
        version: 1,
        is_of_accepted: true,
        changed_on: part.sent_on,
        manual_channel: "bank_transfer".to_owned(),
        ..RefundChanged::default()
    };
    assert_eq!(told[0], expected);
}

#[tokio::test]
async fn a_manual_refund_is_limited_to_manual_payments_and_the_orders_state() {
    let shop = Shop::open().await;
    let unpaid = shop.place(good_order()).await.expect("a good order is taken");
    let refused = shop.give_back(&shop.returning(&unpaid, 100).await).await;
    let refused = refused.expect_err("nothing came");
    assert_eq!(reason(&refused).as_deref(), Some("NOT_PAID_BY_HAND"));

    let placed = shop.paid_in_cash().await;
    let part = shop.returning(&placed, 100).await;
    for (why, expected) in [
        (RecordedRefundReason::Returned, "NOT_RETURNED"),
        (RecordedRefundReason::Cancelled, "NOT_CANCELLED"),
    ] {
        let wrong = RecordRefundRequest {
            reason: why.into(),
            ..part.clone()
        };
        let refused = shop.give_back(&wrong).await.expect_err("it does not stand so");
        assert_eq!(reason(&refused).as_deref(), Some(expected));
    }
    sqlx::query("UPDATE orders SET status = 'cancelled' WHERE id = $1::uuid")
        .bind(&placed.order_id)
        .execute(shop.database.pool())
        .await
        .expect("it is cancelled");
    let all = RecordRefundRequest {
        reason: RecordedRefundReason::Cancelled.into(),
        channel: MoneyChannel::Cash.into(),
        reference: "Asha Patel".to_owned(),
        ..shop.returning(&placed, placed.total_paise).await
    };
    let owed = shop.owed().await;
    let [of_it] = &owed[..] else {
        panic!("one order is cancelled, and its money is owed: {owed:?}")
    };
    assert_eq!(
        (
            of_it.order_number.as_str(),
            of_it.status(),
            of_it.channel(),
            of_it.amount_paise
        ),
        (
            placed.order_number.as_str(),
            OrderStatus::Cancelled,
            MoneyChannel::Cash,
            placed.total_paise
        )
    );
    let order = shop.give_back(&all).await.expect("it is cancelled");
    assert_eq!(shop.owed().await, []);
    assert_eq!(
        (order.status(), order.payment_status()),
        (OrderStatus::Cancelled, PaymentStatus::Refunded)
    );
    let kept = count(shop.database.pool(), "SELECT count(*) FROM recorded_refunds").await;
    assert_eq!(kept, 1);
}

#[tokio::test]
async fn packs_that_were_taken_back_are_owed_until_they_are_refunded() {
    let shop = Shop::open().await;
    let placed = shop.paid_in_cash().await;
    let later = shop.place(good_order()).await.expect("a good order is taken");
    let told = shop.owed_and_unpaid().await;
    assert_eq!(told.orders, []);
    let [unpaid] = &told.unpaid[..] else {
        panic!("one order is not paid: {told:?}")
    };
    assert_eq!(
        (unpaid.order_number.as_str(), unpaid.status(), unpaid.amount_paise),
        (
            later.order_number.as_str(),
            OrderStatus::Placed,
            later.total_paise
        )
    );
    shop.go(&later.order_id, 1, OrderStatus::Cancelled).await;
    let way = [
        OrderStatus::Confirmed,
        OrderStatus::Packed,
        OrderStatus::Shipped,
        OrderStatus::Delivered,
        OrderStatus::ReturnRequested,
        OrderStatus::ReturnAccepted,
    ];
    for (version, to) in (1..).zip(way) {
        shop.go(&placed.order_id, version, to).await;
    }
    assert_eq!(shop.owed().await, [], "the packs are not inspected yet");
    let karela = ReturnedLine {
        product_id: fake_catalog::KARELA.to_owned(),
        weight_in_grams: 100,
        quantity: 2,
    };
    let returned = TransitionOrderRequest {
        lines: vec![karela],
        ..step(&placed.order_id, 7, OrderStatus::Returned, Actor::Staff)
    };
    shop.transition(returned).await.expect("they are taken back");
    let told = shop.owed_and_unpaid().await;
    assert_eq!(told.unpaid, []);
    let [owed] = &told.orders[..] else {
        panic!("two packs are to be refunded: {told:?}")
    };
    assert_eq!(
        (owed.status(), owed.amount_paise),
        (OrderStatus::Returned, 49_800)
    );
    // A staff member decided to refund less than the price of the packs.
    let refund = RecordRefundRequest {
        reason: RecordedRefundReason::Returned.into(),
        ..shop.returning(&placed, 40_000).await
    };
    shop.give_back(&refund).await.expect("they came back");
    assert_eq!(shop.owed().await, []);
}

#[tokio::test]
async fn a_transfer_is_one_refund_and_a_day_is_none_to_come() {
    let shop = Shop::open().await;
    let (first, second) = (shop.paid_in_cash().await, shop.paid_in_cash().await);
    let one = shop.returning(&first, 100).await;
    shop.give_back(&one).await.expect("it went back");
    let same_number = RecordRefundRequest {
        reference: "axis 000000100".to_owned(),
        ..shop.returning(&second, 100).await
    };
    let to_come = RecordRefundRequest {
        reference: "AXIS1".to_owned(),
        sent_on: shop.day(1).await,
        ..shop.returning(&second, 100).await
    };
    for (wrong, field) in [(same_number, "reference"), (to_come, "sent_on")] {
        let refused = shop.give_back(&wrong).await.expect_err("it is wrong");
        assert_eq!(refused.code(), Code::InvalidArgument, "{refused}");
        assert_eq!(status::details(&refused).violations[0].field, field);
    }
    let (kept, _) = shop.kept(&second.order_id).await;
    assert_eq!(
        (kept.payment_status(), kept.refunded_paise),
        (PaymentStatus::Paid, 0)
    );
}
