//! Why an order is refused, and the one table from that to gRPC.

use std::time::Duration;

use runtime::status::{self, Violation};
use tonic::{Code, Status};

use crate::{
    difference::{CurrentPrice, Difference, rupees},
    order::{given_back::NotReturnable, life::Refusal, record::Order},
    shortage::{self, Shortage},
};

/// When another try makes sense after the catalog was down or all places were taken, for the `Retry-After` of the answer.
const RETRY_AFTER: Duration = Duration::from_secs(2);

/// When to ask again for sums that are being counted: a million orders take a minute or more.
const COUNTED_AFTER: Duration = Duration::from_secs(10);

/// Why an order is refused; its text is what the shopper reads.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Values that break a rule.
    #[error("{}", .0.first().map_or("", Violation::message))]
    Invalid(Vec<Violation>),
    /// The idempotency key came before, with another order.
    #[error("This order was already sent with other details. Please check out again.")]
    KeyReused,
    /// What the shopper was shown is not what the catalog says.
    #[error("{difference}")]
    Differs {
        /// What differs first.
        difference: Difference,
        /// What each line costs today, in the shopper's order.
        prices: Vec<CurrentPrice>,
    },
    /// There are not enough packs; one line at least.
    #[error("{}", shortage::words(.0))]
    OutOfStock(Vec<Shortage>),
    /// Too many packs are in unconfirmed orders of the same account or mobile number.
    #[error(
        "You have ordered more packs than we can keep for you before we have confirmed your first orders. Please wait for our mail, or write to us."
    )]
    TooManyUnconfirmed,
    /// Guests of this network have many packs in orders that the shop has not confirmed.
    #[error(
        "Many packs are kept for orders from your network that we have not confirmed yet. Log in or pay online to order, or try again later."
    )]
    TooManyOfNetwork,
    /// A guest's order is too large to keep its packs before it is paid.
    #[error(
        "An order of this size is paid online, or placed with an account. Pay online, log in, or order fewer packs."
    )]
    PrepaymentAsked,
    /// The inventory did not answer, or not in time.
    #[error("We cannot check our stock right now. Nothing was ordered; please try again in a moment.")]
    InventoryDown(#[source] Box<Status>),
    /// There are not enough packs for the corrected lines of an order; one line at least.
    #[error("{}", shortage::words_of_correction(.0))]
    NotEnoughPacks(Vec<Shortage>),
    /// The inventory did not say whether there are enough packs for the corrected lines of an order, or not in time.
    #[error(
        "The stock cannot say right now whether there are enough packs. Nothing was changed; please try again in a moment."
    )]
    CorrectionUnchecked(#[source] Box<Status>),
    /// Packs of an order that is to leave the house were recalled, or are not there; the inventory says which.
    #[error("{message}")]
    NotReadyToShip {
        /// For programs.
        reason: &'static str,
        /// What staff read.
        message: String,
    },
    /// The inventory did not say whether an order may leave the house, or not in time.
    #[error("The stock cannot say right now whether this order may leave. Please try again in a moment.")]
    ShipmentUnchecked(#[source] Box<Status>),
    /// The inventory's answer cannot be used.
    #[error("{}", status::SOMETHING_WENT_WRONG)]
    InventoryAnswer(#[source] Box<Status>),
    /// The catalog did not answer, or not in time.
    #[error("We cannot check today's prices right now. Nothing was ordered; please try again in a moment.")]
    CatalogDown(#[source] Box<Status>),
    /// The catalog's answer cannot be used.
    #[error("{}", status::SOMETHING_WENT_WRONG)]
    CatalogAnswer(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// No actor, or not this one, may move the order to that status.
    #[error("{0}")]
    NotAllowed(Refusal),
    /// The calling program does not speak for the actor that it names.
    #[error("Nobody may do this here.")]
    NotTheActor,
    /// Another request moved the order meanwhile; this is the order as it stands now.
    #[error("This order was changed meanwhile. Look at it again.")]
    Moved(Box<Order>),
    /// The order was changed meanwhile from the version that was looked at; this is the order as it stands now.
    #[error("This order was changed meanwhile. Look at it again.")]
    Changed(Box<Order>),
    /// The order is too far on for what is to be written about it or corrected in it.
    #[error("{0}")]
    NotEditable(&'static str),
    /// The way to the corrected pincode costs another amount.
    #[error(
        "Delivery to this pincode costs another amount than the shopper agreed to. Cancel the order and create a new one."
    )]
    PincodeDiffers,
    /// The order is paid in cash at the door, and the carrier takes none at the corrected pincode.
    #[error(
        "Cash on delivery is not available at this pincode. Cancel the order and create a new one that is paid in another way."
    )]
    NoCashThere,
    /// The days are over in which a pack may be sent back.
    #[error(
        "A pack can be returned within 30 days of its delivery. Please write to us if something is wrong with it."
    )]
    TooLateToReturn,
    /// Another payment was written down for the order.
    #[error("Another payment was written down for this order. Look at it again.")]
    AlreadyPaid,
    /// The money is not what the order costs.
    #[error(
        "This order costs {}, not {}. Enter what came for it.",
        rupees(*due_paise),
        rupees(*received_paise)
    )]
    WrongAmount {
        /// What the order costs, in paise.
        due_paise: i64,
        /// What came, in paise.
        received_paise: i64,
    },
    /// The order's money is not there, so it must not be confirmed, packed or shipped.
    #[error("{0}")]
    NotPaid(&'static str),
    /// The order is to be shipped without its money, and whoever ships it did not say that they know.
    #[error("This order is not paid. Ask the shopper for the money, or confirm that it is shipped unpaid.")]
    UnpaidNotAccepted,
    /// Money cannot have been given back, as the order stands.
    #[error("{0}")]
    NotReturnable(NotReturnable),
    /// Nobody owes the shop anything for the order any more.
    #[error("There is nothing to pay for this order: it was cancelled or lost, or it came back.")]
    NotToBePaid,
    /// The database holds what cannot be.
    #[error("{}", status::SOMETHING_WENT_WRONG)]
    Impossible(&'static str),
    /// No place has this pincode.
    #[error("We do not know this pincode. Please check it.")]
    UnknownPincode,
    /// No order has this id.
    #[error("There is no such order.")]
    Unknown,
    /// Orders from before there were sums of cash are being counted.
    #[error("The cash of earlier orders is being counted. Please look again in a few minutes.")]
    CashUncounted,
    /// As many tries to prove whose an order is wait already, for the same order or mobile number.
    #[error(
        "This order is looked up too often right now. Try again in a moment, or use the link in our mail."
    )]
    TooManyTries,
    /// As many orders as can be taken in time are being placed.
    #[error("We cannot take your order right now. Please try again in a moment.")]
    Busy,
    /// The database did not do what was asked.
    #[error("We cannot take your order right now. Please try again in a moment.")]
    Database(#[from] sqlx::Error),
}

