//! A fake inventory with a batch of karela; its lists have one item per page.

use std::sync::{Arc, Mutex};

use fakes::inventory::v1::inventory_service_server::{InventoryService, SERVICE_NAME};
use proto::{
    catalog::v1::ProductState,
    inventory::v1::{
        AdjustBatchRequest, AdjustBatchResponse, Availability, Batch, ListBatchesRequest,
        ListBatchesResponse, ListReturnedPacksRequest, ListReturnedPacksResponse, ListStockLevelsRequest,
        ListStockLevelsResponse, Pack, RecallBatchRequest, RecallBatchResponse, RecalledOrder,
        ReceiveBatchRequest, ReceiveBatchResponse, ReservedPacks, ResolveReturnedPacksRequest,
        ResolveReturnedPacksResponse, ReturnedPacks, StockCounts, StockLevel,
    },
};
use tonic::{Request, Response, Status, async_trait};

use crate::{
    fake_catalog::{AMLA, KARELA},
    fake_order::ORDER,
    record::Record,
};

pub(crate) const BATCH: &str = "01936f00-0000-7000-8000-0000000000b1";

#[derive(Clone)]
pub(crate) struct FakeInventory {
    pub(crate) record: Record,
    /// The receipts that were requested.
    pub(crate) receipts: Arc<Mutex<Vec<ReceiveBatchRequest>>>,
    /// The pages of levels that were requested.
    pub(crate) lists: Arc<Mutex<Vec<ListStockLevelsRequest>>>,
    /// The recall requests, one for each page.
    pub(crate) recalls: Arc<Mutex<Vec<RecallBatchRequest>>>,
}

fn pack(product_id: &str) -> Pack {
    Pack {
        product_id: product_id.to_owned(),
        weight_in_grams: 100,
    }
}

fn batch() -> Batch {
    Batch {
        batch_id: BATCH.to_owned(),
        pack: Some(pack(KARELA)),
        batch_number: "K-2611".to_owned(),
        packed_on: "2026-11-01".to_owned(),
        best_before: "2027-11-01".to_owned(),
        last_sale_on: "2027-09-01".to_owned(),
        mrp_paise: 29_850,
        cost_paise: 0,
        on_hand: 40,
        reserved: 3,
        is_recalled: false,
        shelf: String::new(),
    }
}

/// The page of a list for this token, with one item per page, and the next token.
fn page<T: Clone>(all: &[T], page_token: &str) -> (Vec<T>, String) {
    let place: usize = page_token.parse().unwrap_or(0);
    let next = Some(place + 1).filter(|next| *next < all.len());
    let next = next.map_or_else(String::new, |next| next.to_string());
    (vec![all[place].clone()], next)
}

impl FakeInventory {
    pub(crate) fn new(record: Record) -> Self {
        Self {
            record,
            receipts: Arc::default(),
            lists: Arc::default(),
            recalls: Arc::default(),
        }
    }
}

#[async_trait]
impl InventoryService for FakeInventory {
    async fn list_stock_levels(
        &self,
        request: Request<ListStockLevelsRequest>,
    ) -> Result<Response<ListStockLevelsResponse>, Status> {
        let asked = self.record.admit(SERVICE_NAME, "ListStockLevels", request)?;
        let level = |product_id: &str, availability: Availability, returned| StockLevel {
            product_name: "Karela Powder".to_owned(),
            sku: "P0001-100".to_owned(),
            product_state: ProductState::Published.into(),
            pack: Some(pack(product_id)),
            on_hand: 40,
            reserved: 3,
            available: 37,
            availability: availability.into(),
            returned,
            missing: 1,
            next_last_sale_on: "2027-09-01".to_owned(),
            price_paise: 24_900,
            lowest_mrp_paise: 29_850,
        };
        // A product that is no longer on sale keeps its name in stock.
        let archived = StockLevel {
            next_last_sale_on: String::new(),
            product_state: ProductState::Archived.into(),
            ..level("01936f00-0000-7000-8000-00000000000f", Availability::SoldOut, 0)
        };
        let all = [
            level(KARELA, Availability::Low, 2),
            level(AMLA, Availability::InStock, 1),
            archived,
        ];
        let counts = StockCounts {
            all: 3,
            low: 1,
            sold_out: 0,
            missing: 3,
        };
        let counts = asked.page_token.is_empty().then_some(counts);
        let (levels, next_page_token) = page(&all, &asked.page_token);
        self.lists.lock().unwrap().push(asked);
        Ok(Response::new(ListStockLevelsResponse {
            levels,
            next_page_token,
            counts,
        }))
    }

