//! Credit notes: for refunds if a provider sends them, otherwise for goods, and never for both.

use billing::InvoiceAt;
use proto::{
    billing::v1::DocumentKind,
    event::v1::RefundChanged,
    order::v1::{MoneyChannel, Order, OrderStatus, ReceivedPayment, ReturnedLine},
};
use uuid::Uuid;

use crate::shop::{Shop, order, refund};

const REFUNDS: &str = "shop.payment.refund_changed.v1";

fn paid_online() -> Order {
    Order {
        payment: Some(ReceivedPayment {
            channel: MoneyChannel::Online.into(),
            amount_paise: 53_800,
            ..ReceivedPayment::default()
        }),
        ..order()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn money_that_went_back_is_credited_once_and_its_goods_are_not_again() {
    let shop = Shop::open().await;
    let billing = shop.billing(InvoiceAt::Shipping).await;
    let order = shop.ship(paid_online()).await;
    let invoice = billing.wait_for(&order, 1).await.remove(0);
    let (first, rest) = (Uuid::now_v7(), Uuid::now_v7());
    let pending = RefundChanged {
        state: "pending".to_owned(),
        version: 2,
        ..refund(&order, first, 10_000)
    };
    let of_other_money = RefundChanged {
        is_of_accepted: false,
        ..refund(&order, Uuid::now_v7(), 20_000)
    };
    shop.tell(REFUNDS, &of_other_money).await;
    shop.tell(REFUNDS, &refund(&order, first, 10_000)).await;
    let documents = billing.wait_for(&order, 2).await;
    let note = &documents[1];
    assert_eq!(
        (note.kind(), note.total_paise),
        (DocumentKind::CreditNote, 10_000)
    );
    assert_eq!(note.corrects, invoice.number);
    assert!(note.number.starts_with("CN-"), "{note:?}");

    // A repeated refund event, an older state of the refund, and the return of the goods.
    shop.tell(REFUNDS, &refund(&order, first, 10_000)).await;
    shop.tell(REFUNDS, &pending).await;
    let order = shop
        .to(order, OrderStatus::Returned, "shop.order.returned.v1")
        .await;
    shop.tell(REFUNDS, &refund(&order, rest, 43_800)).await;
    let documents = billing.wait_for(&order, 3).await;
    let totals: Vec<_> = documents.iter().map(|document| document.total_paise).collect();
    assert_eq!(totals, [53_800, 10_000, 43_800]);

    // A document of another order shows that all events were handled.
    let other = shop.ship(crate::shop::order()).await;
    let other = shop
        .to(
            other,
            OrderStatus::ReturnedToOrigin,
            "shop.order.returned_to_origin.v1",
        )
        .await;
    billing.wait_for(&other, 2).await;
    assert_eq!(
        billing
            .documents(&order.order_id)
            .await
            .expect("it answers")
            .len(),
        3
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refund_before_shipping_is_credited_with_the_invoice() {
    let shop = Shop::open().await;
    let billing = shop.billing(InvoiceAt::Shipping).await;
    let order = paid_online();
    shop.orders.keep(&order);
    shop.tell(REFUNDS, &refund(&order, Uuid::now_v7(), 5_000)).await;
    let never_left = shop
        .to(paid_online(), OrderStatus::Cancelled, "shop.order.cancelled.v1")
        .await;
    shop.tell(REFUNDS, &refund(&never_left, Uuid::now_v7(), 53_800))
        .await;
    let order = shop.ship(order).await;
    let documents = billing.wait_for(&order, 2).await;
    let totals: Vec<_> = documents.iter().map(|document| document.total_paise).collect();
    assert_eq!(totals, [53_800, 5_000]);
    assert!(
        billing
            .documents(&never_left.order_id)
            .await
            .expect("it answers")
            .is_empty()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn goods_of_an_order_that_no_provider_pays_back_are_credited_as_they_come_back() {
    let shop = Shop::open().await;
    let billing = shop.billing(InvoiceAt::Shipping).await;
    let mut part = shop.ship(order()).await;
    billing.wait_for(&part, 1).await;
    part = returned(part, 1);
    shop.orders.keep(&part);
    shop.tell("shop.order.returned.v1", &crate::shop::status_changed(&part))
        .await;
    let note = billing.wait_for(&part, 2).await.remove(1);
    assert_eq!(
        (note.kind(), note.total_paise),
        (DocumentKind::CreditNote, 24_900)
    );

    let lost = shop.ship(order()).await;
    let lost = shop.to(lost, OrderStatus::Lost, "shop.order.lost.v1").await;
    let documents = billing.wait_for(&lost, 2).await;
    assert_eq!(
        (documents[1].total_paise, documents[1].corrects.clone()),
        (53_800, documents[0].number.clone())
    );
    let taxes: (i64, i64) = sqlx::query_as(
        "SELECT sum((line -> 'taxes' ->> 'cgst_paise')::bigint)::bigint, sum((line -> 'taxes' ->> 'taxable_paise')::bigint)::bigint
         FROM documents, jsonb_array_elements(facts -> 'lines') AS line WHERE id = $1",
    )
    .bind(Uuid::parse_str(&documents[1].document_id).expect("it is one"))
    .fetch_one(shop.database.pool())
    .await
    .expect("it is kept");
    // 53,800 × 2.5 / 105 = 1,280.95 each.
    assert_eq!(taxes, (1_281, 51_238));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refund_through_the_provider_of_packs_that_returned_to_origin_names_these_packs() {
    let shop = Shop::open().await;
    let billing = shop.billing(InvoiceAt::Shipping).await;
    let order = shop.ship(paid_online()).await;
    billing.wait_for(&order, 1).await;
    let order = returned(order, 1);
    shop.orders.keep(&order);
    shop.tell("shop.order.returned.v1", &crate::shop::status_changed(&order))
        .await;
    let of_packs = RefundChanged {
        reason: "returned".to_owned(),
        ..refund(&order, Uuid::now_v7(), 24_900)
    };
    shop.tell(REFUNDS, &of_packs).await;
    let note = billing.wait_for(&order, 2).await.remove(1);
    let lines: Vec<(i64, String)> = sqlx::query_as(
        "SELECT (line ->> 'quantity')::bigint, line ->> 'product_id'
         FROM documents, jsonb_array_elements(facts -> 'lines') AS line WHERE id = $1",
    )
    .bind(Uuid::parse_str(&note.document_id).expect("it is one"))
    .fetch_all(shop.database.pool())
    .await
    .expect("it is kept");
    assert_eq!(lines, [(1, order.lines[0].product_id.clone())]);
}

/// An order with this many returned packs.
pub(crate) fn returned(mut order: Order, packs: i32) -> Order {
    order.version += 1;
    order.set_status(OrderStatus::Returned);
    let line = &order.lines[0];
    let lines = vec![ReturnedLine {
        product_id: line.product_id.clone(),
        weight_in_grams: line.weight_in_grams,
        quantity: packs,
    }];
    order.changes.push(proto::order::v1::OrderChange {
        version: order.version,
        to: OrderStatus::Returned.into(),
        lines,
        ..proto::order::v1::OrderChange::default()
    });
    order
}
