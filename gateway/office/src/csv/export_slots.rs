//! The limit on concurrent exports.

use std::{sync::Arc, time::Duration};

use runtime::status;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tonic::Status;

/// Concurrent exports, as files and forwarded pages. Each needs about 20 MiB of memory for a page as it arrives and as rows.
const AT_ONCE: usize = 4;

/// The delay before a retry makes sense.
const RETRY_AFTER: Duration = Duration::from_secs(10);

/// The limit on concurrent exports.
#[derive(Debug)]
pub(crate) struct ExportSlots(Arc<Semaphore>);

impl Default for ExportSlots {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(AT_ONCE)))
    }
}

impl ExportSlots {
    /// Takes a slot for an export; dropping the permit frees it.
    ///
    /// # Errors
    /// `RESOURCE_EXHAUSTED` with `BUSY` if no slot is free.
    pub(crate) fn take(&self) -> Result<OwnedSemaphorePermit, Status> {
        let slot = Arc::clone(&self.0).try_acquire_owned();
        slot.map_err(|_| {
            let message = "Too many files are being transferred. Please try again in a moment.";
            status::too_many("BUSY", message, RETRY_AFTER)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_free_again_when_a_file_has_ended() {
        let exports = ExportSlots::default();
        let mut slots: Vec<_> = (0..AT_ONCE).map(|_| exports.take().unwrap()).collect();
        assert!(exports.take().is_err());
        slots.pop();
        assert!(exports.take().is_ok());
    }
}
