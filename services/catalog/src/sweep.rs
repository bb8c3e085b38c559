//! The periodic tasks of the catalog.

use std::sync::Arc;

use jobs::Sweep;

use crate::{
    events,
    photos::{library::PhotoLibrary, orphans},
};

/// All periodic tasks.
pub fn all(events: outbox::Settings, photos: &Arc<PhotoLibrary>) -> Vec<Sweep> {
    let mut sweeps = vec![
        outbox::sweep_outbox(),
        outbox::sweep_publisher(events::PUBLISHER, events),
        Sweep::of_dead_jobs(),
        orphans::sweep(photos),
    ];
    sweeps.extend(csv_import::sweeps());
    sweeps
}
