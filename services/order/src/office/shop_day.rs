//! Days as the shop counts them: they begin at midnight in India, which keeps one time all year.

use sqlx::PgExecutor;
use time::{Date, OffsetDateTime, Time, UtcOffset};

/// Today, by the clock of the database, which is one for all replicas.
#[tracing::instrument(name = "SELECT now", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn today(db: impl PgExecutor<'_>) -> sqlx::Result<Date> {
    let now = sqlx::query_scalar!(r#"SELECT now() AS "now!""#);
    Ok(day_of(now.fetch_one(db).await?))
}

/// The day of a moment.
pub fn day_of(at: OffsetDateTime) -> Date {
    at.to_offset(india()).date()
}

/// The moment in which a day begins.
pub fn beginning(day: Date) -> OffsetDateTime {
    day.with_time(Time::MIDNIGHT).assume_offset(india())
}

fn india() -> UtcOffset {
    UtcOffset::from_hms(5, 30, 0).expect("India's offset from UTC")
}

#[cfg(test)]
mod tests {
    use time::macros::{date, datetime};

    use super::*;

    #[test]
    fn a_day_begins_at_midnight_in_india() {
        let day = date!(2026 - 11 - 25);
        assert_eq!(beginning(day), datetime!(2026-11-24 18:30 UTC));
        assert_eq!(day_of(datetime!(2026-11-24 18:30 UTC)), day);
        assert_eq!(day_of(datetime!(2026-11-24 18:29:59 UTC)), date!(2026 - 11 - 24));
    }
}
