//! Event versions after the publisher's database was restored from a backup.

use sqlx::PgPool;
use time::{OffsetDateTime, macros::datetime};

/// The start of version counting after a restore, in seconds. Versions fit an `i32` until 2093.
const SECOND_ZERO: OffsetDateTime = datetime!(2025-01-01 00:00 UTC);

/// Raises versions, once per restore.
///
/// Subscribers ignore events with lower versions than they know. A restored database continues from the
/// versions of its backup, so subscribers that were not restored would ignore its next events. `raise` sets
/// each aggregate to at least the given version, and returns how many it raised. The version derives from the
/// time of the restore, so two restores of one backup use different versions. A record changes less than once
/// a second on average.
pub async fn raise_versions<Raising>(
    db: &PgPool,
    raise: impl FnOnce(PgPool, i32) -> Raising,
) -> sqlx::Result<()>
where
    Raising: Future<Output = sqlx::Result<u64>>,
{
    let Some(at) = database::restored_at(db).await? else {
        return Ok(());
    };
    let known = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM restores WHERE restored_at = $1) AS "is_known!""#,
        at
    );
    if known.fetch_one(db).await? {
        return Ok(());
    }
    let raised = raise(db.clone(), first_version(at)).await?;
    sqlx::query!(
        "INSERT INTO restores (restored_at) VALUES ($1) ON CONFLICT DO NOTHING",
        at
    )
    .execute(db)
    .await?;
    tracing::warn!(raised, restored_at = %at, "versions raised after a restore");
    Ok(())
}

fn first_version(restored_at: OffsetDateTime) -> i32 {
    let seconds = (restored_at - SECOND_ZERO).whole_seconds();
    i32::try_from(seconds).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_later_restore_begins_above_the_changes_since_an_earlier_one() {
        let first = datetime!(2026-11-28 03:00 UTC);
        let second = first + time::Duration::hours(1);
        assert_eq!(first_version(second) - first_version(first), 3_600);
        assert!(first_version(datetime!(2092-12-31 00:00 UTC)) < i32::MAX);
    }
}
