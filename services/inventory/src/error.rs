//! Why the inventory refuses, and the one table from that to gRPC.

use runtime::status::{self, Violation};
use tonic::{Code, Status};

use crate::pack::Pack;

/// Why the inventory refuses; its text is for operators, who read logs, and for staff.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Values that break a rule.
    #[error("{}", .0.first().map_or("", Violation::message))]
    Invalid(Vec<Violation>),
    /// Lines that cannot be had, and what is left of each.
    #[error("There are not enough packs.")]
    OutOfStock(Vec<(Pack, i32)>),
    /// No batch has this id.
    #[error("There is no such batch.")]
    UnknownBatch,
    /// The batch was not recalled.
    #[error("This batch is not recalled.")]
    NotRecalled,
    /// Nothing was ever reserved for the order.
    #[error("Nothing is reserved for this order.")]
    UnknownOrder,
    /// Packs of an order that is to leave the house are of batches with these numbers, which were recalled.
    #[error(
        "Packs of batch {} were recalled. Take them out of the parcel: others are reserved where there are some. Ship it then.",
        .0.join(", ")
    )]
    Recalled(Vec<String>),
    /// An order that is to leave the house waits for so many packs.
    #[error("This order waits for {0} packs that are not there. It can be shipped when they have come in.")]
    PacksMissing(i64),
    /// No packs like these came back with the order.
    #[error("No packs of this batch came back with this order. Look at the number on the pack.")]
    UnknownReturn,
    /// Packs that came back are of a batch that was recalled.
    #[error("Batch {0} was recalled: its packs cannot be sold again. Write them off.")]
    RecalledReturn(String),
    /// So many packs that came back are still to be looked at, fewer than the request says.
    #[error("Of these packs {0} are still to be looked at. Look at the list again.")]
    Resolved(i32),
    /// No pack that an order still needs is of a batch with this number.
    #[error("No pack that is still missing is of batch {0}. Put it back.")]
    OtherPack(String),
    /// A packer has a pack of this batch in hand, which was recalled.
    #[error("Batch {0} was recalled. Put the pack aside and take another one.")]
    RecalledBatch(String),
    /// A packer has a pack of this batch in hand, which is too old to be sold.
    #[error("Batch {0} is too old to be sold. Put the pack aside and take another one.")]
    OldBatch(String),
    /// All packs of this batch are in parcels that are closed.
    #[error(
        "All packs of batch {0} belong to parcels that are packed. Count that batch, and take another pack."
    )]
    NotFree(String),
    /// Less is printed on the packs of this batch than the order pays.
    #[error("Less is printed on batch {0} than this order pays. Put the pack aside and take another one.")]
    PricedAbove(String),
    /// The packs of the order have left the house, or went back.
    #[error("The packs of this order have left, or are on the shelf again.")]
    NotOpen,
    /// No stock alert has this id, any more or ever.
    #[error("There is no such stock alert.")]
    UnknownAlert,
    /// A stock alert was asked for, and the pack can be bought.
    #[error("This pack can be bought now.")]
    InStock,
    /// The batch is known with other dates, or another price.
    #[error(
        "Batch {0} is known with other dates or another price. Look at it, and receive under another number."
    )]
    OtherBatch(String),
    /// The id of a movement came before, for something else.
    #[error("This was already entered with other values. Enter it anew.")]
    OtherMovement,
    /// Fewer packs would be left than orders wait for.
    #[error("Orders wait for {reserved} of these {on_hand} packs. Cancel or move those first.")]
    Reserved {
        /// Packs that are there.
        on_hand: i32,
        /// How many of them orders wait for.
        reserved: i32,
    },
    /// The database did not do what was asked.
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
