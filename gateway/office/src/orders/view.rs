//! An order, as staff see it.

use proto::order::v1::{self as contract, OrderChange, OrderCharge, OrderLine, ReceivedPayment};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::{
    answer::money::Rupees,
    order::{
        returned_line::ReturnedLine,
        state::{OrderState, PaymentStatus},
    },
};

use crate::orders::{
    channel::Channel, next_states::next_states, parcel::Parcel, return_terms::ReturnTerms, source::Source,
};

/// An order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Order {
    /// A UUID.
    #[schema(format = "uuid")]
    order_id: String,
    /// The order number.
    #[schema(example = "VM-261123-7K3QX")]
    order_number: String,
    /// When the order was placed, in UTC.
    #[schema(format = DateTime)]
    placed_at: String,
    /// The source of the order.
    source: Source,
    /// The state of the order.
    status: OrderState,
    /// The order's version; the next change must send it.
    #[schema(minimum = 1)]
    version: i32,
    /// The recipient.
    full_name: String,
    /// The email address for mails; empty if the shopper has none.
    pub(super) email: String,
    /// The mobile number of the order.
    pub(super) mobile_number: String,
    /// The delivery address.
    pub(super) delivery_address: String,
    /// Six digits.
    pincode: String,
    /// The district of the pincode; empty if India Post does not list the pincode.
    #[schema(example = "Surat")]
    district: String,
    /// The state of India; empty in the same case.
    #[schema(example = "Gujarat")]
    state: String,
    /// The earliest delivery day that the shopper was told; absent if none was known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = Date)]
    earliest_on: Option<String>,
    /// The latest delivery day.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = Date)]
    latest_on: Option<String>,
    /// The ordered lines.
    lines: Vec<Line>,
    /// Charges beside the lines.
    charges: Vec<Charge>,
    /// The order's total, in rupees.
    total: Rupees,
    /// The payment method; absent if the shopper chose none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    payment_method: Option<PaymentMethod>,
    /// The payment status.
    payment_status: PaymentStatus,
    /// The payment; absent before it came.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    payment: Option<Payment>,
    /// The refunded part of the payment, in rupees; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    refunded: Option<Rupees>,
    /// The part of the payment with a refund on its way, in rupees; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    refunding: Option<Rupees>,
    /// The parcel; absent before the order is shipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    parcel: Option<Parcel>,
    /// The weight of the parcel at handover, in grams; absent if it is not recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 1, maximum = 50_000, example = 540)]
    parcel_weight_in_grams: Option<i32>,
    /// The terms of the return; absent before the shop accepts one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    return_terms: Option<ReturnTerms>,
    /// The history of the order, oldest first.
    changes: Vec<Change>,
    /// True for an order of an account, false for a guest order.
    has_account: bool,
    /// The next states that staff can choose, the usual one first.
    next_states: Vec<OrderState>,
    /// When the order is cancelled automatically unless staff confirm it, or the money of an online payment
    /// comes, in UTC. Absent if it is not, and in lists. The cancellation may come some minutes later.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    pub(super) ends_at: Option<String>,
}

/// A line of an order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Line {
    /// The product's id.
    #[schema(format = "uuid")]
    product_id: String,
    /// The product's name at the time of the order.
    product_name: String,
    /// The catalog's SKU of the pack; empty in older orders.
    sku: String,
    /// Weight of the pack, in grams.
    #[schema(minimum = 1)]
    weight_in_grams: i32,
    /// Number of packs.
    #[schema(minimum = 1)]
    quantity: i32,
    /// Price of one pack, in rupees.
    unit_price: Rupees,
    /// Price of all packs of the line, in rupees.
    line_total: Rupees,
}

/// A charge of an order.
#[derive(Debug, Serialize, ToSchema)]
struct Charge {
    /// The kind of charge.
    kind: ChargeKind,
    /// The name of the charge.
    label: String,
    /// In rupees.
    amount: Rupees,
}

/// The kind of a charge.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ChargeKind {
    /// Delivery.
    Delivery,
    /// Cash on delivery.
    CodFee,
    /// A kind that this version does not know.
    Other,
}

/// A payment method.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PaymentMethod {
    /// The shopper pays after the shop has sent payment instructions.
    PayLater,
    /// Cash on delivery.
    Cod,
    /// At once, by UPI or card.
    Online,
}

/// A payment for an order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Payment {
    /// The channel.
    channel: Channel,
    /// The reference of the bank, the app or the carrier; empty for cash.
    reference: String,
    /// The amount, in rupees.
    amount: Rupees,
    /// The day the money came.
    #[schema(format = Date)]
    received_on: String,
    /// When the payment was recorded, in UTC.
    #[schema(format = DateTime)]
    recorded_at: String,
}

