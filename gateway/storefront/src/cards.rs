//! Cards: what the shop's own pages read instead of the whole list.

use std::sync::Arc;

use axum::{
    extract::{Query, State, rejection::QueryRejection},
    http::{HeaderMap, StatusCode},
    response::Response,
};
use runtime::status::{Broken, Rule};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;
use web::{
    Error,
    answer::{Answer, Refusal},
    encoded::Encoded,
};

use crate::{
    card::Card,
    product::Product,
    products::{CACHE_CONTROL, Products},
};

/// As many products are sent at once, for the browser to search by itself.
const ALL_AT_ONCE: usize = 500;

/// Cards of a page, when there are more.
const PAGE: usize = 48;

/// Ids that may be asked for at once: the lines that an order may have.
const MOST_IDS: usize = 50;

/// What a page shows of products.
///
/// Without parameters all products when there are at most 500, else the first page of 48. Served from memory, with an
/// `ETag` as the list.
#[utoipa::path(
    get,
    path = "/api/v1/products/cards",
    tag = "products",
    operation_id = "listCards",
    params(CardQuery),
    responses(
        (status = 200, description = "The cards", body = Answer<Cards>),
        (status = 304, description = "The answer of that `ETag` still holds"),
        (status = 400, description = "The query cannot be read", body = Refusal),
        (status = 422, description = "A parameter breaks a rule", body = Refusal),
        (status = 503, description = "The catalog has not answered yet; `Retry-After` says when to try again", body = Refusal),
    ),
)]
pub(crate) async fn list(
    State(products): State<Arc<Products>>,
    query: Result<Query<CardQuery>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let Query(query) = query.map_err(|_| {
        let message = "The query cannot be read: send ids and after once each.";
        Error::new(StatusCode::BAD_REQUEST, message)
    })?;
    let wanted = query.read()?;
    let list = products.get().await?;
    let bytes = Answer::new(wanted.cards(&list.items)).to_bytes();
    let encoding = tokio::task::spawn_blocking(|| Encoded::new("application/json", bytes));
    let encoded = encoding
        .await
        .map_err(|error| Error::internal(error.to_string()))?;
    Ok(encoded.response(&headers, CACHE_CONTROL))
}

/// Which cards?
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct CardQuery {
    /// Just these products: at most 50 UUIDs, with commas between. What is not sold is left out.
    #[param(nullable = false)]
    ids: Option<String>,
    /// The `next` of the page before.
    #[param(nullable = false)]
    after: Option<String>,
}

/// Cards, in the order they are to be shown in.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Cards<'a> {
    /// The cards.
    products: Vec<Card<'a>>,
    /// How many there are on all pages.
    total: usize,
    /// Asks for the page after this one, as `after`; null when there is none.
    #[schema(required)]
    next: Option<String>,
}

enum Wanted {
    Products(Vec<Uuid>),
    /// Those from a place on; none for all.
    From(Option<Token>),
}

impl CardQuery {
    fn read(&self) -> Result<Wanted, Error> {
        if let Some(ids) = &self.ids {
            return read_ids(ids).map(Wanted::Products);
        }
        let token = self.after.as_deref().map(|after| {
            let broken = Rule::Malformed.says("Send the next of the page before, or nothing");
            Token::read(after).ok_or_else(|| refused("after", broken))
        });
        token.transpose().map(Wanted::From)
    }
}

fn read_ids(ids: &str) -> Result<Vec<Uuid>, Error> {
    let mut read = Vec::new();
    for id in ids.split(',').filter(|id| !id.is_empty()) {
        let id = Uuid::try_parse(id.trim()).map_err(|_| {
            let broken = Rule::Malformed.says("Send UUIDs with commas between");
            refused("ids", broken)
        })?;
        if !read.contains(&id) {
            read.push(id);
        }
        if read.len() > MOST_IDS {
            let broken = Rule::TooMany { max: MOST_IDS };
            let broken = broken.says(format!("Ask for at most {MOST_IDS} products at once"));
            return Err(refused("ids", broken));
        }
    }
    Ok(read)
}

fn refused(field: &'static str, broken: Broken) -> Error {
    Error::field(StatusCode::UNPROCESSABLE_ENTITY, field, broken)
}

/// Where a page begins: behind a product, or, when that is gone, at the place behind which it stood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Token {
    place: usize,
    behind: Uuid,
}

impl Token {
    fn read(text: &str) -> Option<Self> {
        let (place, behind) = text.split_once('-')?;
        Some(Self {
            place: place.parse().ok()?,
            behind: Uuid::try_parse(behind).ok()?,
        })
    }

    fn text(self) -> String {
        format!("{}-{}", self.place, self.behind)
    }
}

impl Wanted {
    fn cards<'a>(&self, products: &'a [Product]) -> Cards<'a> {
        let place_of = |id: Uuid| {
            let id = id.to_string();
            products.iter().position(|product| product.id == id)
        };
        let (places, total) = match self {
            Self::Products(ids) => {
                let places: Vec<_> = ids.iter().filter_map(|id| place_of(*id)).collect();
                let total = places.len();
                (places, total)
            }
            Self::From(None) if products.len() <= ALL_AT_ONCE => {
                ((0..products.len()).collect(), products.len())
            }
            Self::From(token) => {
                let begin = token.map_or(0, |token| {
                    place_of(token.behind).map_or(token.place, |place| place + 1)
                });
                ((begin..products.len()).take(PAGE).collect(), products.len())
            }
        };
        let next = match self {
            Self::Products(_) => None,
            Self::From(_) => places.last().filter(|last| **last + 1 < products.len()),
        };
        let next = next.map(|last| Token {
            place: last + 1,
            behind: Uuid::try_parse(&products[*last].id).unwrap_or_default(),
        });
        Cards {
            products: places.iter().map(|place| Card::of(&products[*place])).collect(),
            total,
            next: next.map(Token::text),
        }
    }
}
