//! Payments that staff record.

use futures_util::future::join_all;
use proto::order::v1::{
    MoneyChannel, Order, OrderStatus, PaymentStatus, PlaceOrderResponse, RecordPaymentRequest,
};
use runtime::status;
use tonic::{Code, Status};
use uuid::Uuid;

use crate::{Shop, count, good_order};

impl Shop {
    /// Returns a date, this many days from today in India.
    pub(crate) async fn day(&self, days: i32) -> String {
        sqlx::query_scalar("SELECT ((now() AT TIME ZONE 'Asia/Kolkata')::date + $1)::text")
            .bind(days)
            .fetch_one(self.database.pool())
            .await
            .expect("the database has a clock")
    }

    async fn placed(&self) -> PlaceOrderResponse {
        self.place(good_order()).await.expect("a good order is taken")
    }

    /// Builds a UPI payment of an order, received today.
    async fn paying(&self, order: &PlaceOrderResponse, reference: &str) -> RecordPaymentRequest {
        RecordPaymentRequest {
            order_id: order.order_id.clone(),
            channel: MoneyChannel::Upi.into(),
            reference: reference.to_owned(),
            amount_paise: order.total_paise,
            received_on: self.day(0).await,
        }
    }

    pub(crate) async fn record(&self, request: RecordPaymentRequest) -> Result<Order, Status> {
        let recorded = self.orders.clone().record_payment(request).await?;
        Ok(recorded.into_inner().order.expect("it is answered"))
    }

    async fn payments(&self) -> i64 {
        count(self.database.pool(), "SELECT count(*) FROM received_payments").await
    }
}

#[track_caller]
fn assert_refused(answer: Result<Order, Status>, reason: &str) -> Status {
    let refused = answer.expect_err("it is refused");
    assert_eq!(refused.code(), Code::FailedPrecondition, "{refused}");
    assert_eq!(status::details(&refused).reason.as_deref(), Some(reason));
    refused
}

/// Returns the only invalid field and the code of its rule.
#[track_caller]
fn wrong(answer: Result<Order, Status>) -> (String, String) {
    let refused = answer.expect_err("it is refused");
    assert_eq!(refused.code(), Code::InvalidArgument, "{refused}");
    let mut violations = status::details(&refused).violations;
    let violation = violations.pop().expect("it says what is wrong");
    assert!(violations.is_empty(), "{violations:?}");
    (violation.field, violation.code.unwrap_or_default())
}

#[tokio::test]
async fn money_is_written_down_once_and_told_with_the_order() {
    let shop = Shop::open().await;
    let placed = shop.placed().await;
    let (before, _) = shop.kept(&placed.order_id).await;
    assert_eq!(
        (before.payment_status(), before.payment),
        (PaymentStatus::Pending, None)
    );

    let request = shop.paying(&placed, " 6330 1234 5678 ").await;
    let paid = shop.record(request.clone()).await.expect("it is paid");
    assert_eq!((paid.payment_status(), paid.version), (PaymentStatus::Paid, 1));
    let payment = paid.payment.clone().expect("it is told");
    assert_eq!(
        (
            payment.channel(),
            payment.reference.as_str(),
            payment.amount_paise
        ),
        (MoneyChannel::Upi, "633012345678", placed.total_paise)
    );
    assert_eq!(
        (payment.received_on.as_str(), payment.staff_id.as_str()),
        (request.received_on.as_str(), "")
    );
    let (kept, _) = shop.kept(&placed.order_id).await;
    assert_eq!(kept, paid);

    // A retry after a lost response and a further status change.
    shop.go(&placed.order_id, 1, OrderStatus::Cancelled).await;
    let again = shop.record(request.clone()).await.expect("it is the same");
    assert_eq!(again.payment, Some(payment));

    let earlier = shop.day(-1).await;
    for other in [
        RecordPaymentRequest {
            channel: MoneyChannel::BankTransfer.into(),
            ..request.clone()
        },
        RecordPaymentRequest {
            reference: "633012345679".to_owned(),
            ..request.clone()
        },
        RecordPaymentRequest {
            amount_paise: 1,
            ..request.clone()
        },
        RecordPaymentRequest {
            received_on: earlier,
            ..request.clone()
        },
    ] {
        assert_refused(shop.record(other).await, "ALREADY_PAID");
    }
    assert_eq!(shop.payments().await, 1);
}

#[tokio::test]
async fn an_order_is_paid_with_its_exact_total_while_it_is_owed() {
    let shop = Shop::open().await;
    let placed = shop.placed().await;
    let request = shop.paying(&placed, "633012345678").await;
    let less = RecordPaymentRequest {
        amount_paise: 117_050,
        ..request.clone()
    };
    let refused = assert_refused(shop.record(less).await, "WRONG_AMOUNT");
    let words = refused.message();
    assert!(words.contains("₹1171,") && words.contains("₹1170.50"), "{words}");

    for state in ["cancelled", "returned_to_origin", "returned", "lost"] {
        shop.execute(format!("UPDATE orders SET status = '{state}'"))
            .await;
        assert_refused(shop.record(request.clone()).await, "NOT_TO_BE_PAID");
    }
    let unknown = RecordPaymentRequest {
        order_id: Uuid::now_v7().to_string(),
        ..request.clone()
    };
    let refused = shop.record(unknown).await.expect_err("there is none");
    assert_eq!(refused.code(), Code::NotFound);
    assert_eq!(shop.payments().await, 0);

    for state in [
        "placed",
        "confirmed",
        "packed",
        "shipped",
        "delivered",
        "return_requested",
    ] {
        shop.execute(format!(
            "UPDATE orders SET status = '{state}', payment_status = 'pending'"
        ))
        .await;
        shop.execute("DELETE FROM received_payments".to_owned()).await;
        shop.record(request.clone()).await.expect("it is to be paid");
    }
}

