//! Why a photo is not taken or not given out, and what that is in gRPC.

use std::time::Duration;

use runtime::status;
use tonic::{Code, Status};

/// When another try makes sense: a photo is decoded in a second or two.
const RETRY_AFTER: Duration = Duration::from_secs(3);

/// Why a photo is not taken or not given out; its text is what staff read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// The bytes are no picture of a kind that is taken, or a broken one.
    #[error("This is no picture that can be used. Choose a JPEG, PNG or WebP file.")]
    NoPhoto,
    /// It has too many bytes or pixels.
    #[error("This picture is too large. Choose one of at most 15 MB and 40 megapixels.")]
    TooLarge,
    /// It has too few pixels.
    #[error("This picture is too small. Choose one of at least 600 pixels in width and height.")]
    TooSmall,
    /// Too many photos are decoded already.
    #[error("Too many photos are being taken in right now. Please try again in a moment.")]
    Busy,
    /// There is no file with the name.
    #[error("Photo not found.")]
    NotFound,
    /// The program was not told where photos are kept.
    #[error("Photos cannot be kept: the shop has no place for them.")]
    NoStore,
    /// The store did not answer in time.
    #[error("Photos cannot be kept right now. Please try again in a moment.")]
    StoreTooSlow,
    /// The store did not do what was asked.
    #[error("Photos cannot be kept right now. Please try again in a moment.")]
    Store(#[from] object_store::Error),
    /// The database did not do what was asked.
    #[error("Photos cannot be kept right now. Please try again in a moment.")]
    Database(#[from] sqlx::Error),
}

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        let message = error.to_string();
        let wrong = |reason| status::with_reason(Code::InvalidArgument, reason, message.clone());
        match error {
            Error::NoPhoto => wrong("NO_PHOTO"),
            Error::TooLarge => wrong("TOO_LARGE"),
            Error::TooSmall => wrong("TOO_SMALL"),
            Error::Busy => status::too_many("BUSY", message, RETRY_AFTER),
            Error::NotFound => Self::not_found(message),
            Error::NoStore | Error::StoreTooSlow => status::unavailable(message, RETRY_AFTER),
            Error::Database(cause) => database::status(cause, message),
            Error::Store(cause) => status::caused_by(status::unavailable(message, RETRY_AFTER), cause),
        }
    }
}
