//! Updates of the shop profile.

use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    error::Error,
    events,
    shop::{
        facts::{Facts, Shop},
        shop_store,
    },
};

/// Updates the profile, records who did it, and publishes the change. An unchanged profile changes nothing, for
/// any `version`.
pub async fn update(db: &PgPool, version: i32, facts: &Facts, staff_id: Uuid) -> Result<Shop, Error> {
    let mut transaction = database::begin(db).await?;
    let stored = shop_store::get(&mut *transaction).await?;
    if !stored.is_sample && stored.facts == *facts {
        return Ok(stored);
    }
    let written = shop_store::update(&mut transaction, version, facts).await?;
    let Some(version) = written else {
        // A concurrent update after the read may have been the same one.
        let now = shop_store::get(&mut *transaction).await?;
        let is_done = !now.is_sample && now.facts == *facts;
        return is_done.then_some(now).ok_or(Error::ShopChanged);
    };
    let fields = facts.differences(&stored.facts);
    shop_store::add_change(&mut transaction, version, Some(staff_id), &fields, facts).await?;
    outbox::write(
        &mut transaction,
        events::shop_changed(version, OffsetDateTime::now_utc()),
    )
    .await?;
    transaction.commit().await?;
    Ok(Shop {
        version,
        is_sample: false,
        facts: facts.clone(),
    })
}
