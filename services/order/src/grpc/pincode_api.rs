//! The gRPC API of the delivery rules of pincodes.

use csv_import::Importer as _;
use jobs::Waker;
use proto::order::v1::{
    DecidedPincode, GetPincodeImportRequest, GetPincodeImportResponse, ListPincodesRequest,
    ListPincodesResponse, StartPincodeImportRequest, StartPincodeImportResponse,
    pincode_service_server::PincodeService,
};
use sqlx::PgPool;
use tonic::{Request, Response, Status, async_trait};

use crate::{
    delivery::{pincode_list::PincodeListDetails, pincodes::PincodeDecision},
    error::Error,
    importing::pincodes::Pincodes,
};

/// The gRPC service.
#[derive(Debug)]
pub struct PincodeApi {
    db: PgPool,
    imports: Waker,
}

#[async_trait]
impl PincodeService for PincodeApi {
    async fn list_pincodes(
        &self,
        request: Request<ListPincodesRequest>,
    ) -> Result<Response<ListPincodesResponse>, Status> {
        let request = request.into_inner();
        let details = PincodeListDetails {
            page_size: request.page_size,
            page_token: request.page_token,
        };
        let page = details.validate().map_err(Error::Invalid)?;
        let (decisions, next_page_token) = page.load(&self.db).await.map_err(Error::from)?;
        Ok(Response::new(ListPincodesResponse {
            pincodes: decisions.into_iter().map(decided).collect(),
            next_page_token,
        }))
    }

    async fn start_pincode_import(
        &self,
        request: Request<StartPincodeImportRequest>,
    ) -> Result<Response<StartPincodeImportResponse>, Status> {
        let kind = Pincodes::KIND;
        let import = csv_import::grpc::start(&self.db, &self.imports, kind, request, |asked| asked.file);
        Ok(Response::new(StartPincodeImportResponse {
            import: Some(import.await?),
        }))
    }

    async fn get_pincode_import(
        &self,
        request: Request<GetPincodeImportRequest>,
    ) -> Result<Response<GetPincodeImportResponse>, Status> {
        let import_id = &request.get_ref().import_id;
        let import = csv_import::grpc::get(&self.db, Pincodes::KIND, import_id).await?;
        Ok(Response::new(GetPincodeImportResponse { import: Some(import) }))
    }
}

impl PincodeApi {
    /// Creates the gRPC service. New imports wake the worker through `imports`.
    pub fn new(db: PgPool, imports: Waker) -> Self {
        Self { db, imports }
    }
}

fn decided(decision: PincodeDecision) -> DecidedPincode {
    DecidedPincode {
        pincode: decision.pincode,
        zone: decision
            .zone
            .map_or_else(String::new, |zone| zone.as_str().to_owned()),
        delivery_paise: decision.delivery_paise,
        takes_cash: decision.takes_cash,
        cod_fee_paise: decision.cod_fee_paise,
    }
}
