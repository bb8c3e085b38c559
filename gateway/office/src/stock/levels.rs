//! The stock levels of packs.

use proto::inventory::v1::{self as contract, ListStockLevelsRequest};
use serde::Serialize;
use tonic::Status;
use utoipa::ToSchema;

use crate::session::authorization::Authorization;

/// Loads the stock level of every pack.
pub(crate) async fn read_all(
    authorization: &Authorization<ListStockLevelsRequest>,
) -> Result<Vec<contract::StockLevel>, Status> {
    let page_of = |page_token| ListStockLevelsRequest {
        page_token,
        ..ListStockLevelsRequest::default()
    };
    authorization
        .read_all(page_of, |page| (page.levels, page.next_page_token))
        .await
}

/// Whether a pack can be bought.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Availability {
    /// In stock.
    InStock,
    /// A few packs are left.
    Low,
    /// Sold out.
    SoldOut,
}

impl From<contract::Availability> for Availability {
    fn from(value: contract::Availability) -> Self {
        match value {
            contract::Availability::Low => Self::Low,
            contract::Availability::SoldOut => Self::SoldOut,
            contract::Availability::InStock | contract::Availability::Unspecified => Self::InStock,
        }
    }
}