/// A change of an order: of its state, or a correction that keeps the state.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Change {
    /// The order's version after the change.
    #[schema(minimum = 1)]
    version: i32,
    /// The state after the change.
    to: OrderState,
    /// The author of the change.
    actor: Actor,
    /// The reason; empty if there is none.
    reason: String,
    /// When the change was made, in UTC.
    #[schema(format = DateTime)]
    changed_at: String,
    /// The packs of a return; empty for the whole order.
    lines: Vec<ReturnedLine>,
}

/// The author of a change.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Actor {
    /// The shopper.
    Shopper,
    /// A staff member.
    Staff,
    /// A program of the shop.
    System,
}

impl From<contract::Order> for Order {
    fn from(order: contract::Order) -> Self {
        let (status, source) = (order.status(), order.source().into());
        let payment_method = match order.payment_method() {
            contract::PaymentMethod::Unspecified => None,
            contract::PaymentMethod::PayLater => Some(PaymentMethod::PayLater),
            contract::PaymentMethod::CashOnDelivery => Some(PaymentMethod::Cod),
            contract::PaymentMethod::Online => Some(PaymentMethod::Online),
        };
        let payment_status = order.payment_status().into();
        let next_states = next_states(status).iter().copied().map(OrderState::from);
        Self {
            order_id: order.order_id,
            order_number: order.order_number,
            placed_at: order.placed_at,
            source,
            status: status.into(),
            version: order.version,
            full_name: order.full_name,
            email: order.email,
            mobile_number: order.mobile_number,
            delivery_address: order.delivery_address,
            pincode: order.pincode,
            district: order.district,
            state: order.state,
            earliest_on: Some(order.promised_from).filter(|day| !day.is_empty()),
            latest_on: Some(order.promised_by).filter(|day| !day.is_empty()),
            lines: order.lines.into_iter().map(Line::from).collect(),
            charges: order.charges.into_iter().map(Charge::from).collect(),
            total: Rupees::from_paise(order.total_paise),
            payment_method,
            payment_status,
            payment: order.payment.and_then(Payment::from_contract),
            refunded: some(order.refunded_paise),
            refunding: some(order.refunding_paise),
            parcel: order.parcel.map(Parcel::from),
            parcel_weight_in_grams: order.parcel_weight_in_grams,
            return_terms: order.return_terms.and_then(ReturnTerms::from_contract),
            changes: order.changes.into_iter().map(Change::from).collect(),
            has_account: !order.account_id.is_empty(),
            next_states: next_states.collect(),
            ends_at: None,
        }
    }
}

/// An amount; `None` for 0 paise.
fn some(paise: i64) -> Option<Rupees> {
    (paise > 0).then(|| Rupees::from_paise(paise))
}

impl From<OrderLine> for Line {
    fn from(line: OrderLine) -> Self {
        Self {
            product_id: line.product_id,
            product_name: line.product_name,
            sku: line.sku,
            weight_in_grams: line.weight_in_grams,
            quantity: line.quantity,
            unit_price: Rupees::from_paise(line.unit_price_paise),
            line_total: Rupees::from_paise(line.unit_price_paise * i64::from(line.quantity)),
        }
    }
}

impl From<OrderCharge> for Charge {
    fn from(charge: OrderCharge) -> Self {
        let kind = match charge.kind() {
            contract::ChargeKind::Delivery => ChargeKind::Delivery,
            contract::ChargeKind::CodFee => ChargeKind::CodFee,
            contract::ChargeKind::Unspecified => ChargeKind::Other,
        };
        Self {
            kind,
            label: charge.label,
            amount: Rupees::from_paise(charge.amount_paise),
        }
    }
}

impl Payment {
    /// Converts the recorded payment; `None` if this version does not know its channel.
    fn from_contract(payment: ReceivedPayment) -> Option<Self> {
        Some(Self {
            channel: Channel::from_contract(payment.channel())?,
            reference: payment.reference,
            amount: Rupees::from_paise(payment.amount_paise),
            received_on: payment.received_on,
            recorded_at: payment.recorded_at,
        })
    }
}

impl From<OrderChange> for Change {
    fn from(change: OrderChange) -> Self {
        let actor = match change.actor() {
            contract::Actor::Shopper => Actor::Shopper,
            contract::Actor::Staff => Actor::Staff,
            contract::Actor::System | contract::Actor::Unspecified => Actor::System,
        };
        Self {
            version: change.version,
            to: change.to().into(),
            actor,
            reason: change.reason,
            changed_at: change.changed_at,
            lines: change.lines.into_iter().map(ReturnedLine::from).collect(),
        }
    }
}
