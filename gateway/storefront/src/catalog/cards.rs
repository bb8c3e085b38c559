//! Product cards, which the shop's own pages read instead of the whole list.

use std::sync::Arc;

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode, Uri},
    response::Response,
};
use proto::catalog::v1::{SearchProductsRequest, SearchProductsResponse};
use runtime::status::{Broken, Rule};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;
use web::{
    Error,
    answer::{Answer, Refusal, encoded::Encoded, error_responses::QueryErrors},
    request::query::QueryParams,
};

use crate::{
    catalog::{
        card::Card,
        card_pages::{CardPage, CardPages},
        filter::{CardCursor, CardFilter, PAGE},
        listing::{JSON, Listing},
        products::{CACHE_CONTROL, Products},
    },
    clients::Clients,
    request::{field_names::FieldNames, limited_search::LimitedSearch},
};

/// The most ids in one request: the largest number of lines in an order.
const MOST_IDS: usize = 50;

/// Lists product cards.
///
/// Without parameters: all products if there are at most 500, else the first page of 48. `type`, `concern`
/// and `sort` filter and sort. Served from memory, except for searches; has an `ETag`, like the list.
#[utoipa::path(
    get,
    path = "/api/v1/products/cards",
    tag = "products",
    operation_id = "listCards",
    params(CardQuery),
    responses(
        (status = 200, description = "The cards", body = Answer<Cards>),
        (status = 304, description = "The answer with that `ETag` is current"),
        QueryErrors,
        (status = 429, description = "Too many searches; `Retry-After` says when to try again", body = Refusal),
        (status = 503, description = "The catalog has not answered yet; `Retry-After` says when to try again", body = Refusal),
    ),
)]
pub(crate) async fn list(
    State(products): State<Arc<Products>>,
    State(pages): State<Arc<CardPages>>,
    State(clients): State<Arc<Clients>>,
    _: LimitedSearch,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Error> {
    if uri.query().is_none_or(str::is_empty) {
        let first = first(&*products.get().await?).await?;
        return Ok(first.response(&headers, CACHE_CONTROL));
    }
    let QueryParams(query) = QueryParams::<CardQuery>::from_uri(&uri)?;
    let wanted = query.into_selection()?;
    let list = products.get().await?;
    let asked = wanted.key();
    let encoded = pages.get_or_make(&list, &asked, async || wanted.page(&list, &clients).await);
    Ok(encoded.await?.response(&headers, CACHE_CONTROL))
}

/// Which cards to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct CardQuery {
    /// A search text of at most 100 characters: names in English or Hindi, typos allowed. Best match first,
    /// in pages of 48.
    #[param(nullable = false)]
    search: Option<String>,
    /// The `next` value of the previous page.
    #[param(nullable = false, min_length = 1)]
    after: Option<String>,
    /// Only these products: at most 50 UUIDs, separated by commas. Products that are not on sale are left
    /// out.
    #[param(nullable = false)]
    ids: Option<String>,
    /// Only this kind of pack: `box` or `pouch`.
    #[param(nullable = false)]
    r#type: Option<String>,
    /// Only products for this health concern: one of `concerns`.
    #[param(nullable = false)]
    concern: Option<String>,
    /// `price-asc` or `price-desc`; the order of the shop if absent.
    #[param(nullable = false)]
    sort: Option<String>,
}

/// A page of cards, in display order.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes an answer that is put together of kept cards")]
pub(crate) struct Cards<'a> {
    /// The cards.
    products: Vec<Card<'a>>,
    /// The number of cards on all pages.
    total: usize,
    /// The `after` value of the next page; null on the last page.
    #[schema(required)]
    next: Option<String>,
    /// The possible values of `concern`, in alphabetical order; only on the first of several pages.
    #[schema(nullable = false)]
    concerns: Option<Vec<String>>,
}

