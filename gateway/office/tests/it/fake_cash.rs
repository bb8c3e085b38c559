//! A fake order service with COD cash, and with imports of remittances, pincodes and tracking numbers that
//! are accepted and never read.

use std::sync::{Arc, Mutex};

use fakes::order::v1::{
    cash_on_delivery_service_server::{self, CashOnDeliveryService},
    pincode_service_server::{self, PincodeService},
    tracking_import_service_server::{self, TrackingImportService},
};
use proto::{
    csv::v1::{CsvFile, CsvImport, CsvImportState},
    order::v1::{
        CarrierCash, CashSum, DecidedPincode, GetPincodeImportRequest, GetPincodeImportResponse,
        GetRemittanceImportRequest, GetRemittanceImportResponse, GetTrackingImportRequest,
        GetTrackingImportResponse, ListPincodesRequest, ListPincodesResponse, StartPincodeImportRequest,
        StartPincodeImportResponse, StartRemittanceImportRequest, StartRemittanceImportResponse,
        StartTrackingImportRequest, StartTrackingImportResponse, SumCashRequest, SumCashResponse,
    },
};
use tonic::{Request, Response, Status, async_trait};

use crate::{fake_staff::ASHA, record::Record};

const CASH: &str = cash_on_delivery_service_server::SERVICE_NAME;
const PINCODES: &str = pincode_service_server::SERVICE_NAME;
const TRACKING: &str = tracking_import_service_server::SERVICE_NAME;

#[derive(Clone)]
pub(crate) struct FakeCash {
    record: Record,
    /// The files that arrived, each with its kind.
    pub(crate) files: Arc<Mutex<Vec<(&'static str, CsvFile)>>>,
    /// The delivery rules, page by page.
    pub(crate) pincodes: Arc<Mutex<Vec<Vec<DecidedPincode>>>>,
}

impl FakeCash {
    pub(crate) fn new(record: Record) -> Self {
        Self {
            record,
            files: Arc::default(),
            pincodes: Arc::new(Mutex::new(vec![Vec::new()])),
        }
    }

    fn take(&self, rows: &'static str, file: Option<CsvFile>) -> CsvImport {
        let file = file.expect("the office sends one");
        let import = import(&file.import_id, file.is_dry_run);
        self.files.lock().unwrap().push((rows, file));
        import
    }
}

/// A running import.
pub(crate) fn import(import_id: &str, is_dry_run: bool) -> CsvImport {
    CsvImport {
        import_id: import_id.to_owned(),
        is_dry_run,
        state: CsvImportState::Running.into(),
        started_by: ASHA.to_owned(),
        started_at: "2026-11-26T06:30:00Z".to_owned(),
        ..CsvImport::default()
    }
}

fn sum(orders: i64, amount_paise: i64) -> CashSum {
    CashSum { orders, amount_paise }
}

#[async_trait]
impl CashOnDeliveryService for FakeCash {
    async fn sum_cash(&self, request: Request<SumCashRequest>) -> Result<Response<SumCashResponse>, Status> {
        self.record.admit(CASH, "SumCash", request)?;
        let of_india_post = CarrierCash {
            carrier: "India Post".to_owned(),
            to_collect: Some(sum(2, 99_950)),
            collected: Some(sum(1, 24_900)),
            remitted: Some(sum(0, 0)),
            oldest_collected_at: "2026-11-17T06:30:00Z".to_owned(),
        };
        Ok(Response::new(SumCashResponse {
            carriers: vec![CarrierCash::default(), of_india_post],
            remitted_since: "2026-10-28".to_owned(),
        }))
    }

    async fn start_remittance_import(
        &self,
        request: Request<StartRemittanceImportRequest>,
    ) -> Result<Response<StartRemittanceImportResponse>, Status> {
        let asked = self.record.admit(CASH, "StartRemittanceImport", request)?;
        Ok(Response::new(StartRemittanceImportResponse {
            import: Some(self.take("remittances", asked.file)),
        }))
    }

    async fn get_remittance_import(
        &self,
        request: Request<GetRemittanceImportRequest>,
    ) -> Result<Response<GetRemittanceImportResponse>, Status> {
        let asked = self.record.admit(CASH, "GetRemittanceImport", request)?;
        Ok(Response::new(GetRemittanceImportResponse {
            import: Some(import(&asked.import_id, false)),
        }))
    }
}

#[async_trait]
impl PincodeService for FakeCash {
    async fn list_pincodes(
        &self,
        request: Request<ListPincodesRequest>,
    ) -> Result<Response<ListPincodesResponse>, Status> {
        let asked = self.record.admit(PINCODES, "ListPincodes", request)?;
        let at: usize = asked.page_token.parse().unwrap_or(0);
        let pages = self.pincodes.lock().unwrap().clone();
        let next = Some(at + 1).filter(|next| *next < pages.len());
        Ok(Response::new(ListPincodesResponse {
            pincodes: pages[at].clone(),
            next_page_token: next.map_or_else(String::new, |next| next.to_string()),
        }))
    }

    async fn start_pincode_import(
        &self,
        request: Request<StartPincodeImportRequest>,
    ) -> Result<Response<StartPincodeImportResponse>, Status> {
        let asked = self.record.admit(PINCODES, "StartPincodeImport", request)?;
        Ok(Response::new(StartPincodeImportResponse {
            import: Some(self.take("pincodes", asked.file)),
        }))
    }

    async fn get_pincode_import(
        &self,
        request: Request<GetPincodeImportRequest>,
    ) -> Result<Response<GetPincodeImportResponse>, Status> {
        let asked = self.record.admit(PINCODES, "GetPincodeImport", request)?;
        Ok(Response::new(GetPincodeImportResponse {
            import: Some(import(&asked.import_id, false)),
        }))
    }
}

#[async_trait]
impl TrackingImportService for FakeCash {
    async fn start_tracking_import(
        &self,
        request: Request<StartTrackingImportRequest>,
    ) -> Result<Response<StartTrackingImportResponse>, Status> {
        let asked = self.record.admit(TRACKING, "StartTrackingImport", request)?;
        Ok(Response::new(StartTrackingImportResponse {
            import: Some(self.take("tracking", asked.file)),
        }))
    }

    async fn get_tracking_import(
        &self,
        request: Request<GetTrackingImportRequest>,
    ) -> Result<Response<GetTrackingImportResponse>, Status> {
        let asked = self.record.admit(TRACKING, "GetTrackingImport", request)?;
        Ok(Response::new(GetTrackingImportResponse {
            import: Some(import(&asked.import_id, false)),
        }))
    }
}
