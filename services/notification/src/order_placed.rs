//! The door to the event "order placed".

use mail::{Mail, Mailer};
use outbox::{Delivery, Failure};
use prost::Message as _;
use proto::event::v1::OrderPlaced;

use crate::confirmation::{Confirmation, Line};

/// Sends the shopper a confirmation.
pub(crate) async fn confirm(mailer: &Mailer, delivery: Delivery) -> Result<(), Failure> {
    let event = OrderPlaced::decode(delivery.payload)
        .map_err(|error| Failure::Poison(format!("this is no OrderPlaced: {error}")))?;
    let to = event.email.clone();
    let confirmation = read(event).ok_or_else(|| Failure::Poison("this order cannot be".to_owned()))?;
    let mail = Mail {
        to,
        reply_to: None,
        subject: confirmation.subject(),
        text: confirmation.text(),
        html: confirmation.html(),
        about: delivery.event_id.to_string(),
    };
    mailer.send(mail).await.map_err(|error| {
        if error.is_permanent() {
            Failure::Poison(error.to_string())
        } else {
            Failure::Retry(error.into())
        }
    })
}

/// None when it has no lines, or an amount that no order has.
fn read(event: OrderPlaced) -> Option<Confirmation> {
    let lines = event.lines.into_iter().map(|line| {
        let total_paise = line.unit_price_paise.checked_mul(line.quantity.into())?;
        Some(Line {
            product_name: line.product_name,
            weight_in_grams: line.weight_in_grams,
            quantity: line.quantity,
            total_paise,
        })
    });
    let lines: Vec<_> = lines.collect::<Option<_>>()?;
    let is_possible =
        !lines.is_empty() && event.total_paise >= 0 && lines.iter().all(|line| line.total_paise >= 0);
    is_possible.then_some(Confirmation {
        order_number: event.order_number,
        full_name: event.full_name,
        delivery_address: event.delivery_address,
        pincode: event.pincode,
        total_paise: event.total_paise,
        lines,
    })
}

#[cfg(test)]
mod tests {
    use proto::event::v1::OrderPlacedLine;

    use super::*;

    fn order(quantity: i32, unit_price_paise: i64) -> OrderPlaced {
        let line = OrderPlacedLine {
            quantity,
            unit_price_paise,
            ..OrderPlacedLine::default()
        };
        OrderPlaced {
            total_paise: 100,
            lines: vec![line],
            ..OrderPlaced::default()
        }
    }

    #[test]
    fn a_line_costs_its_packs() {
        let confirmation = read(order(3, 24_900)).expect("it is an order");
        assert_eq!(confirmation.lines[0].total_paise, 74_700);
    }

    #[test]
    fn an_order_that_cannot_be_is_not_confirmed() {
        for (what, event) in [
            (
                "no lines",
                OrderPlaced {
                    lines: vec![],
                    ..order(1, 100)
                },
            ),
            (
                "a negative total",
                OrderPlaced {
                    total_paise: -1,
                    ..order(1, 100)
                },
            ),
            ("a negative line", order(1, -100)),
            ("a line beyond counting", order(i32::MAX, i64::MAX)),
        ] {
            assert!(read(event).is_none(), "{what}");
        }
    }
}
