//! The door to the event "order placed".

use mail::{Mail, Mailer};
use outbox::{Delivery, Failure};
use prost::Message as _;
use proto::event::v1::OrderPlaced;

use crate::confirmation::{Confirmation, Line};

/// Sends the shopper a confirmation.
pub(crate) async fn confirm(mailer: Mailer, delivery: Delivery) -> Result<(), Failure> {
    let event = OrderPlaced::decode(delivery.payload)
        .map_err(|error| Failure::Poison(format!("this is no OrderPlaced: {error}")))?;
    let to = event.email.clone();
    let confirmation = read(event);
    let mail = Mail {
        to,
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

fn read(event: OrderPlaced) -> Confirmation {
    let lines = event.lines.into_iter().map(|line| Line {
        product_name: line.product_name,
        weight_in_grams: line.weight_in_grams,
        quantity: line.quantity,
        total_paise: line.unit_price_paise * i64::from(line.quantity),
    });
    Confirmation {
        order_number: event.order_number,
        full_name: event.full_name,
        delivery_address: event.delivery_address,
        pincode: event.pincode,
        total_paise: event.total_paise,
        lines: lines.collect(),
    }
}
