//! Translation between the contract's messages and this service's types.

pub(crate) mod checkout;
pub(crate) mod payment;

use proto::order::v1::{
    self as contract, ChargeKind, CurrentPrice, CurrentPrices, Order, OrderChange, OrderCharge, OrderLine,
    OrderStatus, PackLeft, PacksLeft, PlaceOrderResponse, TransitionOrderRequest,
};
use runtime::status;
use time::{Date, OffsetDateTime, UtcOffset, format_description::well_known::Rfc3339};
use tonic::Status;
use uuid::Uuid;

use crate::{
    error::Error,
    grpc::messages::{
        checkout::source_to_contract,
        payment::{channel_to_contract, method_to_contract, payment_status_to_contract},
    },
    order::{
        charge::{self, Charge},
        order_line, order_status,
        parcel::Parcel,
        received_payment::ReceivedPayment,
        record,
        return_terms::{Payer, ReturnTerms},
        returned_line::ReturnedLine,
    },
    transitions::{returned_lines::ReturnedLineDetails, transition_request::TransitionRequest},
};

/// Translates an error. Adds the current prices, the packs left or the current order, if the error has them.
pub fn refused(error: Error) -> Status {
    match error {
        Error::Differs { ref prices, .. } => {
            let prices = prices.iter().map(|price| CurrentPrice {
                product_id: price.product_id.to_string(),
                weight_in_grams: price.weight_in_grams,
                price_paise: price.price_paise,
            });
            let prices = CurrentPrices {
                prices: prices.collect(),
            };
            status::with_message(&error.into(), &prices)
        }
        Error::OutOfStock(ref shortages) | Error::NotEnoughPacks(ref shortages) => {
            let packs = shortages.iter().map(|shortage| PackLeft {
                product_id: shortage.product_id.to_string(),
                weight_in_grams: shortage.weight_in_grams,
                left: shortage.left,
            });
            let packs = PacksLeft {
                packs: packs.collect(),
            };
            status::with_message(&error.into(), &packs)
        }
        Error::Changed(ref now) => {
            let order = order(record::Order::clone(now));
            status::with_message(&error.into(), &order)
        }
        error => error.into(),
    }
}

/// Translates a request to change an order's status.
pub fn transition_request(request: TransitionOrderRequest) -> TransitionRequest {
    let (to, actor) = (
        status_from_contract(request.to()),
        actor_from_contract(request.actor()),
    );
    let ownership = request.ownership.unwrap_or_default();
    TransitionRequest {
        order_id: request.order_id,
        to,
        version: request.version,
        actor,
        actor_id: request.actor_id,
        ownership: (
            ownership.account_id,
            ownership.mobile_number,
            ownership.link_token,
        ),
        reason: request.reason,
        parcel: request.parcel.map(|parcel| Parcel {
            carrier: parcel.carrier,
            tracking_number: parcel.tracking_number,
            tracking_url: parcel.tracking_url,
        }),
        parcel_weight_in_grams: request.parcel_weight_in_grams,
        lines: request.lines.into_iter().map(returned_line_details).collect(),
        return_terms: request
            .return_terms
            .map(|terms| (terms.send_to.clone(), payer_from_contract(terms.paid_by())))
            .unwrap_or_default(),
        accepts_unpaid: request.accepts_unpaid,
    }
}

fn payer_from_contract(value: contract::ReturnPayer) -> Option<Payer> {
    match value {
        contract::ReturnPayer::Unspecified => None,
        contract::ReturnPayer::Shopper => Some(Payer::Shopper),
        contract::ReturnPayer::Shop => Some(Payer::Shop),
    }
}

fn return_terms(terms: ReturnTerms) -> contract::ReturnTerms {
    contract::ReturnTerms {
        send_to: terms.send_to,
        paid_by: match terms.paid_by {
            Payer::Shopper => contract::ReturnPayer::Shopper,
            Payer::Shop => contract::ReturnPayer::Shop,
        }
        .into(),
    }
}

fn returned_line_details(line: contract::ReturnedLine) -> ReturnedLineDetails {
    ReturnedLineDetails {
        product_id: line.product_id,
        weight_in_grams: line.weight_in_grams,
        quantity: line.quantity,
    }
}

/// Translates a placed order for the shopper.
pub fn placed(order: record::Order) -> PlaceOrderResponse {
    PlaceOrderResponse {
        order_id: order.id.to_string(),
        order_number: order.order_number,
        total_paise: order.total_paise,
        placed_at: rfc_3339(order.placed_at),
        charges: order.charges.into_iter().map(charge).collect(),
        payment_method: method_to_contract(order.details.payment_method).into(),
        payment_due_at: order.payment_due_at.map_or_else(String::new, rfc_3339),
        promised_from: day(order.promised_from),
        promised_by: day(order.promised_by),
    }
}

/// Translates an order for the contract.
pub fn order(order: record::Order) -> Order {
    let details = order.details;
    Order {
        order_id: order.id.to_string(),
        order_number: order.order_number,
        placed_at: rfc_3339(order.placed_at),
        full_name: details.full_name,
        email: details.email,
        mobile_number: details.mobile_number,
        delivery_address: details.delivery_address,
        pincode: details.pincode,
        total_paise: order.total_paise,
        lines: order.lines.into_iter().map(line_of_order).collect(),
        status: status_to_contract(&order.status).into(),
        version: order.version,
        changes: order.changes.into_iter().map(change).collect(),
        charges: order.charges.into_iter().map(charge).collect(),
        parcel: order.parcel.map(parcel),
        account_id: details
            .account_id
            .map(|id: Uuid| id.to_string())
            .unwrap_or_default(),
        payment_method: method_to_contract(details.payment_method).into(),
        payment_status: payment_status_to_contract(&order.payment_status).into(),
        payment: order.payment.map(received_payment),
        source: source_to_contract(details.source).into(),
        parcel_weight_in_grams: order.parcel_weight_in_grams,
        payment_due_at: order.payment_due_at.map_or_else(String::new, rfc_3339),
        refunded_paise: order.refunded_paise,
        refunding_paise: order.refunding_paise,
        return_terms: order.return_terms.map(return_terms),
        district: order.district.unwrap_or_default(),
        state: order.state.unwrap_or_default(),
        promised_from: day(order.promised_from),
        promised_by: day(order.promised_by),
    }
}

