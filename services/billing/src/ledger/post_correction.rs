//! Books corrections, with their reason.

use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;
use values::day_in_india;

use crate::{
    error::Error,
    ledger::{
        correction::Correction,
        entry_store::{self, BookingError, StoredEntry},
    },
};

/// Books a correction for today, once per id.
pub async fn post(
    db: &PgPool,
    correction: &Correction,
    staff_id: Option<Uuid>,
) -> Result<StoredEntry, Error> {
    let booking = correction.booking(day_in_india(OffsetDateTime::now_utc()));
    let entry_id = booking.entries.first().map(|entry| booking.id(entry));
    let entry_id = entry_id.ok_or(Error::Impossible("a correction without an entry"))?;
    let mut transaction = database::begin(db).await?;
    entry_store::book(&mut transaction, &booking)
        .await
        .map_err(|error| match error {
            BookingError::Conflict { .. } => Error::CorrectionReused,
            BookingError::Database(error) => error.into(),
        })?;
    note(&mut transaction, correction, entry_id, staff_id).await?;
    let entry = entry_store::find(&mut *transaction, entry_id).await?;
    let entry = entry.ok_or(Error::Impossible("an entry that was booked is gone"))?;
    if entry.reason != correction.reason {
        return Err(Error::CorrectionReused);
    }
    transaction.commit().await?;
    Ok(entry)
}

/// Stores the reason and the staff member. Keeps those of the first call.
#[tracing::instrument(name = "INSERT corrections", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
async fn note(
    db: &mut PgConnection,
    correction: &Correction,
    entry_id: Uuid,
    staff_id: Option<Uuid>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO corrections (id, entry_id, reason, staff_id) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
        correction.id,
        entry_id,
        correction.reason,
        staff_id
    )
    .execute(db)
    .await?;
    Ok(())
}
