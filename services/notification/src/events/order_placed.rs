//! Reads the events about orders.

use outbox::Failure;
use prost::Message as _;
use proto::{
    event::v1,
    order::v1::{self as contract, GetOrderRequest},
};

use crate::{
    content::{
        india,
        order::{
            Charge, Order, OrderLine, Parcel, PaymentMethod, PaymentReceipt, RefundRoute, ReturnTerms, link,
        },
    },
    events::peer_services::{PeerServices, failure},
    site_url::SiteUrl,
};

/// Fetches the order of an event.
pub(crate) async fn fetch(event: &[u8], peers: &PeerServices, site_url: &SiteUrl) -> Result<Order, Failure> {
    let event = v1::OrderPlaced::decode(event).map_err(|error| no_event(&error))?;
    fetch_by_id(event.order_id, peers, site_url).await
}

/// Fetches the order whose status changed.
pub(crate) async fn fetch_by_status_change(
    event: &[u8],
    peers: &PeerServices,
    site_url: &SiteUrl,
) -> Result<Order, Failure> {
    let event = v1::OrderStatusChanged::decode(event)
        .map_err(|error| Failure::Poison(format!("this is no OrderStatusChanged: {error}")))?;
    fetch_by_id(event.order_id, peers, site_url).await
}

/// Fetches the order with this id.
pub(crate) async fn fetch_by_id(
    order_id: String,
    peers: &PeerServices,
    site_url: &SiteUrl,
) -> Result<Order, Failure> {
    let request = GetOrderRequest {
        order_id,
        ..GetOrderRequest::default()
    };
    let answer = peers.orders.call(request).await;
    let answer = answer.map_err(|status| failure(&status))?;
    let order = answer
        .order
        .ok_or_else(|| Failure::Poison("the order service answered without the order".to_owned()))?;
    with_link(order, &answer.link_token, site_url)
}

fn no_event(error: &prost::DecodeError) -> Failure {
    Failure::Poison(format!("this is no OrderPlaced: {error}"))
}

fn with_link(stored: contract::Order, link_token: &str, site_url: &SiteUrl) -> Result<Order, Failure> {
    let link = link(site_url, &stored.order_number, link_token);
    validated(stored, link)
}

fn validated(stored: contract::Order, link: String) -> Result<Order, Failure> {
    order(stored, link).ok_or_else(|| Failure::Poison("this order cannot be".to_owned()))
}

/// Converts the order. `None` if it has no lines, or an invalid amount or time.
fn order(stored: contract::Order, link: String) -> Option<Order> {
    let payment = match stored.payment_method() {
        contract::PaymentMethod::Unspecified => PaymentMethod::Unspecified,
        contract::PaymentMethod::PayLater => PaymentMethod::Later,
        contract::PaymentMethod::CashOnDelivery => PaymentMethod::CashOnDelivery,
        contract::PaymentMethod::Online => PaymentMethod::Online,
    };
    let is_by_staff = stored.source() != contract::OrderSource::Unspecified;
    let promised_by = india::weekday_in_words(&stored.promised_by);
    let is_to_be_paid_later = is_to_be_paid_later(&stored);
    let (payment_due_at, receipt) = (payment_due_at(&stored), receipt(&stored));
    let returned_lines = returned_lines(&stored)?;
    let (shopper_request, refund_route) = (shopper_request(&stored.changes), refund_route(&stored));
    let lines: Vec<_> = stored.lines.into_iter().map(line).collect::<Option<_>>()?;
    let is_possible =
        !lines.is_empty() && stored.total_paise >= 0 && lines.iter().all(|line| line.total_paise >= 0);
    let reason = staff_reason(&stored.changes);
    is_possible.then_some(Order {
        reason,
        order_number: stored.order_number,
        account_id: stored.account_id,
        placed_at: india::in_words(&stored.placed_at)?,
        full_name: stored.full_name,
        email: stored.email,
        mobile_number: stored.mobile_number,
        delivery_address: stored.delivery_address,
        pincode: stored.pincode,
        total_paise: stored.total_paise,
        lines,
        charges: stored.charges.into_iter().map(charge).collect(),
        payment,
        is_by_staff,
        promised_by,
        payment_due_at,
        is_to_be_paid_later,
        receipt,
        // Set by the caller.
        attached: None,
        pay_to: None,
        link,
        returned_lines,
        return_terms: stored.return_terms.map(|terms| ReturnTerms {
            is_paid_by_shop: terms.paid_by() == contract::ReturnPayer::Shop,
            send_to: terms.send_to,
        }),
        shopper_request,
        refund_route,
        parcel: stored.parcel.map(|parcel| Parcel {
            carrier: parcel.carrier,
            tracking_number: parcel.tracking_number,
            tracking_url: parcel.tracking_url,
        }),
    })
}

