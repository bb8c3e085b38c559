//! What the world is told about products. The database itself writes these events, so that whoever changes a product,
//! with this service or with SQL, tells of it: `migrations/0041_changes.sql`.

use outbox::{Publisher, StreamConfig};

/// Every event about products, kept for whoever listens.
pub const STREAM: StreamConfig = StreamConfig {
    name: "CATALOG",
    subjects: &["shop.catalog.>"],
};

/// The service's part in a reconciliation. A product has many events, and none any more when it has not changed for a week.
pub(crate) const PUBLISHER: Publisher = Publisher {
    service: "catalog",
    stream: STREAM,
    source: None,
};
