//! Why an order is refused; with what its lines cost today, where that is why.

use axum::response::{IntoResponse, Response};
use http::StatusCode;
use proto::order::v1::{CurrentPrice, CurrentPrices, PlaceOrderLine};
use runtime::status;
use serde::Serialize;
use tonic::{Code, Status};
use utoipa::ToSchema;
use web::{Error, answer, money::Rupees};

use crate::{
    listing::{Entry, Listing},
    products::Products,
};

/// Why an order is refused.
#[derive(Debug)]
pub(crate) enum OrderRefusal {
    /// As any other request may be.
    Plain(Error),
    /// What the shopper was shown is not what the catalog says.
    PricesDiffer(PricesDiffer),
}

/// An answer to an order whose prices are not today's: with it the cart can be put right without another request.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PricesDiffer {
    /// Always false.
    #[schema(example = false)]
    success: bool,
    /// What differs, with the old and the new price, fit for the shopper.
    #[schema(
        example = "The price of Karela Powder (100 g) is now ₹259, not ₹249. Please check your cart and try again."
    )]
    message: String,
    /// Today's prices.
    data: Quotes,
}

/// Today's prices.
#[derive(Debug, Serialize, ToSchema)]
struct Quotes {
    /// One for each line of the order, in its order.
    quotes: Vec<Quote>,
}

/// What one pack costs today.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Quote {
    /// The product's `_id`.
    #[schema(format = "uuid")]
    product_id: String,
    /// The product's name; as the order had it when the shop does not know the product.
    #[schema(example = "Karela Powder")]
    product_name: String,
    /// Weight of the pack, in grams.
    #[schema(minimum = 1, example = 100)]
    weight_in_grams: i32,
    /// Price of one pack, in rupees; null when this product or weight is not sold any more.
    #[schema(required = true)]
    price: Option<Rupees>,
}

impl PricesDiffer {
    /// Reads the order service's error; none when it tells of no prices. When it tells of some that the list in memory
    /// does not have, the list is asked for anew before the shopper is answered, so that it shows them; a price that only
    /// the shopper had changes nothing.
    pub(crate) async fn read(products: &Products, status: &Status, lines: &[PlaceOrderLine]) -> Option<Self> {
        let told = status::message::<CurrentPrices>(status)?;
        if status.code() != Code::Aborted {
            return None;
        }
        let prices = told.prices;
        let list = products.known();
        if !prices.iter().all(|price| agrees(price, list.as_deref())) {
            products.renew().await;
        }
        let list = products.known();
        let quotes = prices
            .into_iter()
            .zip(lines)
            .map(|(price, line)| quote(price, line, list.as_deref()));
        Some(Self {
            success: false,
            message: status.message().to_owned(),
            data: Quotes {
                quotes: quotes.collect(),
            },
        })
    }
}

fn find<'a>(product_id: &str, list: Option<&'a Listing>) -> Option<&'a Entry> {
    list?.find(product_id).map(AsRef::as_ref)
}

/// Whether the list in memory shows this price.
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

impl From<PricesDiffer> for OrderRefusal {
    fn from(refusal: PricesDiffer) -> Self {
        Self::PricesDiffer(refusal)
    }
}

impl IntoResponse for OrderRefusal {
    fn into_response(self) -> Response {
        match self {
            Self::Plain(error) => error.into_response(),
            Self::PricesDiffer(refusal) => (StatusCode::CONFLICT, answer::json(&refusal)).into_response(),
        }
    }
}