impl Error {
    /// What the checkout was refused for, as a metric's label; none when the shopper had no part in it.
    pub fn refusal(&self) -> Option<&'static str> {
        match self {
            Self::Invalid(_) => Some("invalid"),
            Self::KeyReused => Some("key"),
            Self::Differs { .. } => Some("prices"),
            Self::OutOfStock(_) => Some("stock"),
            Self::TooManyUnconfirmed | Self::TooManyOfNetwork | Self::PrepaymentAsked => Some("unconfirmed"),
            Self::CatalogDown(_)
            | Self::InventoryDown(_)
            | Self::InventoryAnswer(_)
            | Self::NotEnoughPacks(_)
            | Self::CorrectionUnchecked(_)
            | Self::NotReadyToShip { .. }
            | Self::ShipmentUnchecked(_)
            | Self::CatalogAnswer(_)
            | Self::NotAllowed(_)
            | Self::NotTheActor
            | Self::Moved(_)
            | Self::Changed(_)
            | Self::NotEditable(_)
            | Self::PincodeDiffers
            | Self::NoCashThere
            | Self::TooLateToReturn
            | Self::AlreadyPaid
            | Self::WrongAmount { .. }
            | Self::NotPaid(_)
            | Self::UnpaidNotAccepted
            | Self::NotToBePaid
            | Self::NotReturnable(_)
            | Self::Impossible(_)
            | Self::UnknownPincode
            | Self::Unknown
            | Self::CashUncounted
            | Self::TooManyTries
            | Self::Busy
            | Self::Database(_) => None,
        }
    }
}

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        let message = error.to_string();
        match error {
            Error::Invalid(violations) => status::invalid(violations),
            Error::KeyReused => status::with_reason(Code::InvalidArgument, "KEY_REUSED", message),
            Error::Differs { difference, .. } => {
                status::with_reason(Code::Aborted, difference.reason(), message)
            }
            Error::OutOfStock(_) => status::with_reason(Code::Aborted, shortage::REASON, message),
            Error::NotEnoughPacks(_) => {
                status::with_reason(Code::FailedPrecondition, shortage::REASON, message)
            }
            Error::TooManyUnconfirmed | Error::TooManyOfNetwork => {
                status::with_reason(Code::Aborted, "TOO_MANY_UNCONFIRMED", message)
            }
            Error::PrepaymentAsked => status::with_reason(Code::Aborted, "PREPAYMENT_ASKED", message),
            Error::NotAllowed(refusal) => {
                status::with_reason(Code::FailedPrecondition, refusal.reason(), message)
            }
            Error::NotTheActor => Self::permission_denied(message),
            Error::Moved(_) => status::with_reason(Code::Aborted, "ORDER_MOVED", message),
            Error::Changed(_) => status::with_reason(Code::Aborted, "ORDER_CHANGED", message),
            Error::NotEditable(_) => status::with_reason(Code::FailedPrecondition, "NOT_ALLOWED", message),
            Error::PincodeDiffers => {
                status::with_reason(Code::FailedPrecondition, "PINCODE_DIFFERS", message)
            }
            Error::NoCashThere => status::with_reason(Code::FailedPrecondition, "NO_CASH_THERE", message),
            Error::TooLateToReturn => status::with_reason(Code::FailedPrecondition, "TOO_LATE", message),
            Error::AlreadyPaid => status::with_reason(Code::FailedPrecondition, "ALREADY_PAID", message),
            Error::WrongAmount { .. } => {
                status::with_reason(Code::FailedPrecondition, "WRONG_AMOUNT", message)
            }
            Error::NotPaid(_) => status::with_reason(Code::FailedPrecondition, "NOT_PAID", message),
            Error::UnpaidNotAccepted => {
                status::with_reason(Code::FailedPrecondition, "UNPAID_NOT_ACCEPTED", message)
            }
            Error::NotToBePaid => status::with_reason(Code::FailedPrecondition, "NOT_TO_BE_PAID", message),
            Error::NotReturnable(why) => status::with_reason(Code::FailedPrecondition, why.reason(), message),
            Error::Impossible(what) => status::internal(what),
            Error::Unknown => Self::not_found(message),
            Error::UnknownPincode => status::with_reason(Code::NotFound, "UNKNOWN_PINCODE", message),
            Error::TooManyTries => status::too_many("TOO_OFTEN", message, RETRY_AFTER),
            Error::Busy => status::unavailable(message, RETRY_AFTER),
            Error::CashUncounted => status::unavailable(message, COUNTED_AFTER),
            Error::NotReadyToShip { reason, .. } => {
                status::with_reason(Code::FailedPrecondition, reason, message)
            }
            Error::CatalogDown(_)
            | Error::InventoryDown(_)
            | Error::CorrectionUnchecked(_)
            | Error::ShipmentUnchecked(_) => {
                status::caused_by(status::unavailable(message, RETRY_AFTER), error)
            }
            Error::CatalogAnswer(_) | Error::InventoryAnswer(_) => status::internal(error),
            Error::Database(error) => database::status(error, message),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn differs(difference: Difference) -> Error {
        let prices = Vec::new();
        Error::Differs { difference, prices }
    }

    #[test]
    fn tells_bounds_of_unpaid_packs_apart() {
        for (error, expected) in [
            (Error::TooManyOfNetwork, "TOO_MANY_UNCONFIRMED"),
            (Error::PrepaymentAsked, "PREPAYMENT_ASKED"),
        ] {
            let status = Status::from(error);
            let reason = status::details(&status).reason;
            assert_eq!(
                (status.code(), reason.as_deref()),
                (Code::Aborted, Some(expected))
            );
        }
    }

    #[test]
    fn every_refusal_has_its_code() {
        let table = [
            (
                Error::Invalid(vec![Violation::new(
                    "pincode",
                    status::Rule::Required.says("Pincode is required"),
                )]),
                Code::InvalidArgument,
                None,
            ),
            (Error::KeyReused, Code::InvalidArgument, Some("KEY_REUSED")),
            (
                differs(Difference::NotSold {
                    product_name: String::new(),
                    weight_in_grams: 75,
                }),
                Code::Aborted,
                Some("NOT_SOLD"),
            ),
            (
                differs(Difference::Total {
                    shown_paise: 1,
                    now_paise: 2,
                }),
                Code::Aborted,
                Some("PRICE_CHANGED"),
            ),
            (
                Error::CatalogDown(Box::new(Status::unavailable("down"))),
                Code::Unavailable,
                None,
            ),
            (Error::NotTheActor, Code::PermissionDenied, None),
            (Error::TooLateToReturn, Code::FailedPrecondition, Some("TOO_LATE")),
            (Error::AlreadyPaid, Code::FailedPrecondition, Some("ALREADY_PAID")),
            (
                Error::WrongAmount {
                    due_paise: 117_100,
                    received_paise: 117_000,
                },
                Code::FailedPrecondition,
                Some("WRONG_AMOUNT"),
            ),
            (
                Error::NotToBePaid,
                Code::FailedPrecondition,
                Some("NOT_TO_BE_PAID"),
            ),
            (Error::Impossible("a state"), Code::Internal, None),
            (Error::OutOfStock(Vec::new()), Code::Aborted, Some("OUT_OF_STOCK")),
            (
                Error::TooManyUnconfirmed,
                Code::Aborted,
                Some("TOO_MANY_UNCONFIRMED"),
            ),
            (
                Error::InventoryDown(Box::new(Status::unavailable("down"))),
                Code::Unavailable,
                None,
            ),
            (Error::Unknown, Code::NotFound, None),
            (Error::CashUncounted, Code::Unavailable, None),
            (Error::UnknownPincode, Code::NotFound, Some("UNKNOWN_PINCODE")),
            (Error::from(sqlx::Error::PoolTimedOut), Code::Unavailable, None),
            (Error::from(sqlx::Error::RowNotFound), Code::Internal, None),
        ];
        for (error, code, reason) in table {
            let status = Status::from(error);
            assert_eq!(status.code(), code, "{status}");
            assert_eq!(status::details(&status).reason.as_deref(), reason);
        }
    }

    #[test]
    fn too_many_tries_are_told_to_come_back() {
        let refused = Status::from(Error::TooManyTries);
        assert_eq!(refused.code(), Code::ResourceExhausted);
        assert_eq!(status::details(&refused).retry_after, Some(RETRY_AFTER));
    }

    #[test]
    fn a_correction_that_cannot_be_made_is_no_checkout_that_differs() {
        let short = Status::from(Error::NotEnoughPacks(Vec::new()));
        let reason = status::details(&short).reason;
        assert_eq!(
            (short.code(), reason.as_deref()),
            (Code::FailedPrecondition, Some("OUT_OF_STOCK"))
        );
        let unchecked = Error::CorrectionUnchecked(Box::new(Status::unavailable("down")));
        assert_eq!(Status::from(unchecked).code(), Code::Unavailable);
    }
}