/// The payment deadline, in words. `None` if the order awaits no online payment.
fn payment_due_at(stored: &contract::Order) -> Option<String> {
    let waits = stored.payment_method() == contract::PaymentMethod::Online
        && stored.status() == contract::OrderStatus::Placed
        && stored.payment_status() == contract::PaymentStatus::Pending;
    waits.then(|| india::in_words(&stored.payment_due_at)).flatten()
}

/// True for an active pay-later order that is not paid. An order without a method is paid later.
fn is_to_be_paid_later(stored: &contract::Order) -> bool {
    use contract::{
        OrderStatus::{Confirmed, Delivered, Packed, Placed, Shipped},
        PaymentMethod::{PayLater, Unspecified},
    };
    matches!(stored.payment_method(), PayLater | Unspecified)
        && stored.payment_status() == contract::PaymentStatus::Pending
        && matches!(stored.status(), Placed | Confirmed | Packed | Shipped | Delivered)
}

/// The payment, if its shopper needs a receipt by mail. Cash on delivery needs none, because the carrier gave
/// a receipt, and remits the cash weeks later.
fn receipt(stored: &contract::Order) -> Option<PaymentReceipt> {
    use contract::MoneyChannel::{BankTransfer, Online, Upi};
    let payment = stored.payment.as_ref()?;
    let has_receipt = matches!(payment.channel(), Online | Upi | BankTransfer);
    Some(PaymentReceipt {
        amount_paise: payment.amount_paise,
        reference: payment.reference.clone(),
        received_on: india::day_in_words(&payment.received_on)?,
    })
    .filter(|_| has_receipt)
}

/// The reason of the latest status change by staff; empty if they gave none. Corrections keep the status, so
/// they do not count. A shopper's text is never repeated, because the mailbox may be a stranger's.
fn staff_reason(changes: &[contract::OrderChange]) -> String {
    let is_transition = |place: usize| place == 0 || changes[place - 1].to() != changes[place].to();
    let places = (0..changes.len()).rev();
    let mut by_staff =
        places.filter(|place| is_transition(*place) && changes[*place].actor() == contract::Actor::Staff);
    let last = by_staff.next();
    last.map(|place| changes[place].reason.clone())
        .unwrap_or_default()
}

/// The shopper's reason for the latest cancellation or return request. `None` if staff made it.
fn shopper_request(changes: &[contract::OrderChange]) -> Option<String> {
    use contract::OrderStatus::{Cancelled, ReturnRequested};
    let mut changes = changes.iter().rev();
    let wish = changes.find(|change| matches!(change.to(), Cancelled | ReturnRequested))?;
    (wish.actor() == contract::Actor::Shopper).then(|| wish.reason.clone())
}

/// The payment of the order. A delivered COD order counts as paid to the carrier until the cash is remitted.
fn refund_route(stored: &contract::Order) -> RefundRoute {
    let is_delivered = || {
        let mut changes = stored.changes.iter();
        changes.any(|change| change.to() == contract::OrderStatus::Delivered)
    };
    match &stored.payment {
        Some(payment) if payment.channel() == contract::MoneyChannel::Online => RefundRoute::Online,
        Some(_) => RefundRoute::Manual,
        None if stored.payment_method() == contract::PaymentMethod::CashOnDelivery && is_delivered() => {
            RefundRoute::WithCarrier
        }
        None => RefundRoute::NotPaid,
    }
}

