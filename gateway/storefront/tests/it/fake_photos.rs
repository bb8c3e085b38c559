//! A fake photo service of the catalog, with one photo.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use fakes::catalog::v1::photo_service_server::PhotoService;
use proto::catalog::v1::{GetPhotoFileRequest, GetPhotoFileResponse};
use tokio::sync::Semaphore;
use tonic::{Request, Response, Status, async_trait};

use crate::fake_catalog::PERMITS;

pub(crate) const PHOTO: &str = "0123456789abcdef0123456789abcdef-800.webp";

/// The content of the file [`PHOTO`].
pub(crate) const CONTENT: &[u8] = b"RIFF....WEBPVP8 ";

/// Counts the calls, and answers while its gate has permits.
#[derive(Clone)]
pub(crate) struct FakePhotos {
    pub(crate) asked: Arc<AtomicUsize>,
    pub(crate) gate: Arc<Semaphore>,
}

impl FakePhotos {
    pub(crate) fn new() -> Self {
        Self {
            asked: Arc::default(),
            gate: Arc::new(Semaphore::new(PERMITS as usize)),
        }
    }

    pub(crate) fn asked(&self) -> usize {
        self.asked.load(Ordering::Relaxed)
    }
}

#[async_trait]
impl PhotoService for FakePhotos {
    async fn get_photo_file(
        &self,
        request: Request<GetPhotoFileRequest>,
    ) -> Result<Response<GetPhotoFileResponse>, Status> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let _open = self.gate.acquire().await.unwrap();
        match request.into_inner().name.as_str() {
            PHOTO => Ok(Response::new(GetPhotoFileResponse {
                media_type: "image/webp".to_owned(),
                content: CONTENT.to_vec(),
            })),
            _ => Err(Status::not_found("Photo not found.")),
        }
    }
}
