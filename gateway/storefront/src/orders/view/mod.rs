//! An order, as its shopper sees it.

mod pack_label;
mod pay_to;
mod return_terms;

use proto::order::v1::{self as contract, Order, OrderStatus};
use serde::Serialize;
use utoipa::ToSchema;
use web::{
    answer::money::Rupees,
    order::{
        returned_line::ReturnedLine,
        state::{OrderState, PaymentStatus},
    },
};

use crate::{
    clients::Clients,
    orders::{
        charge::ChargeView,
        payment_method::PaymentMethod,
        view::{pack_label::PackLabel, pay_to::PayTo, return_terms::ReturnTerms},
    },
    payments::documents::DocumentView,
};

/// An order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OrderView {
    /// A UUID.
    #[schema(format = "uuid")]
    order_id: String,
    /// The order number.
    #[schema(example = "VM-261123-7K3QX")]
    order_number: String,
    /// The state of the order.
    status: OrderState,
    /// The order's version; requests to cancel or return must send it.
    #[schema(minimum = 1)]
    version: i32,
    /// When the order was placed, in UTC.
    #[schema(format = DateTime)]
    placed_at: String,
    /// The earliest delivery day that the shopper was told; absent if none was known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = Date)]
    earliest_on: Option<String>,
    /// The latest delivery day.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = Date)]
    latest_on: Option<String>,
    /// The total, in rupees.
    total_amount: Rupees,
    /// The ordered lines.
    lines: Vec<OrderLineView>,
    /// The labels of the packs, by batch; empty in lists, and while the inventory is down.
    labels: Vec<PackLabel>,
    /// Charges beside the lines.
    charges: Vec<ChargeView>,
    /// The payment method.
    payment_method: PaymentMethod,
    /// The payment status.
    payment_status: PaymentStatus,
    /// The payment deadline, in UTC. Unpaid orders are cancelled then. Absent if no payment is awaited.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    payment_due_at: Option<String>,
    /// Where to pay a pay-later order; absent in lists, if nothing is due, and if the shop gives no account.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pay_to: Option<PayTo>,
    /// The documents, oldest first; empty in lists, before the order is packed, and while the billing service
    /// is down.
    documents: Vec<DocumentView>,
    /// The history of the order, oldest first.
    changes: Vec<OrderChangeView>,
    /// The parcel; null before the order is shipped.
    #[schema(required)]
    parcel: Option<ParcelView>,
    /// The terms of the return; present only while the shop waits for returned packs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    return_terms: Option<ReturnTerms>,
    /// The recipient.
    fullname: String,
    /// The mobile number of the order.
    mobilenumber: String,
    /// The delivery address.
    delivery_address: String,
    /// Six digits.
    pincode: String,
    /// True if the name and number are shown in part only and the address is hidden.
    is_masked: bool,
    /// True if the shopper may cancel the order now.
    may_cancel: bool,
    /// True if the order is delivered. A return must be requested within 30 days of delivery.
    may_return: bool,
}

/// A line of an order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OrderLineView {
    /// The product's `_id`.
    #[schema(format = "uuid")]
    product_id: String,
    /// The product's name at the time of the order.
    product_name: String,
    /// Weight of the pack, in grams.
    #[schema(minimum = 1)]
    weight_in_grams: i32,
    /// Number of packs.
    #[schema(minimum = 1)]
    quantity: i32,
    /// Price of one pack, in rupees.
    price: Rupees,
}

/// A change of an order.
#[derive(Debug, Serialize, ToSchema)]
struct OrderChangeView {
    /// The state after the change.
    status: OrderState,
    /// When the change was made, in UTC.
    #[schema(format = DateTime)]
    at: String,
    /// The packs of a return; absent for the whole order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    lines: Vec<ReturnedLine>,
}

/// The parcel of an order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ParcelView {
    /// The carrier's name.
    #[schema(example = "India Post")]
    carrier: String,
    /// The carrier's tracking number; empty if there is none.
    tracking_number: String,
    /// The carrier's tracking page; empty if there is none.
    tracking_url: String,
}

