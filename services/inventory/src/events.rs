//! What the world is told about stock. The database itself writes these events, whenever what shoppers see of a pack changes:
//! `migrations/0002_telling.sql`. Only that a pack is back is told from here, to each who waits for it.

use outbox::{Aggregate, Event, Publisher, StreamConfig};
use prost::Message as _;
use proto::event::v2::StockBack;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::pack::Pack;

/// Every event about stock, kept for whoever listens.
pub const STREAM: StreamConfig = StreamConfig {
    name: "STOCK",
    subjects: &["shop.stock.>"],
};

/// The subject of the event that tells somebody who waits for a pack.
pub const BACK: &str = "shop.stock.back.v2";

/// "A pack can be bought again for which somebody waits". Who that is, is asked of this service.
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

/// The service's part in a reconciliation. A pack has many events, and none any more when it has not changed for a week.
pub(crate) const PUBLISHER: Publisher = Publisher {
    service: "inventory",
    stream: STREAM,
    source: None,
};
