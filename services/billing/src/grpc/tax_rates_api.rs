//! The gRPC service of tax rates, for staff.

use proto::billing::v1::{
    ListTaxRatesRequest, ListTaxRatesResponse, MissingTaxRate, SetTaxRateRequest, SetTaxRateResponse,
    TaxRate,
    tax_rate_service_server::{TaxRateService, TaxRateServiceServer},
};
use runtime::LARGEST_REQUEST;
use sqlx::PgPool;
use time::{Date, OffsetDateTime};
use tonic::{Request, Response, Status, async_trait};
use values::day_in_india;

use crate::{
    document::rate_store::{self, MissingRate, StoredRate},
    error::Error,
    grpc::staff_id::staff_id,
    issuing::set_tax_rate::{self, RateDetails},
};

/// The gRPC service.
#[derive(Debug)]
pub struct TaxRatesApi {
    /// The database.
    pub db: PgPool,
}

impl TaxRatesApi {
    /// Builds the gRPC server.
    pub fn serve(db: PgPool) -> TaxRateServiceServer<Self> {
        TaxRateServiceServer::new(Self { db }).max_decoding_message_size(LARGEST_REQUEST)
    }
}

#[async_trait]
impl TaxRateService for TaxRatesApi {
    async fn list_tax_rates(
        &self,
        _: Request<ListTaxRatesRequest>,
    ) -> Result<Response<ListTaxRatesResponse>, Status> {
        let rates = rate_store::all(&self.db).await.map_err(Error::from)?;
        let missing = rate_store::missing(&self.db).await.map_err(Error::from)?;
        Ok(Response::new(ListTaxRatesResponse {
            rates: to_contract(rates, today()),
            missing: missing.into_iter().map(missing_rate).collect(),
        }))
    }

    async fn set_tax_rate(
        &self,
        request: Request<SetTaxRateRequest>,
    ) -> Result<Response<SetTaxRateResponse>, Status> {
        let staff_id = staff_id(&request)?;
        let request = request.into_inner();
        let details = RateDetails {
            hsn: request.hsn,
            since: request.since,
            rate_basis_points: request.rate_basis_points,
            source: request.source,
        };
        let today = today();
        let rate = details.validate(today, staff_id).map_err(Error::Invalid)?;
        let rate = set_tax_rate::set(&self.db, rate).await?;
        let is_current = rate.since <= today;
        Ok(Response::new(SetTaxRateResponse {
            rate: Some(tax_rate(rate, is_current)),
        }))
    }
}

fn today() -> Date {
    day_in_india(OffsetDateTime::now_utc())
}

/// The rates for the contract. The current rate of a code is the latest one that has started. `rates` is
/// sorted by code, latest first.
fn to_contract(rates: Vec<StoredRate>, today: Date) -> Vec<TaxRate> {
    let mut counted = String::new();
    let rates = rates.into_iter().map(|rate| {
        let is_current = rate.since <= today && rate.hsn != counted;
        if is_current {
            counted.clone_from(&rate.hsn);
        }
        tax_rate(rate, is_current)
    });
    rates.collect()
}

fn tax_rate(rate: StoredRate, is_current: bool) -> TaxRate {
    TaxRate {
        hsn: rate.hsn,
        since: rate.since.to_string(),
        rate_basis_points: rate.rate_basis_points,
        source: rate.source,
        staff_id: rate.staff_id.map(|id| id.to_string()).unwrap_or_default(),
        is_current,
    }
}

fn missing_rate(missing: MissingRate) -> MissingTaxRate {
    MissingTaxRate {
        hsn: missing.hsn,
        orders: missing.orders,
        since: day_in_india(missing.since).to_string(),
    }
}
