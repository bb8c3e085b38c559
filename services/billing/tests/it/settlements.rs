//! Payouts: afterwards the provider owes nothing, to the paisa.

use billing::InvoiceAt;
use proto::{
    event::v1::{PaymentsSettled, RefundChanged},
    order::v1::{MoneyChannel, PaymentMethod},
};
use testkit::eventually;
use uuid::Uuid;

use crate::{
    order_histories::{OrderEvent, captured, gone_back, of},
    shop::{Billing, Shop, refund},
};

const SETTLED: &str = "shop.payment.settled.v1";

/// Two payments of ₹538, with ₹249 refunded. The fee was ₹1 plus tax higher than announced, and there was a
/// debit of ₹5.
fn settled() -> PaymentsSettled {
    let (gross_paise, refunded_paise, fee_paise, other_paise) = (2 * 53_800, 24_900, 2 * 1_270 + 118, -500);
    PaymentsSettled {
        settlement_id: Uuid::now_v7().to_string(),
        provider: "razorpay".to_owned(),
        provider_settlement_id: "setl_1".to_owned(),
        utr: "1568176960vxp0rj".to_owned(),
        net_paise: gross_paise - refunded_paise - fee_paise + other_paise,
        gross_paise,
        refunded_paise,
        fee_paise,
        fee_tax_paise: 2 * 194 + 18,
        other_paise,
        more_fee_paise: 118,
        more_fee_tax_paise: 18,
        settled_on: "2026-11-26".to_owned(),
    }
}

impl Billing {
    async fn until_booked(&self, expected: &[(&str, i64)]) {
        eventually("it is booked", async || {
            let balances = self.balances().await;
            let is_booked =
                |(account, paise): &(&str, i64)| balances.contains(&((*account).to_owned(), *paise));
            expected.iter().all(is_booked).then_some(())
        })
        .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_settlement_of_everything_the_provider_owes_nothing() {
    let shop = Shop::open().await;
    let billing = shop.billing(InvoiceAt::Shipping).await;
    let orders = [0, 1].map(|_| of(PaymentMethod::Online, MoneyChannel::Online));
    for order in &orders {
        shop.orders.keep(order);
        shop.tell_of(&captured(order, true, 53_800)).await;
    }
    for event in gone_back(&orders[0], 24_900, true, "processed") {
        shop.tell_of(&event).await;
    }
    let owed = 2 * (53_800 - 1_270) - 24_900;
    billing.until_booked(&[("provider:razorpay", owed)]).await;

    let event = settled();
    shop.tell(SETTLED, &event).await;
    shop.tell(SETTLED, &event).await;
    let expected = [
        ("provider:razorpay", 0),
        ("bank", event.net_paise),
        ("provider_fees", 2 * 1_076 + 100),
        ("input_tax:provider_fees", 2 * 194 + 18),
        ("provider_adjustments", 500),
    ];
    billing.until_booked(&expected).await;

    let wrong = PaymentsSettled {
        settlement_id: Uuid::now_v7().to_string(),
        net_paise: event.net_paise + 1,
        ..event
    };
    shop.tell(SETTLED, &wrong).await;
    shop.dead_letter("shop.dead_letter.billing-payments").await;
    billing.until_booked(&expected).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refund_leaves_the_account_that_its_money_came_to() {
    let shop = Shop::open().await;
    let billing = shop.billing(InvoiceAt::Shipping).await;
    let order = of(PaymentMethod::Online, MoneyChannel::Online);
    shop.orders.keep(&order);
    for (provider, paise) in [("upi", 10_000_i64), ("razorpay", 2_000), ("", 300)] {
        for state in ["wanted", "processed"] {
            let changed = RefundChanged {
                provider: provider.to_owned(),
                state: state.to_owned(),
                ..refund(&order, Uuid::from_u128(paise.unsigned_abs().into()), paise)
            };
            shop.tell_of(&OrderEvent::Refund(changed)).await;
        }
    }
    let expected = [
        ("bank", -10_000),
        ("provider:razorpay", -2_300),
        ("refunds_payable", 0),
        ("receivable:online", 12_300),
    ];
    billing.until_booked(&expected).await;
}
