//! The gRPC methods of returned packs.

use proto::inventory::v1 as contract;
use sqlx::PgPool;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

use crate::{
    error::Error,
    grpc::{
        messages::{batch_message, pack_message, reserved_packs},
        page_token,
    },
    pack::{Pack, PageCursor},
    reservations::reservation_store,
    returns::{
        resolution::{self, ResolutionDetails},
        return_store::{self, ReturnedPacks},
    },
};

pub async fn list(
    db: &PgPool,
    request: &contract::ListReturnedPacksRequest,
) -> Result<contract::ListReturnedPacksResponse, Error> {
    let behind = page_token::parse(&request.page_token)?;
    let waiting = return_store::uninspected(db, behind).await?;
    let last = waiting.last().filter(|_| waiting.len() == return_store::PAGE);
    let next_page_token = last.map_or_else(String::new, |packs| page_token::write(cursor(packs)));
    let orders: Vec<_> = waiting.iter().map(|packs| packs.order_id).collect();
    let batches = reservation_store::of_orders(db, &orders).await?;
    let packs = waiting.into_iter().map(|packs| {
        let pack = pack_of(&packs);
        let of_pack = batches
            .iter()
            .filter(|(order_id, reserved)| (*order_id, reserved.pack) == (packs.order_id, pack));
        contract::ReturnedPacks {
            order_id: packs.order_id.to_string(),
            pack: Some(pack_message(pack)),
            quantity: packs.quantity,
            returned_at: rfc_3339(packs.returned_at),
            batches: of_pack
                .map(|(_, reserved)| reserved_packs(reserved.clone()))
                .collect(),
            product_name: packs.product_name,
        }
    });
    Ok(contract::ListReturnedPacksResponse {
        packs: packs.collect(),
        next_page_token,
    })
}

pub async fn resolve(
    db: &PgPool,
    request: contract::ResolveReturnedPacksRequest,
) -> Result<contract::ResolveReturnedPacksResponse, Error> {
    let details = ResolutionDetails {
        resolution_id: request.resolution_id,
        order_id: request.order_id,
        batch_id: request.batch_id,
        quantity: request.quantity,
        is_write_off: request.is_write_off,
        actor_id: request.actor_id,
        reason: request.reason,
    };
    let resolution = resolution::validate(&details).map_err(Error::Invalid)?;
    let batch = return_store::resolve(db, &resolution).await?;
    Ok(contract::ResolveReturnedPacksResponse {
        batch: Some(batch_message(batch)),
    })
}

fn pack_of(packs: &ReturnedPacks) -> Pack {
    Pack {
        product_id: packs.product_id,
        weight_in_grams: packs.weight_in_grams,
    }
}

fn rfc_3339(at: OffsetDateTime) -> String {
    at.format(&Rfc3339)
        .expect("a time of the database has four digits of a year")
}

/// The position of these packs in the list.
fn cursor(packs: &ReturnedPacks) -> PageCursor {
    PageCursor {
        at: packs.returned_at,
        order_id: packs.order_id,
        pack: pack_of(packs),
    }
}
