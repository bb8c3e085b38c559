//! The events about stock. Each change of a pack that shoppers see is one event (`pack_store::publish` writes it), and so is each stock
//! alert of a pack that is back.

use outbox::{Aggregate, Event, Publisher, StreamConfig};
use prost::Message as _;
use proto::event::v2::{StockBack, StockChanged};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::pack::Pack;

/// The stream of every event about stock.
pub const STREAM: StreamConfig = StreamConfig {
    name: "STOCK",
    subjects: &["shop.stock.>"],
};

/// The subject of the event that tells a stock alert's shopper of a pack.
pub const BACK: &str = "shop.stock.back.v2";

const CHANGED: &str = "shop.stock.changed.v2";

/// "What shoppers see of a pack changed": all of it. The pack's row has this id.
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

/// "A pack can be bought again for which somebody waits". A subscriber asks this service for the address.
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

/// The service's part in a reconciliation. A pack may have many events, and none when it has not changed for a week.
pub(crate) const PUBLISHER: Publisher = Publisher {
    service: "inventory",
    stream: STREAM,
    source: None,
};
