//! The files of photos, in a folder or a bucket. A file's content never changes.

use std::{future::Future, time::Duration};

use bytes::Bytes;
use futures_util::{Stream, TryStreamExt as _};
use object_store::{ObjectStore, ObjectStoreExt as _, PutMode, PutPayload, path::Path};

use crate::photos::{error::Error, name::FileName, picture::LARGEST_FILE, settings::Settings};

/// The maximum time of the store for one file. A call has 8 s for all.
const PATIENCE: Duration = Duration::from_secs(2);

/// The files of all photos.
#[derive(Debug)]
pub(crate) struct PhotoStore {
    store: Box<dyn ObjectStore>,
    folder: Path,
}

impl PhotoStore {
    /// Opens the store; `None` if it is not configured.
    pub(crate) fn open(settings: &Settings) -> object_store::Result<Option<Self>> {
        let opened = settings.open()?;
        Ok(opened.map(|(store, folder)| Self { store, folder }))
    }

    /// Returns true if the file exists.
    pub(crate) async fn has(&self, name: &FileName) -> Result<bool, Error> {
        let path = self.path(name);
        match in_time(self.store.head(&path)).await {
            Ok(_) => Ok(true),
            Err(Error::Store(object_store::Error::NotFound { .. })) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Writes a file atomically. An existing file of the same name has the same content.
    pub(crate) async fn put(&self, name: &FileName, content: Vec<u8>) -> Result<(), Error> {
        let (path, content) = (self.path(name), PutPayload::from(content));
        let put = self.store.put_opts(&path, content, PutMode::Create.into());
        match in_time(put).await {
            Ok(_) | Err(Error::Store(object_store::Error::AlreadyExists { .. })) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Reads a file.
    pub(crate) async fn get(&self, name: &FileName) -> Result<Bytes, Error> {
        let path = self.path(name);
        let read = async {
            let found = self.store.get(&path).await?;
            if found.meta.size > LARGEST_FILE as u64 {
                tracing::error!(%name, "a photo's file is larger than any that is kept");
                return Err(object_store::Error::NotFound {
                    path: path.to_string(),
                    source: "it is too large".into(),
                });
            }
            found.bytes().await
        };
        match in_time(read).await {
            Err(Error::Store(object_store::Error::NotFound { .. })) => Err(Error::NotFound),
            answer => answer,
        }
    }

    /// Deletes a file. It may be gone already.
    pub(crate) async fn remove(&self, name: &FileName) -> Result<(), Error> {
        match in_time(self.store.delete(&self.path(name))).await {
            Err(Error::Store(object_store::Error::NotFound { .. })) => Ok(()),
            answer => answer,
        }
    }

    /// Lists the files of all photos. Other files are ignored.
    pub(crate) fn list(&self) -> impl Stream<Item = object_store::Result<FileName>> + '_ {
        let files = self.store.list(Some(&self.folder));
        files.try_filter_map(async |file| Ok(file.location.filename().and_then(FileName::parse)))
    }

    fn path(&self, name: &FileName) -> Path {
        self.folder.clone().join(name.to_string())
    }
}

async fn in_time<T>(asked: impl Future<Output = object_store::Result<T>>) -> Result<T, Error> {
    match tokio::time::timeout(PATIENCE, asked).await {
        Ok(answer) => answer.map_err(Error::from),
        Err(_) => Err(Error::StoreTooSlow),
    }
}
