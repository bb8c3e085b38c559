//! An order: the one shape in which it is placed, kept, moved and told.

use serde::{Deserialize, Deserializer, Serialize};
use time::{Date, OffsetDateTime};
use uuid::Uuid;

use crate::order::{
    charge::Charge,
    life::{Actor, Status},
    order_line::OrderLine,
    parcel::Parcel,
    payment_method::PaymentMethod,
    received_payment::{PaymentStatus, ReceivedPayment, iso_date},
    return_terms::ReturnTerms,
    returned_line::ReturnedLine,
    source::Source,
};

/// Why staff must not send goods whose money goes back, or went.
const NOTHING_LEFT: &str =
    "All of the money for this order went back or is on its way back, so nothing is sent for it.";

/// An order. The view `whole_orders` has its fields by the same names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// A UUID, the same for every try of one attempt to place it.
    pub id: Uuid,
    /// The number a shopper reads out on the phone.
    pub order_number: String,
    /// Where it stands: a word of [`Status`], or of a later release.
    pub status: String,
    /// Counts the changes of its state, from 1.
    pub version: i32,
    /// What the shopper said.
    #[serde(flatten)]
    pub details: OrderDetails,
    /// The lines at the catalog's names and prices, in the shopper's order.
    pub lines: Vec<OrderLine>,
    /// What it costs beside the lines.
    pub charges: Vec<Charge>,
    /// The sum of lines and charges, in paise.
    pub total_paise: i64,
    /// When it was placed, to the millisecond.
    #[serde(with = "time::serde::rfc3339")]
    pub placed_at: OffsetDateTime,
    /// Every change of its state, the placing first.
    pub changes: Vec<Change>,
    /// How it travels; none until it is shipped.
    pub parcel: Option<Parcel>,
    /// Whether it is paid: a word of [`PaymentStatus`], or of a later release.
    pub payment_status: String,
    /// The money that came for it; none until it did.
    pub payment: Option<ReceivedPayment>,
    /// What its parcel weighs as it is handed over, in grams; none while nobody has weighed it.
    pub parcel_weight_in_grams: Option<i32>,
    /// Until when it waits for its money; none unless it is to be paid online.
    #[serde(with = "time::serde::rfc3339::option")]
    pub payment_due_at: Option<OffsetDateTime>,
    /// The first day on which the shopper was told that it may come, in India; none where nobody could say.
    #[serde(with = "iso_date::option", default)]
    pub promised_from: Option<Date>,
    /// The last such day.
    #[serde(with = "iso_date::option", default)]
    pub promised_by: Option<Date>,
    /// What went back of the money that had paid it, in paise.
    pub refunded_paise: i64,
    /// What of that money is on its way back, in paise.
    pub refunding_paise: i64,
    /// Whether the shopper's bank took the money back, or wants to.
    #[serde(default)]
    pub is_disputed: bool,
    /// How the packs of its return come back; none until the shop has accepted one.
    #[serde(default)]
    pub return_terms: Option<ReturnTerms>,
    /// The district in which its pincode lies, such as Surat; none of a pincode that India Post does not know.
    #[serde(default)]
    pub district: Option<String>,
    /// The state of India, such as Gujarat; as the district.
    #[serde(default)]
    pub state: Option<String>,
}

impl Order {
    /// When it was delivered first; none while no carrier has said so.
    pub fn delivered_at(&self) -> Option<OffsetDateTime> {
        let mut changes = self.changes.iter();
        let delivered = changes.find(|change| change.to_status == Status::Delivered.as_str());
        delivered.map(|change| change.changed_at)
    }

    /// Whether the shop sends it without its money: nothing has come, and no carrier collects it at the door.
    pub fn is_unpaid(&self) -> bool {
        let is_collected = self.details.payment_method == Some(PaymentMethod::CashOnDelivery);
        let status = PaymentStatus::read(&self.payment_status);
        !is_collected && matches!(status, Some(PaymentStatus::Pending) | None)
    }

