//! How many files may be on their way.

use std::{sync::Arc, time::Duration};

use http::StatusCode;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use web::Error;

/// Files on their way at once. Each takes some 20 MiB of memory: a page as it comes in, and as rows.
const AT_ONCE: usize = 4;

/// When another try makes sense.
const RETRY_AFTER: Duration = Duration::from_secs(10);

/// How many files may be on their way.
#[derive(Debug)]
pub(crate) struct Exports(Arc<Semaphore>);

impl Default for Exports {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(AT_ONCE)))
    }
}

impl Exports {
    /// Takes the place of a file, which is free again when it is dropped.
    ///
    /// # Errors
    /// 429 with `BUSY` when there is none.
    pub(super) fn place(&self) -> Result<OwnedSemaphorePermit, Error> {
        Arc::clone(&self.0).try_acquire_owned().map_err(|_| {
            let message = "Too many files are on their way. Please try again in a moment.";
            let error = Error::new(StatusCode::TOO_MANY_REQUESTS, message).with_code("BUSY");
            error.retry_after(RETRY_AFTER)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_free_again_when_a_file_has_ended() {
        let exports = Exports::default();
        let mut places: Vec<_> = (0..AT_ONCE).map(|_| exports.place().unwrap()).collect();
        assert!(exports.place().is_err());
        places.pop();
        assert!(exports.place().is_ok());
    }
}
