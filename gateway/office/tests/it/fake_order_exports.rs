//! A fake for order exports.

use std::sync::{Arc, Mutex};

use fakes::order::v1::order_export_service_server::{OrderExportService, SERVICE_NAME};
use proto::order::v1::{ExportOrdersRequest, ExportOrdersResponse, Order};
use tonic::{Request, Response, Status, async_trait};

use crate::{fake_order::order, record::Record};

/// The answer for one page.
type Page = Result<Vec<Order>, Status>;

#[derive(Clone)]
pub(crate) struct FakeOrderExports {
    record: Record,
    /// The answers for the pages, in order.
    pub(crate) pages: Arc<Mutex<Vec<Page>>>,
    /// The requests that arrived.
    pub(crate) asked: Arc<Mutex<Vec<ExportOrdersRequest>>>,
}

impl FakeOrderExports {
    pub(crate) fn new(record: Record) -> Self {
        Self {
            record,
            pages: Arc::new(Mutex::new(vec![Ok(vec![order()])])),
            asked: Arc::default(),
        }
    }
}

#[async_trait]
impl OrderExportService for FakeOrderExports {
    async fn export_orders(
        &self,
        request: Request<ExportOrdersRequest>,
    ) -> Result<Response<ExportOrdersResponse>, Status> {
        let asked = self.record.admit(SERVICE_NAME, "ExportOrders", request)?;
        let at: usize = asked.page_token.parse().unwrap_or(0);
        self.asked.lock().unwrap().push(asked);
        let pages = self.pages.lock().unwrap().clone();
        let next = Some(at + 1).filter(|next| *next < pages.len());
        Ok(Response::new(ExportOrdersResponse {
            orders: pages[at].clone()?,
            next_page_token: next.map_or_else(String::new, |next| next.to_string()),
        }))
    }
}