    /// Why it must not be confirmed, packed or shipped as its money stands, in words for staff; none when it may. An order that is paid
    /// later, or at the door, waits for no money.
    pub fn why_unpaid(&self) -> Option<&'static str> {
        if self.is_disputed {
            return Some(
                "The shopper's bank disputes the payment of this order. Answer the dispute at the provider first.",
            );
        }
        let is_online = self.details.payment_method == Some(PaymentMethod::Online);
        let going_back = self.refunded_paise + self.refunding_paise;
        let payment = self.payment.as_ref();
        match PaymentStatus::read(&self.payment_status) {
            _ if payment.is_some_and(|payment| going_back >= payment.amount_paise) => Some(NOTHING_LEFT),
            Some(PaymentStatus::Paid | PaymentStatus::PartlyRefunded) => None,
            Some(PaymentStatus::Held) => {
                Some("Another sum came for this order than it costs. Look at its payment first.")
            }
            Some(PaymentStatus::Refunded) => Some(NOTHING_LEFT),
            Some(PaymentStatus::Pending) | None => {
                is_online.then_some("This order is paid online, and its money has not come yet.")
            }
        }
    }
}

/// What is said of an order beside its lines: who orders and by which way, where it goes, and how it is paid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderDetails {
    /// The account that ordered; none for a guest's order.
    pub account_id: Option<Uuid>,
    /// Who receives the parcel: letters and spaces, 3 to 30 characters.
    pub full_name: String,
    /// Where the confirmation goes: a well-formed address; empty when a caller has none.
    pub email: String,
    /// Ten digits.
    pub mobile_number: String,
    /// Where the parcel goes: 10 to 500 characters.
    pub delivery_address: String,
    /// Six digits.
    pub pincode: String,
    /// How the shopper wants to pay; none when they did not say, or named a way of a later release.
    #[serde(deserialize_with = "known_method")]
    pub payment_method: Option<PaymentMethod>,
    /// How it reached the shop.
    pub source: Source,
}

impl OrderDetails {
    /// The values that every order has, in the order in which the hash of a checkout reads them. The account is none of them:
    /// a repeat may come from a shopper whose session has ended since.
    pub(crate) fn required_values(&self) -> [&str; 5] {
        [
            &self.full_name,
            &self.email,
            &self.mobile_number,
            &self.delivery_address,
            &self.pincode,
        ]
    }

    /// The values that an order may lack, for the same hash: none for what is absent, so that a field which is added later
    /// changes no hash that is stored. A field of free text comes as its name and its value, or it could pass for another.
    pub(crate) fn optional_values(&self) -> Vec<&str> {
        let method = self.payment_method.map(PaymentMethod::as_str);
        let source = Some(self.source.as_str()).filter(|_| self.source != Source::Web);
        method.into_iter().chain(source).collect()
    }
}

/// A change of an order: of its state, or of where it goes, which leaves the state as it was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The order's version after it.
    pub version: i32,
    /// The state it has since: a word of [`Status`], or of a later release.
    pub to_status: String,
    /// Who moved it: a word of [`Actor`], or of a later release.
    pub actor: String,
    /// Why; empty when the actor did not say.
    pub reason: String,
    /// When.
    #[serde(with = "time::serde::rfc3339")]
    pub changed_at: OffsetDateTime,
    /// Which packs a return is about; none when it is all of the order.
    pub lines: Vec<ReturnedLine>,
}

impl Change {
    /// The placing, by a shopper or by staff for one.
    pub fn placing(at: OffsetDateTime, actor: Actor) -> Self {
        Self {
            version: 1,
            to_status: Status::Placed.as_str().to_owned(),
            actor: actor.as_str().to_owned(),
            reason: String::new(),
            changed_at: at,
            lines: Vec::new(),
        }
    }
}

fn known_method<'de, D: Deserializer<'de>>(word: D) -> Result<Option<PaymentMethod>, D::Error> {
    let word = Option::<String>::deserialize(word)?;
    Ok(word.as_deref().and_then(PaymentMethod::read))
}
