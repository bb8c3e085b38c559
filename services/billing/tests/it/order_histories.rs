//! Lives of orders, as sequences of events.

use proto::{
    event::v1::{OrderPaid, PaymentCaptured, RefundChanged},
    order::v1::{MoneyChannel, Order, OrderCharge, OrderStatus, PaymentMethod, ReceivedPayment},
};
use uuid::Uuid;

use crate::shop::{Billing, Shop, order, refund, status_changed};

const PAID: &str = "shop.order.paid.v1";
const CAPTURED: &str = "shop.payment.captured.v1";
const REFUND: &str = "shop.payment.refund_changed.v1";
const DAY: &str = "2026-11-26";

/// An event in the history of an order.
#[derive(Clone)]
pub(crate) enum OrderEvent {
    StatusChanged(&'static str, Box<Order>),
    Paid(OrderPaid),
    Captured(PaymentCaptured),
    Refund(RefundChanged),
}

impl Shop {
    pub(crate) async fn tell_of(&self, event: &OrderEvent) {
        match event {
            OrderEvent::StatusChanged(subject, order) => self.tell(subject, &status_changed(order)).await,
            OrderEvent::Paid(event) => self.tell(PAID, event).await,
            OrderEvent::Captured(event) => self.tell(CAPTURED, event).await,
            OrderEvent::Refund(event) => self.tell(REFUND, event).await,
        }
    }
}

pub(crate) fn of(method: PaymentMethod, channel: MoneyChannel) -> Order {
    Order {
        payment_method: method.into(),
        payment: Some(ReceivedPayment {
            channel: channel.into(),
            amount_paise: 53_800,
            ..ReceivedPayment::default()
        }),
        ..order()
    }
}

pub(crate) fn paid(order: &Order, channel: &str) -> OrderEvent {
    OrderEvent::Paid(OrderPaid {
        order_id: order.order_id.clone(),
        order_number: order.order_number.clone(),
        version: order.version,
        channel: channel.to_owned(),
        amount_paise: order.total_paise,
        received_on: DAY.to_owned(),
    })
}

pub(crate) fn captured(order: &Order, is_accepted: bool, amount_paise: i64) -> OrderEvent {
    OrderEvent::Captured(PaymentCaptured {
        payment_id: Uuid::now_v7().to_string(),
        order_id: order.order_id.clone(),
        provider: "razorpay".to_owned(),
        amount_paise,
        fee_paise: 1_270,
        fee_tax_paise: 194,
        is_accepted,
        captured_on: DAY.to_owned(),
    })
}

/// The events of a refund, from request to end.
pub(crate) fn gone_back(
    order: &Order,
    amount_paise: i64,
    is_of_accepted: bool,
    end: &str,
) -> Vec<OrderEvent> {
    let id = Uuid::now_v7();
    let states = ["wanted", "pending", end].into_iter().zip(1..);
    states
        .map(|(state, version)| {
            OrderEvent::Refund(RefundChanged {
                state: state.to_owned(),
                version,
                is_of_accepted,
                ..refund(order, id, amount_paise)
            })
        })
        .collect()
}

/// An order in its final state, with its events.
pub(crate) struct OrderHistory {
    pub(crate) order: Order,
    events: Vec<OrderEvent>,
    documents: usize,
}

pub(crate) fn order_history(
    mut order: Order,
    transitions: &[(OrderStatus, &'static str)],
    mut events: Vec<OrderEvent>,
    documents: usize,
) -> OrderHistory {
    for (to, subject) in transitions {
        order.version += 1;
        order.set_status(*to);
        order.changes.push(proto::order::v1::OrderChange {
            version: order.version,
            to: (*to).into(),
            ..proto::order::v1::OrderChange::default()
        });
        events.push(OrderEvent::StatusChanged(subject, Box::new(order.clone())));
    }
    OrderHistory {
        order,
        events,
        documents,
    }
}

pub(crate) const SHIPPED: (OrderStatus, &str) = (OrderStatus::Shipped, "shop.order.shipped.v1");
pub(crate) const CANCELLED: (OrderStatus, &str) = (OrderStatus::Cancelled, "shop.order.cancelled.v1");
pub(crate) const RETURNED_TO_ORIGIN: (OrderStatus, &str) =
    (OrderStatus::ReturnedToOrigin, "shop.order.returned_to_origin.v1");

/// Every kind of history. All orders have the same number, because no test needs it.
pub(crate) fn order_histories() -> Vec<OrderHistory> {
    let online = || of(PaymentMethod::Online, MoneyChannel::Online);
    let first = online();
    let paid_online = vec![paid(&first, "online"), captured(&first, true, 53_800)];
    let mut at_the_door = of(PaymentMethod::CashOnDelivery, MoneyChannel::CashOnDelivery);
    at_the_door.total_paise += 5_000;
    at_the_door.charges.push(OrderCharge {
        label: "Cash on delivery".to_owned(),
        amount_paise: 5_000,
        kind: proto::order::v1::ChargeKind::CodFee.into(),
    });
    let remitted = vec![paid(&at_the_door, "cash_on_delivery")];
    let refused = Order {
        payment: None,
        ..of(PaymentMethod::CashOnDelivery, MoneyChannel::CashOnDelivery)
    };
    let transfer = of(PaymentMethod::PayLater, MoneyChannel::BankTransfer);
    let transferred = vec![paid(&transfer, "bank_transfer")];
    let cancelled = online();
    let mut cancelled_money = vec![captured(&cancelled, true, 53_800)];
    cancelled_money.extend(gone_back(&cancelled, 53_800, true, "processed"));
    let part = online();
    let mut part_money = vec![captured(&part, true, 53_800)];
    part_money.extend(gone_back(&part, 24_900, true, "processed"));
    let twice = online();
    let mut twice_money = vec![captured(&twice, true, 53_800), captured(&twice, false, 53_800)];
    twice_money.extend(gone_back(&twice, 53_800, false, "processed"));
    vec![
        order_history(first, &[SHIPPED], paid_online, 1),
        order_history(at_the_door, &[SHIPPED], remitted, 1),
        order_history(refused, &[SHIPPED, RETURNED_TO_ORIGIN], Vec::new(), 2),
        order_history(transfer, &[SHIPPED], transferred, 1),
        order_history(cancelled, &[CANCELLED], cancelled_money, 0),
        order_history(part, &[SHIPPED], part_money, 2),
        order_history(twice, &[SHIPPED], twice_money, 1),
    ]
}

pub(crate) async fn replay(shop: &Shop, billing: &Billing, histories: &[OrderHistory], seed: u64) {
    for history in histories {
        shop.orders.keep(&history.order);
    }
    // Every event twice, shuffled with a linear congruential generator (Knuth's MMIX).
    let mut events: Vec<_> = histories
        .iter()
        .flat_map(|history| history.events.clone())
        .collect();
    events.extend(events.clone());
    let mut random = seed;
    for last in (1..events.len()).rev() {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let place = usize::try_from(random >> 33).expect("31 bits are a place") % (last + 1);
        events.swap(last, place);
    }
    for event in &events {
        shop.tell_of(event).await;
    }
    for history in histories {
        if history.documents > 0 {
            billing.wait_for(&history.order, history.documents).await;
        }
    }
}
