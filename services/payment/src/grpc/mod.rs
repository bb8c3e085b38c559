//! The gRPC API of the service.

mod api;
mod finding_api;
mod messages;
mod office_api;
mod settlement_api;
mod statement_api;

use csv_import::LARGEST_REQUEST as LARGEST_FILE;
use proto::payment::v1::{
    bank_statement_service_server::BankStatementServiceServer,
    payment_office_service_server::PaymentOfficeServiceServer, payment_service_server::PaymentServiceServer,
    reconciliation_service_server::ReconciliationServiceServer,
    settlement_service_server::SettlementServiceServer,
};
use runtime::{Frame, LARGEST_REQUEST, Services};

use crate::{
    grpc::{
        api::Api, finding_api::FindingApi, office_api::OfficeApi, settlement_api::SettlementApi,
        statement_api::StatementApi,
    },
    payments::Payments,
    webhooks::receive_webhook::LARGEST_BODY,
};

/// Size limit of requests from shoppers and providers, in bytes: a webhook's body and room for the other
/// fields.
const LARGEST_WEBHOOK: usize = LARGEST_BODY + 4 * 1024;

/// The gRPC services of payments. `imports` wakes the worker of statement imports.
pub(crate) async fn services(
    frame: &Frame,
    payments: &Payments,
    imports: jobs::Waker,
) -> anyhow::Result<Services> {
    let shoppers =
        PaymentServiceServer::new(Api(payments.clone())).max_decoding_message_size(LARGEST_WEBHOOK);
    let staff = PaymentOfficeServiceServer::new(OfficeApi(payments.clone()))
        .max_decoding_message_size(LARGEST_REQUEST);
    let statements = BankStatementServiceServer::new(StatementApi::new(payments.clone(), imports))
        .max_decoding_message_size(LARGEST_FILE);
    let findings = ReconciliationServiceServer::new(FindingApi(payments.db.clone()))
        .max_decoding_message_size(LARGEST_REQUEST);
    let services = frame.services(proto::CONTRACT)?.add(shoppers).await;
    let settlements = SettlementServiceServer::new(SettlementApi(payments.db.clone()))
        .max_decoding_message_size(LARGEST_REQUEST);
    let services = services.add(staff).await.add(statements).await;
    Ok(services.add(findings).await.add(settlements).await)
}
