//! The gRPC API of the service, and the translation of the contract's messages.

pub(crate) mod api;
mod cash_api;
pub(crate) mod editing_api;
pub(crate) mod export_api;
pub(crate) mod messages;
mod money_api;
mod number_api;
pub(crate) mod office_grpc;
mod pincode_api;
mod reader;
mod recall_api;
pub(crate) mod staff_id;
mod tracking_api;
mod unconfirmed_api;

use csv_import::LARGEST_REQUEST as LARGEST_FILE;
use jobs::Waker;
use proto::order::v1::{
    cash_on_delivery_service_server::CashOnDeliveryServiceServer,
    online_payment_service_server::OnlinePaymentServiceServer,
    order_editing_service_server::OrderEditingServiceServer,
    order_export_service_server::OrderExportServiceServer,
    order_number_service_server::OrderNumberServiceServer, order_service_server::OrderServiceServer,
    pincode_service_server::PincodeServiceServer, recall_notice_service_server::RecallNoticeServiceServer,
    returned_money_service_server::ReturnedMoneyServiceServer,
    tracking_import_service_server::TrackingImportServiceServer,
    unconfirmed_order_service_server::UnconfirmedOrderServiceServer,
};
use runtime::{Frame, LARGEST_REQUEST, Services};
use sqlx::PgPool;

use crate::grpc::{
    api::Api,
    cash_api::CashApi,
    editing_api::EditingApi,
    export_api::ExportApi,
    money_api::{ManualRefundApi, OnlinePaymentApi},
    number_api::NumberApi,
    pincode_api::PincodeApi,
    recall_api::RecallApi,
    tracking_api::TrackingApi,
    unconfirmed_api::UnconfirmedApi,
};
use crate::payments::accept_payment::AcceptPayment;

/// The gRPC services besides those of single orders: exports, imports, COD, pincodes, order numbers, recall
/// notices, unconfirmed orders, online payments and manual refunds.
#[derive(Debug)]
pub(crate) struct FileApis {
    exports: ExportApi,
    cash: CashApi,
    pincodes: PincodeApi,
    tracking: TrackingApi,
    numbers: NumberApi,
    recalls: RecallApi,
    unconfirmed: UnconfirmedApi,
    payments: OnlinePaymentApi,
    manual_refund: ManualRefundApi,
}

impl FileApis {
    /// Creates the services. New imports wake `imports`, and new events wake `relay`. Unconfirmed orders are
    /// cancelled after `unconfirmed_hours`, 0 for never.
    pub(crate) fn new(db: &PgPool, imports: &Waker, relay: outbox::Waker, unconfirmed_hours: u32) -> Self {
        Self {
            exports: ExportApi::new(db.clone()),
            cash: CashApi::new(db.clone(), imports.clone()),
            pincodes: PincodeApi::new(db.clone(), imports.clone()),
            tracking: TrackingApi::new(db.clone(), imports.clone()),
            numbers: NumberApi { db: db.clone() },
            recalls: RecallApi::new(db.clone(), relay.clone()),
            payments: OnlinePaymentApi {
                acceptance: AcceptPayment::new(db.clone(), relay.clone()),
            },
            manual_refund: ManualRefundApi {
                db: db.clone(),
                relay,
            },
            unconfirmed: UnconfirmedApi {
                db: db.clone(),
                hours: unconfirmed_hours,
            },
        }
    }
}

/// Registers the gRPC services of orders.
pub(crate) async fn services(
    frame: &Frame,
    orders: Api,
    editing: EditingApi,
    files: FileApis,
) -> anyhow::Result<Services> {
    let orders = OrderServiceServer::new(orders).max_decoding_message_size(LARGEST_REQUEST);
    let editing = OrderEditingServiceServer::new(editing).max_decoding_message_size(LARGEST_REQUEST);
    let exports = OrderExportServiceServer::new(files.exports).max_decoding_message_size(LARGEST_REQUEST);
    let cash = CashOnDeliveryServiceServer::new(files.cash).max_decoding_message_size(LARGEST_FILE);
    let pincodes = PincodeServiceServer::new(files.pincodes).max_decoding_message_size(LARGEST_FILE);
    let services = frame.services(proto::CONTRACT)?.add(orders).await;
    let services = services.add(editing).await.add(exports).await;
    let services = services.add(cash).await.add(pincodes).await;
    let tracking = TrackingImportServiceServer::new(files.tracking).max_decoding_message_size(LARGEST_FILE);
    let numbers = OrderNumberServiceServer::new(files.numbers).max_decoding_message_size(LARGEST_REQUEST);
    let recalls = RecallNoticeServiceServer::new(files.recalls).max_decoding_message_size(LARGEST_REQUEST);
    let services = services.add(tracking).await.add(numbers).await.add(recalls).await;
    let unconfirmed =
        UnconfirmedOrderServiceServer::new(files.unconfirmed).max_decoding_message_size(LARGEST_REQUEST);
    let payments = OnlinePaymentServiceServer::new(files.payments).max_decoding_message_size(LARGEST_REQUEST);
    let returned =
        ReturnedMoneyServiceServer::new(files.manual_refund).max_decoding_message_size(LARGEST_REQUEST);
    Ok(services
        .add(unconfirmed)
        .await
        .add(payments)
        .await
        .add(returned)
        .await)
}