/// Formats a day for the contract. Empty for `None`.
fn day(day: Option<Date>) -> String {
    day.map_or_else(String::new, |day| day.to_string())
}

fn line_of_order(line: order_line::OrderLine) -> OrderLine {
    OrderLine {
        product_id: line.product_id.to_string(),
        product_name: line.product_name,
        weight_in_grams: line.weight_in_grams,
        quantity: line.quantity,
        unit_price_paise: line.unit_price_paise,
        sku: line.sku.unwrap_or_default(),
    }
}

fn parcel(parcel: Parcel) -> contract::Parcel {
    contract::Parcel {
        carrier: parcel.carrier,
        tracking_number: parcel.tracking_number,
        tracking_url: parcel.tracking_url,
    }
}

fn charge(charge: Charge) -> OrderCharge {
    OrderCharge {
        label: charge.label,
        amount_paise: charge.amount_paise,
        kind: match charge.kind {
            charge::ChargeKind::Delivery => ChargeKind::Delivery,
            charge::ChargeKind::CodFee => ChargeKind::CodFee,
        }
        .into(),
    }
}

fn received_payment(payment: ReceivedPayment) -> contract::ReceivedPayment {
    contract::ReceivedPayment {
        channel: channel_to_contract(&payment.channel).into(),
        reference: payment.reference,
        amount_paise: payment.amount_paise,
        received_on: payment.received_on.to_string(),
        recorded_at: rfc_3339(payment.recorded_at),
        staff_id: payment.staff_id.map(|id| id.to_string()).unwrap_or_default(),
    }
}

fn change(change: record::OrderChange) -> OrderChange {
    OrderChange {
        version: change.version,
        to: status_to_contract(&change.to_status).into(),
        actor: actor_to_contract(&change.actor).into(),
        changed_at: rfc_3339(change.changed_at),
        reason: change.reason,
        lines: change.lines.iter().map(returned_line).collect(),
    }
}

fn returned_line(line: &ReturnedLine) -> contract::ReturnedLine {
    contract::ReturnedLine {
        product_id: line.product_id.to_string(),
        weight_in_grams: line.weight_in_grams,
        quantity: line.quantity,
    }
}

/// The statuses of both sides.
const STATUSES: [(order_status::Status, OrderStatus); 11] = [
    (order_status::Status::Placed, OrderStatus::Placed),
    (order_status::Status::Confirmed, OrderStatus::Confirmed),
    (order_status::Status::Packed, OrderStatus::Packed),
    (order_status::Status::Shipped, OrderStatus::Shipped),
    (order_status::Status::Delivered, OrderStatus::Delivered),
    (
        order_status::Status::ReturnRequested,
        OrderStatus::ReturnRequested,
    ),
    (order_status::Status::ReturnAccepted, OrderStatus::ReturnAccepted),
    (order_status::Status::Returned, OrderStatus::Returned),
    (order_status::Status::Cancelled, OrderStatus::Cancelled),
    (
        order_status::Status::ReturnedToOrigin,
        OrderStatus::ReturnedToOrigin,
    ),
    (order_status::Status::Lost, OrderStatus::Lost),
];

const ACTORS: [(order_status::Actor, contract::Actor); 3] = [
    (order_status::Actor::Shopper, contract::Actor::Shopper),
    (order_status::Actor::Staff, contract::Actor::Staff),
    (order_status::Actor::System, contract::Actor::System),
];

/// Translates a status from the contract. `None` if it is unspecified.
pub fn status_from_contract(value: OrderStatus) -> Option<order_status::Status> {
    let pair = STATUSES.iter().find(|(_, other)| *other == value);
    pair.map(|(state, _)| *state)
}

fn actor_from_contract(value: contract::Actor) -> Option<order_status::Actor> {
    let pair = ACTORS.iter().find(|(_, other)| *other == value);
    pair.map(|(actor, _)| *actor)
}

/// Translates a status from its word in the database. Unknown words of later releases become unspecified.
pub fn status_to_contract(word: &str) -> OrderStatus {
    let state = order_status::Status::parse(word);
    let pair = STATUSES.iter().find(|(one, _)| Some(*one) == state);
    pair.map_or(OrderStatus::Unspecified, |(_, value)| *value)
}

fn actor_to_contract(word: &str) -> contract::Actor {
    let actor = order_status::Actor::parse(word);
    let pair = ACTORS.iter().find(|(one, _)| Some(*one) == actor);
    pair.map_or(contract::Actor::Unspecified, |(_, value)| *value)
}

/// Formats a time for the contract.
pub fn rfc_3339(time: OffsetDateTime) -> String {
    let time = time.to_offset(UtcOffset::UTC);
    time.format(&Rfc3339)
        .expect("a time of this century has an RFC 3339 form")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_and_everybody_is_told() {
        for state in order_status::Status::ALL {
            assert_ne!(
                status_to_contract(state.as_str()),
                OrderStatus::Unspecified,
                "{state:?}"
            );
        }
        for actor in order_status::Actor::ALL {
            assert_ne!(
                actor_to_contract(actor.as_str()),
                contract::Actor::Unspecified,
                "{actor:?}"
            );
        }
    }
}
