//! The gRPC API of exports.

use prost::Message as _;
use proto::order::v1::{
    ExportOrdersRequest, ExportOrdersResponse, Order, order_export_service_server::OrderExportService,
};
use sqlx::PgPool;
use tonic::{Request, Response, Status, async_trait};
use values::Cursor;

use crate::{
    error::Error,
    grpc::messages::order,
    office::export::{self, ExportDetails, ExportPage},
};

/// The maximum size of a page's orders, in bytes: three quarters of the largest response that a client
/// accepts.
const MOST_BYTES: usize = 3 * 1024 * 1024;

/// The gRPC service.
#[derive(Debug)]
pub struct ExportApi {
    db: PgPool,
}

#[async_trait]
impl OrderExportService for ExportApi {
    async fn export_orders(
        &self,
        request: Request<ExportOrdersRequest>,
    ) -> Result<Response<ExportOrdersResponse>, Status> {
        let request = request.into_inner();
        let details = ExportDetails {
            from_day: request.from_day,
            until_day: request.until_day,
            page_token: request.page_token,
        };
        let export = details.validate().map_err(Error::Invalid)?;
        let exported = export::orders(&self.db, export).await;
        Ok(Response::new(page(exported.map_err(Error::from)?, MOST_BYTES)))
    }
}

impl ExportApi {
    /// Creates the gRPC service.
    pub fn new(db: PgPool) -> Self {
        Self { db }
    }
}

/// Returns as many orders as fit into a response, at least one. The next page starts after the last of them.
fn page(exported: ExportPage, most_bytes: usize) -> ExportOrdersResponse {
    let mut is_full = exported.is_full;
    let (mut orders, mut bytes) = (Vec::<Order>::new(), 0);
    let mut last = None;
    for kept in exported.orders {
        let cursor = Cursor {
            at: kept.placed_at,
            id: kept.id,
        };
        let order = order(kept);
        bytes += order.encoded_len();
        if bytes > most_bytes && last.is_some() {
            is_full = true;
            break;
        }
        orders.push(order);
        last = Some(cursor);
    }
    let last = last.filter(|_| is_full);
    ExportOrdersResponse {
        orders,
        next_page_token: last.map_or_else(String::new, Cursor::token),
    }
}
