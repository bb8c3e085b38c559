//! The periodic tasks of the inventory: the catalog's packs, the new day, stock alerts, waiting orders, old
//! reservations, and those of the outbox and of imports.

use std::time::Duration;

use jobs::PeriodicTask;

use crate::{
    alerts::alert_store,
    availability, events,
    listed_packs::{self, catalog::Catalog},
    reservations::{order_consumer, oversold::backorder_store, reservation_store},
};

/// The maximum delay until shoppers see that batches are too old from today on.
const NEW_DAY_EVERY: Duration = Duration::from_mins(10);

/// The maximum delay of a stock alert, plus the time of its mail. Receiving stock does not wait for alerts.
const ALERTS_EVERY: Duration = Duration::from_secs(5);

/// The maximum delay until a waiting order gets packs of a cancelled one. Newly received stock serves it at
/// once.
const WAITING_EVERY: Duration = Duration::from_mins(1);

/// All periodic tasks of this service.
pub fn all(catalog: Catalog, events: &outbox::Settings) -> Vec<PeriodicTask> {
    let mut tasks = vec![
        new_day(),
        listed_packs::periodic_task(catalog),
        PeriodicTask::new("stock-alerts", ALERTS_EVERY, |db| async move {
            alert_store::publish_due(&db).await
        }),
        PeriodicTask::new("old-stock-alerts", Duration::from_hours(1), |db| async move {
            alert_store::forget_old(&db).await
        }),
        PeriodicTask::new("waiting-orders", WAITING_EVERY, |db| async move {
            backorder_store::fill_all_backorders(&db).await
        }),
        PeriodicTask::new("ended-reservations", Duration::from_hours(1), |db| async move {
            reservation_store::forget_ended(&db).await
        }),
        outbox::outbox_task(),
        outbox::inbox_task(),
        outbox::publisher_task(events::PUBLISHER, events.clone()),
        outbox::subscriber_task(order_consumer::subscriber(), events.clone()),
    ];
    tasks.extend(csv_import::periodic_tasks());
    tasks
}

/// Stops the sale of batches that are too old from today on.
fn new_day() -> PeriodicTask {
    PeriodicTask::new("new-day", NEW_DAY_EVERY, |db| async move {
        availability::publish_new_day(&db).await
    })
}
