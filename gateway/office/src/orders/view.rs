//! An order as staff read it.

use proto::order::v1::{self as contract, OrderChange, OrderCharge, OrderLine, ReceivedPayment};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::answer::money::Rupees;

use crate::orders::{
    channel::Channel,
    moved_line::MovedLine,
    next_states::next_states,
    parcel::Parcel,
    return_terms::ReturnTerms,
    source::Source,
    state::{OrderState, PaymentStatus},
};

/// An order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Order {
    /// A UUID.
    #[schema(format = "uuid")]
    order_id: String,
    /// The number a shopper reads out on the phone.
    #[schema(example = "VM-261123-7K3QX")]
    order_number: String,
    /// When it was placed, in UTC.
    #[schema(format = DateTime)]
    placed_at: String,
    /// How it reached the shop.
    source: Source,
    /// Where it stands.
    status: OrderState,
    /// Counts its changes; sent with the next one.
    #[schema(minimum = 1)]
    version: i32,
    /// Who receives it.
    full_name: String,
    /// Where mails about it go; empty when a caller has no address.
    pub(super) email: String,
    /// The mobile number on it.
    pub(super) mobile_number: String,
    /// Where it goes.
    pub(super) delivery_address: String,
    /// Six digits.
    pincode: String,
    /// The district in which the pincode lies; empty of a pincode that India Post does not know.
    #[schema(example = "Surat")]
    district: String,
    /// The state of India; as the district.
    #[schema(example = "Gujarat")]
    state: String,
    /// The first day on which its shopper was told that it may come; absent where nobody could say.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = Date)]
    earliest_on: Option<String>,
    /// The last such day.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = Date)]
    latest_on: Option<String>,
    /// What was ordered.
    lines: Vec<Line>,
    /// What it costs beside its lines.
    charges: Vec<Charge>,
    /// What it costs, in rupees.
    total: Rupees,
    /// How it is paid; absent in orders of shoppers who did not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    payment_method: Option<PaymentMethod>,
    /// Whether it is paid.
    payment_status: PaymentStatus,
    /// The money that came; absent until it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    payment: Option<Payment>,
    /// What went back of the money that had paid it, in rupees; absent while nothing did.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    refunded: Option<Rupees>,
    /// What of that money is on its way back, in rupees; absent while nothing is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    refunding: Option<Rupees>,
    /// How it travels; absent until it is shipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    parcel: Option<Parcel>,
    /// What its parcel weighs as it is handed over, in grams; absent while nobody has weighed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 1, maximum = 50_000, example = 540)]
    parcel_weight_in_grams: Option<i32>,
    /// How the packs of its return come back; absent until the shop has accepted one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    return_terms: Option<ReturnTerms>,
    /// What happened to it, the placing first.
    changes: Vec<Change>,
    /// Whether it belongs to an account, and not to a guest.
    has_account: bool,
    /// Where staff may move it, the usual state first.
    next_states: Vec<OrderState>,
    /// When it ends by itself unless somebody confirms it, or its money comes when it is paid online, in UTC; absent when it does not, and
    /// where more than one order is answered. It may end some minutes later.
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
    /// The product's name when it was ordered.
    product_name: String,
    /// The catalog's name for the pack; empty in orders from before packs had names.
    sku: String,
    /// Weight of the pack, in grams.
    #[schema(minimum = 1)]
    weight_in_grams: i32,
    /// Number of packs.
    #[schema(minimum = 1)]
    quantity: i32,
    /// Price of one pack, in rupees.
    unit_price: Rupees,
    /// Price of all of them, in rupees.
    line_total: Rupees,
}

/// A charge of an order.
#[derive(Debug, Serialize, ToSchema)]
struct Charge {
    /// What it is for.
    kind: ChargeKind,
    /// What it is for, in words.
    label: String,
    /// In rupees.
    amount: Rupees,
}

/// What a charge is for.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ChargeKind {
    /// The way to the shopper.
    Delivery,
    /// Cash that the carrier collects.
    CodFee,
    /// What this version does not know yet.
    Other,
}

/// How an order is paid.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PaymentMethod {
    /// When the shop writes how.
    PayLater,
    /// In cash, to the carrier.
    Cod,
    /// At once, by UPI or card.
    Online,
}

/// Money that came for an order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Payment {
    /// By which way.
    channel: Channel,
    /// What the bank, the app or the carrier calls it; empty for cash.
    reference: String,
    /// How much, in rupees.
    amount: Rupees,
    /// The day it came.
    #[schema(format = Date)]
    received_on: String,
    /// When somebody wrote it down, in UTC.
    #[schema(format = DateTime)]
    recorded_at: String,
}

/// A change of an order: of its state, or of where it goes, which leaves the state as it was.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Change {
    /// The order's version after it.
    #[schema(minimum = 1)]
    version: i32,
    /// The state it has since.
    to: OrderState,
    /// Who moved it.
    actor: Actor,
    /// Why; empty when nobody said.
    reason: String,
    /// When, in UTC.
    #[schema(format = DateTime)]
    changed_at: String,
    /// Which packs a return is about; none when it is all of the order.
    lines: Vec<MovedLine>,
}

/// Who moved an order.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Actor {
    /// Whoever ordered.
    Shopper,
    /// Somebody of the shop.
    Staff,
    /// The shop's programs.
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
            payment: order.payment.and_then(Payment::read),
            refunded: some(order.refunded_paise),
            refunding: some(order.refunding_paise),
            parcel: order.parcel.map(Parcel::from),
            parcel_weight_in_grams: order.parcel_weight_in_grams,
            return_terms: order.return_terms.and_then(ReturnTerms::read),
            changes: order.changes.into_iter().map(Change::from).collect(),
            has_account: !order.account_id.is_empty(),
            next_states: next_states.collect(),
            ends_at: None,
        }
    }
}

/// Money, where there is some.
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
    /// The payment as it was written down; none when it came in a way that this version does not know.
    fn read(payment: ReceivedPayment) -> Option<Self> {
        Some(Self {
            channel: Channel::read(payment.channel())?,
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
            lines: change.lines.into_iter().map(MovedLine::from).collect(),
        }
    }
}
