//! Fakes of inventory and orders after a recall: one shopper gets a mail, another needs a call.

use std::sync::{Arc, Mutex};

use fakes::{
    inventory::v1::recall_service_server::{RecallService, SERVICE_NAME as RECALLS},
    order::v1::recall_notice_service_server::{RecallNoticeService, SERVICE_NAME as NOTICES},
};
use proto::{
    inventory::v1::{Batch, ListRecalledOrdersRequest, ListRecalledOrdersResponse, Pack, RecalledOrder},
    order::v1::{
        ListRecallNoticesRequest, ListRecallNoticesResponse, RecallNotice, RecallNoticeState,
        SendRecallNoticesRequest, SendRecallNoticesResponse,
    },
};
use tonic::{Request, Response, Status, async_trait};

use crate::{
    fake_catalog::KARELA,
    fake_inventory::BATCH,
    fake_order::{NUMBER, ORDER},
    fake_staff::ASHA,
    record::Record,
};

/// An order without a mail address.
pub(crate) const CALLED: &str = "01936f00-0000-7000-8000-0000000000a7";

/// An order whose packs came back.
const BACK: &str = "01936f00-0000-7000-8000-0000000000a8";

/// An order that is not shipped.
const HELD: &str = "01936f00-0000-7000-8000-0000000000a9";

/// Records what was sent; clones share the record.
#[derive(Clone)]
pub(crate) struct FakeRecalls {
    record: Record,
    pub(crate) sent: Arc<Mutex<Vec<SendRecallNoticesRequest>>>,
}

impl FakeRecalls {
    pub(crate) fn new(record: Record) -> Self {
        Self {
            record,
            sent: Arc::default(),
        }
    }
}

#[async_trait]
impl RecallService for FakeRecalls {
    async fn list_recalled_orders(
        &self,
        request: Request<ListRecalledOrdersRequest>,
    ) -> Result<Response<ListRecalledOrdersResponse>, Status> {
        let asked = self.record.admit(RECALLS, "ListRecalledOrders", request)?;
        let order = |order_id: &str, is_shipped, is_returned| RecalledOrder {
            order_id: order_id.to_owned(),
            quantity: 2,
            is_shipped,
            is_returned,
            ..RecalledOrder::default()
        };
        let is_first = asked.page_token.is_empty();
        let orders = if is_first {
            vec![order(ORDER, true, false), order(BACK, true, true)]
        } else {
            vec![order(CALLED, true, false), order(HELD, false, false)]
        };
        Ok(Response::new(ListRecalledOrdersResponse {
            batch: Some(Batch {
                batch_id: BATCH.to_owned(),
                pack: Some(Pack {
                    product_id: KARELA.to_owned(),
                    weight_in_grams: 100,
                }),
                batch_number: "K-2611".to_owned(),
                is_recalled: true,
                ..Batch::default()
            }),
            reason: "A stone was found".to_owned(),
            orders,
            next_page_token: if is_first { "1" } else { "" }.to_owned(),
        }))
    }
}

#[async_trait]
impl RecallNoticeService for FakeRecalls {
    async fn send_recall_notices(
        &self,
        request: Request<SendRecallNoticesRequest>,
    ) -> Result<Response<SendRecallNoticesResponse>, Status> {
        let asked = self.record.admit(NOTICES, "SendRecallNotices", request)?;
        self.sent.lock().unwrap().push(asked);
        Ok(Response::new(SendRecallNoticesResponse { requested: 1 }))
    }

    async fn list_recall_notices(
        &self,
        request: Request<ListRecallNoticesRequest>,
    ) -> Result<Response<ListRecallNoticesResponse>, Status> {
        let asked = self.record.admit(NOTICES, "ListRecallNotices", request)?;
        let is_sent = !self.sent.lock().unwrap().is_empty();
        let notices = asked.orders.into_iter().map(|packs| {
            let notice = RecallNotice {
                order_id: packs.order_id.clone(),
                quantity: packs.quantity,
                ..RecallNotice::default()
            };
            match (packs.order_id.as_str(), is_sent) {
                (CALLED, _) => RecallNotice {
                    order_number: "VM-261121-9ZZZZ".to_owned(),
                    state: RecallNoticeState::ToCall.into(),
                    full_name: "Meena Shah".to_owned(),
                    mobile_number: "9876543211".to_owned(),
                    ..notice
                },
                (_, true) => RecallNotice {
                    order_number: NUMBER.to_owned(),
                    state: RecallNoticeState::Written.into(),
                    requested_at: "2026-11-26T07:00:00Z".to_owned(),
                    requested_by: ASHA.to_owned(),
                    ..notice
                },
                (_, false) => RecallNotice {
                    order_number: NUMBER.to_owned(),
                    state: RecallNoticeState::ToWrite.into(),
                    ..notice
                },
            }
        });
        Ok(Response::new(ListRecallNoticesResponse {
            notices: notices.collect(),
        }))
    }
}
