//! The gRPC service of product imports.

use csv_import::Importer as _;
use jobs::Waker;
use proto::catalog::v1::{
    GetProductImportRequest, GetProductImportResponse, StartProductImportRequest, StartProductImportResponse,
    product_import_service_server::{ProductImportService, ProductImportServiceServer},
};
use sqlx::PgPool;
use tonic::{Request, Response, Status, async_trait};

use crate::importing::importer::Products;

/// Creates the gRPC server for product files. A request may be as large as a file.
pub fn server(db: PgPool, worker: Waker) -> ProductImportServiceServer<ImportApi> {
    let api = ImportApi { db, worker };
    ProductImportServiceServer::new(api).max_decoding_message_size(csv_import::LARGEST_REQUEST)
}

/// The gRPC service.
#[derive(Debug)]
pub struct ImportApi {
    db: PgPool,
    worker: Waker,
}

#[async_trait]
impl ProductImportService for ImportApi {
    async fn start_product_import(
        &self,
        request: Request<StartProductImportRequest>,
    ) -> Result<Response<StartProductImportResponse>, Status> {
        let file = |request: StartProductImportRequest| request.file;
        let import = csv_import::grpc::start(&self.db, &self.worker, Products::KIND, request, file).await?;
        Ok(Response::new(StartProductImportResponse { import: Some(import) }))
    }

    async fn get_product_import(
        &self,
        request: Request<GetProductImportRequest>,
    ) -> Result<Response<GetProductImportResponse>, Status> {
        let id = &request.get_ref().import_id;
        let import = csv_import::grpc::get(&self.db, Products::KIND, id).await?;
        Ok(Response::new(GetProductImportResponse { import: Some(import) }))
    }
}
