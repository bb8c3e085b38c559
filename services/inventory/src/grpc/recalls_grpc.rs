//! The gRPC service of recalls.

use proto::inventory::v1::{
    ListRecalledOrdersRequest, ListRecalledOrdersResponse,
    recall_service_server::{RecallService, RecallServiceServer},
};
use runtime::{LARGEST_REQUEST, status::field};
use sqlx::PgPool;
use tonic::{Request, Response, Status, async_trait};

use crate::{
    error::Error,
    grpc::{
        ledger_grpc::page_token,
        messages::{batch_message, recalled_order},
    },
    ledger::{batch_store, recall},
    pack,
};

/// The gRPC service.
#[derive(Debug)]
pub struct RecallApi {
    db: PgPool,
}

impl RecallApi {
    /// Creates the gRPC server.
    pub fn serve(db: PgPool) -> RecallServiceServer<Self> {
        RecallServiceServer::new(Self { db }).max_decoding_message_size(LARGEST_REQUEST)
    }
}

#[async_trait]
impl RecallService for RecallApi {
    async fn list_recalled_orders(
        &self,
        request: Request<ListRecalledOrdersRequest>,
    ) -> Result<Response<ListRecalledOrdersResponse>, Status> {
        let answer = list(&self.db, request.get_ref()).await?;
        Ok(Response::new(answer))
    }
}

async fn list(db: &PgPool, request: &ListRecalledOrdersRequest) -> Result<ListRecalledOrdersResponse, Error> {
    let mut violations = Vec::new();
    let batch_id = field(
        "batch_id",
        pack::id(&request.batch_id, "A batch's id"),
        &mut violations,
    );
    let behind = field("page_token", page_token(&request.page_token), &mut violations);
    let (Some(batch_id), Some(behind)) = (batch_id, behind) else {
        return Err(Error::Invalid(violations));
    };
    let batch = batch_store::find(&mut *db.acquire().await?, batch_id).await?;
    let reason = recall::reason(db, batch_id).await?.ok_or(Error::NotRecalled)?;
    let affected = recall::affected_orders(db, batch_id, behind.unwrap_or_default()).await?;
    let last = affected.last().filter(|_| affected.len() == recall::PAGE);
    Ok(ListRecalledOrdersResponse {
        batch: Some(batch_message(batch)),
        reason,
        next_page_token: last.map_or_else(String::new, |last| last.order_id.to_string()),
        orders: affected.iter().map(recalled_order).collect(),
    })
}
