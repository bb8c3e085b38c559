//! A fake catalog that accepts photos and has one.

use std::sync::{Arc, Mutex};

use fakes::catalog::v1::{
    photo_service_server::{PhotoService, PhotoServiceServer},
    product_editing_service_server::{ProductEditingService, ProductEditingServiceServer, SERVICE_NAME},
};
use proto::catalog::v1::{
    GetPhotoFileRequest, GetPhotoFileResponse, UploadPhotoRequest, UploadPhotoResponse,
};
use testkit::Served;
use tonic::{Request, Response, Status, async_trait};

use crate::record::Record;

pub(crate) const PHOTO: &str = "0123456789abcdef0123456789abcdef-800.webp";

/// Records the sizes of uploads.
#[derive(Clone, Default)]
pub(crate) struct FakePhotos {
    pub(crate) record: Record,
    pub(crate) uploads: Arc<Mutex<Vec<usize>>>,
}

impl FakePhotos {
    pub(crate) async fn serve(&self) -> Served {
        let uploads =
            ProductEditingServiceServer::new(self.clone()).max_decoding_message_size(16 * 1024 * 1024);
        let files = PhotoServiceServer::new(self.clone());
        testkit::serve(|frame| frame.serve_both(uploads, files, proto::CONTRACT)).await
    }
}

#[async_trait]
impl ProductEditingService for FakePhotos {
    async fn upload_photo(
        &self,
        request: Request<UploadPhotoRequest>,
    ) -> Result<Response<UploadPhotoResponse>, Status> {
        let upload = self.record.admit(SERVICE_NAME, "UploadPhoto", request)?;
        self.uploads.lock().unwrap().push(upload.content.len());
        Ok(Response::new(UploadPhotoResponse {
            photo: format!("/photos/{PHOTO}"),
            width: 1600,
            height: 2000,
        }))
    }
}

#[async_trait]
impl PhotoService for FakePhotos {
    async fn get_photo_file(
        &self,
        request: Request<GetPhotoFileRequest>,
    ) -> Result<Response<GetPhotoFileResponse>, Status> {
        match request.into_inner().name.as_str() {
            PHOTO => Ok(Response::new(GetPhotoFileResponse {
                media_type: "image/webp".to_owned(),
                content: b"RIFF".to_vec(),
            })),
            _ => Err(Status::not_found("Photo not found.")),
        }
    }
}
