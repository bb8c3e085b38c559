//! The gRPC methods of packs that came back.

use proto::inventory::v1 as contract;
use runtime::status::{Rule, Violation};
use sqlx::PgPool;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use uuid::Uuid;

use crate::{
    error::Error,
    grpc::messages::{batch_message, pack_message, reserved_packs},
    pack::Pack,
    reservations::reservation_store,
    returns::{
        resolution::{self, ResolutionDetails},
        return_store::{self, PlaceInList, ReturnedPacks},
    },
};

pub async fn list(
    db: &PgPool,
    request: &contract::ListReturnedPacksRequest,
) -> Result<contract::ListReturnedPacksResponse, Error> {
    let behind = read_token(&request.page_token).ok_or_else(|| {
        let broken = Rule::Malformed.says("Send the token of the page before");
        Error::Invalid(vec![Violation::new("page_token", broken)])
    })?;
    let waiting = return_store::waiting(db, behind).await?;
    let last = waiting.last().filter(|_| waiting.len() == return_store::PAGE);
    let next_page_token = last.map_or_else(String::new, token);
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
    let resolution = resolution::read(&details).map_err(Error::Invalid)?;
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

/// The token of the page behind these packs.
fn token(last: &ReturnedPacks) -> String {
    let micros = last.returned_at.unix_timestamp_nanos() / 1_000;
    let (order, product) = (last.order_id.simple(), last.product_id.simple());
    format!("{micros}_{order}_{product}_{}", last.weight_in_grams)
}

/// The place that a token names, the beginning for none; `None` when no [`token`] looks like it.
fn read_token(token: &str) -> Option<PlaceInList> {
    if token.is_empty() {
        return Some(PlaceInList {
            returned_at: OffsetDateTime::UNIX_EPOCH,
            order_id: Uuid::nil(),
            pack: Pack {
                product_id: Uuid::nil(),
                weight_in_grams: 0,
            },
        });
    }
    let mut parts = token.split('_');
    let micros: i64 = parts.next()?.parse().ok()?;
    let place = PlaceInList {
        returned_at: OffsetDateTime::from_unix_timestamp_nanos(i128::from(micros) * 1_000).ok()?,
        order_id: Uuid::parse_str(parts.next()?).ok()?,
        pack: Pack {
            product_id: Uuid::parse_str(parts.next()?).ok()?,
            weight_in_grams: parts.next()?.parse().ok()?,
        },
    };
    parts.next().is_none().then_some(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_names_its_place() {
        let packs = ReturnedPacks {
            order_id: Uuid::from_u128(7),
            product_id: Uuid::from_u128(8),
            weight_in_grams: 250,
            quantity: 1,
            returned_at: OffsetDateTime::UNIX_EPOCH + time::Duration::microseconds(1_763_000_000_123_456),
        };
        let place = read_token(&token(&packs)).expect("it is one");
        assert_eq!(
            (place.returned_at, place.order_id, place.pack),
            (packs.returned_at, packs.order_id, pack_of(&packs))
        );
        for token in ["x", "1_2_3_4", "___"] {
            assert_eq!(read_token(token), None, "{token}");
        }
    }
}
