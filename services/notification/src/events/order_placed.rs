//! Reads the events about orders.

use outbox::Failure;
use prost::Message as _;
use proto::{event::v2, order::v1 as kept};

use crate::{
    content::{
        india,
        order::{Charge, Line, Money, Order, Parcel, Payment, Received, ReturnTerms, link},
    },
    events::owners::Owners,
    site_url::SiteUrl,
};

/// Fetches the order of an event.
pub(crate) async fn fetch(event: &[u8], owners: &Owners, site_url: &SiteUrl) -> Result<Order, Failure> {
    let event = v2::OrderPlaced::decode(event).map_err(|error| no_event(&error))?;
    fetch_by_id(event.order_id, owners, site_url).await
}

/// Fetches the order whose status changed.
pub(crate) async fn fetch_moved(event: &[u8], owners: &Owners, site_url: &SiteUrl) -> Result<Order, Failure> {
    let event = v2::OrderMoved::decode(event)
        .map_err(|error| Failure::Poison(format!("this is no OrderMoved: {error}")))?;
    fetch_by_id(event.order_id, owners, site_url).await
}

/// Fetches the order with this id.
pub(crate) async fn fetch_by_id(
    order_id: String,
    owners: &Owners,
    site_url: &SiteUrl,
) -> Result<Order, Failure> {
    let (order, link_token) = owners.order(order_id).await?;
    with_link(order, &link_token, site_url)
}

fn no_event(error: &prost::DecodeError) -> Failure {
    Failure::Poison(format!("this is no OrderPlaced: {error}"))
}

fn with_link(kept: kept::Order, link_token: &str, site_url: &SiteUrl) -> Result<Order, Failure> {
    let link = link(site_url, &kept.order_number, link_token);
    validated(kept, link)
}

fn validated(kept: kept::Order, link: String) -> Result<Order, Failure> {
    order(kept, link).ok_or_else(|| Failure::Poison("this order cannot be".to_owned()))
}

/// Converts the order. `None` if it has no lines, or an invalid amount or time.
fn order(kept: kept::Order, link: String) -> Option<Order> {
    let payment = match kept.payment_method() {
        kept::PaymentMethod::Unspecified => Payment::Unsettled,
        kept::PaymentMethod::PayLater => Payment::Later,
        kept::PaymentMethod::CashOnDelivery => Payment::CashOnDelivery,
        kept::PaymentMethod::Online => Payment::Online,
    };
    let is_by_staff = kept.source() != kept::OrderSource::Unspecified;
    let promised_by = india::weekday_in_words(&kept.promised_by);
    let is_to_be_paid_later = is_to_be_paid_later(&kept);
    let (payment_due_at, received) = (payment_due_at(&kept), received(&kept));
    let returned_lines = returned_lines(&kept)?;
    let (shoppers_wish, money) = (shoppers_wish(&kept.changes), money(&kept));
    let lines: Vec<_> = kept.lines.into_iter().map(line).collect::<Option<_>>()?;
    let is_possible =
        !lines.is_empty() && kept.total_paise >= 0 && lines.iter().all(|line| line.total_paise >= 0);
    let reason = staff_reason(&kept.changes);
    is_possible.then_some(Order {
        reason,
        order_number: kept.order_number,
        account_id: kept.account_id,
        placed_at: india::in_words(&kept.placed_at)?,
        full_name: kept.full_name,
        email: kept.email,
        mobile_number: kept.mobile_number,
        delivery_address: kept.delivery_address,
        pincode: kept.pincode,
        total_paise: kept.total_paise,
        lines,
        charges: kept.charges.into_iter().map(charge).collect(),
        payment,
        is_by_staff,
        promised_by,
        payment_due_at,
        is_to_be_paid_later,
        received,
        // Set by the caller.
        attached: None,
        pay_to: None,
        link,
        returned_lines,
        return_terms: kept.return_terms.map(|terms| ReturnTerms {
            is_paid_by_shop: terms.paid_by() == kept::ReturnPayer::Shop,
            send_to: terms.send_to,
        }),
        shoppers_wish,
        money,
        parcel: kept.parcel.map(|parcel| Parcel {
            carrier: parcel.carrier,
            tracking_number: parcel.tracking_number,
            tracking_url: parcel.tracking_url,
        }),
    })
}

/// The payment deadline, in words. `None` if the order awaits no online payment.
fn payment_due_at(kept: &kept::Order) -> Option<String> {
    let waits = kept.payment_method() == kept::PaymentMethod::Online
        && kept.status() == kept::OrderStatus::Placed
        && kept.payment_status() == kept::PaymentStatus::Pending;
    waits.then(|| india::in_words(&kept.payment_due_at)).flatten()
}

/// True for an active pay-later order that is not paid. An order without a method is paid later.
fn is_to_be_paid_later(kept: &kept::Order) -> bool {
    use kept::{
        OrderStatus::{Confirmed, Delivered, Packed, Placed, Shipped},
        PaymentMethod::{PayLater, Unspecified},
    };
    matches!(kept.payment_method(), PayLater | Unspecified)
        && kept.payment_status() == kept::PaymentStatus::Pending
        && matches!(kept.status(), Placed | Confirmed | Packed | Shipped | Delivered)
}

/// The payment, if its shopper needs a receipt by mail. Cash on delivery needs none, because the carrier gave
/// a receipt, and remits the cash weeks later.
fn received(kept: &kept::Order) -> Option<Received> {
    use kept::MoneyChannel::{BankTransfer, Online, Upi};
    let payment = kept.payment.as_ref()?;
    let has_receipt = matches!(payment.channel(), Online | Upi | BankTransfer);
    Some(Received {
        amount_paise: payment.amount_paise,
        reference: payment.reference.clone(),
        received_on: india::day_in_words(&payment.received_on)?,
    })
    .filter(|_| has_receipt)
}

