//! A fake inventory for stock imports and exports.

use std::sync::{Arc, Mutex};

use fakes::inventory::v1::{
    stock_export_service_server::{SERVICE_NAME as EXPORTS, StockExportService, StockExportServiceServer},
    stock_import_service_server::{SERVICE_NAME as IMPORTS, StockImportService, StockImportServiceServer},
};
use proto::{
    csv::v1::{CsvError, CsvFile, CsvImport, CsvImportState},
    inventory::v1::{
        ExportBatchesRequest, ExportBatchesResponse, ExportedBatch, GetStockImportRequest,
        GetStockImportResponse, StartStockImportRequest, StartStockImportResponse,
    },
};
use testkit::Served;
use tonic::{Request, Response, Status, async_trait};

use crate::{fake_staff::ASHA, record::Record};

pub(crate) const IMPORT: &str = "01936f00-0000-7000-8000-0000000000f1";

/// Records the imported files.
#[derive(Clone, Default)]
pub(crate) struct FakeStockFiles {
    pub(crate) record: Record,
    pub(crate) files: Arc<Mutex<Vec<CsvFile>>>,
    /// The exported batches, page by page.
    pub(crate) pages: Arc<Mutex<Vec<Vec<ExportedBatch>>>>,
}

impl FakeStockFiles {
    pub(crate) async fn serve(&self) -> Served {
        let imports = StockImportServiceServer::new(self.clone()).max_decoding_message_size(17 * 1024 * 1024);
        let exports = StockExportServiceServer::new(self.clone());
        testkit::serve(|frame| frame.serve_both(imports, exports, proto::CONTRACT)).await
    }
}

/// A running import.
fn running() -> CsvImport {
    CsvImport {
        import_id: IMPORT.to_owned(),
        is_dry_run: true,
        state: CsvImportState::Running.into(),
        started_by: ASHA.to_owned(),
        started_at: "2026-11-26T07:00:00Z".to_owned(),
        ..CsvImport::default()
    }
}

#[async_trait]
impl StockImportService for FakeStockFiles {
    async fn start_stock_import(
        &self,
        request: Request<StartStockImportRequest>,
    ) -> Result<Response<StartStockImportResponse>, Status> {
        let asked = self.record.admit(IMPORTS, "StartStockImport", request)?;
        self.files.lock().unwrap().extend(asked.file);
        Ok(Response::new(StartStockImportResponse {
            import: Some(running()),
        }))
    }

    async fn get_stock_import(
        &self,
        request: Request<GetStockImportRequest>,
    ) -> Result<Response<GetStockImportResponse>, Status> {
        let asked = self.record.admit(IMPORTS, "GetStockImport", request)?;
        if asked.import_id != IMPORT {
            return Err(Status::not_found("There is no such import."));
        }
        let error = |line, column: &str| CsvError {
            line,
            column: column.to_owned(),
            message: "Change it".to_owned(),
        };
        Ok(Response::new(GetStockImportResponse {
            import: Some(CsvImport {
                state: CsvImportState::Refused.into(),
                rows_total: 5,
                rows_done: 5,
                rows_wrong: 2,
                errors: vec![error(2, "mrp"), error(4, "")],
                finished_at: "2026-11-26T07:00:01Z".to_owned(),
                ..running()
            }),
        }))
    }
}

#[async_trait]
impl StockExportService for FakeStockFiles {
    async fn export_batches(
        &self,
        request: Request<ExportBatchesRequest>,
    ) -> Result<Response<ExportBatchesResponse>, Status> {
        let asked = self.record.admit(EXPORTS, "ExportBatches", request)?;
        let pages = self.pages.lock().unwrap().clone();
        let at: usize = asked.page_token.parse().unwrap_or(0);
        let next = Some(at + 1).filter(|next| *next < pages.len());
        Ok(Response::new(ExportBatchesResponse {
            batches: pages.get(at).cloned().unwrap_or_default(),
            next_page_token: next.map_or_else(String::new, |next| next.to_string()),
        }))
    }
}