impl OrderView {
    /// The full order, for the shopper of its account.
    pub(crate) fn whole(mut order: Order) -> Self {
        order.changes.dedup_by_key(|change| change.to); // Hides corrections, which keep the state.
        let status = OrderState::from(order.status());
        let payment_due_at = payment_due_at(&order);
        let payment_method = order.payment_method().into();
        let payment_status = order.payment_status().into();
        let lines = order.lines.into_iter().map(|line| OrderLineView {
            product_id: line.product_id,
            product_name: line.product_name,
            weight_in_grams: line.weight_in_grams,
            quantity: line.quantity,
            price: Rupees::from_paise(line.unit_price_paise),
        });
        let happened = order.changes.into_iter().map(|change| OrderChangeView {
            status: change.to().into(),
            at: change.changed_at,
            lines: change.lines.into_iter().map(ReturnedLine::from).collect(),
        });
        let parcel = order.parcel.map(|parcel| ParcelView {
            carrier: parcel.carrier,
            tracking_number: parcel.tracking_number,
            tracking_url: parcel.tracking_url,
        });
        Self {
            order_id: order.order_id,
            order_number: order.order_number,
            status,
            version: order.version,
            placed_at: order.placed_at,
            earliest_on: some(order.promised_from),
            latest_on: some(order.promised_by),
            total_amount: Rupees::from_paise(order.total_paise),
            lines: lines.collect(),
            labels: Vec::new(),
            charges: order.charges.into_iter().map(ChargeView::from).collect(),
            payment_method,
            payment_status,
            payment_due_at,
            pay_to: None,
            documents: Vec::new(),
            changes: happened.collect(),
            parcel,
            return_terms: order
                .return_terms
                .filter(|_| status == OrderState::ReturnAccepted)
                .map(ReturnTerms::from),
            fullname: order.full_name,
            mobilenumber: order.mobile_number,
            delivery_address: order.delivery_address,
            pincode: order.pincode,
            is_masked: false,
            may_cancel: matches!(status, OrderState::Placed | OrderState::Confirmed),
            may_return: status == OrderState::Delivered,
        }
    }

    /// Adds the data of other services: labels, documents, and where to pay.
    pub(crate) async fn completed(self, clients: &Clients, order: &Order) -> Self {
        let (labels, documents, pay_to) = tokio::join!(
            PackLabel::load(clients, order),
            DocumentView::load(clients, &order.order_id),
            PayTo::load(clients, order),
        );
        Self {
            labels,
            pay_to,
            documents,
            ..self
        }
    }

    /// The masked order, for a mobile number or a mail's token, because a person who saw the parcel knows the
    /// number too.
    pub(crate) fn masked(order: Order) -> Self {
        let order = Self::whole(order);
        Self {
            fullname: masked_words(&order.fullname),
            mobilenumber: masked_number(&order.mobilenumber),
            delivery_address: String::new(),
            is_masked: true,
            ..order
        }
    }
}

/// The payment deadline; `None` if no payment is awaited.
fn payment_due_at(order: &Order) -> Option<String> {
    let waits = order.status() == OrderStatus::Placed
        && order.payment_method() == contract::PaymentMethod::Online
        && order.payment_status() == contract::PaymentStatus::Pending;
    Some(order.payment_due_at.clone()).filter(|at| waits && !at.is_empty())
}

/// A text; `None` if it is empty.
pub(crate) fn some(text: String) -> Option<String> {
    Some(text).filter(|text| !text.is_empty())
}

/// Keeps the first letter of each word.
fn masked_words(text: &str) -> String {
    let words = text.split_whitespace().map(|word| {
        let first: String = word.chars().take(1).collect();
        format!("{first}…")
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Keeps the last four digits.
fn masked_number(number: &str) -> String {
    let from = number.chars().count().saturating_sub(4);
    let last: String = number.chars().skip(from).collect();
    format!("…{last}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(status: OrderStatus) -> Order {
        Order {
            full_name: "Asha Patel".to_owned(),
            mobile_number: "9876543210".to_owned(),
            delivery_address: "12 Ring Road, Surat".to_owned(),
            status: status.into(),
            ..Order::default()
        }
    }

    #[test]
    fn a_masked_order_tells_little_of_its_shopper() {
        let view = OrderView::masked(order(OrderStatus::Placed));
        assert_eq!(
            (view.fullname.as_str(), view.mobilenumber.as_str()),
            ("A… P…", "…3210")
        );
        assert!(view.delivery_address.is_empty() && view.is_masked);
    }

    #[test]
    fn an_order_says_until_when_it_waits_for_its_money() {
        let due_at = "2026-11-28T07:07:00Z";
        let online = |status, payment_status: contract::PaymentStatus| {
            let stored = Order {
                payment_method: contract::PaymentMethod::Online.into(),
                payment_status: payment_status.into(),
                payment_due_at: due_at.to_owned(),
                ..order(status)
            };
            OrderView::whole(stored).payment_due_at
        };
        let pending = contract::PaymentStatus::Pending;
        assert_eq!(online(OrderStatus::Placed, pending).as_deref(), Some(due_at));
        assert_eq!(online(OrderStatus::Placed, contract::PaymentStatus::Paid), None);
        assert_eq!(online(OrderStatus::Cancelled, pending), None);
        assert_eq!(OrderView::whole(order(OrderStatus::Placed)).payment_due_at, None);
    }

    #[test]
    fn the_state_decides_if_a_shopper_may_cancel_or_return() {
        let may = |status| {
            let view = OrderView::whole(order(status));
            (view.may_cancel, view.may_return)
        };
        assert_eq!(may(OrderStatus::Placed), (true, false));
        assert_eq!(may(OrderStatus::Confirmed), (true, false));
        assert_eq!(may(OrderStatus::Packed), (false, false));
        assert_eq!(may(OrderStatus::Delivered), (false, true));
        assert_eq!(may(OrderStatus::Cancelled), (false, false));
    }
}
