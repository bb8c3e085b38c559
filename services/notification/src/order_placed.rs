//! The door to the event "order placed".

use mail::Address;
use outbox::Failure;
use prost::Message as _;
use proto::event::v1::{OrderPlaced, OrderPlacedLine};

use crate::{
    india,
    order::{Line, Order},
    order_confirmation, order_notice,
    post::Letter,
};

/// Confirms the order to the shopper.
pub(crate) fn confirmation(event: &[u8], shop: &Address) -> Result<Letter, Failure> {
    let order = read(event)?;
    Ok(Letter {
        subject: order_confirmation::subject(&order),
        body: order_confirmation::body(&order),
        to: order.email,
        reply_to: Some(shop.clone()),
    })
}

/// Tells the shop; its answer goes to the shopper.
pub(crate) fn notice(event: &[u8], shop: &Address) -> Result<Letter, Failure> {
    let order = read(event)?;
    Ok(Letter {
        to: shop.to_string(),
        subject: order_notice::subject(&order),
        body: order_notice::body(&order),
        reply_to: order.email.parse().ok(),
    })
}

fn read(event: &[u8]) -> Result<Order, Failure> {
    let event = OrderPlaced::decode(event)
        .map_err(|error| Failure::Poison(format!("this is no OrderPlaced: {error}")))?;
    order(event).ok_or_else(|| Failure::Poison("this order cannot be".to_owned()))
}

/// None when it has no lines, or an amount or a time that no order has.
fn order(event: OrderPlaced) -> Option<Order> {
    let lines: Vec<_> = event.lines.into_iter().map(line).collect::<Option<_>>()?;
    let is_possible =
        !lines.is_empty() && event.total_paise >= 0 && lines.iter().all(|line| line.total_paise >= 0);
    is_possible.then_some(Order {
        order_number: event.order_number,
        placed_at: india::words(&event.placed_at)?,
        full_name: event.full_name,
        email: event.email,
        mobile_number: event.mobile_number,
        delivery_address: event.delivery_address,
        pincode: event.pincode,
        total_paise: event.total_paise,
        lines,
    })
}

fn line(line: OrderPlacedLine) -> Option<Line> {
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

    fn placed(quantity: i32, unit_price_paise: i64) -> OrderPlaced {
        let line = OrderPlacedLine {
            quantity,
            unit_price_paise,
            ..OrderPlacedLine::default()
        };
        OrderPlaced {
            placed_at: "2026-11-21T07:21:43Z".to_owned(),
            total_paise: 100,
            lines: vec![line],
            ..OrderPlaced::default()
        }
    }

    #[test]
    fn a_line_costs_its_packs() {
        let order = order(placed(3, 24_900)).expect("it is an order");
        assert_eq!(order.lines[0].total_paise, 74_700);
    }

    #[test]
    fn an_order_that_cannot_be_is_not_confirmed() {
        for (what, event) in [
            (
                "no lines",
                OrderPlaced {
                    lines: vec![],
                    ..placed(1, 100)
                },
            ),
            (
                "a negative total",
                OrderPlaced {
                    total_paise: -1,
                    ..placed(1, 100)
                },
            ),
            (
                "no time",
                OrderPlaced {
                    placed_at: String::new(),
                    ..placed(1, 100)
                },
            ),
            ("a negative line", placed(1, -100)),
            ("a line beyond counting", placed(i32::MAX, i64::MAX)),
        ] {
            assert!(order(event).is_none(), "{what}");
        }
    }
}
