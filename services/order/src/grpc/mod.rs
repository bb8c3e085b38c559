//! The gRPC API of the service, and the files between the contract and what is behind it.

pub(crate) mod api;
pub(crate) mod editing_api;
pub(crate) mod export_api;
pub(crate) mod messages;
pub(crate) mod office_grpc;
pub(crate) mod payment_messages;
pub(crate) mod placing_messages;
pub(crate) mod staff_id;

use proto::order::v1::{
    order_editing_service_server::OrderEditingServiceServer,
    order_export_service_server::OrderExportServiceServer, order_service_server::OrderServiceServer,
};
use runtime::{Frame, LARGEST_REQUEST, Services};

use crate::grpc::{api::Api, editing_api::EditingApi, export_api::ExportApi};

/// The three gRPC services of orders.
pub(crate) async fn services(
    frame: &Frame,
    orders: Api,
    editing: EditingApi,
    exports: ExportApi,
) -> anyhow::Result<Services> {
    let orders = OrderServiceServer::new(orders).max_decoding_message_size(LARGEST_REQUEST);
    let editing = OrderEditingServiceServer::new(editing).max_decoding_message_size(LARGEST_REQUEST);
    let exports = OrderExportServiceServer::new(exports).max_decoding_message_size(LARGEST_REQUEST);
    let services = frame.services()?.add(orders).await.add(editing).await;
    Ok(services.add(exports).await)
}
