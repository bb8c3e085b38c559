//! The errors of photos, and their gRPC statuses.

use std::time::Duration;

use runtime::status;
use tonic::{Code, Status};

/// The retry delay while decoders are busy. Decoding a photo takes a second or two.
const RETRY_AFTER: Duration = Duration::from_secs(3);

/// An error of photos. Its text is for staff.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// The file is broken, or not an accepted picture format.
    #[error("This picture cannot be used. Choose a JPEG, PNG or WebP file.")]
    NoPhoto,
    /// The picture has too many bytes or pixels.
    #[error("This picture is too large. Choose one of at most 15 MB and 40 megapixels.")]
    TooLarge,
    /// The picture has too few pixels.
    #[error("This picture is too small. Choose one of at least 600 pixels in width and height.")]
    TooSmall,
    /// Too many photos are being decoded.
    #[error("Too many photos are being uploaded right now. Please try again in a moment.")]
    Busy,
    /// No file has this name.
    #[error("Photo not found.")]
    NotFound,
    /// The photo store is not configured.
    #[error("Photos cannot be saved: the shop has no storage for them.")]
    NoStore,
    /// The store timed out.
    #[error("Photos cannot be saved right now. Please try again in a moment.")]
    StoreTooSlow,
    /// The store failed.
    #[error("Photos cannot be saved right now. Please try again in a moment.")]
    Store(#[from] object_store::Error),
    /// The database failed.
    #[error("Photos cannot be saved right now. Please try again in a moment.")]
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
