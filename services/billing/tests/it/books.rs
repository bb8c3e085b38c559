//! The ledger: every history of an order ends with nothing owed, and the order of events does not matter.

use billing::InvoiceAt;
use proto::{
    billing::v1::{GetTrialBalanceRequest, LedgerEntry, ListEntriesRequest},
    order::v1::{MoneyChannel, Order, PaymentMethod},
};
use testkit::eventually;

use crate::{
    order_histories::{CANCELLED, captured, gone_back, of, order_histories, order_history, paid, replay},
    shop::{Billing, Shop, order},
};

impl Billing {
    pub(crate) async fn balances(&self) -> Vec<(String, i64)> {
        let answer = self
            .books
            .clone()
            .get_trial_balance(GetTrialBalanceRequest::default())
            .await;
        let balance = answer.expect("it answers").into_inner();
        assert_eq!(balance.sum_paise, 0, "the books are balanced at every moment");
        let accounts = balance.accounts.into_iter();
        accounts
            .map(|account| (account.account, account.debit_paise - account.credit_paise))
            .collect()
    }

    pub(crate) async fn entries(&self) -> Vec<LedgerEntry> {
        let mut entries = Vec::new();
        let mut page_token = String::new();
        loop {
            let request = ListEntriesRequest {
                since: "2026-01-01".to_owned(),
                until: "2026-12-31".to_owned(),
                page_size: 7,
                page_token,
            };
            let page = self
                .books
                .clone()
                .list_entries(request)
                .await
                .expect("it answers")
                .into_inner();
            entries.extend(page.entries);
            page_token = page.next_page_token;
            if page_token.is_empty() {
                return entries;
            }
        }
    }
}

fn expected() -> Vec<(&'static str, i64)> {
    vec![
        // Captured payments less their fees and refunds.
        (
            "provider:razorpay",
            5 * 53_800 - 53_800 - 24_900 - 53_800 - 5 * 1_270,
        ),
        ("provider_fees", 5 * 1_076),
        ("input_tax:provider_fees", 5 * 194),
        ("bank", 53_800 + 58_800),
        ("receivable:online", 0),
        ("receivable:cod", 0),
        ("receivable:later", 0),
        ("refunds_payable", 0),
        ("unallocated", 0),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn every_life_of_an_order_ends_with_nothing_owed_however_its_events_come() {
    let mut kept: Vec<Vec<(String, i64)>> = Vec::new();
    for seed in [1, 2, 3] {
        let shop = Shop::open().await;
        let billing = shop.billing(InvoiceAt::Shipping).await;
        replay(&shop, &billing, &order_histories(), seed).await;
        let balances = eventually("all of it is booked", async || {
            let balances = billing.balances().await;
            let of = |name: &str| {
                balances
                    .iter()
                    .find(|(account, _)| account == name)
                    .map(|(_, paise)| *paise)
            };
            let is_there = expected()
                .iter()
                .all(|(account, paise)| of(account) == Some(*paise));
            is_there.then_some(balances)
        })
        .await;
        kept.push(balances);
        shop.told_nothing_wrong(&billing).await;
    }
    assert_eq!(kept[0], kept[1]);
    assert_eq!(kept[0], kept[2]);
}

impl Shop {
    /// Checks that no event was dead-lettered and that every entry is booked once.
    async fn told_nothing_wrong(&self, billing: &Billing) {
        let entries = billing.entries().await;
        let ids: std::collections::BTreeSet<_> = entries.iter().map(|entry| &entry.entry_id).collect();
        assert_eq!(ids.len(), entries.len());
        let money = |cause: &str| entries.iter().filter(|entry| entry.cause == cause).count();
        assert_eq!(
            (money("payment"), money("received_payment"), money("refund")),
            (5 * 3, 2, 3 * 2)
        );
        assert!(
            entries
                .iter()
                .all(|entry| entry.order_number == order().order_number)
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn money_that_is_held_or_could_not_go_back_stays_owed() {
    let shop = Shop::open().await;
    let billing = shop.billing(InvoiceAt::Shipping).await;
    let wrong = Order {
        payment: None,
        ..of(PaymentMethod::Online, MoneyChannel::Online)
    };
    let cancelled = of(PaymentMethod::Online, MoneyChannel::Online);
    let mut told = vec![captured(&cancelled, true, 53_800)];
    told.extend(gone_back(&cancelled, 53_800, true, "failed"));
    let held = vec![captured(&wrong, false, 53_700)];
    let histories = [
        order_history(wrong, &[], held, 0),
        order_history(cancelled, &[CANCELLED], told, 0),
    ];
    replay(&shop, &billing, &histories, 4).await;
    eventually("the debt stands in the books", async || {
        let balances = billing.balances().await;
        let entries = billing.entries().await;
        let owed = [
            ("receivable:online", -53_800),
            ("refunds_payable", 0),
            ("unallocated", -53_700),
        ];
        let is_owed = |(account, paise): (&str, i64)| balances.contains(&(account.to_owned(), paise));
        let refunds = entries.iter().filter(|entry| entry.cause == "refund").count();
        (owed.into_iter().all(is_owed) && refunds == 2).then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_payment_with_another_amount_is_refused_and_nothing_changes() {
    let shop = Shop::open().await;
    let billing = shop.billing(InvoiceAt::Shipping).await;
    let order = of(PaymentMethod::PayLater, MoneyChannel::BankTransfer);
    shop.orders.keep(&order);
    shop.tell_of(&paid(&order, "bank_transfer")).await;
    let booked = |paise| ("bank".to_owned(), paise);
    eventually("it is booked", async || {
        billing.balances().await.contains(&booked(53_800)).then_some(())
    })
    .await;
    let other = Order {
        total_paise: 99_900,
        ..order.clone()
    };
    shop.tell_of(&paid(&other, "bank_transfer")).await;
    shop.dead_letter("shop.dead_letter.billing-received").await;
    assert!(billing.balances().await.contains(&booked(53_800)));
    for change in [
        "UPDATE ledger_entries SET amount_paise = 1",
        "DELETE FROM ledger_entries",
        "TRUNCATE ledger_entries",
        "TRUNCATE sales_register",
    ] {
        let refused = sqlx::query(change).execute(shop.database.pool()).await;
        let refused = refused.expect_err("it only grows").to_string();
        assert!(refused.contains("only grows"), "{change}: {refused}");
    }
}