/// The lines of the latest return with their prices; empty for a return of the whole order. `None` if a line
/// is invalid.
fn returned_lines(stored: &contract::Order) -> Option<Vec<OrderLine>> {
    use contract::OrderStatus::{ReturnAccepted, ReturnRequested, Returned};
    let mut returned = Vec::new();
    let mut changes = stored.changes.iter().rev();
    let last = changes.find(|change| matches!(change.to(), ReturnRequested | ReturnAccepted | Returned));
    for part in last.map_or(&[][..], |change| &change.lines) {
        let ordered = stored.lines.iter().find(|ordered| {
            (&ordered.product_id, ordered.weight_in_grams) == (&part.product_id, part.weight_in_grams)
        });
        let quantity = part.quantity;
        returned.push(line(contract::OrderLine {
            quantity,
            ..ordered?.clone()
        })?);
    }
    Some(returned)
}

fn charge(charge: contract::OrderCharge) -> Charge {
    Charge {
        label: charge.label,
        amount_paise: charge.amount_paise,
    }
}

fn line(line: contract::OrderLine) -> Option<OrderLine> {
    Some(OrderLine {
        total_paise: line.unit_price_paise.checked_mul(line.quantity.into())?,
        product_name: line.product_name,
        weight_in_grams: line.weight_in_grams,
        quantity: line.quantity,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(quantity: i32, unit_price_paise: i64) -> contract::Order {
        let line = contract::OrderLine {
            quantity,
            unit_price_paise,
            ..contract::OrderLine::default()
        };
        contract::Order {
            placed_at: "2026-11-21T07:21:43Z".to_owned(),
            total_paise: 100,
            lines: vec![line],
            ..contract::Order::default()
        }
    }

    #[test]
    fn a_line_costs_its_packs() {
        let order = order(placed(3, 24_900), String::new()).expect("it is an order");
        assert_eq!(order.lines[0].total_paise, 74_700);
    }

    #[test]
    fn an_order_that_cannot_be_is_not_confirmed() {
        for (what, stored) in [
            (
                "no lines",
                contract::Order {
                    lines: vec![],
                    ..placed(1, 100)
                },
            ),
            (
                "a negative total",
                contract::Order {
                    total_paise: -1,
                    ..placed(1, 100)
                },
            ),
            (
                "no time",
                contract::Order {
                    placed_at: String::new(),
                    ..placed(1, 100)
                },
            ),
            ("a negative line", placed(1, -100)),
            ("a line beyond counting", placed(i32::MAX, i64::MAX)),
        ] {
            assert!(order(stored, String::new()).is_none(), "{what}");
        }
    }

    #[test]
    fn the_reason_is_that_of_the_last_transition_by_staff() {
        use contract::{
            Actor::{Shopper, Staff},
            OrderStatus::{Cancelled, Confirmed, Placed},
        };
        let change =
            |to: contract::OrderStatus, actor: contract::Actor, reason: &str| contract::OrderChange {
                to: to.into(),
                actor: actor.into(),
                reason: reason.to_owned(),
                ..contract::OrderChange::default()
            };
        let corrected = [
            change(Placed, Shopper, ""),
            change(Placed, Staff, "The address was corrected"),
            change(Cancelled, Shopper, "typed"),
        ];
        assert_eq!(staff_reason(&corrected), "");
        let confirmed = [
            change(Placed, Staff, ""),
            change(Confirmed, Staff, "On its way soon"),
            change(Confirmed, Staff, "The address was corrected"),
        ];
        assert_eq!(staff_reason(&confirmed), "On its way soon");
    }

    #[test]
    fn fuzz_of_events() {
        let placed = contract::Order {
            email: "asha@example.com".to_owned(),
            ..placed(1, 24_900)
        };
        let corpus = [placed.encode_to_vec(), Vec::new()];
        let corpus: Vec<_> = corpus.iter().map(Vec::as_slice).collect();
        fuzz::feed("events", &corpus, |event| {
            let stored = contract::Order::decode(event).ok();
            if let Some(order) = stored.and_then(|stored| order(stored, String::new())) {
                assert!(!order.lines.is_empty());
            }
            let _ = v1::OrderPlaced::decode(event);
        });
    }
}
