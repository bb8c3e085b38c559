//! The inbox of handled events, and the claims of events that are being handled.

use std::time::Duration;

use sqlx::{PgExecutor, PgPool, postgres::types::PgInterval};
use uuid::Uuid;

use crate::{Delivery, Handler};

/// How long a claim lasts without renewal. An event of a crashed holder waits this long. Equal to the
/// server's wait before redelivery, because both are renewed together.
pub(crate) const LEASE: Duration = Duration::from_secs(30);

/// The result of a claim.
pub(crate) enum ClaimResult<'a> {
    /// Claimed. No other holder handles the event until the claim is returned or expires.
    Acquired(Claim<'a>),
    /// The event was handled before.
    Handled,
    /// Another holder has claimed the event.
    HeldByOther,
}

/// A claim of an event.
pub(crate) struct Claim<'a> {
    db: &'a PgPool,
    consumer: &'static str,
    event_id: Uuid,
    holder: Uuid,
    /// The number of attempts whose effect is unknown.
    pub(crate) unknown_outcomes: usize,
    /// The number of this attempt, from 1. Counts failed and unknown attempts before it, but not postponed
    /// ones.
    pub(crate) attempt: i64,
}

/// Claims an event for a holder, unless it was handled or another holder claims it. To repeat a call whose
/// answer was lost, use the same holder; otherwise it would wait for its own claim to expire. A claim far in
/// the future dates from before the database's clock was set back, and counts as expired.
///
/// Commits asynchronously, unlike the note. If PostgreSQL crashes and loses a claim, another replica may
/// handle the event at the same time; a lost note could double the same mail, too.
#[tracing::instrument(name = "INSERT inbox_claims", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub(crate) async fn claim<'a>(
    db: &'a PgPool,
    consumer: &'static str,
    event_id: Uuid,
    holder: Uuid,
) -> sqlx::Result<ClaimResult<'a>> {
    // One connection for both queries, because a second acquire would queue again when many events are
    // handled.
    let mut connection = db.acquire().await?;
    let claimed = sqlx::query!(
        "INSERT INTO inbox_claims (consumer, event_id, holder, until, attempts)
         SELECT $1::text, $2::uuid, $3::uuid, now() + $4::interval, 1
         WHERE set_config('synchronous_commit', 'off', true) IS NOT NULL
         ON CONFLICT (consumer, event_id) DO UPDATE SET holder = excluded.holder, until = excluded.until,
             attempts = inbox_claims.attempts + CASE WHEN inbox_claims.holder = excluded.holder THEN 0 ELSE 1 END
           WHERE inbox_claims.holder = excluded.holder
              OR inbox_claims.until <= now() OR inbox_claims.until > excluded.until
         RETURNING unknown_outcomes, attempts",
        consumer,
        event_id,
        holder,
        lease()
    );
    let claimed = claimed.fetch_optional(&mut *connection).await?;
    // A separate query after the claim, because the previous holder may have noted the event while the claim
    // waited.
    let is_handled = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM inbox WHERE consumer = $1 AND event_id = $2) AS "is_handled!""#,
        consumer,
        event_id
    );
    let is_handled = is_handled.fetch_one(&mut *connection).await?;
    drop(connection);
    let Some(claimed) = claimed else {
        return Ok(if is_handled {
            ClaimResult::Handled
        } else {
            ClaimResult::HeldByOther
        });
    };
    let claim = Claim {
        db,
        consumer,
        event_id,
        holder,
        unknown_outcomes: usize::try_from(claimed.unknown_outcomes).unwrap_or(0),
        attempt: claimed.attempts.into(),
    };
    if is_handled {
        claim.remove().await?;
        return Ok(ClaimResult::Handled);
    }
    Ok(ClaimResult::Acquired(claim))
}

