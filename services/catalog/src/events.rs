//! The events about products. The database itself writes them (`migrations/0041_changes.sql`), so that a change by SQL is
//! published like a change by this service.

use outbox::{Publisher, StreamConfig};

/// The stream of every event about products.
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
