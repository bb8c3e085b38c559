//! The events about products and the shop. Those about products the database itself writes (`migrations/0041_changes.sql`), so that a
//! change by SQL is published like a change by this service.

use outbox::{Aggregate, Event, Publisher, StreamConfig};
use prost::Message as _;
use proto::event::v2::ShopChanged;
use time::OffsetDateTime;
use uuid::{Uuid, uuid};

/// The stream of every event about products and the shop.
pub const STREAM: StreamConfig = StreamConfig {
    name: "CATALOG",
    subjects: &["shop.catalog.>"],
};

/// The service's part in a reconciliation. A product may have many events, and none when it has not changed for a week.
pub(crate) const PUBLISHER: Publisher = Publisher {
    service: "catalog",
    stream: STREAM,
    source: None,
};

/// The shop's id in its events: there is one shop, and its row has none.
const SHOP: Uuid = uuid!("00000000-0000-0000-0000-00000000005e");

/// The event that the shop says something else of itself since it has this version.
pub(crate) fn shop_changed(version: i32, occurred_at: OffsetDateTime) -> Event {
    Event {
        id: Uuid::now_v7(),
        subject: "shop.catalog.shop_changed.v2",
        aggregate: Aggregate {
            id: SHOP,
            version: version.into(),
        },
        occurred_at,
        payload: ShopChanged { version }.encode_to_vec(),
    }
}
