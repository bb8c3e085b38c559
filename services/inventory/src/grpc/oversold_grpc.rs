//! The gRPC API of oversold packs.

use proto::inventory::v1::{
    ListOversoldPacksRequest, ListOversoldPacksResponse, OversoldPacks as OversoldPacksMessage,
    oversold_pack_service_server::{OversoldPackService, OversoldPackServiceServer},
};
use runtime::LARGEST_REQUEST;
use sqlx::PgPool;
use time::format_description::well_known::Rfc3339;
use tonic::{Request, Response, Status, async_trait};

use crate::{
    error::Error,
    grpc::{messages::pack_message, page_token},
    pack::{Pack, PageCursor},
    reservations::oversold::oversold_store::{self, OversoldPacks},
};

/// The gRPC service.
#[derive(Debug)]
pub struct OversoldApi {
    db: PgPool,
}

impl OversoldApi {
    /// Creates the gRPC server.
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
        let behind = page_token::parse(&request.get_ref().page_token)?;
        let packs = oversold_store::missing(&self.db, behind)
            .await
            .map_err(Error::from)?;
        let last = packs.last().filter(|_| packs.len() == oversold_store::PAGE);
        Ok(Response::new(ListOversoldPacksResponse {
            next_page_token: last.map_or_else(String::new, |packs| page_token::write(cursor(packs))),
            packs: packs.iter().map(oversold_message).collect(),
        }))
    }
}

fn oversold_message(packs: &OversoldPacks) -> OversoldPacksMessage {
    let noticed_at = packs.noticed_at.format(&Rfc3339);
    OversoldPacksMessage {
        order_id: packs.order_id.to_string(),
        pack: Some(pack_message(pack_of(packs))),
        quantity: packs.quantity,
        noticed_at: noticed_at.expect("a time of the database has four digits of a year"),
        product_name: packs.product_name.clone(),
    }
}

fn pack_of(packs: &OversoldPacks) -> Pack {
    Pack {
        product_id: packs.product_id,
        weight_in_grams: packs.weight_in_grams,
    }
}

/// The position of these packs in the list.
fn cursor(packs: &OversoldPacks) -> PageCursor {
    PageCursor {
        at: packs.noticed_at,
        order_id: packs.order_id,
        pack: pack_of(packs),
    }
}
