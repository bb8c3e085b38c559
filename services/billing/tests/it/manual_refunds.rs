//! Manual refunds: of orders without a provider, and of payments to the shop's own UPI address.

use billing::InvoiceAt;
use proto::{
    billing::v1::DocumentKind,
    event::v1::RefundChanged,
    order::v1::{MoneyChannel, Order, OrderStatus, PaymentMethod},
};
use testkit::eventually;
use uuid::Uuid;

use crate::{
    order_histories::{of, paid},
    shop::{Billing, Shop, refund},
};

const GIVEN_BACK: &str = "shop.order.refunded.v1";

fn manual_refund(order: &Order, amount_paise: i64, reason: &str, channel: &str) -> RefundChanged {
    RefundChanged {
        payment_id: String::new(),
        reason: reason.to_owned(),
        manual_channel: channel.to_owned(),
        version: 1,
        ..refund(order, Uuid::now_v7(), amount_paise)
    }
}

impl Billing {
    async fn until_balances(&self, expected: &[(&str, i64)]) {
        eventually("the books say so", async || {
            let balances = self.balances().await;
            let is_there =
                |(account, paise): &(&str, i64)| balances.contains(&((*account).to_owned(), *paise));
            expected.iter().all(is_there).then_some(())
        })
        .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn goodwill_is_credited_as_money_and_a_return_by_its_goods_so_that_nothing_stays_owed() {
    let shop = Shop::open().await;
    let billing = shop.billing(InvoiceAt::Shipping).await;
    let order = of(PaymentMethod::PayLater, MoneyChannel::BankTransfer);
    shop.orders.keep(&order);
    shop.tell_of(&paid(&order, "bank_transfer")).await;
    let order = shop.ship(order).await;
    billing.wait_for(&order, 1).await;
    let goodwill = manual_refund(&order, 4_000, "goodwill", "upi");
    for _ in 0..2 {
        shop.tell(GIVEN_BACK, &goodwill).await;
    }
    let documents = billing.wait_for(&order, 2).await;
    assert_eq!(
        (documents[1].kind(), documents[1].total_paise),
        (DocumentKind::CreditNote, 4_000)
    );
    billing
        .until_balances(&[
            ("bank", 53_800 - 4_000),
            ("receivable:later", 0),
            ("refunds_payable", 0),
        ])
        .await;

    // All packs are returned. The rest of their price is refunded in cash, and the goods are credited.
    let order = shop
        .to(order, OrderStatus::Returned, "shop.order.returned.v1")
        .await;
    let documents = billing.wait_for(&order, 3).await;
    let goods = documents[2].total_paise;
    shop.tell(GIVEN_BACK, &manual_refund(&order, goods, "returned", "cash"))
        .await;
    billing
        .until_balances(&[
            ("bank", 53_800 - 4_000),
            ("cash", -goods),
            ("receivable:later", 0),
            ("refunds_payable", 0),
        ])
        .await;
    let documents = billing.documents(&order.order_id).await;
    assert_eq!(
        documents.expect("it answers").len(),
        3,
        "the goods spoke for that money"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_manual_refund_leaves_the_bank_or_the_till_and_no_provider() {
    let shop = Shop::open().await;
    let billing = shop.billing(InvoiceAt::Shipping).await;
    let order = of(PaymentMethod::Online, MoneyChannel::Online);
    shop.orders.keep(&order);
    for (channel, amount_paise) in [("bank_transfer", 10_000), ("cash", 2_500)] {
        let wanted = RefundChanged {
            state: "wanted".to_owned(),
            version: 1,
            ..refund(&order, Uuid::now_v7(), amount_paise)
        };
        let sent = RefundChanged {
            state: "processed".to_owned(),
            version: 2,
            manual_channel: channel.to_owned(),
            ..wanted.clone()
        };
        for event in [&sent, &wanted] {
            shop.tell("shop.payment.refund_changed.v1", event).await;
        }
    }
    billing
        .until_balances(&[
            ("bank", -10_000),
            ("cash", -2_500),
            ("receivable:online", 12_500),
            ("refunds_payable", 0),
        ])
        .await;
    let balances = billing.balances().await;
    assert!(
        balances.iter().all(|(account, _)| account != "provider:razorpay"),
        "{balances:?}"
    );
    shop.tell(GIVEN_BACK, &manual_refund(&order, 100, "goodwill", "by pigeon"))
        .await;
    shop.dead_letter("shop.dead_letter.billing-refunded").await;
}
