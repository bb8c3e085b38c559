//! Sets a tax rate, and checks it.

use runtime::status::{Broken, Rule, Violation, field};
use sqlx::PgPool;
use time::{Date, Duration, format_description::well_known::Iso8601};
use uuid::Uuid;
use values::Line;

use crate::{
    document::rate_store::{self, StoredRate},
    error::Error,
};

/// In hundredths of a percent. The highest GST rate since 22 September 2025 is 40 %: notification
/// 9/2025-Central Tax (Rate).
const HIGHEST: i32 = 4_000;

/// Length limits of a source, in characters.
const FEWEST_OF_SOURCE: usize = 3;
const MOST_OF_SOURCE: usize = 200;

/// The latest start of a rate. Rates are announced later than that, so a later day is a typing error.
const MOST_AHEAD: Duration = Duration::days(2 * 366);

/// A tax rate as received. [`RateDetails::validate`] makes a [`StoredRate`] of it.
#[derive(Debug, Clone)]
pub struct RateDetails {
    /// 2, 4, 6 or 8 digits.
    pub hsn: String,
    /// A date.
    pub since: String,
    /// In hundredths of a percent.
    pub rate_basis_points: i32,
    /// The legal source.
    pub source: String,
}

impl RateDetails {
    /// Checks the values. `today` is the day in India. Returns all violations.
    pub fn validate(&self, today: Date, staff_id: Option<Uuid>) -> Result<StoredRate, Vec<Violation>> {
        let mut violations = Vec::new();
        let all = &mut violations;
        let hsn = field("hsn", code(&self.hsn), all);
        let since = field("since", day(&self.since, today), all);
        let rate = if (0..=HIGHEST).contains(&self.rate_basis_points) {
            Ok(self.rate_basis_points)
        } else {
            Err(Rule::Malformed.says("Enter a rate from 0 to 40 percent"))
        };
        let rate = field("rate_basis_points", rate, all);
        let source = field("source", source(&self.source), all);
        let rate_to_store = (|| {
            Some(StoredRate {
                hsn: hsn?,
                since: since?,
                rate_basis_points: rate?,
                source: source?,
                staff_id,
            })
        })();
        rate_to_store.ok_or(violations)
    }
}

fn code(input: &str) -> Result<String, Broken> {
    let code = input.trim();
    let is_code = matches!(code.len(), 2 | 4 | 6 | 8) && code.bytes().all(|byte| byte.is_ascii_digit());
    let malformed = || Rule::Malformed.says("Enter the first 2, 4, 6 or 8 digits of an HSN code");
    is_code.then(|| code.to_owned()).ok_or_else(malformed)
}

/// Rejects days before today, because issued documents keep their rate.
fn day(input: &str, today: Date) -> Result<Date, Broken> {
    let day = Date::parse(input, &Iso8601::DATE)
        .map_err(|_| Rule::Malformed.says("Enter the first day of this rate, such as 2026-12-01"))?;
    if day < today {
        return Err(Rule::Malformed.says("A rate must begin today or later. Issued documents keep theirs"));
    }
    if day - today > MOST_AHEAD {
        return Err(Rule::Malformed.says("This day is more than two years ahead. Please check it"));
    }
    Ok(day)
}

fn source(input: &str) -> Result<String, Broken> {
    if input.trim().chars().count() < FEWEST_OF_SOURCE {
        return Err(
            Rule::Required.says("Enter the source of this rate, such as a notification and its schedule")
        );
    }
    let line = Line::<MOST_OF_SOURCE>::read(input).map_err(|broken| broken.of("Source"))?;
    Ok(line.into_string())
}

/// Sets a rate. Fails if the same rate already applies, or if another one starts on the same day.
pub async fn set(db: &PgPool, rate: StoredRate) -> Result<StoredRate, Error> {
    let mut transaction = database::begin(db).await?;
    let is_same = |known: &StoredRate| known.rate_basis_points == rate.rate_basis_points;
    if let Some(known) = rate_store::of_code(&mut *transaction, &rate.hsn, rate.since).await? {
        return match known.since == rate.since {
            true if is_same(&known) && known.source == rate.source => Ok(known),
            true => Err(set_before(known)),
            false if is_same(&known) => Err(Error::SameRate {
                hsn: known.hsn,
                since: known.since,
            }),
            false => add(transaction, rate).await,
        };
    }
    add(transaction, rate).await
}

async fn add(
    mut transaction: sqlx::Transaction<'_, sqlx::Postgres>,
    rate: StoredRate,
) -> Result<StoredRate, Error> {
    if !rate_store::add(&mut transaction, &rate).await? {
        // Another staff member set a rate for the same day meanwhile.
        let known = rate_store::of_code(&mut *transaction, &rate.hsn, rate.since).await?;
        return Err(known.map_or(Error::Impossible("a rate that was there is not"), set_before));
    }
    transaction.commit().await?;
    Ok(rate)
}

fn set_before(known: StoredRate) -> Error {
    Error::RateSet {
        hsn: known.hsn,
        since: known.since,
        rate_basis_points: known.rate_basis_points,
    }
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;

    #[test]
    fn a_rate_begins_today_or_later_and_says_where_it_stands() {
        let good = RateDetails {
            hsn: " 1302 ".to_owned(),
            since: "2026-11-26".to_owned(),
            rate_basis_points: 1_800,
            source: "Notification 9/2025".to_owned(),
        };
        let today = date!(2026 - 11 - 26);
        let rate_to_store = good.validate(today, None).expect("it is good");
        assert_eq!((rate_to_store.hsn.as_str(), rate_to_store.since), ("1302", today));
        for since in ["2026-11-25", "2029-11-26", "tomorrow"] {
            let late = RateDetails {
                since: since.to_owned(),
                ..good.clone()
            };
            assert!(late.validate(today, None).is_err(), "{since}");
        }
        let wrong = RateDetails {
            hsn: "130".to_owned(),
            since: String::new(),
            rate_basis_points: HIGHEST + 1,
            source: "x".to_owned(),
        };
        let violations = wrong
            .validate(today, None)
            .expect_err("all of it is wrong")
            .into_iter();
        let fields: Vec<_> = violations.map(|violation| violation.field.into_owned()).collect();
        assert_eq!(fields, ["hsn", "since", "rate_basis_points", "source"]);
    }
}
