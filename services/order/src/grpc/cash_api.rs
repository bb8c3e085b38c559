//! The gRPC API of cash on delivery.

use csv_import::Importer as _;
use jobs::Waker;
use proto::order::v1::{
    self as contract, GetRemittanceImportRequest, GetRemittanceImportResponse, ListCashRequest,
    ListCashResponse, StartRemittanceImportRequest, StartRemittanceImportResponse, SumCashRequest,
    SumCashResponse, cash_on_delivery_service_server::CashOnDeliveryService,
};
use sqlx::PgPool;
use tonic::{Request, Response, Status, async_trait};

use crate::{
    cash::{
        cash_order::CashOrder,
        list::{CashDetails, CashState},
        sums::{self, CarrierCash, CashSum},
    },
    error::Error,
    grpc::messages::rfc_3339,
    importing::remittances::Remittances,
};

/// The gRPC service.
#[derive(Debug)]
pub struct CashApi {
    db: PgPool,
    imports: Waker,
}

#[async_trait]
impl CashOnDeliveryService for CashApi {
    async fn sum_cash(&self, _request: Request<SumCashRequest>) -> Result<Response<SumCashResponse>, Status> {
        let since = sums::remitted_since(&self.db).await.map_err(Error::from)?;
        let carriers = sums::by_carrier(&self.db, since).await.map_err(Error::from)?;
        Ok(Response::new(SumCashResponse {
            carriers: carriers.into_iter().map(carrier_cash).collect(),
            remitted_since: since.to_string(),
        }))
    }

    async fn list_cash(
        &self,
        request: Request<ListCashRequest>,
    ) -> Result<Response<ListCashResponse>, Status> {
        let request = request.into_inner();
        let details = CashDetails {
            state: match request.state() {
                contract::CashState::Unspecified => None,
                contract::CashState::ToCollect => Some(CashState::ToCollect),
                contract::CashState::Collected => Some(CashState::Collected),
                contract::CashState::Remitted => Some(CashState::Remitted),
            },
            carrier: request.carrier,
            page_size: request.page_size,
            page_token: request.page_token,
        };
        let list = details.validate().map_err(Error::Invalid)?;
        let (orders, next_page_token) = list.load(&self.db).await.map_err(Error::from)?;
        Ok(Response::new(ListCashResponse {
            orders: orders.into_iter().map(cash_order).collect(),
            next_page_token,
        }))
    }

    async fn start_remittance_import(
        &self,
        request: Request<StartRemittanceImportRequest>,
    ) -> Result<Response<StartRemittanceImportResponse>, Status> {
        let kind = Remittances::KIND;
        let import = csv_import::grpc::start(&self.db, &self.imports, kind, request, |asked| asked.file);
        Ok(Response::new(StartRemittanceImportResponse {
            import: Some(import.await?),
        }))
    }

    async fn get_remittance_import(
        &self,
        request: Request<GetRemittanceImportRequest>,
    ) -> Result<Response<GetRemittanceImportResponse>, Status> {
        let import_id = &request.get_ref().import_id;
        let import = csv_import::grpc::get(&self.db, Remittances::KIND, import_id).await?;
        Ok(Response::new(GetRemittanceImportResponse {
            import: Some(import),
        }))
    }
}

impl CashApi {
    /// Creates the gRPC service. New imports wake the worker through `imports`.
    pub fn new(db: PgPool, imports: Waker) -> Self {
        Self { db, imports }
    }
}

fn carrier_cash(cash: CarrierCash) -> contract::CarrierCash {
    contract::CarrierCash {
        carrier: cash.carrier,
        to_collect: Some(sum(cash.to_collect)),
        collected: Some(sum(cash.collected)),
        remitted: Some(sum(cash.remitted)),
        oldest_collected_at: cash.oldest_collected_at.map_or_else(String::new, rfc_3339),
    }
}

fn sum(sum: CashSum) -> contract::CashSum {
    contract::CashSum {
        orders: sum.orders,
        amount_paise: sum.amount_paise,
    }
}

fn cash_order(order: CashOrder) -> contract::CashOrder {
    contract::CashOrder {
        order_id: order.id.to_string(),
        order_number: order.order_number,
        carrier: order.carrier,
        amount_paise: order.amount_paise,
        shipped_at: order.shipped_at.map_or_else(String::new, rfc_3339),
        delivered_at: order.delivered_at.map_or_else(String::new, rfc_3339),
        remitted_on: order.remitted_on.map_or_else(String::new, |day| day.to_string()),
        reference: order.reference.unwrap_or_default(),
    }
}
