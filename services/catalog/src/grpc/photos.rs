//! The gRPC API of photos.

use std::sync::Arc;

use proto::catalog::v1::{
    GetPhotoFileRequest, GetPhotoFileResponse, UploadPhotoRequest, UploadPhotoResponse,
    photo_service_server::PhotoService,
};
use tonic::{Request, Response, Status, async_trait};

use crate::photos::library::PhotoLibrary;

/// The maximum size of an upload request, in bytes: 15 MiB and the rest of the message.
pub(crate) const LARGEST_UPLOAD: usize = 16 * 1024 * 1024;

/// The media type of all stored photos.
const MEDIA_TYPE: &str = "image/webp";

/// Serves photos.
#[derive(Debug)]
pub(crate) struct Photos {
    pub(crate) library: Arc<PhotoLibrary>,
}

#[async_trait]
impl PhotoService for Photos {
    async fn get_photo_file(
        &self,
        request: Request<GetPhotoFileRequest>,
    ) -> Result<Response<GetPhotoFileResponse>, Status> {
        let file = self.library.file(&request.into_inner().name).await?;
        Ok(Response::new(GetPhotoFileResponse {
            media_type: MEDIA_TYPE.to_owned(),
            content: file.into(),
        }))
    }
}

/// Stores an uploaded photo.
pub(crate) async fn upload(
    library: &PhotoLibrary,
    request: UploadPhotoRequest,
) -> Result<UploadPhotoResponse, Status> {
    let stored = library.store_photo(request.content).await?;
    let pixels = |side| i32::try_from(side).expect("a side has less pixels than the whole picture");
    Ok(UploadPhotoResponse {
        width: pixels(stored.header.width),
        height: pixels(stored.header.height),
        photo: stored.address,
    })
}
