//! The shop's days. They begin at midnight in India, which has no daylight saving time.

use sqlx::PgExecutor;
use time::{Date, OffsetDateTime, Time};
use values::{INDIA, day_in_india};

/// Returns today by the clock of the database, which all replicas share.
#[tracing::instrument(name = "SELECT now", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn today(db: impl PgExecutor<'_>) -> sqlx::Result<Date> {
    let now = sqlx::query_scalar!(r#"SELECT now() AS "now!""#);
    Ok(day_in_india(now.fetch_one(db).await?))
}

/// Returns the start of a day.
pub fn beginning(day: Date) -> OffsetDateTime {
    day.with_time(Time::MIDNIGHT).assume_offset(INDIA)
}

#[cfg(test)]
mod tests {
    use time::macros::{date, datetime};

    use super::*;

    #[test]
    fn a_day_begins_at_midnight_in_india() {
        let day = date!(2026 - 11 - 25);
        assert_eq!(beginning(day), datetime!(2026-11-24 18:30 UTC));
        assert_eq!(day_in_india(datetime!(2026-11-24 18:30 UTC)), day);
        assert_eq!(
            day_in_india(datetime!(2026-11-24 18:29:59 UTC)),
            date!(2026 - 11 - 24)
        );
    }
}
