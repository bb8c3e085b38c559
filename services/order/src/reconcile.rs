//! The service's part in reconciliation with the event streams. Every order must have one event, and every
//! subscribed event must be handled.

use outbox::{Page, Publisher, SourceRow, SourceTable, Subscriber, Subscription};

use crate::{
    data_rights, events,
    online_payments::{dispute_consumer, refund_consumer},
};

/// The subscriptions of this service.
pub fn subscriptions() -> impl Iterator<Item = Subscription> {
    let of_payments = [refund_consumer::SUBSCRIPTION, dispute_consumer::SUBSCRIPTION];
    data_rights::SUBSCRIPTIONS.into_iter().chain(of_payments)
}

/// Returns the service's subscriptions for reconciliation.
pub fn subscriber() -> Subscriber {
    Subscriber {
        service: "order",
        subscriptions: subscriptions().collect(),
    }
}

/// The service's published events for reconciliation.
pub const PUBLISHER: Publisher = Publisher {
    service: "order",
    stream: events::STREAM,
    source: Some(SourceTable {
        name: "orders",
        subject: events::PLACED,
        page: |db, page| Box::pin(placed(db, page)),
    }),
};

/// Returns a page of the orders of a period, oldest first.
async fn placed(db: sqlx::PgPool, page: Page) -> sqlx::Result<Vec<SourceRow>> {
    sqlx::query_as!(
        SourceRow,
        "SELECT id, placed_at AS at FROM orders
         WHERE (placed_at, id) > ($1, $2) AND placed_at < $3 ORDER BY placed_at, id LIMIT $4",
        page.after.at,
        page.after.id,
        page.until,
        page.limit
    )
    .fetch_all(&db)
    .await
}
