//! Fakes of the payment and billing services with one order: paid online, partly refunded, with an invoice.

use std::sync::{Arc, Mutex};

use fakes::{
    billing::v1::{
        billing_service_server::{self, BillingService, BillingServiceServer},
        ledger_service_server::LedgerServiceServer,
    },
    payment::v1::{
        bank_statement_service_server::{self, BankStatementService, BankStatementServiceServer},
        payment_office_service_server::{self, PaymentOfficeService, PaymentOfficeServiceServer},
        reconciliation_service_server::ReconciliationServiceServer,
        settlement_service_server::SettlementServiceServer,
    },
};
use proto::{
    billing::v1::{
        Document, DocumentKind, GetDocumentFileRequest, GetDocumentFileResponse, ListOrderDocumentsRequest,
        ListOrderDocumentsResponse, ListSaleDocumentsRequest, ListSaleDocumentsResponse,
        PrintSaleDocumentsRequest, PrintSaleDocumentsResponse,
    },
    csv::v1::CsvFile,
    payment::v1::{
        GetOrderPaymentsRequest, GetOrderPaymentsResponse, GetStatementImportRequest,
        GetStatementImportResponse, ListPaymentsRequest, ListPaymentsResponse, ListUnmatchedCreditsRequest,
        ListUnmatchedCreditsResponse, ManualRefund, MatchCreditRequest, MatchCreditResponse, OrderPayment,
        PaymentState, RecordManualRefundRequest, RecordManualRefundResponse, Refund, RefundPaymentRequest,
        RefundPaymentResponse, RefundReason, RefundState, StartStatementImportRequest,
        StartStatementImportResponse, UnmatchedCredit,
    },
};
use testkit::Served;
use tonic::{Request, Response, Status, async_trait};

use crate::{
    fake_books::FakeBooks,
    fake_cash::import,
    fake_findings::FakeFindings,
    fake_order::{NUMBER, ORDER},
    fake_settlements::FakeSettlements,
    record::Record,
};

const PAYMENTS: &str = payment_office_service_server::SERVICE_NAME;
const STATEMENTS: &str = bank_statement_service_server::SERVICE_NAME;
const BILLING: &str = billing_service_server::SERVICE_NAME;

pub(crate) const PAYMENT: &str = "01936f00-0000-7000-8000-0000000000d1";
pub(crate) const REFUND: &str = "01936f00-0000-7000-8000-0000000000d2";
pub(crate) const CREDIT: &str = "01936f00-0000-7000-8000-0000000000d3";
pub(crate) const INVOICE: &str = "01936f00-0000-7000-8000-0000000000d4";
pub(crate) const PDF: &[u8] = b"%PDF-1.7 \xFF\x00";

#[derive(Clone)]
pub(crate) struct FakeMoney {
    record: Record,
    /// The lists that were requested.
    pub(crate) lists: Arc<Mutex<Vec<ListPaymentsRequest>>>,
    /// The refunds that were requested.
    pub(crate) refunds: Arc<Mutex<Vec<RefundPaymentRequest>>>,
    /// The matches of credits that were requested.
    pub(crate) matches: Arc<Mutex<Vec<MatchCreditRequest>>>,
    /// The statements that arrived.
    pub(crate) files: Arc<Mutex<Vec<CsvFile>>>,
}

impl FakeMoney {
    pub(crate) fn new(record: Record) -> Self {
        Self {
            record,
            lists: Arc::default(),
            refunds: Arc::default(),
            matches: Arc::default(),
            files: Arc::default(),
        }
    }

    /// Serves both services at one address.
    pub(crate) async fn serve(&self) -> Served {
        let payments = PaymentOfficeServiceServer::new(self.clone());
        let statements = BankStatementServiceServer::new(self.clone());
        let billing = BillingServiceServer::new(self.clone());
        let books = LedgerServiceServer::new(FakeBooks(self.record.clone()));
        let settlements = SettlementServiceServer::new(FakeSettlements(self.record.clone()));
        let findings = ReconciliationServiceServer::new(FakeFindings(self.record.clone()));
        testkit::serve(|frame| async move {
            let services = frame
                .services(proto::CONTRACT)?
                .add(payments)
                .await
                .add(statements)
                .await;
            let services = services.add(billing).await.add(books).await.add(findings).await;
            let services = services.add(settlements).await;
            frame.serve_all(services).await
        })
        .await
    }
}

