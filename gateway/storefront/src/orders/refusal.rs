//! Why an order is refused, with current prices or available quantities where they are the reason.

use axum::response::{IntoResponse, Response};
use http::StatusCode;
use proto::order::v1::{self as order, CurrentPrice, CurrentPrices, PacksLeft, PlaceOrderLine};
use runtime::status;
use serde::Serialize;
use tonic::{Code, Status};
use utoipa::ToSchema;
use web::{Error, answer, answer::money::Rupees};

use crate::catalog::{
    availability::Stock,
    listing::{ListedProduct, Listing},
    products::Products,
};

/// Why an order is refused.
#[derive(Debug)]
pub(crate) enum OrderRefusal {
    /// A reason common to all requests.
    Plain(Error),
    /// A conflict with the current prices or stock.
    Conflict(OrderConflict),
}

/// The error when an order does not match current prices or stock. It has all that a client needs to correct
/// the cart.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OrderConflict {
    /// Always false.
    #[schema(example = false)]
    success: bool,
    /// The difference, for the shopper, with the old and the new price or the available quantity.
    #[schema(
        example = "The price of Karela Powder (100 g) is now ₹259, not ₹249. Please check your cart and try again."
    )]
    message: String,
    /// The code: `PRICE_CHANGED`, `NOT_SOLD` or `OUT_OF_STOCK`.
    #[schema(example = "PRICE_CHANGED")]
    code: String,
    /// The prices or quantities that are possible.
    data: Offer,
}

/// The prices or quantities that are possible.
#[derive(Debug, Default, Serialize, ToSchema)]
struct Offer {
    /// After a price change: the price of each line, in the order of the lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    quotes: Option<Vec<Quote>>,
    /// If packs are missing: one entry for each line that asks for too many, in the order of the lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    left: Option<Vec<PackLeft>>,
}

/// The available quantity of a pack.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PackLeft {
    /// The product's `_id`.
    #[schema(format = "uuid")]
    product_id: String,
    /// Weight of the pack, in grams.
    #[schema(minimum = 1, example = 100)]
    weight_in_grams: i32,
    /// The number of packs that can be bought; 0 if sold out.
    #[schema(minimum = 0, example = 3)]
    left: i32,
}

/// The current price of a pack.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Quote {
    /// The product's `_id`.
    #[schema(format = "uuid")]
    product_id: String,
    /// The product's name; the name in the order if the shop does not know the product.
    #[schema(example = "Karela Powder")]
    product_name: String,
    /// Weight of the pack, in grams.
    #[schema(minimum = 1, example = 100)]
    weight_in_grams: i32,
    /// Price of one pack, in rupees; null if the pack is no longer on sale.
    #[schema(required = true)]
    price: Option<Rupees>,
}

impl OrderConflict {
    /// Reads the order service's error; `None` if it carries neither prices nor quantities.
    pub(crate) async fn from_status(
        products: &Products,
        stock: &Stock,
        status: &Status,
        lines: &[PlaceOrderLine],
    ) -> Option<Self> {
        if status.code() != Code::Aborted {
            return None;
        }
        let offer = if let Some(CurrentPrices { prices }) = status::message(status) {
            Offer {
                quotes: Some(quotes(products, prices, lines).await),
                ..Offer::default()
            }
        } else {
            let PacksLeft { packs } = status::message(status)?;
            // The stock in memory may be as old as the shopper's page, so it is fetched again.
            stock.mark_stale();
            Offer {
                left: Some(packs.into_iter().map(PackLeft::from).collect()),
                ..Offer::default()
            }
        };
        Some(Self {
            success: false,
            message: status.message().to_owned(),
            code: status::details(status)
                .reason
                .unwrap_or_else(|| "CONFLICT".to_owned()),
            data: offer,
        })
    }
}

/// The current prices. If the list in memory has other prices, it is refreshed before the response. If only
/// the shopper's page was outdated, the list stays.
async fn quotes(products: &Products, prices: Vec<CurrentPrice>, lines: &[PlaceOrderLine]) -> Vec<Quote> {
    let list = products.current();
    if !prices.iter().all(|price| agrees(price, list.as_deref())) {
        products.renew().await;
    }
    let list = products.current();
    let quotes = prices.into_iter().zip(lines);
    quotes
        .map(|(price, line)| quote(price, line, list.as_deref()))
        .collect()
}

impl From<order::PackLeft> for PackLeft {
    fn from(message: order::PackLeft) -> Self {
        Self {
            product_id: message.product_id,
            weight_in_grams: message.weight_in_grams,
            left: message.left,
        }
    }
}

fn find<'a>(product_id: &str, list: Option<&'a Listing>) -> Option<&'a ListedProduct> {
    list?.find(product_id).map(AsRef::as_ref)
}

/// Whether the list in memory has this price.
fn agrees(price: &CurrentPrice, list: Option<&Listing>) -> bool {
    let variants = find(&price.product_id, list).map(|entry| entry.variants.iter());
    let shown = variants
        .into_iter()
        .flatten()
        .find(|variant| variant.weight_in_grams == price.weight_in_grams);
    shown.map(|variant| variant.price.paise) == price.price_paise
}

fn quote(price: CurrentPrice, line: &PlaceOrderLine, list: Option<&Listing>) -> Quote {
    let product_name =
        find(&price.product_id, list).map_or(line.product_name.as_str(), |entry| &entry.product_name);
    Quote {
        product_name: product_name.to_owned(),
        product_id: price.product_id,
        weight_in_grams: price.weight_in_grams,
        price: price.price_paise.map(Rupees::from_paise),
    }
}

impl From<Error> for OrderRefusal {
    fn from(error: Error) -> Self {
        Self::Plain(error)
    }
}

impl From<OrderConflict> for OrderRefusal {
    fn from(refusal: OrderConflict) -> Self {
        Self::Conflict(refusal)
    }
}

impl IntoResponse for OrderRefusal {
    fn into_response(self) -> Response {
        match self {
            Self::Plain(error) => error.into_response(),
            Self::Conflict(refusal) => (StatusCode::CONFLICT, answer::json(&refusal)).into_response(),
        }
    }
}
