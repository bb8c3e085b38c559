//! The order, with one type for placement, storage, changes and responses.

use serde::{Deserialize, Deserializer, Serialize};
use time::{Date, OffsetDateTime};
use uuid::Uuid;

use crate::order::{
    charge::Charge,
    order_line::OrderLine,
    order_status::{Actor, Status},
    parcel::Parcel,
    payment_method::PaymentMethod,
    received_payment::{PaymentStatus, ReceivedPayment, iso_date},
    return_terms::ReturnTerms,
    returned_line::ReturnedLine,
    source::Source,
};

/// The reason for staff not to ship an order that is refunded in full.
const NOTHING_LEFT: &str = "This order is fully refunded, so it cannot be sent.";

/// An order. The view `whole_orders` has the same field names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// A UUID, the same for every retry of one checkout attempt.
    pub id: Uuid,
    /// The order number that a shopper reads out on the phone.
    pub order_number: String,
    /// The status: a word of [`Status`], or of a later release.
    pub status: String,
    /// The version, which counts the changes from 1.
    pub version: i32,
    /// The shopper's details.
    #[serde(flatten)]
    pub details: OrderDetails,
    /// The lines at the catalog's names and prices, in the shopper's order.
    pub lines: Vec<OrderLine>,
    /// The charges beside the lines.
    pub charges: Vec<Charge>,
    /// The sum of lines and charges, in paise.
    pub total_paise: i64,
    /// The time it was placed, in whole milliseconds.
    #[serde(with = "time::serde::rfc3339")]
    pub placed_at: OffsetDateTime,
    /// The changes, beginning with the placement.
    pub changes: Vec<OrderChange>,
    /// The parcel. `None` until it is shipped.
    pub parcel: Option<Parcel>,
    /// The payment status: a word of [`PaymentStatus`], or of a later release.
    pub payment_status: String,
    /// The received payment. `None` until it arrives.
    pub payment: Option<ReceivedPayment>,
    /// The weight of the parcel at handover, in grams. `None` until it is weighed.
    pub parcel_weight_in_grams: Option<i32>,
    /// The end of the payment window. `None` unless it is paid online.
    #[serde(with = "time::serde::rfc3339::option")]
    pub payment_due_at: Option<OffsetDateTime>,
    /// The earliest delivery date promised to the shopper, in India. `None` when none was promised.
    #[serde(with = "iso_date::option", default)]
    pub promised_from: Option<Date>,
    /// The latest delivery date promised.
    #[serde(with = "iso_date::option", default)]
    pub promised_by: Option<Date>,
    /// The refunded part of the money that paid it, in paise.
    pub refunded_paise: i64,
    /// The part of that money with a refund in progress, in paise.
    pub refunding_paise: i64,
    /// True if the shopper's bank disputes the payment, or took it back.
    #[serde(default)]
    pub is_disputed: bool,
    /// The return terms. `None` until the shop accepts a return.
    #[serde(default)]
    pub return_terms: Option<ReturnTerms>,
    /// The district of the pincode, such as Surat. `None` when India Post does not list the pincode.
    #[serde(default)]
    pub district: Option<String>,
    /// The state of the pincode, such as Gujarat. `None` like the district.
    #[serde(default)]
    pub state: Option<String>,
}

impl Order {
    /// Creates an order at its placement, without lines and charges.
    pub fn placed(id: Uuid, order_number: String, details: OrderDetails, placed_at: OffsetDateTime) -> Self {
        Self {
            id,
            order_number,
            status: Status::Placed.as_str().to_owned(),
            version: 1,
            details,
            lines: Vec::new(),
            charges: Vec::new(),
            total_paise: 0,
            placed_at,
            changes: Vec::new(),
            parcel: None,
            payment_status: PaymentStatus::Pending.as_str().to_owned(),
            payment: None,
            parcel_weight_in_grams: None,
            payment_due_at: None,
            promised_from: None,
            promised_by: None,
            refunded_paise: 0,
            refunding_paise: 0,
            is_disputed: false,
            return_terms: None,
            district: None,
            state: None,
        }
    }

    /// An order for tests, of no one.
    #[cfg(test)]
    pub(crate) fn example(payment_method: Option<PaymentMethod>) -> Self {
        let details = OrderDetails {
            account_id: None,
            full_name: String::new(),
            email: String::new(),
            mobile_number: String::new(),
            delivery_address: String::new(),
            pincode: String::new(),
            payment_method,
            source: Source::Web,
        };
        let number = "VM-261124-0001".to_owned();
        Self::placed(Uuid::nil(), number, details, OffsetDateTime::UNIX_EPOCH)
    }

