//! The errors of this service, and their translation to gRPC.

use std::time::Duration;

use runtime::status::{self, Violation};
use tonic::{Code, Status};

use crate::{
    difference::{CurrentPrice, Difference, rupees},
    order::{order_status::TransitionError, record::Order, refund_reason::RefundRefusal},
    shortage::{self, Shortage},
};

/// The `Retry-After` after an unavailable dependency or an overload.
const RETRY_AFTER: Duration = Duration::from_secs(2);

/// An error of this service. Its text is for the shopper or for staff.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Values that break a rule.
    #[error("{}", .0.first().map_or("", Violation::message))]
    Invalid(Vec<Violation>),
    /// The idempotency key was used with another order.
    #[error("This order was already sent with other details. Please check out again.")]
    KeyReused,
    /// The cart differs from the catalog.
    #[error("{difference}")]
    Differs {
        /// The first difference.
        difference: Difference,
        /// The current price of each line, in the shopper's order.
        prices: Vec<CurrentPrice>,
    },
    /// Not enough packs for at least one line.
    #[error("{}", shortage::words(.0))]
    OutOfStock(Vec<Shortage>),
    /// Too many packs are in unconfirmed orders of the same account or mobile number.
    #[error(
        "You have ordered more packs than we can reserve before we confirm your first orders. Please wait for our email, or write to us."
    )]
    TooManyUnconfirmed,
    /// Guests of this network have too many packs in unconfirmed orders.
    #[error(
        "Many packs are reserved for orders from your network that we have not confirmed yet. Log in or pay online to order, or try again later."
    )]
    TooManyOfNetwork,
    /// A guest's order is too large to reserve its packs before payment.
    #[error(
        "An order of this size is paid online, or placed with an account. Pay online, log in, or order fewer packs."
    )]
    PrepaymentAsked,
    /// The inventory did not answer in time.
    #[error("We cannot check our stock right now. Nothing was ordered; please try again in a moment.")]
    InventoryDown(#[source] Box<Status>),
    /// Not enough packs for at least one line of a corrected order.
    #[error("{}", shortage::words_of_correction(.0))]
    NotEnoughPacks(Vec<Shortage>),
    /// The inventory did not answer in time about a corrected order.
    #[error("We cannot check the stock right now. Nothing was changed; please try again in a moment.")]
    CorrectionUnchecked(#[source] Box<Status>),
    /// The inventory refuses to release an order, because packs are recalled or missing.
    #[error("{message}")]
    NotReadyToShip {
        /// The error reason for clients.
        reason: &'static str,
        /// The message for staff.
        message: String,
    },
    /// The inventory did not answer in time about the release of an order.
    #[error("We cannot check the stock for this order right now. Please try again in a moment.")]
    ShipmentUnchecked(#[source] Box<Status>),
    /// The response of the inventory is invalid.
    #[error("{}", status::SOMETHING_WENT_WRONG)]
    InventoryAnswer(#[source] Box<Status>),
    /// The catalog did not answer in time.
    #[error("We cannot check today's prices right now. Nothing was ordered; please try again in a moment.")]
    CatalogDown(#[source] Box<Status>),
    /// The response of the catalog is invalid.
    #[error("{}", status::SOMETHING_WENT_WRONG)]
    CatalogAnswer(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The status change is not possible, or not for this actor.
    #[error("{0}")]
    NotAllowed(TransitionError),
    /// The caller may not act as the actor of the request.
    #[error("The caller may not do this.")]
    NotTheActor,
    /// The order has another version than the caller last read. Contains the current order.
    #[error("This order was changed meanwhile. Look at it again.")]
    Changed(Box<Order>),
    /// The order can no longer be edited.
    #[error("{0}")]
    NotEditable(&'static str),
    /// Delivery to the corrected pincode costs another amount.
    #[error(
        "Delivery to this pincode has another charge than this order. Cancel the order and create a new one."
    )]
    PincodeDiffers,
    /// COD is not available at the corrected pincode.
    #[error(
        "Cash on delivery is not available at this pincode. Cancel the order and create a new one that is paid in another way."
    )]
    NoCashThere,
    /// The period for returns is over.
    #[error(
        "A pack can be returned within 30 days of its delivery. Please write to us if something is wrong with it."
    )]
    TooLateToReturn,
    /// Another payment is recorded for the order.
    #[error("Another payment is recorded for this order. Look at it again.")]
    AlreadyPaid,
    /// The amount is not the price of the order.
    #[error(
        "This order costs {}, not {}. Enter the amount that you received.",
        rupees(*due_paise),
        rupees(*received_paise)
    )]
    WrongAmount {
        /// The price of the order, in paise.
        due_paise: i64,
        /// The received amount, in paise.
        received_paise: i64,
    },
    /// The order must be paid before it is confirmed, packed or shipped.
    #[error("{0}")]
    NotPaid(&'static str),
    /// The order is not paid, and the staff member did not confirm shipping it unpaid.
    #[error("This order is not paid. Ask the shopper for the money, or confirm that it is shipped unpaid.")]
    UnpaidNotAccepted,
    /// The order cannot be refunded in its current state.
    #[error("{0}")]
    RefundRefusal(RefundRefusal),
    /// The order does not need a payment any more.
    #[error("There is nothing to pay for this order: it was cancelled or lost, or it came back.")]
    NotToBePaid,
    /// The database contains an impossible value.
    #[error("{}", status::SOMETHING_WENT_WRONG)]
    Impossible(&'static str),
    /// There is no such pincode.
    #[error("We do not know this pincode. Please check it.")]
    UnknownPincode,
    /// There is no such order.
    #[error("There is no such order.")]
    Unknown,
    /// Too many attempts to prove ownership of the same order or mobile number are in progress.
    #[error(
        "This order is looked up too often right now. Try again in a moment, or use the link in our email."
    )]
    TooManyTries,
    /// The replica is placing as many orders as it can.
    #[error("We cannot take your order right now. Please try again in a moment.")]
    Busy,
    /// A database error.
    #[error("We cannot take your order right now. Please try again in a moment.")]
    Database(#[from] sqlx::Error),
}

impl Error {
    /// Returns the metric label of a refused checkout. `None` if the shopper did not cause the error.
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
            | Self::RefundRefusal(_)
            | Self::Impossible(_)
            | Self::UnknownPincode
            | Self::Unknown
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
            Error::RefundRefusal(why) => status::with_reason(Code::FailedPrecondition, why.reason(), message),
            Error::Impossible(what) => status::internal(what),
            Error::Unknown => Self::not_found(message),
            Error::UnknownPincode => status::with_reason(Code::NotFound, "UNKNOWN_PINCODE", message),
            Error::TooManyTries => status::too_many("TOO_OFTEN", message, RETRY_AFTER),
            Error::Busy => status::unavailable(message, RETRY_AFTER),
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
