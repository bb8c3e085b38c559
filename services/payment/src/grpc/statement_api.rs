//! The gRPC API of bank statements.

use csv_import::Importer as _;
use jobs::Waker;
use proto::{
    csv::v1::CsvFile,
    payment::v1::{
        GetStatementImportRequest, GetStatementImportResponse, ListUnmatchedCreditsRequest,
        ListUnmatchedCreditsResponse, MatchCreditRequest, MatchCreditResponse, StartStatementImportRequest,
        StartStatementImportResponse, UnmatchedCredit, bank_statement_service_server::BankStatementService,
    },
};
use runtime::status::{self, Rule, Violation};
use tonic::{Request, Response, Status, async_trait};
use values::Page;

use crate::{
    error::Error,
    grpc::office_api::staff_id,
    payments::Payments,
    statements::{
        credit::{Credit, CreditState},
        credit_store,
        importer::BankStatements,
        layout,
        resolve_credit::CreditResolutionDetails,
        statement,
    },
};

/// The gRPC service.
#[derive(Debug)]
pub struct StatementApi {
    payments: Payments,
    imports: Waker,
}

#[async_trait]
impl BankStatementService for StatementApi {
    async fn start_statement_import(
        &self,
        request: Request<StartStatementImportRequest>,
    ) -> Result<Response<StartStatementImportResponse>, Status> {
        let (metadata, extensions, message) = request.into_parts();
        let file = match message.file {
            Some(file) => Some(without_payers(file).await?),
            None => None,
        };
        let message = StartStatementImportRequest { file };
        let request = Request::from_parts(metadata, extensions, message);
        let (db, kind) = (&self.payments.db, BankStatements::KIND);
        let import = csv_import::grpc::start(db, &self.imports, kind, request, |asked| asked.file);
        Ok(Response::new(StartStatementImportResponse {
            import: Some(import.await?),
        }))
    }

    async fn get_statement_import(
        &self,
        request: Request<GetStatementImportRequest>,
    ) -> Result<Response<GetStatementImportResponse>, Status> {
        let import_id = &request.get_ref().import_id;
        let import = csv_import::grpc::get(&self.payments.db, BankStatements::KIND, import_id).await?;
        Ok(Response::new(GetStatementImportResponse { import: Some(import) }))
    }

    async fn list_unmatched_credits(
        &self,
        request: Request<ListUnmatchedCreditsRequest>,
    ) -> Result<Response<ListUnmatchedCreditsResponse>, Status> {
        let ListUnmatchedCreditsRequest {
            page_size,
            page_token,
        } = request.into_inner();
        let mut violations = Vec::new();
        let page = Page::read("credits", page_size, &page_token, &mut violations);
        let page = page.ok_or(Error::Invalid(violations))?;
        let listed = credit_store::list_unmatched(&self.payments.db, &page).await;
        let (credits, next_page_token) = listed.map_err(Error::Database)?;
        Ok(Response::new(ListUnmatchedCreditsResponse {
            credits: credits.into_iter().map(unmatched_credit).collect(),
            next_page_token,
        }))
    }

    async fn match_credit(
        &self,
        request: Request<MatchCreditRequest>,
    ) -> Result<Response<MatchCreditResponse>, Status> {
        let staff_id = staff_id(&request)?;
        let MatchCreditRequest {
            credit_id,
            order_number,
            note,
        } = request.into_inner();
        let details = CreditResolutionDetails {
            credit_id,
            order_number,
            note,
        };
        let resolution = details.validate().map_err(Error::Invalid)?;
        resolution.apply(&self.payments, staff_id).await?;
        Ok(Response::new(MatchCreditResponse {}))
    }
}

impl StatementApi {
    /// `imports` wakes the worker of statement imports.
    pub fn new(payments: Payments, imports: Waker) -> Self {
        Self { payments, imports }
    }
}

/// Converts a bank's file to the shop's columns. Leaves files that are too large or no UTF-8 to `csv_import`.
async fn without_payers(file: CsvFile) -> Result<CsvFile, Status> {
    if file.content.len() > csv_import::MOST_BYTES {
        return Ok(file);
    }
    // Parsing a large file would block a thread of the server for too long.
    let reading = tokio::task::spawn_blocking(move || match str::from_utf8(&file.content) {
        Ok(text) => statement::convert(text).map(|content| CsvFile {
            content: content.into_bytes(),
            ..file
        }),
        Err(_) => Some(file),
    });
    let read = reading.await.map_err(status::internal)?;
    read.ok_or_else(|| {
        let unknown = Rule::Malformed.says(layout::UNKNOWN);
        status::invalid(vec![Violation::new("file.content", unknown)])
    })
}

fn unmatched_credit(credit: Credit) -> UnmatchedCredit {
    let why = if credit.state == CreditState::Waiting {
        "It names an order, which is being asked.".to_owned()
    } else {
        credit.why
    };
    UnmatchedCredit {
        credit_id: credit.id.to_string(),
        utr: credit.utr,
        amount_paise: credit.amount_paise,
        received_on: credit.received_on.to_string(),
        narration: credit.narration,
        why,
    }
}