/// A payment with two refunds; the failed one took nothing.
fn payment() -> OrderPayment {
    let refund = |amount_paise, state: RefundState| Refund {
        refund_id: REFUND.to_owned(),
        amount_paise,
        state: state.into(),
        reason: RefundReason::Returned.into(),
        wanted_at: "2026-11-25T06:30:00Z".to_owned(),
        changed_at: "2026-11-25T06:31:00Z".to_owned(),
        manual: None,
    };
    OrderPayment {
        payment_id: PAYMENT.to_owned(),
        order_id: ORDER.to_owned(),
        order_number: NUMBER.to_owned(),
        state: PaymentState::PartlyRefunded.into(),
        provider: "razorpay".to_owned(),
        provider_payment_id: "pay_1".to_owned(),
        asked_paise: 53_850,
        paid_paise: 53_850,
        fee_paise: 1_271,
        refunds: vec![
            refund(24_925, RefundState::Processed),
            refund(10_000, RefundState::Failed),
        ],
        started_at: "2026-11-21T06:30:00Z".to_owned(),
        paid_at: "2026-11-21T06:33:00Z".to_owned(),
    }
}

fn invoice() -> Document {
    Document {
        document_id: INVOICE.to_owned(),
        kind: DocumentKind::Invoice.into(),
        number: "VM/26-27/00042".to_owned(),
        issued_on: "2026-11-22".to_owned(),
        total_paise: 53_850,
        corrects: String::new(),
        order_id: ORDER.to_owned(),
        order_number: NUMBER.to_owned(),
    }
}

/// The token of the next page; empty after the second page.
fn next_of(page_token: &str) -> String {
    if page_token.is_empty() {
        "2".to_owned()
    } else {
        String::new()
    }
}

#[async_trait]
impl PaymentOfficeService for FakeMoney {
    async fn list_payments(
        &self,
        request: Request<ListPaymentsRequest>,
    ) -> Result<Response<ListPaymentsResponse>, Status> {
        let asked = self.record.admit(PAYMENTS, "ListPayments", request)?;
        let next_page_token = next_of(&asked.page_token);
        self.lists.lock().unwrap().push(asked);
        let not_paid = OrderPayment {
            state: PaymentState::Open.into(),
            provider_payment_id: String::new(),
            paid_paise: 0,
            fee_paise: 0,
            refunds: Vec::new(),
            paid_at: String::new(),
            ..payment()
        };
        Ok(Response::new(ListPaymentsResponse {
            payments: vec![payment(), not_paid],
            next_page_token,
        }))
    }

    async fn get_order_payments(
        &self,
        request: Request<GetOrderPaymentsRequest>,
    ) -> Result<Response<GetOrderPaymentsResponse>, Status> {
        let asked = self.record.admit(PAYMENTS, "GetOrderPayments", request)?;
        let payments = vec![payment()].into_iter();
        Ok(Response::new(GetOrderPaymentsResponse {
            payments: payments
                .filter(|payment| payment.order_id == asked.order_id)
                .collect(),
        }))
    }

    async fn refund_payment(
        &self,
        request: Request<RefundPaymentRequest>,
    ) -> Result<Response<RefundPaymentResponse>, Status> {
        let asked = self.record.admit(PAYMENTS, "RefundPayment", request)?;
        let refund = Refund {
            refund_id: asked.refund_id.clone(),
            amount_paise: asked.amount_paise,
            state: RefundState::Wanted.into(),
            reason: asked.reason,
            wanted_at: "2026-11-26T06:30:00Z".to_owned(),
            changed_at: "2026-11-26T06:30:00Z".to_owned(),
            manual: None,
        };
        self.refunds.lock().unwrap().push(asked);
        Ok(Response::new(RefundPaymentResponse { refund: Some(refund) }))
    }

    async fn record_manual_refund(
        &self,
        request: Request<RecordManualRefundRequest>,
    ) -> Result<Response<RecordManualRefundResponse>, Status> {
        let asked = self.record.admit(PAYMENTS, "RecordManualRefund", request)?;
        let refund = payment().refunds.remove(0);
        Ok(Response::new(RecordManualRefundResponse {
            refund: Some(Refund {
                refund_id: asked.refund_id,
                manual: Some(ManualRefund {
                    channel: asked.channel,
                    reference: asked.reference,
                    sent_on: asked.sent_on,
                }),
                ..refund
            }),
        }))
    }
}

