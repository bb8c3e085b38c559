//! What an operator asks for beside serving.

use crate::{Settings, events};

/// Does it.
pub fn run(settings: Settings, upkeep: outbox::Upkeep) -> runtime::Life {
    Box::pin(async move {
        let db = database::connect(&settings.database, &[]).await?;
        upkeep.run(&db, &settings.events, events::PUBLISHER).await
    })
}
