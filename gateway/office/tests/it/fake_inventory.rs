//! A fake inventory; its list of stock levels has one pack per page.

use fakes::inventory::v1::inventory_service_server::{InventoryService, SERVICE_NAME};
use proto::{
    catalog::v1::ProductState,
    inventory::v1::{
        Availability, ListStockLevelsRequest, ListStockLevelsResponse, Pack, StockCounts, StockLevel,
    },
};
use tonic::{Request, Response, Status, async_trait};

use crate::{
    fake_catalog::{AMLA, KARELA},
    record::Record,
};

pub(crate) const BATCH: &str = "01936f00-0000-7000-8000-0000000000b1";

#[derive(Clone)]
pub(crate) struct FakeInventory {
    pub(crate) record: Record,
}

fn pack(product_id: &str) -> Pack {
    Pack {
        product_id: product_id.to_owned(),
        weight_in_grams: 100,
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
        Self { record }
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
        Ok(Response::new(ListStockLevelsResponse {
            levels,
            next_page_token,
            counts,
        }))
    }
}
