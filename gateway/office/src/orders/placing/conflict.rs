//! Why an order cannot be placed as it was put together; with what its lines cost today, or what is left of them, where that is why.

use axum::response::{IntoResponse, Response};
use http::StatusCode;
use proto::order::v1::{CurrentPrice, CurrentPrices, PackLeft as ToldPackLeft, PacksLeft, PlaceOrderLine};
use runtime::status;
use serde::Serialize;
use tonic::{Code, Status};
use utoipa::ToSchema;
use web::{Error, answer, answer::money::Rupees};

use crate::request::refusal::Refused;

/// Why an order is not placed.
#[derive(Debug)]
pub(crate) enum OrderNotPlaced {
    /// It is refused for a reason that any request may have.
    Refused(Refused),
    /// What was put together is not what catalog or inventory say.
    Conflict(Box<OrderConflict>),
}

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

/// What is left of a pack.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PackLeft {
    /// The product's id.
    #[schema(format = "uuid")]
    product_id: String,
    /// Weight of the pack, in grams.
    #[schema(minimum = 1, example = 100)]
    weight_in_grams: i32,
    /// How many can be bought; 0 when it is sold out.
    #[schema(minimum = 0, example = 3)]
    left: i32,
}

impl OrderNotPlaced {
    /// What the order service says of an order of these lines.
    pub(crate) fn read(status: Status, lines: &[PlaceOrderLine]) -> Self {
        if status.code() != Code::Aborted {
            return Self::Refused(status.into());
        }
        let prices: Option<CurrentPrices> = status::message(&status);
        let packs: Option<PacksLeft> = status::message(&status);
        let quotes = prices.map(|told| {
            let quotes = told.prices.into_iter().zip(lines);
            quotes.map(|(price, line)| Quote::read(price, line)).collect()
        });
        let left = packs.map(|told| told.packs.into_iter().map(PackLeft::from).collect());
        let offer = Offer { quotes, left };
        Self::Conflict(Box::new(OrderConflict {
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

impl From<ToldPackLeft> for PackLeft {
    fn from(told: ToldPackLeft) -> Self {
        Self {
            product_id: told.product_id,
            weight_in_grams: told.weight_in_grams,
            left: told.left,
        }
    }
}

impl From<Refused> for OrderNotPlaced {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused)
    }
}

impl From<Error> for OrderNotPlaced {
    fn from(error: Error) -> Self {
        Self::Refused(error.into())
    }
}

impl IntoResponse for OrderNotPlaced {
    fn into_response(self) -> Response {
        match self {
            Self::Refused(refused) => refused.into_response(),
            Self::Conflict(conflict) => (StatusCode::CONFLICT, answer::json(&conflict)).into_response(),
        }
    }
}
