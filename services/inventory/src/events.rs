//! The events of stock. Each change of a stock level that shoppers see is one event (`pack_store::publish`
//! writes it), and so is each stock alert of a pack that is back.

use outbox::{Aggregate, Event, Publisher, StreamConfig};
use prost::Message as _;
use proto::event::v1::{StockBack, StockChanged};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::pack::Pack;

/// The stream of all events about stock.
pub const STREAM: StreamConfig = StreamConfig {
    name: "STOCK",
    subjects: &["shop.stock.>"],
};

/// The subject of the event for a stock alert whose pack is back.
pub const BACK: &str = "shop.stock.back.v1";

const CHANGED: &str = "shop.stock.changed.v1";

/// The event of a changed stock level, with the whole level. `row_id` is the id of the pack's row.
pub(crate) fn stock_changed(
    row_id: Uuid,
    pack: Pack,
    left: i32,
    is_sold_out: bool,
    version: i64,
    occurred_at: OffsetDateTime,
) -> Event {
    let event = StockChanged {
        product_id: pack.product_id.to_string(),
        weight_in_grams: pack.weight_in_grams,
        is_sold_out,
        left,
        version,
    };
    Event {
        id: Uuid::now_v7(),
        subject: CHANGED,
        aggregate: Aggregate { id: row_id, version },
        occurred_at,
        payload: event.encode_to_vec(),
    }
}

/// The event of a stock alert whose pack is back. A subscriber asks this service for the address.
pub(crate) fn stock_back(alert_id: Uuid, pack: Pack, version: i64, occurred_at: OffsetDateTime) -> Event {
    let event = StockBack {
        alert_id: alert_id.to_string(),
        product_id: pack.product_id.to_string(),
        weight_in_grams: pack.weight_in_grams,
        version,
    };
    Event {
        id: Uuid::now_v7(),
        subject: BACK,
        aggregate: Aggregate {
            id: alert_id,
            version,
        },
        occurred_at,
        payload: event.encode_to_vec(),
    }
}

/// The service's part in a reconciliation. A pack may have many events, or none if it has not changed for a
/// week.
pub(crate) const PUBLISHER: Publisher = Publisher {
    service: "inventory",
    stream: STREAM,
    source: None,
};
