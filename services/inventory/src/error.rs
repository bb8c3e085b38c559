//! The errors of the inventory, and their gRPC statuses.

use runtime::status::{self, Violation};
use tonic::{Code, Status};

use crate::pack::Pack;

/// An error of the inventory. Its text is for operators, who read logs, and for staff.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Values break a rule.
    #[error("{}", .0.first().map_or("", Violation::message))]
    Invalid(Vec<Violation>),
    /// Lines are out of stock, with the number of packs left of each.
    #[error("There are not enough packs.")]
    OutOfStock(Vec<(Pack, i32)>),
    /// No batch has this id.
    #[error("There is no such batch.")]
    UnknownBatch,
    /// The batch was not recalled.
    #[error("This batch is not recalled.")]
    NotRecalled,
    /// The order has no reservation.
    #[error("Nothing is reserved for this order.")]
    UnknownOrder,
    /// The order must not be shipped: it has packs of these recalled batches.
    #[error(
        "Packs of batch {} were recalled. Remove them from the parcel, and add other packs if there are any. Then ship it.",
        .0.join(", ")
    )]
    Recalled(Vec<String>),
    /// The order must not be shipped: it waits for this many packs.
    #[error("Packs of this order that are not in stock: {0}. It can be shipped when they arrive.")]
    PacksMissing(i64),
    /// No such packs came back with the order.
    #[error("No packs of this batch came back with this order. Look at the number on the pack.")]
    UnknownReturn,
    /// The returned packs are of a recalled batch.
    #[error("Batch {0} was recalled: its packs cannot be sold again. Write them off.")]
    RecalledReturn(String),
    /// Fewer returned packs are left to inspect than the request says: this many.
    #[error("Only {0} of these packs are still to be inspected. Look at the list again.")]
    Resolved(i32),
    /// The order needs no more packs of a batch with this number.
    #[error("This order needs no pack of batch {0}. Put it back.")]
    OtherPack(String),
    /// The packer's pack is of this recalled batch.
    #[error("Batch {0} was recalled. Put the pack aside and take another one.")]
    RecalledBatch(String),
    /// The packer's pack is of this batch, which is too old to be sold.
    #[error("Batch {0} is too old to be sold. Put the pack aside and take another one.")]
    OldBatch(String),
    /// All packs of this batch are in closed parcels.
    #[error(
        "All packs of batch {0} belong to parcels that are packed. Count that batch, and take another pack."
    )]
    NotFree(String),
    /// The order's price is above the MRP printed on the packs of this batch.
    #[error(
        "The MRP of batch {0} is below the price of this order. Put the pack aside and take another one."
    )]
    PricedAbove(String),
    /// The order was shipped or released for shipping, or its reservation has ended.
    #[error("The packs of this order are shipped or back in stock.")]
    NotOpen,
    /// No stock alert has this id.
    #[error("There is no such stock alert.")]
    UnknownAlert,
    /// The pack of a stock alert is in stock.
    #[error("This pack can be bought now.")]
    InStock,
    /// The batch exists with other dates or another price.
    #[error(
        "Batch {0} already exists with other dates or another MRP. Check it, or enter another batch number."
    )]
    OtherBatch(String),
    /// The id of the movement was used for other values.
    #[error("This was already saved with other values. Enter it again.")]
    OtherMovement,
    /// Fewer packs would be left than are reserved.
    #[error("Orders have reserved {reserved} of these {on_hand} packs. Cancel those orders first.")]
    Reserved {
        /// The packs in stock.
        on_hand: i32,
        /// The reserved packs among them.
        reserved: i32,
    },
    /// The database failed.
    #[error("The stock cannot be looked up right now. Please try again in a moment.")]
    Database(#[from] sqlx::Error),
}

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        let message = error.to_string();
        match error {
            Error::Invalid(violations) => status::invalid(violations),
            Error::OutOfStock(_) => status::with_reason(Code::FailedPrecondition, "OUT_OF_STOCK", message),
            Error::UnknownBatch
            | Error::UnknownOrder
            | Error::UnknownReturn
            | Error::UnknownAlert
            | Error::OtherPack(_) => Self::not_found(message),
            Error::NotRecalled => status::with_reason(Code::FailedPrecondition, "NOT_RECALLED", message),
            Error::Resolved(_) => status::with_reason(Code::FailedPrecondition, "RESOLVED", message),
            Error::OldBatch(_) => status::with_reason(Code::FailedPrecondition, "TOO_OLD", message),
            Error::NotFree(_) => status::with_reason(Code::FailedPrecondition, "NOT_FREE", message),
            Error::PricedAbove(_) => status::with_reason(Code::FailedPrecondition, "ABOVE_MRP", message),
            Error::NotOpen => status::with_reason(Code::FailedPrecondition, "NOT_OPEN", message),
            Error::Recalled(_) | Error::RecalledBatch(_) | Error::RecalledReturn(_) => {
                status::with_reason(Code::FailedPrecondition, "RECALLED", message)
            }
            Error::PacksMissing(_) => status::with_reason(Code::FailedPrecondition, "PACKS_MISSING", message),
            Error::InStock => status::with_reason(Code::FailedPrecondition, "IN_STOCK", message),
            Error::OtherBatch(_) | Error::OtherMovement => Self::already_exists(message),
            Error::Reserved { .. } => status::with_reason(Code::FailedPrecondition, "RESERVED", message),
            Error::Database(error) => database::status(error, message),
        }
    }
}