    async fn list_batches(
        &self,
        request: Request<ListBatchesRequest>,
    ) -> Result<Response<ListBatchesResponse>, Status> {
        let asked = self.record.admit(SERVICE_NAME, "ListBatches", request)?;
        assert_eq!(asked.pack, Some(pack(KARELA)));
        let with_cost = Batch {
            cost_paise: 12_050,
            ..batch()
        };
        let all = [batch(), with_cost];
        let (batches, next_page_token) = page(&all, &asked.page_token);
        Ok(Response::new(ListBatchesResponse {
            batches,
            next_page_token,
        }))
    }

    async fn list_returned_packs(
        &self,
        request: Request<ListReturnedPacksRequest>,
    ) -> Result<Response<ListReturnedPacksResponse>, Status> {
        let asked = self.record.admit(SERVICE_NAME, "ListReturnedPacks", request)?;
        let returned = ReturnedPacks {
            order_id: ORDER.to_owned(),
            pack: Some(pack(KARELA)),
            quantity: 1,
            returned_at: "2026-11-24T06:30:00Z".to_owned(),
            batches: vec![ReservedPacks {
                batch_id: BATCH.to_owned(),
                batch_number: "K-2611".to_owned(),
                quantity: 2,
                is_recalled: true,
                ..ReservedPacks::default()
            }],
        };
        let all = [returned.clone(), returned];
        let (packs, next_page_token) = page(&all, &asked.page_token);
        Ok(Response::new(ListReturnedPacksResponse {
            packs,
            next_page_token,
        }))
    }

    async fn receive_batch(
        &self,
        request: Request<ReceiveBatchRequest>,
    ) -> Result<Response<ReceiveBatchResponse>, Status> {
        let asked = self.record.admit(SERVICE_NAME, "ReceiveBatch", request)?;
        self.receipts.lock().unwrap().push(asked);
        Ok(Response::new(ReceiveBatchResponse { batch: Some(batch()) }))
    }

    async fn adjust_batch(
        &self,
        request: Request<AdjustBatchRequest>,
    ) -> Result<Response<AdjustBatchResponse>, Status> {
        self.record.admit(SERVICE_NAME, "AdjustBatch", request)?;
        Ok(Response::new(AdjustBatchResponse { batch: Some(batch()) }))
    }

    async fn recall_batch(
        &self,
        request: Request<RecallBatchRequest>,
    ) -> Result<Response<RecallBatchResponse>, Status> {
        let asked = self.record.admit(SERVICE_NAME, "RecallBatch", request)?;
        let order = RecalledOrder {
            order_id: ORDER.to_owned(),
            quantity: 2,
            is_shipped: true,
            ..RecalledOrder::default()
        };
        let (orders, next_page_token) = page(&[order.clone(), order], &asked.page_token);
        self.recalls.lock().unwrap().push(asked);
        Ok(Response::new(RecallBatchResponse {
            batch: Some(batch()),
            orders,
            next_page_token,
        }))
    }

    async fn resolve_returned_packs(
        &self,
        request: Request<ResolveReturnedPacksRequest>,
    ) -> Result<Response<ResolveReturnedPacksResponse>, Status> {
        self.record.admit(SERVICE_NAME, "ResolveReturnedPacks", request)?;
        Ok(Response::new(ResolveReturnedPacksResponse {
            batch: Some(batch()),
        }))
    }
}
