//! The gRPC API of the service, and the files between the contract and what is behind it.

pub(crate) mod api;
mod cash_api;
pub(crate) mod editing_api;
pub(crate) mod export_api;
pub(crate) mod messages;
mod number_api;
pub(crate) mod office_grpc;
pub(crate) mod payment_messages;
mod pincode_api;
pub(crate) mod placing_messages;
pub(crate) mod staff_id;
mod tracking_api;

use csv_import::LARGEST_REQUEST as LARGEST_FILE;
use jobs::Waker;
use proto::order::v1::{
    cash_on_delivery_service_server::CashOnDeliveryServiceServer,
    order_editing_service_server::OrderEditingServiceServer,
    order_export_service_server::OrderExportServiceServer,
    order_number_service_server::OrderNumberServiceServer, order_service_server::OrderServiceServer,
    pincode_service_server::PincodeServiceServer,
    tracking_import_service_server::TrackingImportServiceServer,
};
use runtime::{Frame, LARGEST_REQUEST, Services};
use sqlx::PgPool;

use crate::grpc::{
    api::Api, cash_api::CashApi, editing_api::EditingApi, export_api::ExportApi, number_api::NumberApi,
    pincode_api::PincodeApi, tracking_api::TrackingApi,
};

/// The gRPC services of files: orders taken out, and rows brought in.
#[derive(Debug)]
pub(crate) struct FileApis {
    exports: ExportApi,
    cash: CashApi,
    pincodes: PincodeApi,
    tracking: TrackingApi,
    numbers: NumberApi,
}

impl FileApis {
    /// Over a database; files that are brought in are told to their worker.
    pub(crate) fn new(db: &PgPool, imports: &Waker) -> Self {
        Self {
            exports: ExportApi::new(db.clone()),
            cash: CashApi::new(db.clone(), imports.clone()),
            pincodes: PincodeApi::new(db.clone(), imports.clone()),
            tracking: TrackingApi::new(db.clone(), imports.clone()),
            numbers: NumberApi { db: db.clone() },
        }
    }
}

/// The gRPC services of orders.
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
    let services = frame.services()?.add(orders).await.add(editing).await;
    let services = services.add(exports).await.add(cash).await.add(pincodes).await;
    let tracking = TrackingImportServiceServer::new(files.tracking).max_decoding_message_size(LARGEST_FILE);
    let numbers = OrderNumberServiceServer::new(files.numbers).max_decoding_message_size(LARGEST_REQUEST);
    Ok(services.add(tracking).await.add(numbers).await)
}
