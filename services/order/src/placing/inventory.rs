//! The client of the inventory: keeps the packs of an order before it is placed, and says what became of it.

use proto::inventory::v1::{
    ListOverdueRequest, Pack, ReserveLine, ReserveRequest, SettleRequest, Shortages,
    inventory_service_client::InventoryServiceClient,
};
use runtime::{repeatable, status};
use tonic::{Code, Status};
use uuid::Uuid;

use crate::{error::Error, order::record::Order, shortage::Shortage};

/// The inventory as the order service needs it.
#[derive(Debug, Clone)]
pub struct Inventory {
    client: InventoryServiceClient<runtime::Client>,
    sells_without: bool,
}

impl Inventory {
    /// An inventory reached through `client`; one that `sells_without` lets orders pass while it is away.
    pub fn new(client: runtime::Client, sells_without: bool) -> Self {
        Self {
            client: InventoryServiceClient::new(client),
            sells_without,
        }
    }

    /// Reserves every line of an order, or none. The same order may come again.
    pub async fn reserve(&self, order: &Order) -> Result<(), Error> {
        let request = ReserveRequest {
            order_id: order.id.to_string(),
            lines: lines(order),
        };
        let Err(status) = self.client.clone().reserve(repeatable(request)).await else {
            return Ok(());
        };
        match refused(order, status) {
            Error::InventoryDown(status) if self.sells_without => {
                tracing::warn!(%status, "an order is placed without looking at the stock");
                metrics::counter!("orders_without_stock_total").increment(1);
                Ok(())
            }
            error => Err(error),
        }
    }

    /// The orders whose reservations were to be settled by now; at most `limit`.
    pub async fn overdue(&self, limit: i32) -> anyhow::Result<Vec<Uuid>> {
        let request = repeatable(ListOverdueRequest { limit });
        let answer = self.client.clone().list_overdue(request).await?;
        let ids = answer.into_inner().order_ids;
        Ok(ids
            .iter()
            .map(|id| Uuid::parse_str(id))
            .collect::<Result<_, _>>()?)
    }

    /// Says which orders were placed and which never were.
    pub async fn settle(&self, placed: &[Uuid], abandoned: &[Uuid]) -> anyhow::Result<()> {
        let request = repeatable(SettleRequest {
            placed_order_ids: placed.iter().map(Uuid::to_string).collect(),
            abandoned_order_ids: abandoned.iter().map(Uuid::to_string).collect(),
        });
        self.client.clone().settle(request).await?;
        Ok(())
    }
}

fn lines(order: &Order) -> Vec<ReserveLine> {
    let lines = order.lines.iter().map(|line| ReserveLine {
        pack: Some(Pack {
            product_id: line.product_id.to_string(),
            weight_in_grams: line.weight_in_grams,
        }),
        quantity: line.quantity,
    });
    lines.collect()
}

fn refused(order: &Order, status: Status) -> Error {
    match (status.code(), status::message::<Shortages>(&status)) {
        (Code::FailedPrecondition, Some(told)) => Error::OutOfStock(shortages(order, &told)),
        (Code::Unavailable | Code::DeadlineExceeded | Code::ResourceExhausted, _) => {
            Error::InventoryDown(Box::new(status))
        }
        _ => Error::InventoryAnswer(Box::new(status)),
    }
}

/// The shortages that the inventory told, in the order of the lines.
fn shortages(order: &Order, told: &Shortages) -> Vec<Shortage> {
    let left = |product_id: Uuid, weight_in_grams: i32| {
        let told = told.shortages.iter().find(|shortage| {
            let pack = shortage.pack.as_ref();
            pack.is_some_and(|pack| {
                pack.product_id == product_id.to_string() && pack.weight_in_grams == weight_in_grams
            })
        });
        told.map(|shortage| shortage.left.max(0))
    };
    let short = order.lines.iter().filter_map(|line| {
        Some(Shortage {
            product_id: line.product_id,
            product_name: line.product_name.clone(),
            weight_in_grams: line.weight_in_grams,
            left: left(line.product_id, line.weight_in_grams)?,
        })
    });
    short.collect()
}
