//! The events about stock. The database itself writes them, whenever what shoppers see of a pack changes:
//! `migrations/0002_telling.sql`. Only the event that a pack is back is written here, one for each stock alert.

use outbox::{Aggregate, Event, Publisher, StreamConfig};
use prost::Message as _;
use proto::event::v2::StockBack;
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
