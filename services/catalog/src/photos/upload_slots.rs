//! Limits concurrent decoding, by pixels, because they determine the memory.

use std::{sync::Arc, time::Duration};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::photos::{error::Error, header::MOST_PIXELS};

/// The maximum number of uploads at once, including those that wait. Each holds its bytes in memory.
const UPLOADS: usize = 6;

/// The number of pixels per permit.
const PIXELS_A_PERMIT: u64 = 1_000;

/// The maximum number of pictures decoded at once, even if small: decoding takes a core, and price requests
/// need one, too.
const AT_ONCE: u64 = 2;

/// The maximum wait for a slot. Decoding the largest picture takes about two seconds.
const PATIENCE: Duration = Duration::from_secs(2);

/// The slots for uploads and for decoding. Decoding slots together have as many pixels
/// as one upload may have: 400 MB of memory at most.
#[derive(Debug)]
pub(crate) struct UploadSlots {
    uploads: Arc<Semaphore>,
    permits: Arc<Semaphore>,
}

/// A slot, released on drop.
#[derive(Debug)]
pub(crate) struct UploadSlot {
    _permit: OwnedSemaphorePermit,
}

impl UploadSlots {
    pub(crate) fn new() -> Self {
        Self {
            uploads: Arc::new(Semaphore::new(UPLOADS)),
            permits: Arc::new(Semaphore::new(all_permits().try_into().expect("40,000 fit"))),
        }
    }

    /// Takes a slot for an upload. Fails at once if none is free.
    pub(crate) fn acquire_upload(&self) -> Result<UploadSlot, Error> {
        let slot = Arc::clone(&self.uploads).try_acquire_owned();
        slot.map(UploadSlot::from).map_err(|_| Error::Busy)
    }

    /// Waits for a decoding slot with this many pixels.
    pub(crate) async fn acquire_decoding(&self, pixels: u64) -> Result<UploadSlot, Error> {
        let permits = pixels
            .div_ceil(PIXELS_A_PERMIT)
            .max(u64::from(all_permits()) / AT_ONCE);
        let permits = u32::try_from(permits).unwrap_or(u32::MAX).min(all_permits());
        let acquiring = Arc::clone(&self.permits).acquire_many_owned(permits);
        match tokio::time::timeout(PATIENCE, acquiring).await {
            Ok(Ok(permit)) => Ok(permit.into()),
            _ => Err(Error::Busy),
        }
    }
}

impl From<OwnedSemaphorePermit> for UploadSlot {
    fn from(permit: OwnedSemaphorePermit) -> Self {
        Self { _permit: permit }
    }
}

fn all_permits() -> u32 {
    u32::try_from(MOST_PIXELS / PIXELS_A_PERMIT).expect("40,000 fit")
}
