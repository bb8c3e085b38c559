//! A shop without a profile: its documents are samples, take no real numbers and are not booked.

use billing::InvoiceAt;
use proto::{
    billing::v1::DocumentKind,
    event::v1::OrderPaid,
    order::v1::{Order, OrderStatus},
};
use testkit::eventually;

use crate::shop::{Shop, order};

impl Shop {
    fn says_who_it_is(&self, says: bool) {
        self.catalog.shop.change(|facts| facts.is_sample = !says);
    }

    /// Records a cash payment of an order.
    async fn pay(&self, order: &Order) {
        let event = OrderPaid {
            order_id: order.order_id.clone(),
            order_number: order.order_number.clone(),
            channel: "cash".to_owned(),
            amount_paise: 53_800,
            received_on: "2026-11-26".to_owned(),
            ..OrderPaid::default()
        };
        self.tell("shop.order.paid.v1", &event).await;
    }

    async fn count(&self, sql: &'static str) -> i64 {
        let counted = sqlx::query_scalar(sql).fetch_one(self.database.pool()).await;
        counted.expect("counting works")
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn samples_take_no_number_and_enter_no_books() {
    let shop = Shop::open().await;
    shop.says_who_it_is(false);
    let billing = shop.billing(InvoiceAt::Packing).await;
    let packed = |order| shop.to(order, OrderStatus::Packed, "shop.order.packed.v1");
    let tried = packed(order()).await;
    let sample = billing.wait_for(&tried, 1).await.remove(0);
    assert_eq!(
        (sample.kind(), sample.number.as_str()),
        (DocumentKind::Invoice, "SAMPLE-000001")
    );
    // Its payment, and the payment of an order that is not packed yet.
    shop.pay(&tried).await;
    let paid = order();
    shop.orders.keep(&paid);
    shop.pay(&paid).await;
    eventually("both are samples", async || {
        (shop
            .count("SELECT count(*) FROM billed_orders WHERE is_sample")
            .await
            == 2)
            .then_some(())
    })
    .await;

    shop.says_who_it_is(true);
    // The credit note of a sample is a sample, and so is the invoice of an order that was paid before.
    let tried = shop
        .to(tried, OrderStatus::Cancelled, "shop.order.cancelled.v1")
        .await;
    let documents = billing.wait_for(&tried, 2).await;
    assert_eq!(
        (
            documents[1].kind(),
            documents[1].number.as_str(),
            documents[1].corrects.as_str()
        ),
        (DocumentKind::CreditNote, "SAMPLE-000002", "SAMPLE-000001")
    );
    let paid = packed(paid).await;
    assert_eq!(billing.wait_for(&paid, 1).await[0].number, "SAMPLE-000003");
    assert_eq!(billing.balances().await, []);
    assert_eq!(shop.count("SELECT count(*) FROM sales_register").await, 0);

    let real = packed(order()).await;
    let real_one = billing.wait_for(&real, 1).await.remove(0);
    assert!(
        real_one.number.starts_with("INV-") && real_one.number.ends_with("-000001"),
        "{real_one:?}"
    );
    shop.pay(&real).await;
    eventually("its money is in the books", async || {
        let balances = billing.balances().await;
        balances.contains(&("cash".to_owned(), 53_800)).then_some(())
    })
    .await;
    let owed = ("receivable:later".to_owned(), 0);
    assert!(
        billing.balances().await.contains(&owed),
        "{:?}",
        billing.balances().await
    );
    assert_eq!(shop.count("SELECT count(*) FROM sales_register").await, 1);
}
