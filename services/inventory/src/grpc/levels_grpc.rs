//! The gRPC methods of how packs stand: as shoppers see it, and as the people of the shop do.

use proto::inventory::v1 as contract;
use runtime::status::{Rule, Violation};
use sqlx::PgPool;

use crate::{
    availability,
    error::Error,
    grpc::messages::{pack_level, stock_level},
    levels,
    pack::Pack,
};

/// A page of the packs that shoppers are told something of.
pub async fn availability(
    db: &PgPool,
    request: &contract::ListAvailabilityRequest,
) -> Result<contract::ListAvailabilityResponse, Error> {
    let packs = availability::not_in_stock(db, behind(&request.page_token)?).await?;
    let last = packs.last().filter(|_| packs.len() == availability::PAGE);
    let next_page_token = last.map_or_else(String::new, |last| availability::token(last.pack));
    Ok(contract::ListAvailabilityResponse {
        packs: packs.iter().map(stock_level).collect(),
        next_page_token,
    })
}

/// A page of all packs that somebody counted once.
pub async fn levels(
    db: &PgPool,
    request: &contract::ListStockLevelsRequest,
) -> Result<contract::ListStockLevelsResponse, Error> {
    let levels = levels::levels(db, behind(&request.page_token)?).await?;
    let last = levels.last().filter(|_| levels.len() == levels::PAGE);
    let next_page_token = last.map_or_else(String::new, |last| availability::token(last.pack));
    Ok(contract::ListStockLevelsResponse {
        levels: levels.iter().map(pack_level).collect(),
        next_page_token,
    })
}

fn behind(token: &str) -> Result<Pack, Error> {
    availability::read_token(token).ok_or_else(|| {
        let broken = Rule::Malformed.says("Send the token of the page before");
        Error::Invalid(vec![Violation::new("page_token", broken)])
    })
}
