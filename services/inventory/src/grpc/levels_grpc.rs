//! The gRPC methods of stock levels, for shoppers and for staff.

use proto::inventory::v1 as contract;
use runtime::status::{Broken, Rule, Violation, field};
use sqlx::PgPool;

use crate::{
    availability,
    error::Error,
    grpc::messages::{pack_level, stock_counts, stock_level},
    levels::{self, Filter, StockQuery},
    pack::{self, Pack},
};

/// The maximum length of a search query, in characters.
const MAX_QUERY: usize = 100;

/// Returns a page of the stock levels that shoppers see.
pub async fn availability(
    db: &PgPool,
    request: &contract::ListAvailabilityRequest,
) -> Result<contract::ListAvailabilityResponse, Error> {
    let packs = availability::list(db, behind(&request.page_token)?, request.lists_in_stock).await?;
    let last = packs.last().filter(|_| packs.len() == availability::PAGE);
    let next_page_token = last.map_or_else(String::new, |last| availability::token(last.pack));
    Ok(contract::ListAvailabilityResponse {
        packs: packs.iter().map(stock_level).collect(),
        next_page_token,
        is_whole: request.lists_in_stock,
    })
}

/// Returns a page of the requested packs.
pub async fn levels(
    db: &PgPool,
    request: &contract::ListStockLevelsRequest,
) -> Result<contract::ListStockLevelsResponse, Error> {
    let query = query(request).map_err(Error::Invalid)?;
    let levels = levels::levels(db, &query).await?;
    let last = levels.last().filter(|_| levels.len() == query.limit);
    let next_page_token = last.map_or_else(String::new, |last| availability::token(last.pack));
    let counts = match query.behind {
        None => Some(stock_counts(levels::counts(db, &query).await?)),
        Some(_) => None,
    };
    Ok(contract::ListStockLevelsResponse {
        levels: levels.iter().map(pack_level).collect(),
        next_page_token,
        counts,
    })
}

/// Parses a request. Fails with everything that is wrong with it.
fn query(request: &contract::ListStockLevelsRequest) -> Result<StockQuery, Vec<Violation>> {
    let mut violations = Vec::new();
    let all = &mut violations;
    let token = availability::parse_token(&request.page_token);
    let behind = field("page_token", token.ok_or_else(no_token), all);
    let limit = match usize::try_from(request.page_size) {
        Ok(0) => Ok(levels::PAGE),
        Ok(size) if size <= levels::PAGE => Ok(size),
        _ => {
            let (min, max) = (0, i64::try_from(levels::PAGE).expect("a page is small"));
            Err(Rule::OutOfRange { min, max }.says(format!("Ask for at most {max} packs at once")))
        }
    };
    let limit = field("page_size", limit, all);
    let query = if request.query.chars().count() <= MAX_QUERY {
        Ok(request.query.to_lowercase())
    } else {
        Err(Rule::TooLong { max: MAX_QUERY }.says(format!("Look for at most {MAX_QUERY} characters")))
    };
    let query = field("query", query, all);
    let filter = match request.filter() {
        contract::StockFilter::Unspecified => Filter::All,
        contract::StockFilter::Low => Filter::Low,
        contract::StockFilter::SoldOut => Filter::SoldOut,
        contract::StockFilter::Missing => Filter::Missing,
    };
    let product_id = match request.product_id.as_str() {
        "" => Ok(None),
        id => pack::id(id, "A product's id").map(Some),
    };
    let product_id = field("product_id", product_id, all);
    let query = (|| {
        Some(StockQuery {
            words: query?.split_whitespace().map(str::to_owned).collect(),
            filter,
            product_id: product_id?,
            behind: behind.map(|pack| Some(pack).filter(|pack| *pack != availability::BEGINNING))?,
            limit: limit?,
        })
    })();
    query.ok_or(violations)
}

fn behind(token: &str) -> Result<Pack, Error> {
    let token = availability::parse_token(token).ok_or_else(no_token);
    token.map_err(|broken| Error::Invalid(vec![Violation::new("page_token", broken)]))
}

fn no_token() -> Broken {
    Rule::Malformed.says("Send the token of the page before")
}
