//! The gRPC service for packers.

use proto::inventory::v1::{
    ListReservedPacksRequest, ListReservedPacksResponse, OrderPacks, ReservedPacks, SetShelfRequest,
    SetShelfResponse, TakeFromBatchRequest, TakeFromBatchResponse,
    packing_service_server::{PackingService, PackingServiceServer},
};
use runtime::{
    LARGEST_REQUEST,
    status::{Broken, Rule, Violation, field},
};
use sqlx::PgPool;
use tonic::{Request, Response, Status, async_trait};
use uuid::Uuid;
use values::Line as OneLine;

use crate::{
    error::Error,
    grpc::messages::{batch_message, reserved_packs},
    ledger::batch_store,
    pack,
    reservations::{
        reservation_store,
        take_from_batch::{BatchPick, take_from_batch},
    },
};

/// The maximum number of orders or batches in a request.
const MOST: usize = 100;

/// The maximum number of packs of a line.
const MAX_QUANTITY: i32 = 99;

/// The maximum length of a batch number or a shelf name, in characters.
const MAX_NAME: usize = 40;

/// The gRPC service.
#[derive(Debug)]
pub struct PackingApi {
    db: PgPool,
}

impl PackingApi {
    /// Creates the gRPC server.
    pub fn serve(db: PgPool) -> PackingServiceServer<Self> {
        PackingServiceServer::new(Self { db }).max_decoding_message_size(LARGEST_REQUEST)
    }
}

#[async_trait]
impl PackingService for PackingApi {
    async fn list_reserved_packs(
        &self,
        request: Request<ListReservedPacksRequest>,
    ) -> Result<Response<ListReservedPacksResponse>, Status> {
        let answer = list(&self.db, request.get_ref()).await?;
        Ok(Response::new(answer))
    }

    async fn take_from_batch(
        &self,
        request: Request<TakeFromBatchRequest>,
    ) -> Result<Response<TakeFromBatchResponse>, Status> {
        let pick = pick(request.get_ref()).map_err(Error::Invalid)?;
        let packs = take_from_batch(&self.db, &pick).await?.into_iter();
        Ok(Response::new(TakeFromBatchResponse {
            packs: packs.map(reserved_packs).collect(),
        }))
    }

    async fn set_shelf(
        &self,
        request: Request<SetShelfRequest>,
    ) -> Result<Response<SetShelfResponse>, Status> {
        let request = request.get_ref();
        let mut violations = Vec::new();
        let batch_id = pack::id(&request.batch_id, "A batch's id");
        let batch_id = field("batch_id", batch_id, &mut violations);
        let name = field("shelf", shelf(&request.shelf), &mut violations);
        let (Some(batch_id), Some(name)) = (batch_id, name) else {
            return Err(Error::Invalid(violations).into());
        };
        let batch = batch_store::set_shelf(&self.db, batch_id, &name).await?;
        Ok(Response::new(SetShelfResponse {
            batch: Some(batch_message(batch)),
        }))
    }
}

/// Parses the name of a shelf; empty if unknown.
pub fn shelf(told: &str) -> Result<String, Broken> {
    if told.trim().is_empty() {
        return Ok(String::new());
    }
    let line = OneLine::<MAX_NAME>::read(told);
    line.map(OneLine::into_string)
        .map_err(|broken| broken.of("Shelf"))
}

async fn list(db: &PgPool, request: &ListReservedPacksRequest) -> Result<ListReservedPacksResponse, Error> {
    let ids = ids(&request.order_ids, "An order's id");
    let ids = ids.map_err(|broken| Error::Invalid(vec![Violation::new("order_ids", broken)]))?;
    let mut orders: Vec<OrderPacks> = Vec::new();
    for (order_id, reserved) in reservation_store::of_orders(db, &ids).await? {
        let order_id = order_id.to_string();
        let packs: ReservedPacks = reserved_packs(reserved);
        match orders.iter_mut().find(|order| order.order_id == order_id) {
            Some(order) => order.packs.push(packs),
            None => orders.push(OrderPacks {
                order_id,
                packs: vec![packs],
            }),
        }
    }
    Ok(ListReservedPacksResponse { orders })
}

fn pick(request: &TakeFromBatchRequest) -> Result<BatchPick, Vec<Violation>> {
    let mut violations = Vec::new();
    let all = &mut violations;
    let order_id = field("order_id", pack::id(&request.order_id, "An order's id"), all);
    let number = OneLine::<MAX_NAME>::read(&request.batch_number);
    let number = field(
        "batch_number",
        number.map_err(|broken| broken.of("Batch number")),
        all,
    );
    let quantity = Some(request.quantity).filter(|quantity| (1..=MAX_QUANTITY).contains(quantity));
    let out_of_range = Rule::OutOfRange {
        min: 1,
        max: MAX_QUANTITY.into(),
    };
    let quantity = quantity.ok_or(out_of_range.says(format!("A line has 1 to {MAX_QUANTITY} packs")));
    let quantity = field("quantity", quantity, all);
    let instead_of = match ids(&request.instead_of_batch_ids, "A batch's id") {
        Ok(ids) if ids.is_empty() => Err(Rule::Required.says("Name the batches of packs that are missing")),
        read => read,
    };
    let instead_of = field("instead_of_batch_ids", instead_of, all);
    let pick = (|| {
        Some(BatchPick {
            order_id: order_id?,
            batch_number: number?.into_string(),
            quantity: quantity?,
            instead_of: instead_of?,
        })
    })();
    pick.ok_or(violations)
}

fn ids(told: &[String], name: &str) -> Result<Vec<Uuid>, Broken> {
    if told.len() > MOST {
        return Err(Rule::TooMany { max: MOST }.says(format!("At most {MOST} can be named at once")));
    }
    told.iter().map(|id| pack::id(id, name)).collect()
}
