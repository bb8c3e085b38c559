//! Photos are taken and given out.

use std::time::Duration;

use bytes::Bytes;
use sqlx::PgPool;

use crate::photos::{
    error::Error,
    header::Header,
    kept_store,
    name::{FileName, PhotoId, USUAL_WIDTH},
    picture::{self, SizedFile},
    settings::Settings,
    store::PhotoStore,
    turns::{Turn, Turns},
};

/// How long an upload may take before whoever sends it is told to come again: a call has 8 s. Decoding goes on and keeps its turn
/// until its limits of pixels and scans end it.
const PATIENCE: Duration = Duration::from_secs(7);

/// All photos.
#[derive(Debug)]
pub(crate) struct PhotoLibrary {
    /// Where it stands which photos there are.
    db: PgPool,
    /// None when the program was not told where photos are kept.
    store: Option<PhotoStore>,
    turns: Turns,
}

/// A photo that is kept.
#[derive(Debug)]
pub(crate) struct KeptPhoto {
    /// Its address, for a product.
    pub(crate) address: String,
    /// How wide and how high the upload is, in pixels, turned as the camera was held.
    pub(crate) header: Header,
}

impl PhotoLibrary {
    /// The photos at the place that the settings name. Nothing is asked of it yet.
    pub(crate) fn open(settings: &Settings, db: PgPool) -> anyhow::Result<Self> {
        let store = PhotoStore::open(settings)?;
        if store.is_none() {
            tracing::warn!("PHOTO_STORE does not say where photos are kept: none are taken");
        }
        Ok(Self {
            db,
            store,
            turns: Turns::new(),
        })
    }

    /// Takes an upload, and keeps its pixels in the sizes that the shop shows. What is kept already is not decoded again.
    pub(crate) async fn keep(&self, upload: Vec<u8>) -> Result<KeptPhoto, Error> {
        let kept = tokio::time::timeout(PATIENCE, self.keep_in_turn(upload)).await;
        kept.unwrap_or(Err(Error::Busy))
    }

    async fn keep_in_turn(&self, upload: Vec<u8>) -> Result<KeptPhoto, Error> {
        let store = self.store.as_ref().ok_or(Error::NoStore)?;
        let in_hand = self.turns.take_in_hand()?;
        let upload = Bytes::from(upload);
        let (id, header) = off_thread({
            let upload = upload.clone();
            move || Ok((PhotoId::of(&upload), Header::read(&upload)?))
        })
        .await?;
        kept_store::note_upload(&self.db, &id).await?;
        // The file that was written last: the others are there when it is.
        if !store.has(&id.file(USUAL_WIDTH)).await? {
            let turn = self.turns.wait(header.pixels()).await?;
            let files = off_thread(move || make_files(&upload, header, (turn, in_hand))).await?;
            let (last, others): (Vec<_>, Vec<_>) =
                files.into_iter().partition(|file| file.width == USUAL_WIDTH);
            for SizedFile { width, content } in others.into_iter().chain(last) {
                store.put(&id.file(width), content).await?;
            }
        }
        Ok(KeptPhoto {
            address: id.address(),
            header,
        })
    }

    /// Where the files lie; none when the program was not told.
    pub(super) fn store(&self) -> Option<&PhotoStore> {
        self.store.as_ref()
    }

    /// A file of a photo, whole.
    pub(crate) async fn file(&self, name: &str) -> Result<Bytes, Error> {
        let name = FileName::read(name).ok_or(Error::NotFound)?;
        self.store.as_ref().ok_or(Error::NoStore)?.get(&name).await
    }
}

/// Holds the turn to the end, also when nobody waits for the files any more.
fn make_files(upload: &[u8], header: Header, _turn: (Turn, Turn)) -> Result<Vec<SizedFile>, Error> {
    picture::files(upload, header)
}

/// Runs work that takes a processor.
async fn off_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| {
        tracing::error!("a decoder panicked");
        Err(Error::NoPhoto)
    })
}
