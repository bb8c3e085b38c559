//! The calls for staff members about money: payments, documents, and the books.

use proto::{
    billing::v1::{
        GetDocumentFileRequest, GetDocumentFileResponse, GetGstSummaryRequest, GetGstSummaryResponse,
        GetTrialBalanceRequest, GetTrialBalanceResponse, ListEntriesRequest, ListEntriesResponse,
        ListOrderDocumentsRequest, ListOrderDocumentsResponse, ListSaleDocumentsRequest,
        ListSaleDocumentsResponse, ListSalesRegisterRequest, ListSalesRegisterResponse, ListTaxRatesRequest,
        ListTaxRatesResponse, PostCorrectionRequest, PostCorrectionResponse, PrintSaleDocumentsRequest,
        PrintSaleDocumentsResponse, SetTaxRateRequest, SetTaxRateResponse, billing_service_server,
        ledger_service_server, tax_rate_service_server,
    },
    order::v1::{
        ListOwedMoneyRequest, ListOwedMoneyResponse, ListRecordedRefundsRequest, ListRecordedRefundsResponse,
        RecordRefundRequest, RecordRefundResponse, returned_money_service_server,
    },
    payment::v1::{
        GetOrderPaymentsRequest, GetOrderPaymentsResponse, GetStatementImportRequest,
        GetStatementImportResponse, ListFindingsRequest, ListFindingsResponse, ListPaymentsRequest,
        ListPaymentsResponse, ListSettlementsRequest, ListSettlementsResponse, ListUnmatchedCreditsRequest,
        ListUnmatchedCreditsResponse, MatchCreditRequest, MatchCreditResponse, RecordManualRefundRequest,
        RecordManualRefundResponse, RefundPaymentRequest, RefundPaymentResponse, StartStatementImportRequest,
        StartStatementImportResponse, bank_statement_service_server, payment_office_service_server,
        reconciliation_service_server, settlement_service_server,
    },
};
use runtime::repeatable;
use tonic::{Request, Status};

use crate::clients::{
    Clients,
    staff_calls::{StaffCall, staff_calls},
};

staff_calls! {
    payments of payment_office_service_server {
        ListPaymentsRequest -> ListPaymentsResponse, repeatable, list_payments;
        GetOrderPaymentsRequest -> GetOrderPaymentsResponse, repeatable, get_order_payments;
        RefundPaymentRequest -> RefundPaymentResponse, repeatable, refund_payment;
        RecordManualRefundRequest -> RecordManualRefundResponse, repeatable, record_manual_refund;
    }

    findings of reconciliation_service_server {
        ListFindingsRequest -> ListFindingsResponse, repeatable, list_findings;
    }

    settlements of settlement_service_server {
        ListSettlementsRequest -> ListSettlementsResponse, repeatable, list_settlements;
    }

    credits of bank_statement_service_server {
        ListUnmatchedCreditsRequest -> ListUnmatchedCreditsResponse, repeatable, list_unmatched_credits;
        MatchCreditRequest -> MatchCreditResponse, repeatable, match_credit;
    }

    statements of bank_statement_service_server {
        StartStatementImportRequest -> StartStatementImportResponse, repeatable, start_statement_import;
        GetStatementImportRequest -> GetStatementImportResponse, repeatable, get_statement_import;
    }

    billing of billing_service_server {
        ListOrderDocumentsRequest -> ListOrderDocumentsResponse, repeatable, list_order_documents;
        GetDocumentFileRequest -> GetDocumentFileResponse, repeatable, get_document_file;
        ListSaleDocumentsRequest -> ListSaleDocumentsResponse, repeatable, list_sale_documents;
        PrintSaleDocumentsRequest -> PrintSaleDocumentsResponse, repeatable, print_sale_documents;
    }

    books of ledger_service_server {
        GetTrialBalanceRequest -> GetTrialBalanceResponse, repeatable, get_trial_balance;
        ListEntriesRequest -> ListEntriesResponse, repeatable, list_entries;
        ListSalesRegisterRequest -> ListSalesRegisterResponse, repeatable, list_sales_register;
        GetGstSummaryRequest -> GetGstSummaryResponse, repeatable, get_gst_summary;
        PostCorrectionRequest -> PostCorrectionResponse, repeatable, post_correction;
    }

    tax_rates of tax_rate_service_server {
        ListTaxRatesRequest -> ListTaxRatesResponse, repeatable, list_tax_rates;
        SetTaxRateRequest -> SetTaxRateResponse, repeatable, set_tax_rate;
    }

    returned_money of returned_money_service_server {
        RecordRefundRequest -> RecordRefundResponse, repeatable, record_refund;
        ListRecordedRefundsRequest -> ListRecordedRefundsResponse, repeatable, list_recorded_refunds;
        ListOwedMoneyRequest -> ListOwedMoneyResponse, repeatable, list_owed_money;
    }
}
