//! The commands of an operator beside serving.

use crate::{Settings, events};

/// Runs the command that an operator gave.
pub fn run(settings: Settings, upkeep: outbox::Upkeep) -> runtime::Life {
    Box::pin(async move {
        let db = database::connect(&settings.database, &[]).await?;
        upkeep.run(&db, &settings.events, events::PUBLISHER).await
    })
}
