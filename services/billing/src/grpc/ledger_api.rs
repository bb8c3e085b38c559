//! The gRPC service of the ledger, for staff.

use std::collections::BTreeSet;

use proto::billing::v1::{
    AccountBalance, GetGstSummaryRequest, GetGstSummaryResponse, GetTrialBalanceRequest,
    GetTrialBalanceResponse, HsnSum, LedgerEntry, ListEntriesRequest, ListEntriesResponse,
    ListSalesRegisterRequest, ListSalesRegisterResponse, PostCorrectionRequest, PostCorrectionResponse,
    SalesRegisterRow, StateRateSum,
    ledger_service_server::{LedgerService, LedgerServiceServer},
};
use runtime::LARGEST_REQUEST;
use sqlx::PgPool;
use time::OffsetDateTime;
use tonic::{Request, Response, Status, async_trait};
use values::day_in_india;

use crate::{
    document::document_store,
    error::Error,
    grpc::staff_id::staff_id,
    ledger::{
        account::Account,
        correction::CorrectionDetails,
        entry_store::{self, Balance, StoredEntry},
        page_request::{self, PageCursor},
        post_correction,
        register_store::{self, HsnTotal, RegisteredSale, StateRateTotal},
    },
    tax::rates::possible_rates,
};

/// The gRPC service.
#[derive(Debug)]
pub struct LedgerApi {
    /// The database.
    pub db: PgPool,
}

impl LedgerApi {
    /// Builds the gRPC server.
    pub fn serve(db: PgPool) -> LedgerServiceServer<Self> {
        LedgerServiceServer::new(Self { db }).max_decoding_message_size(LARGEST_REQUEST)
    }
}

#[async_trait]
impl LedgerService for LedgerApi {
    async fn get_trial_balance(
        &self,
        request: Request<GetTrialBalanceRequest>,
    ) -> Result<Response<GetTrialBalanceResponse>, Status> {
        let until = page_request::until(&request.into_inner().until).map_err(Error::Invalid)?;
        let until = until.unwrap_or_else(|| day_in_india(OffsetDateTime::now_utc()));
        let accounts = entry_store::balances(&self.db, until).await;
        let accounts = accounts.map_err(Error::from)?;
        let known = Account::all(self.rates().await?);
        let sides = accounts
            .iter()
            .map(|account| account.debit_paise - account.credit_paise);
        Ok(Response::new(GetTrialBalanceResponse {
            sum_paise: sides.sum(),
            accounts: accounts.into_iter().map(account_balance).collect(),
            known_accounts: known.iter().map(Account::to_string).collect(),
        }))
    }

    async fn list_entries(
        &self,
        request: Request<ListEntriesRequest>,
    ) -> Result<Response<ListEntriesResponse>, Status> {
        let request = request.into_inner();
        let page = page_request::page_of_days(
            &request.since,
            &request.until,
            request.page_size,
            &request.page_token,
        );
        let page = page.map_err(Error::Invalid)?;
        let entries = entry_store::entries(&self.db, page.until, page.behind, page.limit).await;
        let entries = entries.map_err(Error::from)?;
        let next_page_token = page.next(&entries, |last| PageCursor {
            day: last.booked_on,
            id: last.id,
            row: 0,
        });
        Ok(Response::new(ListEntriesResponse {
            entries: entries.into_iter().map(ledger_entry).collect(),
            next_page_token,
        }))
    }

    async fn list_sales_register(
        &self,
        request: Request<ListSalesRegisterRequest>,
    ) -> Result<Response<ListSalesRegisterResponse>, Status> {
        let request = request.into_inner();
        let page = page_request::page_of_month(&request.month, request.page_size, &request.page_token);
        let page = page.map_err(Error::Invalid)?;
        let rows = register_store::rows(&self.db, page.until, page.behind, page.limit).await;
        let rows = rows.map_err(Error::from)?;
        let next_page_token = page.next(&rows, |last| PageCursor {
            day: last.issued_on,
            id: last.document_id,
            row: last.place,
        });
        Ok(Response::new(ListSalesRegisterResponse {
            rows: rows.into_iter().map(register_row).collect(),
            next_page_token,
        }))
    }