#[tokio::test]
async fn money_comes_on_a_day_from_the_orders_to_today_as_india_counts_them() {
    let shop = Shop::open().await;
    let placed = shop.placed().await;
    // A minute after midnight in India, still the day before in UTC.
    shop.execute(
        "UPDATE orders SET placed_at =
           ((now() AT TIME ZONE 'Asia/Kolkata')::date - 3)::timestamp AT TIME ZONE 'Asia/Kolkata' + interval '1 minute'"
            .to_owned(),
    )
    .await;
    let on = async |received_on: String| {
        let request = RecordPaymentRequest {
            received_on,
            ..shop.paying(&placed, "633012345678").await
        };
        shop.record(request).await
    };
    let refused = ("received_on".to_owned(), "MALFORMED".to_owned());
    for day in [shop.day(-4).await, shop.day(2).await, "25 November".to_owned()] {
        assert_eq!(wrong(on(day.clone()).await), refused, "{day}");
    }
    let paid = on(shop.day(-3).await).await.expect("it came at once");
    assert_eq!(paid.payment_status(), PaymentStatus::Paid);
}

#[tokio::test]
async fn a_bank_reference_pays_one_order_and_cash_needs_none() {
    let shop = Shop::open().await;
    let first = shop.placed().await;
    let by = async |order: &PlaceOrderResponse, channel: MoneyChannel, reference: &str| {
        let request = RecordPaymentRequest {
            channel: channel.into(),
            ..shop.paying(order, reference).await
        };
        shop.record(request).await
    };
    let wrong_reference = |code: &str| ("reference".to_owned(), code.to_owned());
    for channel in [MoneyChannel::Upi, MoneyChannel::BankTransfer] {
        assert_eq!(wrong(by(&first, channel, " ").await), wrong_reference("REQUIRED"));
    }
    let unnamed = by(&first, MoneyChannel::Unspecified, "1").await;
    assert_eq!(wrong(unnamed), ("channel".to_owned(), "REQUIRED".to_owned()));
    let cash = by(&first, MoneyChannel::Cash, "1").await;
    assert_eq!(wrong(cash), wrong_reference("UNKNOWN"));

    by(&first, MoneyChannel::BankTransfer, "AXISN26328123456")
        .await
        .expect("it is paid");
    let second = shop.placed().await;
    for (channel, reference) in [
        (MoneyChannel::BankTransfer, "axisn 2632 8123456"),
        (MoneyChannel::Upi, "AXISN26328123456"),
    ] {
        let answer = by(&second, channel, reference).await;
        assert_eq!(wrong(answer), wrong_reference("REPEATED"));
    }
    let (kept, _) = shop.kept(&second.order_id).await;
    assert_eq!(kept.payment_status(), PaymentStatus::Pending, "nothing is kept");

    // A carrier remits many orders at once.
    let third = shop.placed().await;
    for order in [&second, &third] {
        by(order, MoneyChannel::CashOnDelivery, "Remittance of 3 December")
            .await
            .expect("it is paid");
    }
    by(&shop.placed().await, MoneyChannel::Cash, "")
        .await
        .expect("it is in the till");
    assert_eq!(shop.payments().await, 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_payments_of_one_order_are_recorded_once() {
    let shop = Shop::open().await;
    let other_replica = Shop::open_beside(&shop).await;
    for number in 0..10 {
        let (one, other) = (shop.placed().await, shop.placed().await);
        let reference = format!("63301234567{number}");
        let of_one = shop.paying(&one, &reference).await;
        let same = [&shop, &other_replica].map(|shop| shop.record(of_one.clone()));
        for answer in join_all(same).await {
            let paid = answer.expect("both say the same");
            assert_eq!(paid.payment_status(), PaymentStatus::Paid);
        }

        let different = [
            shop.paying(&other, &format!("A{number}")).await,
            shop.paying(&other, &format!("B{number}")).await,
        ];
        let answers = join_all(different.map(|request| shop.record(request))).await;
        let (paid, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(Result::is_ok);
        assert_eq!((paid.len(), refused.len()), (1, 1));
        for answer in refused {
            assert_refused(answer, "ALREADY_PAID");
        }

        // One payment, entered for two orders.
        let orders = [shop.placed().await, shop.placed().await];
        let reference = format!("C{number}");
        let requests = [
            shop.paying(&orders[0], &reference).await,
            shop.paying(&orders[1], &reference).await,
        ];
        let answers = join_all(requests.map(|request| other_replica.record(request))).await;
        let (paid, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(Result::is_ok);
        assert_eq!((paid.len(), refused.len()), (1, 1));
        for answer in refused {
            assert_eq!(wrong(answer).1, "REPEATED");
        }
    }
    assert_eq!(shop.payments().await, 30);
    let paid = "SELECT count(*) FROM orders WHERE payment_status = 'paid'";
    assert_eq!(count(shop.database.pool(), paid).await, 30);
}