/// The reason of the latest status change by staff; empty if they gave none. Corrections keep the status, so
/// they do not count. A shopper's text is never repeated, because the mailbox may be a stranger's.
fn staff_reason(changes: &[kept::OrderChange]) -> String {
    let is_move = |place: usize| place == 0 || changes[place - 1].to() != changes[place].to();
    let places = (0..changes.len()).rev();
    let mut by_staff =
        places.filter(|place| is_move(*place) && changes[*place].actor() == kept::Actor::Staff);
    let last = by_staff.next();
    last.map(|place| changes[place].reason.clone())
        .unwrap_or_default()
}

/// The shopper's reason for the latest cancellation or return request. `None` if staff made it.
fn shoppers_wish(changes: &[kept::OrderChange]) -> Option<String> {
    use kept::OrderStatus::{Cancelled, ReturnRequested};
    let mut changes = changes.iter().rev();
    let wish = changes.find(|change| matches!(change.to(), Cancelled | ReturnRequested))?;
    (wish.actor() == kept::Actor::Shopper).then(|| wish.reason.clone())
}

/// The payment of the order. A delivered COD order counts as paid to the carrier until the cash is remitted.
fn money(kept: &kept::Order) -> Money {
    let is_delivered = || {
        let mut changes = kept.changes.iter();
        changes.any(|change| change.to() == kept::OrderStatus::Delivered)
    };
    match &kept.payment {
        Some(payment) if payment.channel() == kept::MoneyChannel::Online => Money::Online,
        Some(_) => Money::ByHand,
        None if kept.payment_method() == kept::PaymentMethod::CashOnDelivery && is_delivered() => {
            Money::WithCarrier
        }
        None => Money::NotPaid,
    }
}

/// The lines of the latest return with their prices; empty for a return of the whole order. `None` if a line
/// is invalid.
fn returned_lines(kept: &kept::Order) -> Option<Vec<Line>> {
    use kept::OrderStatus::{ReturnAccepted, ReturnRequested, Returned};
    let mut returned = Vec::new();
    let mut changes = kept.changes.iter().rev();
    let last = changes.find(|change| matches!(change.to(), ReturnRequested | ReturnAccepted | Returned));
    for part in last.map_or(&[][..], |change| &change.lines) {
        let ordered = kept.lines.iter().find(|ordered| {
            (&ordered.product_id, ordered.weight_in_grams) == (&part.product_id, part.weight_in_grams)
        });
        let quantity = part.quantity;
        returned.push(line(kept::OrderLine {
            quantity,
            ..ordered?.clone()
        })?);
    }
    Some(returned)
}

fn charge(charge: kept::OrderCharge) -> Charge {
    Charge {
        label: charge.label,
        amount_paise: charge.amount_paise,
    }
}

fn line(line: kept::OrderLine) -> Option<Line> {
    Some(Line {
        total_paise: line.unit_price_paise.checked_mul(line.quantity.into())?,
        product_name: line.product_name,
        weight_in_grams: line.weight_in_grams,
        quantity: line.quantity,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(quantity: i32, unit_price_paise: i64) -> kept::Order {
        let line = kept::OrderLine {
            quantity,
            unit_price_paise,
            ..kept::OrderLine::default()
        };
        kept::Order {
            placed_at: "2026-11-21T07:21:43Z".to_owned(),
            total_paise: 100,
            lines: vec![line],
            ..kept::Order::default()
        }
    }

    #[test]
    fn a_line_costs_its_packs() {
        let order = order(placed(3, 24_900), String::new()).expect("it is an order");
        assert_eq!(order.lines[0].total_paise, 74_700);
    }

    #[test]
    fn an_order_that_cannot_be_is_not_confirmed() {
        for (what, kept) in [
            (
                "no lines",
                kept::Order {
                    lines: vec![],
                    ..placed(1, 100)
                },
            ),
            (
                "a negative total",
                kept::Order {
                    total_paise: -1,
                    ..placed(1, 100)
                },
            ),
            (
                "no time",
                kept::Order {
                    placed_at: String::new(),
                    ..placed(1, 100)
                },
            ),
            ("a negative line", placed(1, -100)),
            ("a line beyond counting", placed(i32::MAX, i64::MAX)),
        ] {
            assert!(order(kept, String::new()).is_none(), "{what}");
        }
    }

    #[test]
    fn the_reason_is_that_of_the_last_move_by_staff() {
        use kept::{
            Actor::{Shopper, Staff},
            OrderStatus::{Cancelled, Confirmed, Placed},
        };
        let change = |to: kept::OrderStatus, actor: kept::Actor, reason: &str| kept::OrderChange {
            to: to.into(),
            actor: actor.into(),
            reason: reason.to_owned(),
            ..kept::OrderChange::default()
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
        let placed = kept::Order {
            email: "asha@example.com".to_owned(),
            ..placed(1, 24_900)
        };
        let corpus = [placed.encode_to_vec(), Vec::new()];
        let corpus: Vec<_> = corpus.iter().map(Vec::as_slice).collect();
        fuzz::feed("events", &corpus, |event| {
            let kept = kept::Order::decode(event).ok();
            if let Some(order) = kept.and_then(|kept| order(kept, String::new())) {
                assert!(!order.lines.is_empty());
            }
            let _ = v2::OrderPlaced::decode(event);
        });
    }
}
