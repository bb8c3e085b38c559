//! Uploads a photo.

use std::{sync::Arc, time::Duration};

use axum::extract::State;
use http::StatusCode;
use proto::catalog::v1::{UploadPhotoRequest, UploadPhotoResponse};
use serde::Serialize;
use tokio::sync::{Semaphore, SemaphorePermit};
use tonic::Status;
use utoipa::ToSchema;
use web::{
    Error,
    answer::{Answer, Refusal},
    request::upload::Upload,
};

use crate::{
    request::errors::{ApiError, StaffErrors},
    session::{authorization::Authorization, authorize::Session},
};

/// The path of an upload.
pub(crate) const PATH: &str = "/api/office/v1/photos";

/// The largest photo, in bytes, a limit of the catalog.
const MOST_BYTES: usize = 15 * 1024 * 1024;

/// The permission that the catalog requires. Checked here too, so that the gateway reads no file without it.
const PERMISSION: &str = "products.write";

/// Concurrent uploads. Each needs up to 60 MiB of memory: the photo as it arrives, and as it goes to the
/// catalog.
const AT_ONCE: usize = 3;

/// The longest wait for a free upload slot.
const SLOT_TIMEOUT: Duration = Duration::from_secs(10);

/// The delay before a retry makes sense.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// The limit on concurrent uploads.
#[derive(Debug)]
pub(crate) struct UploadSlots(Semaphore);

impl Default for UploadSlots {
    fn default() -> Self {
        Self(Semaphore::new(AT_ONCE))
    }
}

impl UploadSlots {
    async fn take(&self) -> Result<SemaphorePermit<'_>, ApiError> {
        if let Ok(Ok(slot)) = tokio::time::timeout(SLOT_TIMEOUT, self.0.acquire()).await {
            return Ok(slot);
        }
        let message = "Too many photos are being uploaded. Please try again in a moment.";
        let error = Error::new(StatusCode::TOO_MANY_REQUESTS, message).with_code("BUSY");
        Err(error.retry_after(RETRY_AFTER).into())
    }
}

/// Uploads a photo, removes its metadata, and stores it in the sizes that the shop shows.
///
/// The same photo again gets the same address.
#[utoipa::path(
    post,
    path = "/api/office/v1/photos",
    tag = "products",
    operation_id = "uploadPhoto",
    request_body(
        content = Vec<u8>,
        content_type = "application/octet-stream",
        description = "A JPEG, PNG or WebP file of at most 15 MiB; its content decides the format",
    ),
    responses(
        (status = 201, description = "The photo is stored", body = Answer<Photo>),
        (status = 400, description = "The file is incomplete", body = Refusal),
        (status = 408, description = "The file took too long to arrive", body = Refusal),
        (status = 413, description = "The file is larger than 15 MiB", body = Refusal),
        (status = 415, description = "The body is compressed", body = Refusal),
        (
            status = 422,
            description = "The picture cannot be used: NO_PHOTO, TOO_LARGE or TOO_SMALL",
            body = Refusal,
        ),
        (status = 429, description = "Too many photos are being uploaded; `Retry-After` says when to try again", body = Refusal),
        StaffErrors,
    ),
)]
pub(crate) async fn upload(
    session: Result<Session, ApiError>,
    State(uploads): State<Arc<UploadSlots>>,
    upload: Upload,
) -> Result<(StatusCode, Answer<Photo>), ApiError> {
    let (authorization, _slot) = match admit(session, &uploads).await {
        Ok(admitted) => admitted,
        Err(refused) => {
            upload.discard().await;
            return Err(refused);
        }
    };
    let content = upload.read(MOST_BYTES).await?.into();
    let kept = authorization.call(UploadPhotoRequest { content }).await?;
    Ok((StatusCode::CREATED, Answer::new(Photo::from(kept))))
}

/// Checks the permission before the file is read.
async fn admit(
    session: Result<Session, ApiError>,
    uploads: &UploadSlots,
) -> Result<(Authorization<UploadPhotoRequest>, SemaphorePermit<'_>), ApiError> {
    let authorization = session?.authorize::<UploadPhotoRequest>("").await?;
    if !authorization.may(PERMISSION) {
        return Err(Status::permission_denied("").into());
    }
    let slot = uploads.take().await?;
    Ok((authorization, slot))
}

/// A stored photo.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Photo {
    /// The address of the photo, for a product.
    #[schema(example = "/photos/0123456789abcdef0123456789abcdef-800.webp")]
    photo: String,
    /// Width in pixels.
    width: i32,
    /// Height in pixels.
    height: i32,
}

impl From<UploadPhotoResponse> for Photo {
    fn from(kept: UploadPhotoResponse) -> Self {
        let UploadPhotoResponse { photo, width, height } = kept;
        Self { photo, width, height }
    }
}
