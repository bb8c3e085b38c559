//! The gRPC methods that finalize reservations with the order service's answers.

use proto::inventory::v1 as contract;
use runtime::status::{Broken, Rule, Violation};
use sqlx::PgPool;
use uuid::Uuid;

use crate::{
    error::Error,
    grpc::changes_grpc,
    pack,
    reservations::{change_store, changes, reservation_store, reserved_packs},
};

/// The maximum number of orders that are finalized or listed in one request.
const MOST_ORDERS: usize = 1_000;

/// The maximum number of lost orders in one request. Each keeps its packs locked until the last one is
/// released.
const MOST_LOST: usize = 100;

/// Confirms, changes or releases the reservations of orders.
pub async fn finalize(
    db: &PgPool,
    request: contract::FinalizeReservationsRequest,
) -> Result<contract::FinalizeReservationsResponse, Error> {
    at_most(
        "placed_order_ids",
        request.placed_order_ids.len() + request.abandoned_order_ids.len(),
        MOST_ORDERS,
    )?;
    at_most("lost_order_ids", request.lost_order_ids.len(), MOST_LOST)?;
    let placed = order_ids("placed_order_ids", &request.placed_order_ids)?;
    let abandoned = order_ids("abandoned_order_ids", &request.abandoned_order_ids)?;
    let lost = order_ids("lost_order_ids", &request.lost_order_ids)?;
    let changed = changes_grpc::current_lines(request.changed_orders)?;
    reserved_packs::finalize(db, &placed, &abandoned).await?;
    reserved_packs::release_lost(db, &lost).await?;
    changes::finalize(db, changed).await?;
    Ok(contract::FinalizeReservationsResponse {})
}

/// Returns the overdue reservations, or a page of the placed ones.
pub async fn overdue(
    db: &PgPool,
    request: &contract::ListOverdueRequest,
) -> Result<contract::ListOverdueResponse, Error> {
    let limit = usize::try_from(request.limit).ok();
    let limit = limit.filter(|limit| (1..=MOST_ORDERS).contains(limit));
    let Some(limit) = limit else {
        let broken = Rule::OutOfRange { min: 1, max: 1_000 };
        return Err(invalid("limit", broken.says("Ask for 1 to 1000 orders")));
    };
    let rows = |limit| i64::try_from(limit).expect("it is small");
    let ids = |orders: Vec<Uuid>| orders.iter().map(Uuid::to_string).collect();
    if let Some(after) = &request.placed_after {
        let after = Some(after.as_str()).filter(|after| !after.is_empty());
        let after = after.map_or(Ok(Uuid::nil()), order_id);
        let after = after.map_err(|broken| invalid("placed_after", broken))?;
        let placed = reservation_store::placed_after(db, after, rows(limit)).await?;
        return Ok(contract::ListOverdueResponse {
            placed_order_ids: ids(placed),
            ..contract::ListOverdueResponse::default()
        });
    }
    let overdue = reservation_store::overdue(db, rows(limit)).await?;
    let changed = change_store::overdue(db, rows(limit.min(changes_grpc::MOST_CHANGES))).await?;
    Ok(contract::ListOverdueResponse {
        order_ids: ids(overdue),
        changed_order_ids: ids(changed),
        placed_order_ids: Vec::new(),
    })
}

fn at_most(name: &'static str, orders: usize, most: usize) -> Result<(), Error> {
    if orders <= most {
        return Ok(());
    }
    let broken = Rule::TooMany { max: most };
    Err(invalid(
        name,
        broken.says(format!("At most {most} orders are finalized at once")),
    ))
}

fn order_id(text: &str) -> Result<Uuid, Broken> {
    pack::id(text, "An order's id")
}

fn order_ids(name: &'static str, texts: &[String]) -> Result<Vec<Uuid>, Error> {
    let ids: Result<Vec<_>, _> = texts.iter().map(|text| order_id(text)).collect();
    ids.map_err(|broken| invalid(name, broken))
}

fn invalid(name: &'static str, broken: Broken) -> Error {
    Error::Invalid(vec![Violation::new(name, broken)])
}