#[derive(Debug)]
enum CardSelection {
    Products(Vec<Uuid>),
    /// The products that match the search words, after the catalog's page token.
    Search(String, String),
    /// The products of the list that match the filter, from the cursor's position on.
    Filter(CardFilter, Option<CardCursor>),
}

impl CardQuery {
    pub(crate) const NAMES: &FieldNames = &FieldNames::flat(&[("words", "search"), ("page_token", "after")]);

    fn into_selection(self) -> Result<CardSelection, Error> {
        let unreadable = || Rule::Malformed.says("Send the next of the page before, or nothing");
        if self.after.as_deref() == Some("") {
            return Err(refused("after", unreadable()));
        }
        if let Some(ids) = &self.ids {
            return parse_ids(ids).map(CardSelection::Products);
        }
        let words = self
            .search
            .as_deref()
            .map(str::trim)
            .filter(|words| !words.is_empty());
        if let Some(words) = words {
            return Ok(CardSelection::Search(
                words.to_owned(),
                self.after.unwrap_or_default(),
            ));
        }
        let cursor = self
            .after
            .as_deref()
            .map(|after| CardCursor::parse(after).ok_or_else(|| refused("after", unreadable())));
        let (r#type, concern) = (self.r#type.as_deref(), self.concern.as_deref());
        let filter = CardFilter::parse(r#type, concern, self.sort.as_deref());
        let filter = filter.map_err(|(field, broken)| refused(field, broken))?;
        Ok(CardSelection::Filter(filter, cursor.transpose()?))
    }
}

fn parse_ids(ids: &str) -> Result<Vec<Uuid>, Error> {
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

impl CardSelection {
    /// A key that is equal for the same cards of the same list.
    fn key(&self) -> String {
        match self {
            Self::Products(ids) => {
                let ids: Vec<_> = ids.iter().map(|id| id.simple().to_string()).collect();
                format!("ids {}", ids.join(","))
            }
            Self::Search(words, after) => format!("search {after} {words}"),
            Self::Filter(filter, cursor) => {
                let cursor = cursor.map(CardCursor::text).unwrap_or_default();
                format!("shelf {cursor} {}", filter.key())
            }
        }
    }

    async fn page(&self, list: &Listing, clients: &Clients) -> Result<CardPage, Error> {
        let positions_of =
            |ids: &mut dyn Iterator<Item = String>| ids.filter_map(|id| list.position(&id)).collect();
        match self {
            Self::Products(ids) => {
                let positions: Vec<_> = positions_of(&mut ids.iter().map(Uuid::to_string));
                let total = positions.len();
                Ok(CardPage {
                    positions,
                    total,
                    next: None,
                    has_concerns: false,
                })
            }
            Self::Search(words, after) => {
                let found = search(clients, words, after).await?;
                Ok(CardPage {
                    positions: positions_of(&mut found.product_ids.into_iter()),
                    total: usize::try_from(found.total).unwrap_or_default(),
                    next: Some(found.next_page_token).filter(|next| !next.is_empty()),
                    has_concerns: false,
                })
            }
            Self::Filter(filter, cursor) => Ok(filter.page(list, *cursor)),
        }
    }
}

/// The first page, which every front end requests: compressed as hard as possible.
async fn first(list: &Listing) -> Result<Arc<Encoded>, Error> {
    let make = async || {
        let bytes = CardFilter::default().page(list, None).to_bytes(list);
        let encoding = tokio::task::spawn_blocking(move || Encoded::new(JSON, bytes));
        encoding.await.map(Arc::new)
    };
    let first = list.first_cards.get_or_try_init(make).await;
    first.cloned().map_err(|error| Error::internal(error.to_string()))
}

async fn search(clients: &Clients, words: &str, after: &str) -> Result<SearchProductsResponse, Error> {
    let request = SearchProductsRequest {
        words: words.to_owned(),
        page_size: i32::try_from(PAGE).expect("a page is small"),
        page_token: after.to_owned(),
    };
    let found = clients.catalog.call(request).await;
    found.map_err(|status| CardQuery::NAMES.refusal(status))
}
