//! The gRPC API of tracking numbers.

use csv_import::Importer as _;
use jobs::Waker;
use proto::order::v1::{
    GetTrackingImportRequest, GetTrackingImportResponse, StartTrackingImportRequest,
    StartTrackingImportResponse, tracking_import_service_server::TrackingImportService,
};
use sqlx::PgPool;
use tonic::{Request, Response, Status, async_trait};

use crate::importing::tracking::Tracking;

/// The gRPC service.
#[derive(Debug)]
pub struct TrackingApi {
    db: PgPool,
    imports: Waker,
}

#[async_trait]
impl TrackingImportService for TrackingApi {
    async fn start_tracking_import(
        &self,
        request: Request<StartTrackingImportRequest>,
    ) -> Result<Response<StartTrackingImportResponse>, Status> {
        let kind = Tracking::KIND;
        let import = csv_import::grpc::start(&self.db, &self.imports, kind, request, |asked| asked.file);
        Ok(Response::new(StartTrackingImportResponse {
            import: Some(import.await?),
        }))
    }

    async fn get_tracking_import(
        &self,
        request: Request<GetTrackingImportRequest>,
    ) -> Result<Response<GetTrackingImportResponse>, Status> {
        let import_id = &request.get_ref().import_id;
        let import = csv_import::grpc::get(&self.db, Tracking::KIND, import_id).await?;
        Ok(Response::new(GetTrackingImportResponse { import: Some(import) }))
    }
}

impl TrackingApi {
    /// Creates the gRPC service. New imports wake the worker through `imports`.
    pub fn new(db: PgPool, imports: Waker) -> Self {
        Self { db, imports }
    }
}