    /// Returns the time of the first delivery. `None` before.
    pub fn delivered_at(&self) -> Option<OffsetDateTime> {
        let mut changes = self.changes.iter();
        let delivered = changes.find(|change| change.to_status == Status::Delivered.as_str());
        delivered.map(|change| change.changed_at)
    }

    /// Returns true if the order has no payment and no COD.
    pub fn is_unpaid(&self) -> bool {
        let is_collected = self.details.payment_method == Some(PaymentMethod::CashOnDelivery);
        let status = PaymentStatus::parse(&self.payment_status);
        !is_collected && matches!(status, Some(PaymentStatus::Pending) | None)
    }

    /// Returns the reason, for staff, why the payment does not allow to confirm, pack or ship the order.
    /// `None` if it is allowed. Orders that are paid later or by COD are allowed without payment.
    pub fn why_unpaid(&self) -> Option<&'static str> {
        if self.is_disputed {
            return Some(
                "The shopper's bank disputes the payment of this order. Answer the dispute at the provider first.",
            );
        }
        let is_online = self.details.payment_method == Some(PaymentMethod::Online);
        let going_back = self.refunded_paise + self.refunding_paise;
        let payment = self.payment.as_ref();
        match PaymentStatus::parse(&self.payment_status) {
            _ if payment.is_some_and(|payment| going_back >= payment.amount_paise) => Some(NOTHING_LEFT),
            Some(PaymentStatus::Paid | PaymentStatus::PartlyRefunded) => None,
            Some(PaymentStatus::Held) => {
                Some("The amount received differs from the order's total. Check its payment first.")
            }
            Some(PaymentStatus::Refunded) => Some(NOTHING_LEFT),
            Some(PaymentStatus::Pending) | None => {
                is_online.then_some("The online payment for this order has not arrived yet.")
            }
        }
    }
}

/// The details of an order beside its lines: shopper, address, payment method and source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderDetails {
    /// The account of the shopper. `None` for a guest order.
    pub account_id: Option<Uuid>,
    /// The recipient's full name: letters and spaces, 3 to 30 characters.
    pub full_name: String,
    /// The email address for the confirmation, well-formed. Empty when a caller has none.
    pub email: String,
    /// The mobile number, ten digits.
    pub mobile_number: String,
    /// The delivery address, 10 to 500 characters.
    pub delivery_address: String,
    /// The pincode, six digits.
    pub pincode: String,
    /// The payment method. `None` when none was chosen, or for a method of a later release.
    #[serde(deserialize_with = "known_method")]
    pub payment_method: Option<PaymentMethod>,
    /// The source of the order.
    pub source: Source,
}

impl OrderDetails {
    /// Returns the required values, in the order of the checkout's hash. The account is not included, because
    /// a retry may come after the session ended.
    pub(crate) fn required_values(&self) -> [&str; 5] {
        [
            &self.full_name,
            &self.email,
            &self.mobile_number,
            &self.delivery_address,
            &self.pincode,
        ]
    }

    /// Returns the optional values for the same hash. Absent values are left out, so that new fields do not
    /// change stored hashes. A new free-text field needs its name and its value, to be unambiguous.
    pub(crate) fn optional_values(&self) -> Vec<&str> {
        let method = self.payment_method.map(PaymentMethod::as_str);
        let source = Some(self.source.as_str()).filter(|_| self.source != Source::Web);
        method.into_iter().chain(source).collect()
    }
}

/// A change of an order: of its status, or of its details while the status stays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderChange {
    /// The order's version after the change.
    pub version: i32,
    /// The status after the change: a word of [`Status`], or of a later release.
    pub to_status: String,
    /// The actor: a word of [`Actor`], or of a later release.
    pub actor: String,
    /// The reason. May be empty.
    pub reason: String,
    /// The time of the change.
    #[serde(with = "time::serde::rfc3339")]
    pub changed_at: OffsetDateTime,
    /// The packs of a return. Empty for the whole order.
    pub lines: Vec<ReturnedLine>,
}

impl OrderChange {
    /// Creates the change for the placement, by a shopper or by staff.
    pub fn placement(at: OffsetDateTime, actor: Actor) -> Self {
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
    Ok(word.as_deref().and_then(PaymentMethod::parse))
}
