//! The gRPC services of stock files: import and export.

use std::time::Duration;

use csv_import::Importer as _;
use jobs::Waker;
use proto::inventory::v1::{
    ExportBatchesRequest, ExportBatchesResponse, ExportedBatch, GetStockImportRequest,
    GetStockImportResponse, StartStockImportRequest, StartStockImportResponse,
    stock_export_service_server::{StockExportService, StockExportServiceServer},
    stock_import_service_server::{StockImportService, StockImportServiceServer},
};
use runtime::{
    Frame, LARGEST_REQUEST, Services,
    status::{self, Rule, Violation},
};
use sqlx::PgPool;
use tonic::{Request, Response, Status, async_trait};
use uuid::Uuid;

use crate::{
    error::Error,
    grpc::messages::batch_message,
    importing::stock::Stock,
    ledger::{batch_store, shelves},
    listed_packs::catalog::Catalog,
};

/// The retry delay that callers are told while the catalog is unavailable.
const RETRY_AFTER: Duration = Duration::from_secs(2);

/// The gRPC services of import and export.
#[derive(Debug, Clone)]
pub struct FilesApi {
    /// The database.
    pub db: PgPool,
    /// The source of pack names.
    pub catalog: Catalog,
    /// Wakes the import worker.
    pub worker: Waker,
}

impl FilesApi {
    /// Creates the API and starts the import worker.
    pub fn open(db: PgPool, catalog: Catalog, frame: &Frame) -> Self {
        let imports = csv_import::Imports::new(db.clone(), frame.stopping());
        let worker = imports.with(Stock::new(catalog.clone())).worker();
        let waker = worker.waker();
        frame.spawn("imports", worker.run(frame.stopping()));
        Self {
            db,
            catalog,
            worker: waker,
        }
    }

    /// Adds both gRPC services to the server.
    pub async fn add_to(self, services: Services) -> Services {
        let exports = StockExportServiceServer::new(self.clone()).max_decoding_message_size(LARGEST_REQUEST);
        let imports =
            StockImportServiceServer::new(self).max_decoding_message_size(csv_import::LARGEST_REQUEST);
        services.add(exports).await.add(imports).await
    }
}

#[async_trait]
impl StockImportService for FilesApi {
    async fn start_stock_import(
        &self,
        request: Request<StartStockImportRequest>,
    ) -> Result<Response<StartStockImportResponse>, Status> {
        let started =
            csv_import::grpc::start(&self.db, &self.worker, Stock::KIND, request, |asked| asked.file);
        Ok(Response::new(StartStockImportResponse {
            import: Some(started.await?),
        }))
    }

    async fn get_stock_import(
        &self,
        request: Request<GetStockImportRequest>,
    ) -> Result<Response<GetStockImportResponse>, Status> {
        let import = csv_import::grpc::get(&self.db, Stock::KIND, &request.get_ref().import_id);
        Ok(Response::new(GetStockImportResponse {
            import: Some(import.await?),
        }))
    }
}

#[async_trait]
impl StockExportService for FilesApi {
    async fn export_batches(
        &self,
        request: Request<ExportBatchesRequest>,
    ) -> Result<Response<ExportBatchesResponse>, Status> {
        let behind = page_token(&request.get_ref().page_token)?;
        let batches = shelves::on_hand(&self.db, behind).await.map_err(Error::from)?;
        let last = batches.last().filter(|_| batches.len() == batch_store::PAGE);
        let next_page_token = last.map_or_else(String::new, |last| last.id.to_string());
        let names = self.catalog.name(batches.iter().map(batch_store::Batch::pack));
        let mut names = names.await.map_err(|away| {
            let message = "The names of packs cannot be loaded right now. Please try again in a moment.";
            status::caused_by(status::unavailable(message, RETRY_AFTER), away)
        })?;
        let exported = batches.into_iter().map(|batch| {
            let name = names.entry(batch.pack()).or_default().clone();
            ExportedBatch {
                batch: Some(batch_message(batch)),
                sku: name.sku,
                product_name: name.product_name,
            }
        });
        Ok(Response::new(ExportBatchesResponse {
            batches: exported.collect(),
            next_page_token,
        }))
    }
}

fn page_token(token: &str) -> Result<Uuid, Error> {
    if token.is_empty() {
        return Ok(Uuid::nil());
    }
    Uuid::parse_str(token).map_err(|_| {
        let broken = Rule::Malformed.says("Send the token of the page before");
        Error::Invalid(vec![Violation::new("page_token", broken)])
    })
}
