//! The gRPC API of unconfirmed orders.

use proto::order::v1::{
    self as contract, ListUnconfirmedOrdersRequest, ListUnconfirmedOrdersResponse,
    SumUnconfirmedPacksRequest, SumUnconfirmedPacksResponse,
    unconfirmed_order_service_server::UnconfirmedOrderService,
};
use sqlx::PgPool;
use time::OffsetDateTime;
use tonic::{Request, Response, Status, async_trait};

use crate::{
    error::Error,
    grpc::{
        messages::{order, rfc_3339},
        reader::Reader,
    },
    transitions::{
        unconfirmed,
        unconfirmed_orders::{self, UnconfirmedDetails, UnconfirmedOrder, UnconfirmedPacks},
    },
};

/// The gRPC service.
#[derive(Debug)]
pub struct UnconfirmedApi {
    /// The database of orders.
    pub db: PgPool,
    /// The hours after which an unconfirmed order is cancelled. 0 for never.
    pub hours: u32,
}

#[async_trait]
impl UnconfirmedOrderService for UnconfirmedApi {
    async fn list_unconfirmed_orders(
        &self,
        request: Request<ListUnconfirmedOrdersRequest>,
    ) -> Result<Response<ListUnconfirmedOrdersResponse>, Status> {
        let (reader, request) = (Reader::from_request(&request), request.into_inner());
        let details = UnconfirmedDetails {
            page_size: request.page_size,
            page_token: request.page_token,
            product_id: request.product_id,
            weight_in_grams: request.weight_in_grams,
        };
        let list = details.validate().map_err(Error::Invalid)?;
        let (orders, next_page_token) = list.load(&self.db).await.map_err(Error::from)?;
        let now = OffsetDateTime::now_utc();
        let orders = orders
            .into_iter()
            .map(|order| unconfirmed_order(order, &reader, self.hours, now));
        Ok(Response::new(ListUnconfirmedOrdersResponse {
            orders: orders.collect(),
            next_page_token,
        }))
    }

    async fn sum_unconfirmed_packs(
        &self,
        _request: Request<SumUnconfirmedPacksRequest>,
    ) -> Result<Response<SumUnconfirmedPacksResponse>, Status> {
        let packs = unconfirmed_orders::packs(&self.db).await.map_err(Error::from)?;
        Ok(Response::new(SumUnconfirmedPacksResponse {
            packs: packs.into_iter().map(unconfirmed_packs).collect(),
        }))
    }
}

fn unconfirmed_order(
    found: UnconfirmedOrder,
    reader: &Reader,
    hours: u32,
    now: OffsetDateTime,
) -> contract::UnconfirmedOrder {
    let ends_at = unconfirmed::end_of(&found.order, found.warned_at, hours, now);
    contract::UnconfirmedOrder {
        order: Some(reader.listed(order(found.order))),
        ends_at: ends_at.map_or_else(String::new, rfc_3339),
    }
}

fn unconfirmed_packs(packs: UnconfirmedPacks) -> contract::UnconfirmedPacks {
    contract::UnconfirmedPacks {
        product_id: packs.product_id.to_string(),
        product_name: packs.product_name,
        weight_in_grams: packs.weight_in_grams,
        packs: packs.packs,
        orders: packs.orders,
        oldest_placed_at: rfc_3339(packs.oldest_placed_at),
    }
}
