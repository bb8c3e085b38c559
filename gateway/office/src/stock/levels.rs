//! The stock levels of packs.

use axum::http::StatusCode;
use proto::inventory::v1::{self as contract, ListStockLevelsRequest};
use runtime::status::Rule;
use serde::{Deserialize, Serialize};
use tonic::Status;
use utoipa::{IntoParams, ToSchema};
use web::{
    Error,
    answer::{Answer, money::Rupees},
    request::query::QueryParams,
};

use crate::{
    products::view::state::ProductState,
    request::errors::{ApiError, QueryErrors, StaffErrors},
    session::{authorization::Authorization, authorize::Session},
};

/// Packs on a page.
const PAGE: i32 = 100;

/// Lists the stock level of every pack of every product over all its batches, including packs that never had
/// stock.
#[utoipa::path(
    get,
    path = "/api/office/v1/stock",
    tag = "stock",
    operation_id = "listStockLevels",
    params(StockQuery),
    responses(
        (status = 200, description = "A page of packs", body = Answer<StockLevels>),
        QueryErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn list(
    session: Session,
    QueryParams(query): QueryParams<StockQuery>,
) -> Result<Answer<StockLevels>, ApiError> {
    let request = ListStockLevelsRequest {
        page_token: query.cursor.clone().unwrap_or_default(),
        page_size: PAGE,
        filter: query.filter()?.into(),
        query: query.text.unwrap_or_default(),
        product_id: query.product_id.unwrap_or_default(),
    };
    let page = session.call("", request).await?;
    Ok(Answer::new(StockLevels {
        levels: page.levels.into_iter().map(StockLevel::from_contract).collect(),
        next: Some(page.next_page_token).filter(|next| !next.is_empty()),
        counts: page.counts.map(PackCounts::from),
    }))
}

/// Which packs to list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(crate) struct StockQuery {
    /// Only these packs; absent for all.
    #[param(value_type = Option<StockFilter>, nullable = false)]
    only: Option<String>,
    /// Words to find in the product's name, the weight, the SKU and the batch numbers.
    #[param(nullable = false, max_length = 100)]
    text: Option<String>,
    /// Only the packs of this product.
    #[param(nullable = false, format = "uuid")]
    product_id: Option<String>,
    /// The `next` value of the previous page.
    #[param(nullable = false)]
    cursor: Option<String>,
}

/// A filter of the list.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StockFilter {
    /// On sale, and a few packs are left.
    Low,
    /// On sale and sold out.
    SoldOut,
    /// Orders wait for packs.
    Missing,
}

impl From<StockFilter> for contract::StockFilter {
    fn from(filter: StockFilter) -> Self {
        match filter {
            StockFilter::Low => Self::Low,
            StockFilter::SoldOut => Self::SoldOut,
            StockFilter::Missing => Self::Missing,
        }
    }
}

impl StockQuery {
    fn filter(&self) -> Result<contract::StockFilter, Error> {
        let filter = match self.only.as_deref() {
            None | Some("") => return Ok(contract::StockFilter::Unspecified),
            Some("low") => StockFilter::Low,
            Some("sold_out") => StockFilter::SoldOut,
            Some("missing") => StockFilter::Missing,
            Some(_) => {
                let broken = Rule::Unknown.says("must be low, sold_out or missing");
                return Err(Error::field(StatusCode::UNPROCESSABLE_ENTITY, "only", broken));
            }
        };
        Ok(filter.into())
    }
}

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

/// A page of stock levels.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StockLevels {
    /// Sorted by product name and weight.
    levels: Vec<StockLevel>,
    /// The `cursor` of the next page; absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next: Option<String>,
    /// The number of packs for each value of `only` with the same text; only on the first page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    counts: Option<PackCounts>,
}

/// The number of packs for each filter.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PackCounts {
    /// All packs.
    #[schema(minimum = 0)]
    all: i64,
    /// On sale, and a few packs are left.
    #[schema(minimum = 0)]
    low: i64,
    /// On sale and sold out.
    #[schema(minimum = 0)]
    sold_out: i64,
    /// Orders wait for packs.
    #[schema(minimum = 0)]
    missing: i64,
}

impl From<contract::StockCounts> for PackCounts {
    fn from(message: contract::StockCounts) -> Self {
        Self {
            all: message.all,
            low: message.low,
            sold_out: message.sold_out,
            missing: message.missing,
        }
    }
}

/// The stock level of a pack over all its batches.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StockLevel {
    /// The product's id.
    #[schema(format = "uuid")]
    product_id: String,
    /// The product's name, also if it is no longer on sale; empty before the inventory knows it.
    product_name: String,
    /// The pack's SKU; empty before the inventory knows it.
    #[schema(example = "P0012-100")]
    sku: String,
    /// The state of the product; absent if the catalog does not know it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    product_state: Option<ProductState>,
    /// Weight of the pack, in grams.
    #[schema(minimum = 1, example = 100)]
    weight_in_grams: i32,
    /// Packs in stock.
    on_hand: i64,
    /// Packs in stock that are reserved for orders.
    reserved: i64,
    /// Packs that can be bought: from batches that are not recalled, not too old, and have an MRP of at least
    /// the price.
    available: i64,
    /// The availability that shoppers see.
    availability: Availability,
    /// Returned packs that wait for inspection.
    returned: i64,
    /// Packs that orders wait for and that are not in stock.
    missing: i64,
    /// The first day on which a batch in stock can no longer be sold; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = Date)]
    next_last_sale_on: Option<String>,
    /// The price of the pack, in rupees; absent if it is not on sale.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    price: Option<Rupees>,
    /// The lowest MRP of the sellable packs in stock, in rupees; absent if there are none. No pack is sold
    /// above its MRP.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    lowest_mrp: Option<Rupees>,
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

impl StockLevel {
    fn from_contract(message: contract::StockLevel) -> Self {
        let availability = message.availability().into();
        let product_state = ProductState::from_contract(message.product_state());
        let pack = message.pack.unwrap_or_default();
        Self {
            product_id: pack.product_id,
            product_name: message.product_name,
            sku: message.sku,
            product_state,
            weight_in_grams: pack.weight_in_grams,
            on_hand: message.on_hand,
            reserved: message.reserved,
            available: message.available,
            availability,
            returned: message.returned,
            missing: message.missing,
            next_last_sale_on: Some(message.next_last_sale_on).filter(|day| !day.is_empty()),
            price: rupees(message.price_paise),
            lowest_mrp: rupees(message.lowest_mrp_paise),
        }
    }
}

/// An amount; `None` for 0 paise.
fn rupees(paise: i64) -> Option<Rupees> {
    Some(paise).filter(|paise| *paise > 0).map(Rupees::from_paise)
}
