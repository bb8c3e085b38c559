//! The events of products and the shop.

use outbox::{Aggregate, Event, Publisher, StreamConfig};
use prost::Message as _;
use proto::event::v1::{CatalogChanged, ShopChanged};
use time::OffsetDateTime;
use uuid::{Uuid, uuid};

/// The stream of all events about products and the shop.
pub const STREAM: StreamConfig = StreamConfig {
    name: "CATALOG",
    subjects: &["shop.catalog.>"],
};

/// The service's part in a reconciliation. A product may have many events, or none if it has not changed for
/// a week.
pub(crate) const PUBLISHER: Publisher = Publisher {
    service: "catalog",
    stream: STREAM,
    source: None,
};

/// The shop's id in its events. There is one shop, and its row has no id.
const SHOP: Uuid = uuid!("00000000-0000-0000-0000-00000000005e");

/// The event of an added or changed product with this version.
pub(crate) fn catalog_changed(product_id: Uuid, version: i64, occurred_at: OffsetDateTime) -> Event {
    Event {
        id: Uuid::now_v7(),
        subject: "shop.catalog.changed.v1",
        aggregate: Aggregate {
            id: product_id,
            version,
        },
        occurred_at,
        payload: CatalogChanged {
            product_id: product_id.to_string(),
            version,
        }
        .encode_to_vec(),
    }
}

/// The event of a changed shop profile with this version.
pub(crate) fn shop_changed(version: i32, occurred_at: OffsetDateTime) -> Event {
    Event {
        id: Uuid::now_v7(),
        subject: "shop.catalog.shop_changed.v1",
        aggregate: Aggregate {
            id: SHOP,
            version: version.into(),
        },
        occurred_at,
        payload: ShopChanged { version }.encode_to_vec(),
    }
}
