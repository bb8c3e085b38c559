//! A fake inventory for packers: an order's packs are of one batch until the packer scans another.

use fakes::inventory::v1::packing_service_server::{PackingService, SERVICE_NAME};
use proto::inventory::v1::{
    ListReservedPacksRequest, ListReservedPacksResponse, OrderPacks, Pack, ReservedPacks,
    TakeFromBatchRequest, TakeFromBatchResponse,
};
use tonic::{Request, Response, Status, async_trait};

use crate::{
    fake_catalog::KARELA,
    fake_inventory::{BATCH, FakeInventory},
};

fn packs(batch_number: &str, quantity: i32) -> ReservedPacks {
    ReservedPacks {
        batch_id: BATCH.to_owned(),
        batch_number: batch_number.to_owned(),
        pack: Some(Pack {
            product_id: KARELA.to_owned(),
            weight_in_grams: 100,
        }),
        quantity,
        packed_on: "2026-11-01".to_owned(),
        best_before: "2027-11-01".to_owned(),
        mrp_paise: 29_850,
        is_recalled: false,
        shelf: "A 3".to_owned(),
    }
}

#[async_trait]
impl PackingService for FakeInventory {
    async fn list_reserved_packs(
        &self,
        request: Request<ListReservedPacksRequest>,
    ) -> Result<Response<ListReservedPacksResponse>, Status> {
        let asked = self.record.admit(SERVICE_NAME, "ListReservedPacks", request)?;
        let orders = asked.order_ids.into_iter().map(|order_id| OrderPacks {
            order_id,
            packs: vec![packs("K-2611", 2)],
        });
        Ok(Response::new(ListReservedPacksResponse {
            orders: orders.collect(),
        }))
    }

    async fn take_from_batch(
        &self,
        request: Request<TakeFromBatchRequest>,
    ) -> Result<Response<TakeFromBatchResponse>, Status> {
        let asked = self.record.admit(SERVICE_NAME, "TakeFromBatch", request)?;
        assert_eq!(asked.instead_of_batch_ids, [BATCH]);
        Ok(Response::new(TakeFromBatchResponse {
            packs: vec![packs(&asked.batch_number, asked.quantity)],
        }))
    }
}
