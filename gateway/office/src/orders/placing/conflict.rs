//! Why an order cannot be placed, with current prices or available quantities where they are the reason.

use proto::order::v1::{CurrentPrice, CurrentPrices, PlaceOrderLine};
use runtime::status;
use serde::Serialize;
use tonic::{Code, Status};
use utoipa::ToSchema;
use web::answer::money::Rupees;

use crate::{orders::pack_left::PackLeft, request::errors::ChangeError};

/// The error when an order cannot be placed as requested. It has all that a client needs to correct the
/// order.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OrderConflict {
    /// Always false.
    #[schema(example = false)]
    success: bool,
    /// The difference, with the old and the new price or the available quantity.
    message: String,
    /// The code: `PRICE_CHANGED`, `NOT_SOLD`, `OUT_OF_STOCK` or `TOO_MANY_UNCONFIRMED`.
    #[schema(example = "PRICE_CHANGED")]
    code: String,
    /// The prices or quantities that are possible; absent for `TOO_MANY_UNCONFIRMED`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    data: Option<Offer>,
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

/// The current price of a pack.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Quote {
    /// The product's id.
    #[schema(format = "uuid")]
    product_id: String,
    /// The product's name, as in the order.
    product_name: String,
    /// Weight of the pack, in grams.
    #[schema(minimum = 1, example = 100)]
    weight_in_grams: i32,
    /// Price of one pack, in rupees; absent if the pack is no longer on sale.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    price: Option<Rupees>,
}

impl OrderConflict {
    /// Reads the order service's error for an order with these lines.
    pub(crate) fn from_status(status: Status, lines: &[PlaceOrderLine]) -> ChangeError<Self> {
        if status.code() != Code::Aborted {
            return ChangeError::Api(status.into());
        }
        let prices: Option<CurrentPrices> = status::message(&status);
        let quotes = prices.map(|message| {
            let quotes = message.prices.into_iter().zip(lines);
            quotes
                .map(|(price, line)| Quote::from_contract(price, line))
                .collect()
        });
        let left = PackLeft::from_status(&status);
        let offer = Offer { quotes, left };
        ChangeError::Conflict(Box::new(Self {
            success: false,
            message: status.message().to_owned(),
            code: status::details(&status)
                .reason
                .unwrap_or_else(|| "CONFLICT".to_owned()),
            data: Some(offer).filter(|offer| offer.quotes.is_some() || offer.left.is_some()),
        }))
    }
}

impl Quote {
    fn from_contract(price: CurrentPrice, line: &PlaceOrderLine) -> Self {
        Self {
            product_id: price.product_id,
            product_name: line.product_name.clone(),
            weight_in_grams: price.weight_in_grams,
            price: price.price_paise.map(Rupees::from_paise),
        }
    }
}