#[async_trait]
impl BankStatementService for FakeMoney {
    async fn start_statement_import(
        &self,
        request: Request<StartStatementImportRequest>,
    ) -> Result<Response<StartStatementImportResponse>, Status> {
        let asked = self.record.admit(STATEMENTS, "StartStatementImport", request)?;
        let file = asked.file.expect("the office sends one");
        let import = import(&file.import_id, file.is_dry_run);
        self.files.lock().unwrap().push(file);
        Ok(Response::new(StartStatementImportResponse {
            import: Some(import),
        }))
    }

    async fn get_statement_import(
        &self,
        request: Request<GetStatementImportRequest>,
    ) -> Result<Response<GetStatementImportResponse>, Status> {
        let asked = self.record.admit(STATEMENTS, "GetStatementImport", request)?;
        Ok(Response::new(GetStatementImportResponse {
            import: Some(import(&asked.import_id, false)),
        }))
    }

    async fn list_unmatched_credits(
        &self,
        request: Request<ListUnmatchedCreditsRequest>,
    ) -> Result<Response<ListUnmatchedCreditsResponse>, Status> {
        let asked = self.record.admit(STATEMENTS, "ListUnmatchedCredits", request)?;
        Ok(Response::new(ListUnmatchedCreditsResponse {
            credits: vec![UnmatchedCredit {
                credit_id: CREDIT.to_owned(),
                utr: "633012345678".to_owned(),
                amount_paise: 24_950,
                received_on: "2026-11-25".to_owned(),
                narration: "UPI/P2A/ASHA".to_owned(),
                why: "It names no order.".to_owned(),
            }],
            next_page_token: next_of(&asked.page_token),
        }))
    }

    async fn match_credit(
        &self,
        request: Request<MatchCreditRequest>,
    ) -> Result<Response<MatchCreditResponse>, Status> {
        let asked = self.record.admit(STATEMENTS, "MatchCredit", request)?;
        self.matches.lock().unwrap().push(asked);
        Ok(Response::new(MatchCreditResponse {}))
    }
}

#[async_trait]
impl BillingService for FakeMoney {
    async fn list_order_documents(
        &self,
        request: Request<ListOrderDocumentsRequest>,
    ) -> Result<Response<ListOrderDocumentsResponse>, Status> {
        self.record.admit(BILLING, "ListOrderDocuments", request)?;
        let credit_note = Document {
            kind: DocumentKind::CreditNote.into(),
            number: "VMC/26-27/7".to_owned(),
            total_paise: 24_925,
            corrects: "VM/26-27/00042".to_owned(),
            ..invoice()
        };
        let of_a_newer_kind = Document {
            kind: 99,
            ..invoice()
        };
        Ok(Response::new(ListOrderDocumentsResponse {
            documents: vec![invoice(), credit_note, of_a_newer_kind],
        }))
    }

    async fn get_document_file(
        &self,
        request: Request<GetDocumentFileRequest>,
    ) -> Result<Response<GetDocumentFileResponse>, Status> {
        let asked = self.record.admit(BILLING, "GetDocumentFile", request)?;
        if (asked.order_id.as_str(), asked.document_id.as_str()) != (ORDER, INVOICE) {
            return Err(Status::not_found("This order has no such document."));
        }
        Ok(Response::new(GetDocumentFileResponse {
            document: Some(invoice()),
            pdf: PDF.to_vec(),
        }))
    }

    async fn list_sale_documents(
        &self,
        request: Request<ListSaleDocumentsRequest>,
    ) -> Result<Response<ListSaleDocumentsResponse>, Status> {
        let asked = self.record.admit(BILLING, "ListSaleDocuments", request)?;
        let documents = asked.order_ids.iter().filter(|id| *id == ORDER);
        Ok(Response::new(ListSaleDocumentsResponse {
            documents: documents.map(|_| invoice()).collect(),
        }))
    }

    async fn print_sale_documents(
        &self,
        request: Request<PrintSaleDocumentsRequest>,
    ) -> Result<Response<PrintSaleDocumentsResponse>, Status> {
        let asked = self.record.admit(BILLING, "PrintSaleDocuments", request)?;
        if !asked.order_ids.iter().any(|id| id == ORDER) {
            return Err(Status::not_found("There is no such document."));
        }
        Ok(Response::new(PrintSaleDocumentsResponse {
            documents: vec![invoice()],
            pdf: PDF.to_vec(),
        }))
    }
}