    async fn get_gst_summary(
        &self,
        request: Request<GetGstSummaryRequest>,
    ) -> Result<Response<GetGstSummaryResponse>, Status> {
        let days = page_request::days_of(&request.into_inner().month).map_err(Error::Invalid)?;
        let large = register_store::large(&self.db, days).await.map_err(Error::from)?;
        let small = register_store::small(&self.db, days).await.map_err(Error::from)?;
        let by_hsn = register_store::by_hsn(&self.db, days)
            .await
            .map_err(Error::from)?;
        Ok(Response::new(GetGstSummaryResponse {
            large: large.into_iter().map(register_row).collect(),
            small: small.into_iter().map(state_rate_sum).collect(),
            by_hsn: by_hsn.into_iter().map(hsn_sum).collect(),
        }))
    }

    async fn post_correction(
        &self,
        request: Request<PostCorrectionRequest>,
    ) -> Result<Response<PostCorrectionResponse>, Status> {
        let staff_id = staff_id(&request)?;
        let request = request.into_inner();
        let details = CorrectionDetails {
            correction_id: request.correction_id,
            debit_account: request.debit_account,
            credit_account: request.credit_account,
            amount_paise: request.amount_paise,
            reason: request.reason,
        };
        let correction = details.validate(self.rates().await?).map_err(Error::Invalid)?;
        let entry = post_correction::post(&self.db, &correction, staff_id).await?;
        Ok(Response::new(PostCorrectionResponse {
            entry: Some(ledger_entry(entry)),
        }))
    }
}

impl LedgerApi {
    /// The rates at which goods may be sold.
    async fn rates(&self) -> Result<BTreeSet<i64>, Error> {
        let rates = document_store::rates(&self.db).await?;
        Ok(possible_rates(&rates))
    }
}

fn account_balance(balance: Balance) -> AccountBalance {
    AccountBalance {
        account: balance.account,
        debit_paise: balance.debit_paise,
        credit_paise: balance.credit_paise,
    }
}

fn ledger_entry(entry: StoredEntry) -> LedgerEntry {
    LedgerEntry {
        entry_id: entry.id.to_string(),
        booked_on: entry.booked_on.to_string(),
        debit_account: entry.debit_account,
        credit_account: entry.credit_account,
        amount_paise: entry.amount_paise,
        cause: entry.cause,
        cause_id: entry.cause_id,
        order_number: entry.order_number,
        reason: entry.reason,
    }
}

fn register_row(row: RegisteredSale) -> SalesRegisterRow {
    SalesRegisterRow {
        number: row.number,
        kind: row.kind,
        issued_on: row.issued_on.to_string(),
        order_number: row.order_number,
        place_of_supply: row.place_of_supply,
        hsn: row.hsn,
        rate_basis_points: row.rate_basis_points,
        taxable_paise: row.taxable_paise,
        cgst_paise: row.cgst_paise,
        sgst_paise: row.sgst_paise,
        igst_paise: row.igst_paise,
        quantity: row.quantity,
        corrects: row.corrects,
    }
}

fn state_rate_sum(sum: StateRateTotal) -> StateRateSum {
    StateRateSum {
        place_of_supply: sum.place_of_supply,
        rate_basis_points: sum.rate_basis_points,
        taxable_paise: sum.taxable_paise,
        cgst_paise: sum.cgst_paise,
        sgst_paise: sum.sgst_paise,
        igst_paise: sum.igst_paise,
    }
}

fn hsn_sum(sum: HsnTotal) -> HsnSum {
    HsnSum {
        hsn: sum.hsn,
        rate_basis_points: sum.rate_basis_points,
        quantity: sum.quantity,
        taxable_paise: sum.taxable_paise,
        cgst_paise: sum.cgst_paise,
        sgst_paise: sum.sgst_paise,
        igst_paise: sum.igst_paise,
    }
}
