//! The sales register and the GST summary of a month.

use billing::InvoiceAt;
use proto::{
    billing::v1::{GetGstSummaryRequest, ListSalesRegisterRequest},
    order::v1::{MoneyChannel, PaymentMethod},
};
use tonic::Code;

use crate::{
    credit_notes::returned,
    order_histories::of,
    shop::{Billing, Shop, status_changed},
};

#[tokio::test(flavor = "multi_thread")]
async fn the_state_is_told_of_large_sales_one_by_one_and_of_the_rest_in_sums() {
    let shop = Shop::open().await;
    let billing = shop.billing(InvoiceAt::Shipping).await;
    let large = |pincode: &str, paise| {
        let mut order = of(PaymentMethod::PayLater, MoneyChannel::BankTransfer);
        pincode.clone_into(&mut order.pincode);
        order.charges.clear();
        order.lines[0].quantity = 1;
        order.lines[0].unit_price_paise = paise;
        order.total_paise = paise;
        order
    };
    // Above the limit within the state, and at the limit to another state: neither is listed separately. The
    // next sale is, with its credit note.
    for order in [large("395007", 10_000_001), large("400001", 10_000_000)] {
        let order = shop.ship(order).await;
        billing.wait_for(&order, 1).await;
    }
    let order = shop.ship(large("400001", 10_500_000)).await;
    let number = billing.wait_for(&order, 1).await[0].number.clone();
    let back = returned(order, 1);
    shop.orders.keep(&back);
    shop.tell("shop.order.returned.v1", &status_changed(&back)).await;
    let note = billing.wait_for(&back, 2).await.remove(1);

    let month = note.issued_on[..7].to_owned();
    summarised(&billing, &month, &number, &note.number).await;
    registered(&billing, month, &number).await;
}

/// Only sales above ₹1,00,000 to other states are listed separately.
async fn summarised(billing: &Billing, month: &str, number: &str, note: &str) {
    let request = GetGstSummaryRequest {
        month: month.to_owned(),
    };
    let summary = billing.books.clone().get_gst_summary(request).await;
    let summary = summary.expect("it answers").into_inner();
    let large: Vec<_> = summary
        .large
        .iter()
        .map(|row| {
            (
                &*row.number,
                &*row.place_of_supply,
                row.taxable_paise,
                row.igst_paise,
            )
        })
        .collect();
    assert_eq!(
        large,
        [
            (number, "27-Maharashtra", 10_000_000, 500_000),
            (note, "27-Maharashtra", -10_000_000, -500_000),
        ]
    );
    let small: Vec<_> = summary
        .small
        .iter()
        .map(|sum| {
            (
                &*sum.place_of_supply,
                sum.rate_basis_points,
                sum.taxable_paise + sum.cgst_paise + sum.sgst_paise + sum.igst_paise,
            )
        })
        .collect();
    assert_eq!(
        small,
        [
            ("24-Gujarat", 500, 10_000_001),
            ("27-Maharashtra", 500, 10_000_000)
        ]
    );
    let by_hsn: Vec<_> = summary
        .by_hsn
        .iter()
        .map(|sum| (&*sum.hsn, sum.quantity))
        .collect();
    assert_eq!(by_hsn, [("1211", 2)]);
}

/// Reads all pages, and only one month.
async fn registered(billing: &Billing, month: String, number: &str) {
    let request = ListSalesRegisterRequest {
        month,
        page_size: 3,
        page_token: String::new(),
    };
    let page = billing.books.clone().list_sales_register(request.clone()).await;
    let page = page.expect("it answers").into_inner();
    let next = ListSalesRegisterRequest {
        page_token: page.next_page_token,
        ..request
    };
    let rest = billing.books.clone().list_sales_register(next).await;
    let rest = rest.expect("it answers").into_inner();
    assert_eq!((page.rows.len(), rest.rows.len()), (3, 1));
    assert_eq!(
        (rest.rows[0].kind.as_str(), &*rest.rows[0].corrects),
        ("credit_note", number)
    );
    let wrong = GetGstSummaryRequest {
        month: "November".to_owned(),
    };
    let refused = billing.books.clone().get_gst_summary(wrong).await;
    assert_eq!(refused.expect_err("it is none").code(), Code::InvalidArgument);
}
