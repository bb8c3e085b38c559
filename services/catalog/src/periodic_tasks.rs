//! The periodic tasks of the catalog.

use std::sync::Arc;

use jobs::PeriodicTask;

use crate::{
    events,
    photos::{library::PhotoLibrary, orphans},
};

/// All periodic tasks.
pub fn all(events: outbox::Settings, photos: &Arc<PhotoLibrary>) -> Vec<PeriodicTask> {
    let mut tasks = vec![
        outbox::outbox_task(),
        outbox::publisher_task(events::PUBLISHER, events),
        PeriodicTask::of_dead_jobs(),
        orphans::periodic_task(photos),
    ];
    tasks.extend(csv_import::periodic_tasks());
    tasks
}
