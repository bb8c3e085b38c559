//! Erasure of orders after their shoppers delete their accounts.

use proto::order::v1::{
    AcceptPaymentOutcome, MoneyChannel, OrderStatus, RecordPaymentRequest, RecordRefundRequest,
    RecordedRefundReason,
};
use uuid::Uuid;

use crate::{Shop, cash::COSTS, count, good_order, online_payments::payment, transitions::ASHA};

impl Shop {
    /// Simulates that the guest with this address deleted their account.
    async fn leave(&self, account_id: &str, email: &str) {
        self.execute(format!(
            "INSERT INTO erasures (account_id, email, until) VALUES ('{account_id}', '{email}', now())"
        ))
        .await;
    }

    async fn names(&self) -> i64 {
        count(
            self.database.pool(),
            "SELECT count(*) FROM orders WHERE full_name <> ''",
        )
        .await
    }
}

#[tokio::test]
async fn keeps_a_person_whom_the_shop_owes_money_until_it_went_back() {
    let shop = Shop::open().await;
    let placed = shop.paid_in_cash().await;
    shop.go(&placed.order_id, 1, OrderStatus::Cancelled).await;
    shop.leave(ASHA, "asha@example.com").await;
    shop.pass("erasures").await;
    assert_eq!(shop.names().await, 1, "the shop owes the person money");
    let part = shop.returning(&placed, 100).await;
    shop.give_back(&part).await.expect("it went back");
    shop.pass("erasures").await;
    assert_eq!(shop.names().await, 1, "the shop owes the person the rest");
    let rest = shop.returning(&placed, placed.total_paise - 100).await;
    shop.give_back(&rest).await.expect("it went back");
    shop.pass("erasures").await;
    assert_eq!(shop.names().await, 0);
}

#[tokio::test]
async fn keeps_a_person_whose_cash_the_carrier_has_until_it_came_and_went_back() {
    let shop = Shop::open().await;
    let (_, id) = shop.ship_for_cash().await;
    let back = [
        OrderStatus::Delivered,
        OrderStatus::ReturnRequested,
        OrderStatus::Returned,
    ];
    for (version, to) in (4..).zip(back) {
        shop.go(&id, version, to).await;
    }
    shop.leave(ASHA, "asha@example.com").await;
    shop.pass("erasures").await;
    assert_eq!(shop.names().await, 1, "the carrier has the cash");
    let payment = RecordPaymentRequest {
        order_id: id.clone(),
        channel: MoneyChannel::CashOnDelivery.into(),
        amount_paise: COSTS,
        received_on: shop.day(0).await,
        ..RecordPaymentRequest::default()
    };
    shop.record(payment).await.expect("it was delivered");
    shop.pass("erasures").await;
    assert_eq!(shop.names().await, 1, "the shop has the cash");
    // Staff keep the delivery charge.
    let refund = RecordRefundRequest {
        refund_id: Uuid::now_v7().to_string(),
        order_id: id,
        channel: MoneyChannel::BankTransfer.into(),
        reference: "AXIS1".to_owned(),
        amount_paise: COSTS - 5_000,
        reason: RecordedRefundReason::Returned.into(),
        sent_on: shop.day(0).await,
    };
    shop.give_back(&refund).await.expect("its money came");
    shop.pass("erasures").await;
    assert_eq!(shop.names().await, 0);
}

#[tokio::test]
async fn keeps_a_person_whose_money_came_too_late_until_it_went_back() {
    let shop = Shop::open_with_online_payment(&testkit::nats_url()).await;
    let placed = shop.place_online().await;
    shop.go(&placed.order_id, 1, OrderStatus::Cancelled).await;
    let money = payment(&placed, placed.total_paise);
    let outcome = shop.accept_payment(money.clone()).await;
    assert_eq!(outcome.expect("it is decided"), AcceptPaymentOutcome::TooLate);
    shop.leave(ASHA, "asha@example.com").await;
    shop.pass("erasures").await;
    assert_eq!(shop.names().await, 1, "the shop has money of the person");
    shop.execute(format!(
        "INSERT INTO refunds (refund_id, payment_id, order_id, amount_paise, state, reason, version, is_of_accepted, changed_on)
         VALUES (gen_random_uuid(), '{}', '{}', {}, 'processed', 'too_late', 3, false, now())",
        money.payment_id, money.order_id, money.amount_paise
    ))
    .await;
    shop.pass("erasures").await;
    assert_eq!(shop.names().await, 0);
}

#[tokio::test]
async fn erases_a_person_behind_a_hundred_who_must_wait() {
    let shop = Shop::open().await;
    let placed = shop.place(good_order()).await.expect("a good order is taken");
    shop.go(&placed.order_id, 1, OrderStatus::Cancelled).await;
    // A hundred people with open orders.
    shop.execute(
        "WITH people AS (SELECT gen_random_uuid() AS id, number FROM generate_series(1, 100) AS number),
         leaving AS (INSERT INTO erasures (account_id, email, until)
           SELECT id, number || '@example.com', now() - interval '1 day' FROM people)
         INSERT INTO orders (id, order_number, full_name, email, mobile_number, delivery_address, pincode, total_paise,
           placed_at, account_id, status)
         SELECT gen_random_uuid(), 'VM-TEST-' || number, 'Bina Shah', number || '@example.com', '9876543211', '12 Ring Road',
           '395007', 100, now() - interval '2 days', id, 'shipped' FROM people"
            .to_owned(),
    )
    .await;
    shop.leave(ASHA, "asha@example.com").await;
    for _ in 0..2 {
        shop.pass("erasures").await;
    }
    assert_eq!(shop.names().await, 100);
}