/// Notes an unclaimed event, and writes the handler's records. A replica that handles it at the same time
/// waits for this transaction and then finds the note.
#[tracing::instrument(name = "INSERT inbox", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub(crate) async fn record_unclaimed(
    db: &PgPool,
    consumer: &'static str,
    handler: &impl Handler,
    delivery: &Delivery,
) -> sqlx::Result<()> {
    if !handler.effect(&delivery.subject).is_recorded() {
        return note_unclaimed(db, consumer, delivery).await.map(drop);
    }
    let mut transaction = database::begin(db).await?;
    if note_unclaimed(&mut *transaction, consumer, delivery).await? {
        handler.record(&mut transaction, delivery).await?;
    }
    transaction.commit().await
}

/// Returns true if the event was not noted before.
async fn note_unclaimed(
    db: impl PgExecutor<'_>,
    consumer: &'static str,
    delivery: &Delivery,
) -> sqlx::Result<bool> {
    let noting = sqlx::query!(
        "INSERT INTO inbox (consumer, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        consumer,
        delivery.event_id
    );
    Ok(noting.execute(db).await?.rows_affected() == 1)
}

impl Claim<'_> {
    /// Renews the claim.
    pub(crate) async fn renew(&self) -> sqlx::Result<()> {
        sqlx::query!(
            "UPDATE inbox_claims SET until = now() + $4 WHERE consumer = $1 AND event_id = $2 AND holder = $3",
            self.consumer,
            self.event_id,
            self.holder,
            lease()
        )
        .execute(self.db)
        .await?;
        Ok(())
    }

    /// Notes the event as handled, writes the handler's records, and removes the claim.
    #[tracing::instrument(name = "INSERT inbox", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
    pub(crate) async fn record_handled(
        &self,
        handler: &impl Handler,
        delivery: &Delivery,
    ) -> sqlx::Result<()> {
        if !handler.effect(&delivery.subject).is_recorded() {
            return self.note(self.db).await.map(drop);
        }
        let mut transaction = database::begin(self.db).await?;
        // An earlier try may have been committed without an answer.
        if self.note(&mut *transaction).await? {
            handler.record(&mut transaction, delivery).await?;
        }
        transaction.commit().await
    }

    /// Notes the event and removes the claim. Returns true if the event was not noted before.
    async fn note(&self, db: impl PgExecutor<'_>) -> sqlx::Result<bool> {
        let noting = sqlx::query!(
            "WITH given_back AS (DELETE FROM inbox_claims WHERE consumer = $1 AND event_id = $2 AND holder = $3)
             INSERT INTO inbox (consumer, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING",
            self.consumer,
            self.event_id,
            self.holder
        );
        Ok(noting.execute(db).await?.rows_affected() == 1)
    }

    /// Returns the claim for the next attempt. Keeps the numbers of failed and unknown attempts. Returns false
    /// if it has expired and another holder took the event.
    pub(crate) async fn give_back(&self, attempts: i64, unknown_outcomes: usize) -> sqlx::Result<bool> {
        if (attempts, unknown_outcomes) == (0, 0) {
            return self.remove().await.map(|()| true);
        }
        let returning = sqlx::query!(
            "UPDATE inbox_claims SET until = '-infinity', attempts = $4, unknown_outcomes = $5
             WHERE consumer = $1 AND event_id = $2 AND holder = $3",
            self.consumer,
            self.event_id,
            self.holder,
            i32::try_from(attempts).unwrap_or(i32::MAX),
            i32::try_from(unknown_outcomes).unwrap_or(i32::MAX)
        );
        Ok(returning.execute(self.db).await?.rows_affected() == 1)
    }

    /// Deletes the claim with its counts.
    pub(crate) async fn remove(&self) -> sqlx::Result<()> {
        sqlx::query!(
            "DELETE FROM inbox_claims WHERE consumer = $1 AND event_id = $2 AND holder = $3",
            self.consumer,
            self.event_id,
            self.holder
        )
        .execute(self.db)
        .await?;
        Ok(())
    }
}

fn lease() -> PgInterval {
    PgInterval::try_from(LEASE).expect("a lease is whole microseconds")
}
