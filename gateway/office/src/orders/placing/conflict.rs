//! Why an order cannot be placed as it was put together; with what its lines cost today, or what is left of them, where that is why.

use proto::order::v1::{CurrentPrice, CurrentPrices, PlaceOrderLine};
use runtime::status;
use serde::Serialize;
use tonic::{Code, Status};
use utoipa::ToSchema;
use web::answer::money::Rupees;

use crate::{orders::pack_left::PackLeft, request::refusal::OrConflict};

/// An answer to an order that cannot be had as it was put together: with it that can be put right without another request.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OrderConflict {
    /// Always false.
    #[schema(example = false)]
    success: bool,
    /// What differs, with the old and the new price or with what is left.
    message: String,
    /// Why: `PRICE_CHANGED`, `NOT_SOLD`, `OUT_OF_STOCK` or `TOO_MANY_UNCONFIRMED`.
    #[schema(example = "PRICE_CHANGED")]
    code: String,
    /// How it can be had; absent when too many packs wait for the shop to confirm them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    data: Option<Offer>,
}

/// How an order can be had.
#[derive(Debug, Default, Serialize, ToSchema)]
struct Offer {
    /// When a price differs: one for each line of the order, in its order.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    quotes: Option<Vec<Quote>>,
    /// When there are not enough packs: one for each line that asks for more than are left, in the order of the lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    left: Option<Vec<PackLeft>>,
}

/// What one pack costs today.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Quote {
    /// The product's id.
    #[schema(format = "uuid")]
    product_id: String,
    /// The product's name, as the order had it.
    product_name: String,
    /// Weight of the pack, in grams.
    #[schema(minimum = 1, example = 100)]
    weight_in_grams: i32,
    /// Price of one pack, in rupees; absent when this product or weight is not sold any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    price: Option<Rupees>,
}

impl OrderConflict {
    /// What the order service says of an order of these lines.
    pub(crate) fn read(status: Status, lines: &[PlaceOrderLine]) -> OrConflict<Self> {
        if status.code() != Code::Aborted {
            return OrConflict::Refused(status.into());
        }
        let prices: Option<CurrentPrices> = status::message(&status);
        let quotes = prices.map(|told| {
            let quotes = told.prices.into_iter().zip(lines);
            quotes.map(|(price, line)| Quote::read(price, line)).collect()
        });
        let left = PackLeft::read(&status);
        let offer = Offer { quotes, left };
        OrConflict::Conflict(Box::new(Self {
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
    fn read(price: CurrentPrice, line: &PlaceOrderLine) -> Self {
        Self {
            product_id: price.product_id,
            product_name: line.product_name.clone(),
            weight_in_grams: price.weight_in_grams,
            price: price.price_paise.map(Rupees::from_paise),
        }
    }
}
