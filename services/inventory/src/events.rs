//! What the world is told about stock. The database itself writes these events, whenever what shoppers see of a pack changes:
//! `migrations/0002_telling.sql`.

use outbox::{StreamConfig, Telling};

/// Every event about stock, kept for whoever listens.
pub const STREAM: StreamConfig = StreamConfig {
    name: "STOCK",
    subjects: &["shop.stock.>"],
};

/// The service's part in a reconciliation. A pack has many events, and none any more when it has not changed for a week.
pub(crate) const TELLING: Telling = Telling {
    service: "inventory",
    stream: STREAM,
    kept: None,
};
