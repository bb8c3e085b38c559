//! A shopper's payment until the payout to the shop's bank, through all services.

use serde_json::json;
use testkit::eventually;

use crate::online_payments::PaidOnline;

/// The balances in paise: the provider's debt, and the payouts to the bank.
const BALANCES: &str = "
    SELECT coalesce(sum(CASE WHEN debit_account = 'provider:razorpay' THEN amount_paise ELSE 0 END)
             - sum(CASE WHEN credit_account = 'provider:razorpay' THEN amount_paise ELSE 0 END), 0)::bigint,
           coalesce(sum(CASE WHEN debit_account = 'bank' THEN amount_paise ELSE 0 END), 0)::bigint
    FROM ledger_entries";

#[tokio::test(flavor = "multi_thread")]
async fn the_money_of_shoppers_comes_to_the_bank_and_the_provider_owes_nothing() {
    let shop = PaidOnline::open("warn").await;
    let billing = shop.database("billing").await;
    let payment = shop.database("payment").await;
    // A shop with the sample profile posts nothing to the books.
    let catalog = shop.database("catalog").await;
    let said = sqlx::query("UPDATE shop SET is_sample = false");
    said.execute(&catalog).await.expect("an operator may do this");
    let balances = async || -> (i64, i64) {
        let balances = sqlx::query_as(BALANCES).fetch_one(&billing).await;
        balances.expect("the books can be read")
    };
    let (number, total) = shop.placed().await;
    let page = shop.page(&number).await;
    page.press("upi").await;
    shop.until(&number, "paid").await;
    let owed = eventually("the payment is in the books, with its fee", async || {
        let (owed, _) = balances().await;
        (0 < owed && owed < total * 100).then_some(owed)
    })
    .await;
    let settled = page.control("settle", &json!({})).await;
    assert_eq!(settled["amount"].as_i64(), Some(owed));
    eventually("the settlement is in the books", async || {
        let sooner =
            "UPDATE periodic_tasks SET due_at = now() WHERE name = 'provider-settlements' AND holder IS NULL";
        sqlx::query(sooner).execute(&payment).await.ok()?;
        (balances().await == (0, owed)).then_some(())
    })
    .await;
}
