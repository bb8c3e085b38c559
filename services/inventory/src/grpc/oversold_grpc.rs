//! The gRPC API of packs that were sold and are not there.

use proto::inventory::v1::{
    ListOversoldPacksRequest, ListOversoldPacksResponse, OversoldPacks as Told,
    oversold_pack_service_server::{OversoldPackService, OversoldPackServiceServer},
};
use runtime::{
    LARGEST_REQUEST,
    status::{Rule, Violation},
};
use sqlx::PgPool;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use tonic::{Request, Response, Status, async_trait};
use uuid::Uuid;

use crate::{
    error::Error,
    grpc::messages::pack_message,
    pack::Pack,
    reservations::oversold_store::{self, OversoldPacks, PlaceInList},
};

/// The gRPC service.
#[derive(Debug)]
pub struct OversoldApi {
    db: PgPool,
}

impl OversoldApi {
    /// The service over a database, to be served.
    pub fn serve(db: PgPool) -> OversoldPackServiceServer<Self> {
        OversoldPackServiceServer::new(Self { db }).max_decoding_message_size(LARGEST_REQUEST)
    }
}

#[async_trait]
impl OversoldPackService for OversoldApi {
    async fn list_oversold_packs(
        &self,
        request: Request<ListOversoldPacksRequest>,
    ) -> Result<Response<ListOversoldPacksResponse>, Status> {
        let behind = read_token(&request.get_ref().page_token).ok_or_else(|| {
            let broken = Rule::Malformed.says("Send the token of the page before");
            Error::Invalid(vec![Violation::new("page_token", broken)])
        })?;
        let packs = oversold_store::missing(&self.db, behind)
            .await
            .map_err(Error::from)?;
        let last = packs.last().filter(|_| packs.len() == oversold_store::PAGE);
        Ok(Response::new(ListOversoldPacksResponse {
            next_page_token: last.map_or_else(String::new, token),
            packs: packs.iter().map(told).collect(),
        }))
    }
}

fn told(packs: &OversoldPacks) -> Told {
    let noticed_at = packs.noticed_at.format(&Rfc3339);
    Told {
        order_id: packs.order_id.to_string(),
        pack: Some(pack_message(pack_of(packs))),
        quantity: packs.quantity,
        noticed_at: noticed_at.expect("a time of the database has four digits of a year"),
    }
}

fn pack_of(packs: &OversoldPacks) -> Pack {
    Pack {
        product_id: packs.product_id,
        weight_in_grams: packs.weight_in_grams,
    }
}

/// The token of the page behind these packs.
fn token(last: &OversoldPacks) -> String {
    let micros = last.noticed_at.unix_timestamp_nanos() / 1_000;
    let (order, product) = (last.order_id.simple(), last.product_id.simple());
    format!("{micros}_{order}_{product}_{}", last.weight_in_grams)
}

/// The place that a token names, the beginning for none; `None` when no [`token`] looks like it.
fn read_token(token: &str) -> Option<PlaceInList> {
    if token.is_empty() {
        return Some(PlaceInList {
            noticed_at: OffsetDateTime::UNIX_EPOCH,
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
        noticed_at: OffsetDateTime::from_unix_timestamp_nanos(i128::from(micros) * 1_000).ok()?,
        order_id: Uuid::parse_str(parts.next()?).ok()?,
        pack: Pack {
            product_id: Uuid::parse_str(parts.next()?).ok()?,
            weight_in_grams: parts.next()?.parse().ok()?,
        },
    };
    parts.next().is_none().then_some(place)
}
