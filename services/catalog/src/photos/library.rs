//! Stores and serves photos.

use std::time::Duration;

use bytes::Bytes;
use sqlx::PgPool;

use crate::photos::{
    error::Error,
    header::Header,
    name::{FileName, PhotoId, USUAL_WIDTH},
    picture::{self, SizedFile},
    settings::Settings,
    store::PhotoStore,
    stored_photos,
    upload_slots::{UploadSlot, UploadSlots},
};

/// The maximum time of an upload before the caller is told to retry; a call has 8 s. Decoding continues and
/// keeps its turn until its limits of pixels and scans end it.
const PATIENCE: Duration = Duration::from_secs(7);

/// All photos.
#[derive(Debug)]
pub(crate) struct PhotoLibrary {
    /// The database with the table of photos.
    db: PgPool,
    /// `None` if the photo store is not configured.
    store: Option<PhotoStore>,
    slots: UploadSlots,
}

/// A stored photo.
#[derive(Debug)]
pub(crate) struct StoredPhoto {
    /// The address for a product.
    pub(crate) address: String,
    /// The width and height in pixels after turning.
    pub(crate) header: Header,
}

impl PhotoLibrary {
    /// Opens the configured photo store, without connecting.
    pub(crate) fn open(settings: &Settings, db: PgPool) -> anyhow::Result<Self> {
        let store = PhotoStore::open(settings)?;
        if store.is_none() {
            tracing::warn!("PHOTO_STORE is not set: photo uploads are refused");
        }
        Ok(Self {
            db,
            store,
            slots: UploadSlots::new(),
        })
    }

    /// Stores an upload in all sizes that the shop shows. A photo that is already stored is not decoded
    /// again.
    pub(crate) async fn store_photo(&self, upload: Vec<u8>) -> Result<StoredPhoto, Error> {
        let stored = tokio::time::timeout(PATIENCE, self.store_upload(upload)).await;
        stored.unwrap_or(Err(Error::Busy))
    }

    async fn store_upload(&self, upload: Vec<u8>) -> Result<StoredPhoto, Error> {
        let store = self.store.as_ref().ok_or(Error::NoStore)?;
        let upload_slot = self.slots.acquire_upload()?;
        let upload = Bytes::from(upload);
        let (id, header) = off_thread({
            let upload = upload.clone();
            move || Ok((PhotoId::from_upload(&upload), Header::parse(&upload)?))
        })
        .await?;
        stored_photos::note_upload(&self.db, &id).await?;
        // This file is written last, so if it exists, all of them do.
        if !store.has(&id.file(USUAL_WIDTH)).await? {
            let decoding_slot = self.slots.acquire_decoding(header.pixels()).await?;
            let files = off_thread(move || make_files(&upload, header, (decoding_slot, upload_slot))).await?;
            let (last, others): (Vec<_>, Vec<_>) =
                files.into_iter().partition(|file| file.width == USUAL_WIDTH);
            for SizedFile { width, content } in others.into_iter().chain(last) {
                store.put(&id.file(width), content).await?;
            }
        }
        Ok(StoredPhoto {
            address: id.address(),
            header,
        })
    }

    /// The photo store; `None` if it is not configured.
    pub(super) fn store(&self) -> Option<&PhotoStore> {
        self.store.as_ref()
    }

    /// Returns a file of a photo.
    pub(crate) async fn file(&self, name: &str) -> Result<Bytes, Error> {
        let name = FileName::parse(name).ok_or(Error::NotFound)?;
        self.store.as_ref().ok_or(Error::NoStore)?.get(&name).await
    }
}

/// Keeps its turn until it ends, even if the caller no longer waits.
fn make_files(
    upload: &[u8],
    header: Header,
    _slots: (UploadSlot, UploadSlot),
) -> Result<Vec<SizedFile>, Error> {
    picture::files(upload, header)
}

/// Runs CPU-bound work on a blocking thread.
async fn off_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| {
        tracing::error!("a decoder panicked");
        Err(Error::NoPhoto)
    })
}
