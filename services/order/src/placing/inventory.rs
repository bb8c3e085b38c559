//! The client of the inventory: keeps the packs of an order before it is placed, and says what became of it.

use proto::inventory::v1::{
    CurrentLines, ListOverdueRequest, ListOverdueResponse, Pack, ReserveLine, ReserveRequest, SettleRequest,
    Shortages, inventory_service_client::InventoryServiceClient,
};
use runtime::{repeatable, status};
use tonic::{Code, Status};
use uuid::Uuid;

use crate::{error::Error, order::record::Order, shortage};

/// Orders whose lines are told in one message at most: each has up to 50.
const CHANGES_AT_ONCE: usize = 20;

/// Orders that the inventory asks about.
#[derive(Debug)]
pub struct Overdue {
    /// Those that may not have been placed.
    pub orders: Vec<Uuid>,
    /// Those that may have been corrected.
    pub changed: Vec<Uuid>,
}

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

    /// The orders whose reservations were to be settled by now; at most `limit` of each kind.
    pub async fn overdue(&self, limit: i32) -> anyhow::Result<Overdue> {
        let request = repeatable(ListOverdueRequest {
            limit,
            placed_after: None,
        });
        let answer = self.client.clone().list_overdue(request).await?;
        let ListOverdueResponse {
            order_ids,
            changed_order_ids,
            ..
        } = answer.into_inner();
        Ok(Overdue {
            orders: read(&order_ids)?,
            changed: read(&changed_order_ids)?,
        })
    }

    /// A page of the placed orders whose packs are reserved for more than a day, in the order of their ids.
    pub async fn placed_after(&self, after: Uuid, limit: i32) -> anyhow::Result<Vec<Uuid>> {
        let request = repeatable(ListOverdueRequest {
            limit,
            placed_after: Some(after.to_string()),
        });
        let answer = self.client.clone().list_overdue(request).await?;
        Ok(read(&answer.into_inner().placed_order_ids)?)
    }

    /// Gives back the packs of placed orders that this service lost with a restore.
    pub async fn release_lost(&self, lost: &[Uuid]) -> anyhow::Result<()> {
        for lost in lost.chunks(CHANGES_AT_ONCE) {
            let request = repeatable(SettleRequest {
                lost_order_ids: lost.iter().map(Uuid::to_string).collect(),
                ..SettleRequest::default()
            });
            self.client.clone().settle(request).await?;
        }
        Ok(())
    }

    /// Says which orders were placed and which never were.
    pub async fn settle(&self, placed: &[Uuid], abandoned: &[Uuid]) -> anyhow::Result<()> {
        let request = repeatable(SettleRequest {
            placed_order_ids: placed.iter().map(Uuid::to_string).collect(),
            abandoned_order_ids: abandoned.iter().map(Uuid::to_string).collect(),
            ..SettleRequest::default()
        });
        self.client.clone().settle(request).await?;
        Ok(())
    }

    /// Says which lines orders have that may have been corrected.
    pub async fn settle_changes(&self, orders: &[Order]) -> anyhow::Result<()> {
        for orders in orders.chunks(CHANGES_AT_ONCE) {
            let current = orders.iter().map(|order| CurrentLines {
                order_id: order.id.to_string(),
                version: order.version,
                lines: lines(order),
            });
            let request = repeatable(SettleRequest {
                changed_orders: current.collect(),
                ..SettleRequest::default()
            });
            self.client.clone().settle(request).await?;
        }
        Ok(())
    }
}

fn read(ids: &[String]) -> Result<Vec<Uuid>, uuid::Error> {
    ids.iter().map(|id| Uuid::parse_str(id)).collect()
}

fn lines(order: &Order) -> Vec<ReserveLine> {
    let lines = order.lines.iter().map(|line| ReserveLine {
        pack: Some(Pack {
            product_id: line.product_id.to_string(),
            weight_in_grams: line.weight_in_grams,
        }),
        quantity: line.quantity,
        unit_price_paise: line.unit_price_paise,
    });
    lines.collect()
}

fn refused(order: &Order, status: Status) -> Error {
    match (status.code(), status::message::<Shortages>(&status)) {
        (Code::FailedPrecondition, Some(told)) => {
            Error::OutOfStock(shortage::of_lines(&order.lines, &left(&told)))
        }
        (Code::Unavailable | Code::DeadlineExceeded | Code::ResourceExhausted, _) => {
            Error::InventoryDown(Box::new(status))
        }
        _ => Error::InventoryAnswer(Box::new(status)),
    }
}

/// What is left of packs: of a product, by its weight.
fn left(told: &Shortages) -> Vec<(&str, i32, i32)> {
    let left = told.shortages.iter().filter_map(|short| {
        let pack = short.pack.as_ref()?;
        Some((pack.product_id.as_str(), pack.weight_in_grams, short.left))
    });
    left.collect()
}
