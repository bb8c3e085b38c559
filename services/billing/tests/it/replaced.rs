//! Sale documents that are replaced: for a lost and found parcel, and for another place of supply.

use billing::InvoiceAt;
use proto::{
    billing::v1::{Document, DocumentKind},
    order::v1::{MoneyChannel, Order, OrderStatus, PaymentMethod, ReturnedLine},
};

use crate::{
    order_histories::of,
    shop::{Billing, Shop, order, status_changed},
};

const LOST: &str = "shop.order.lost.v1";
const DELIVERED: &str = "shop.order.delivered.v1";
const RETURNED: &str = "shop.order.returned.v1";
const CORRECTED: &str = "shop.order.address_corrected.v1";

/// The sum of the documents less credit notes, in paise.
fn sum(documents: &[Document]) -> i64 {
    let paise = documents.iter().map(|document| match document.kind() {
        DocumentKind::CreditNote => -document.total_paise,
        _ => document.total_paise,
    });
    paise.sum()
}

impl Shop {
    /// A shipped COD order.
    async fn ship_for_cash(&self) -> Order {
        let order = Order {
            payment_method: PaymentMethod::CashOnDelivery.into(),
            ..order()
        };
        self.ship(order).await
    }

    /// Taxes of all sales less credit notes: within the state and between states, in paise.
    async fn taxes(&self) -> (i64, i64) {
        sqlx::query_as(
            "SELECT sum(cgst_paise + sgst_paise)::bigint, sum(igst_paise)::bigint FROM sales_register",
        )
        .fetch_one(self.database.pool())
        .await
        .expect("the register can be read")
    }

    /// Changes the pincode of an order.
    async fn send_to(&self, mut order: Order, pincode: &str) -> Order {
        order.version += 1;
        pincode.clone_into(&mut order.pincode);
        self.orders.keep(&order);
        self.tell(CORRECTED, &status_changed(&order)).await;
        order
    }
}

impl Billing {
    /// Waits until all events so far are handled: a later order of the same stream is invoiced.
    async fn has_heard(&self, shop: &Shop) {
        let later = shop.ship(order()).await;
        self.wait_for(&later, 1).await;
    }

    async fn known(&self, order: &Order) -> Vec<Document> {
        self.documents(&order.order_id).await.expect("it answers")
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn invoices_a_lost_parcel_again_when_it_is_delivered_and_credits_its_return() {
    let shop = Shop::open().await;
    let billing = shop.billing(InvoiceAt::Shipping).await;
    let order = shop.ship_for_cash().await;
    let order = shop.to(order, OrderStatus::Lost, LOST).await;
    assert_eq!(sum(&billing.wait_for(&order, 2).await), 0);

    let order = shop.to(order, OrderStatus::Delivered, DELIVERED).await;
    shop.tell(DELIVERED, &status_changed(&order)).await;
    let documents = billing.wait_for(&order, 3).await;
    assert_eq!(sum(&documents), order.total_paise);
    let found = documents[2].clone();
    assert_eq!(
        (found.kind(), found.total_paise),
        (DocumentKind::Invoice, order.total_paise)
    );

    let mut order = shop
        .to(
            order,
            OrderStatus::ReturnRequested,
            "shop.order.return_requested.v1",
        )
        .await;
    order.version += 1;
    order.set_status(OrderStatus::Returned);
    order.changes.push(proto::order::v1::OrderChange {
        version: order.version,
        to: OrderStatus::Returned.into(),
        lines: vec![ReturnedLine {
            product_id: order.lines[0].product_id.clone(),
            weight_in_grams: 100,
            quantity: 1,
        }],
        ..proto::order::v1::OrderChange::default()
    });
    shop.orders.keep(&order);
    shop.tell(RETURNED, &status_changed(&order)).await;
    shop.tell(RETURNED, &status_changed(&order)).await;
    let documents = billing.wait_for(&order, 4).await;
    let note = &documents[3];
    assert_eq!(
        (note.kind(), note.total_paise, &note.corrects),
        (DocumentKind::CreditNote, 24_900, &found.number)
    );
    billing.has_heard(&shop).await;
    assert_eq!(billing.known(&order).await, documents);
}

#[tokio::test(flavor = "multi_thread")]
async fn credits_no_parcel_that_was_found_before_its_loss_was_heard_of() {
    let shop = Shop::open().await;
    let billing = shop.billing(InvoiceAt::Shipping).await;
    let order = shop.ship_for_cash().await;
    billing.wait_for(&order, 1).await;
    let mut found = order.clone();
    for to in [OrderStatus::Lost, OrderStatus::Delivered] {
        found.version += 1;
        found.set_status(to);
        found.changes.push(proto::order::v1::OrderChange {
            version: found.version,
            to: to.into(),
            ..proto::order::v1::OrderChange::default()
        });
    }
    shop.orders.keep(&found);
    shop.tell(LOST, &status_changed(&order)).await;
    shop.tell(DELIVERED, &status_changed(&found)).await;
    billing.has_heard(&shop).await;
    assert_eq!(sum(&billing.known(&found).await), order.total_paise);
    // The shopper refused the parcel. It is credited once, apart from the credit for the loss.
    let back = shop
        .to(
            found,
            OrderStatus::ReturnedToOrigin,
            "shop.order.returned_to_origin.v1",
        )
        .await;
    assert_eq!(sum(&billing.wait_for(&back, 2).await), 0);
    shop.tell(DELIVERED, &status_changed(&back)).await;
    billing.has_heard(&shop).await;
    assert_eq!(billing.known(&back).await.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn invoices_again_when_the_corrected_address_is_in_another_state() {
    let shop = Shop::open().await;
    let billing = shop.billing(InvoiceAt::Payment).await;
    let paid = of(PaymentMethod::PayLater, MoneyChannel::Upi);
    let order = shop.to(paid, OrderStatus::Confirmed, "shop.order.paid.v1").await;
    billing.wait_for(&order, 1).await;
    let within = shop.taxes().await;
    assert!(within.0 > 0 && within.1 == 0, "{within:?}");

    let order = shop.send_to(order, "400001").await;
    let documents = billing.wait_for(&order, 3).await;
    assert_eq!(sum(&documents), order.total_paise);
    assert_eq!(documents[1].corrects, documents[0].number);
    let between = shop.taxes().await;
    assert!(between.0 == 0 && between.1 > 0, "{between:?}");

    // An unknown pincode counts as the seller's state, so the sale is replaced. A pincode of that state
    // changes nothing.
    let order = shop.send_to(order, "999999").await;
    let documents = billing.wait_for(&order, 5).await;
    assert_eq!((sum(&documents), shop.taxes().await), (order.total_paise, within));
    let order = shop.send_to(order, "395007").await;
    shop.ship(crate::shop::order()).await;
    let order = shop.ship(order).await;
    let back = shop
        .to(
            order,
            OrderStatus::ReturnedToOrigin,
            "shop.order.returned_to_origin.v1",
        )
        .await;
    let documents = billing.wait_for(&back, 6).await;
    assert_eq!(sum(&documents), 0);
    assert_eq!(documents[5].corrects, documents[4].number);
}
