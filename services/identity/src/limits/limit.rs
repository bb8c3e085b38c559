//! Rate limits. docs/decisions/0002-login-limits.md explains the numbers.

use std::time::Duration;

use runtime::{NETWORK_SIZES, Network, Networks};
use sqlx::PgExecutor;

use crate::{
    codes::keys::Keys,
    error::Error,
    limits::counters::{self, CounterState},
};

const QUARTER: Duration = Duration::from_mins(15);
const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

/// Failed logins to one account from one network per quarter of an hour.
pub const LOG_INS_FROM_ONE_NETWORK: NetworkLimit =
    NetworkLimit::new("log in from", [5, 10, 15], QUARTER, failed_log_ins);
/// Failed logins to one account from everywhere, before the account is under guard.
pub const LOG_INS_BEFORE_GUARD: Limit = Limit::new("log in", 20, QUARTER, failed_log_ins);
/// Failed logins from one network (the same counters) while the account is under guard. An owner in a new
/// network still has one try, and an attacker needs a new network for each guess.
pub const LOG_INS_UNDER_GUARD: NetworkLimit =
    NetworkLimit::new("log in from", [1, 2, 3], QUARTER, failed_log_ins);
/// Failed logins to one account from everywhere (the same counter), after which only known devices may log
/// in.
pub const LOG_INS: Limit = Limit::new("log in", 40, QUARTER, failed_log_ins);
/// Failed logins to all accounts from one network per hour, by unknown devices: one password tried on many
/// accounts. An honest user of the same network can log in with a code by mail.
pub const LOG_INS_OVER_ALL_ACCOUNTS: NetworkLimit = NetworkLimit::new(
    "log in over all from",
    [100, 200, 400],
    HOUR,
    |_| {
        "Too many logins from your network failed. Please try again later, or choose “Forgot your password?” to log in by a code."
            .to_owned()
    },
);
/// Failed logins to one account from a known device. Tries of strangers do not count here.
pub const LOG_INS_FROM_KNOWN_DEVICE: Limit = Limit::new("log in with", 10, QUARTER, failed_log_ins);
/// Failed sign-ins to one staff address from one network per quarter of an hour.
pub const SIGN_INS_FROM_ONE_NETWORK: NetworkLimit =
    NetworkLimit::new("staff sign in from", [5, 10, 15], QUARTER, failed_log_ins);
/// Failed sign-ins to one staff address from everywhere, before the address is under guard. There is no total
/// limit, because a guess also needs the current TOTP code.
pub const SIGN_INS_BEFORE_GUARD: Limit = Limit::new("staff sign in", 20, QUARTER, failed_log_ins);
/// Failed sign-ins from one network (the same counters) while the address is under guard.
pub const SIGN_INS_UNDER_GUARD: NetworkLimit =
    NetworkLimit::new("staff sign in from", [1, 2, 3], QUARTER, failed_log_ins);
/// Wrong codes after the right password of one staff member per hour, from everywhere. Beyond it, app codes
/// are refused: a thief of the password gets ten guesses from any number of networks. Recovery codes still
/// work. Strangers cannot reach this limit.
pub const STAFF_CODES_AFTER_RIGHT_PASSWORD: Limit =
    Limit::new("staff code after right password", 10, HOUR, many_codes);
/// The number of wrong codes after the right password at which the staff member is told by mail. One mistyped
/// code is normal.
pub const STAFF_TOLD_AFTER: i32 = 3;
/// Registrations from one network per hour. Many phones share a network.
pub const REGISTRATIONS: NetworkLimit = NetworkLimit::new("register", [30, 60, 120], HOUR, |_| {
    "Too many accounts were made from your network. Please try again later.".to_owned()
});
/// One code per minute (decisions page).
pub const CODE_RESENDS: Limit = Limit::new("code resend", 1, Duration::from_mins(1), |seconds| {
    format!("Please wait {seconds} seconds before asking for another code.")
});
/// Codes for one account requested from one network, per hour and per day.
pub const CODES_AN_HOUR_FROM_ONE_NETWORK: NetworkLimit =
    NetworkLimit::new("codes an hour from", [3, 4, 5], HOUR, many_codes);
/// See [`CODES_AN_HOUR_FROM_ONE_NETWORK`].
pub const CODES_A_DAY_FROM_ONE_NETWORK: NetworkLimit =
    NetworkLimit::new("codes a day from", [6, 8, 10], DAY, many_codes);
/// Codes for one account from everywhere, per hour and per day. More than one network may request, so that a
/// stranger does not use up the owner's. All wrong tries together find a code in one account of 16,000 a day.
pub const CODES_AN_HOUR: Limit = Limit::new("codes an hour", 6, HOUR, many_codes);
/// See [`CODES_AN_HOUR`].
pub const CODES_A_DAY: Limit = Limit::new("codes a day", 12, DAY, many_codes);
/// Data exports by staff for one shopper, each of which mails the shopper. The same numbers as for codes, but
/// counted separately, so that the shopper's codes are not used up.
pub const DATA_REQUESTS_BY_STAFF: [Limit; 3] = [
    Limit::new("data by staff", 1, Duration::from_mins(1), many_data_requests),
    Limit::new("data by staff an hour", 6, HOUR, many_data_requests),
    Limit::new("data by staff a day", 12, DAY, many_data_requests),
];
/// Codes requested from a known device of the account, per hour and per day, independent of strangers'
/// requests.
pub const CODES_AN_HOUR_WITH_KNOWN_DEVICE: Limit = Limit::new("codes an hour with", 3, HOUR, many_codes);
/// See [`CODES_AN_HOUR_WITH_KNOWN_DEVICE`].
pub const CODES_A_DAY_WITH_KNOWN_DEVICE: Limit = Limit::new("codes a day with", 6, DAY, many_codes);
/// Codes requested from one network per hour. Many phones share a network, so a code that resets a password
/// is not counted.
pub const CODES_FROM_ONE_NETWORK: NetworkLimit =
    NetworkLimit::new("codes from", [30, 60, 120], HOUR, many_codes);
/// Wrong codes from one network per hour, with or without a live code, so that the count reveals nothing.
/// Beyond this limit, responses to wrong codes are slower; none is refused.
pub const WRONG_CODES_FROM_ONE_NETWORK: NetworkLimit =
    NetworkLimit::new("wrong codes from", [30, 60, 120], HOUR, many_codes);
/// Wrong tries of live codes in the whole shop per ten minutes, against one code tried on many accounts.
/// Beyond this limit, responses to wrong codes are slower and operators are alerted; none is refused.
pub const WRONG_CODES: Limit = Limit::new("wrong codes", 100, Duration::from_mins(10), many_codes);

fn failed_log_ins(_: u64) -> String {
    "Too many failed logins. Please wait a few minutes and try again.".to_owned()
}

fn many_codes(_: u64) -> String {
    "Too many codes were requested. Please try again later.".to_owned()
}

fn many_data_requests(_: u64) -> String {
    "This shopper's data was requested a moment ago, or too often. Please try again later.".to_owned()
}

/// The error text, with the seconds to wait.
type LimitMessage = fn(u64) -> String;

/// A maximum number of events per window.
#[derive(Debug, Clone, Copy)]
pub struct Limit {
    name: &'static str,
    most: i32,
    window: Duration,
    words: LimitMessage,
}

impl Limit {
    const fn new(name: &'static str, most: i32, window: Duration, words: LimitMessage) -> Self {
        Self {
            name,
            most,
            window,
            words,
        }
    }

    /// The counter for `who`.
    pub fn counter(self, keys: &Keys, who: &[&str]) -> Counter {
        Counter {
            key: keys.of_limit(self.name, who),
            limit: self,
        }
    }
}

/// A maximum number of events per window for each network that contains the client, narrowest first.
#[derive(Debug, Clone, Copy)]
pub struct NetworkLimit {
    name: &'static str,
    most: [i32; NETWORK_SIZES],
    window: Duration,
    words: LimitMessage,
}

impl NetworkLimit {
    const fn new(
        name: &'static str,
        most: [i32; NETWORK_SIZES],
        window: Duration,
        words: LimitMessage,
    ) -> Self {
        Self {
            name,
            most,
            window,
            words,
        }
    }

    /// The counters for `who` in the client's networks. Each may refuse.
    pub fn counters(self, keys: &Keys, networks: &Networks, who: &[&str]) -> Vec<Counter> {
        let sizes = networks.iter().zip(self.most);
        let counter = |(network, most): (Network, i32)| {
            let limit = Limit::new(self.name, most, self.window, self.words);
            limit.counter(keys, &[who, &[&network.to_string()]].concat())
        };
        sizes.map(counter).collect()
    }
}

/// The counter of one address, network or device.
#[derive(Debug, Clone, Copy)]
pub struct Counter {
    pub(super) key: [u8; 32],
    limit: Limit,
}

impl Counter {
    /// True if one more event would exceed the limit.
    pub fn is_full(&self, found: &[CounterState]) -> bool {
        self.found(found)
            .is_some_and(|count| count.count >= self.limit.most)
    }

    /// True if the counter is exactly at this number, which happens once per window.
    pub fn just_reached(&self, many: i32, found: &[CounterState]) -> bool {
        self.found(found).is_some_and(|count| count.count == many)
    }

    /// True if this event was the first over the limit, which happens once per window.
    pub fn just_overflowed(&self, found: &[CounterState]) -> bool {
        self.just_reached(self.limit.most.saturating_add(1), found)
    }

    /// The state of this counter among those found.
    pub(super) fn found<'a>(&self, found: &'a [CounterState]) -> Option<&'a CounterState> {
        found.iter().find(|count| count.key == self.key)
    }

    /// Fails if the limit was reached `before` this event.
    pub(super) fn check_count(&self, before: i32, left: Duration) -> Result<(), Error> {
        if before < self.limit.most {
            return Ok(());
        }
        let retry_after = left.max(Duration::from_secs(1));
        let seconds = retry_after.as_secs() + u64::from(retry_after.subsec_nanos() > 0);
        Err(Error::TooMany {
            message: (self.limit.words)(seconds),
            retry_after,
        })
    }
}

/// Reads the counters without counting. Counters whose window has ended are left out.
pub async fn load(db: impl PgExecutor<'_>, counters: &[Counter]) -> Result<Vec<CounterState>, Error> {
    let keys = counters.iter().map(|counter| counter.key.to_vec()).collect();
    Ok(counters::load(db, keys).await?)
}

/// Increments the counters and returns their new state.
pub async fn add(db: impl PgExecutor<'_>, counters: &[Counter]) -> Result<Vec<CounterState>, Error> {
    let each = counters
        .iter()
        .map(|counter| (counter.key.to_vec(), counter.limit.window));
    let (keys, windows) = each.unzip();
    Ok(counters::add(db, keys, windows).await?)
}

/// Fails if one more event would exceed a limit, according to [`load`].
pub fn check_count(counters: &[Counter], found: &[CounterState]) -> Result<(), Error> {
    for counter in counters {
        if let Some(count) = counter.found(found) {
            counter.check_count(count.count, count.left)?;
        }
    }
    Ok(())
}

/// Fails if a counter exceeds its limit, according to [`add`].
pub fn check_added(counters: &[Counter], found: &[CounterState]) -> Result<(), Error> {
    for counter in counters {
        if let Some(count) = counter.found(found) {
            counter.check_count(count.count - 1, count.left)?;
        }
    }
    Ok(())
}

/// Fails if a limit is reached. Does not count.
pub async fn check(db: impl PgExecutor<'_>, counters: &[Counter]) -> Result<(), Error> {
    check_count(counters, &load(db, counters).await?)
}

/// Increments the counters, then fails if one exceeds its limit. Concurrent tries count too.
pub async fn count(db: impl PgExecutor<'_>, counters: &[Counter]) -> Result<(), Error> {
    check_added(counters, &add(db, counters).await?)
}

/// Decrements the counters.
pub async fn uncount(db: impl PgExecutor<'_>, counters: &[Counter]) -> Result<(), Error> {
    let keys = counters.iter().map(|counter| counter.key.to_vec()).collect();
    Ok(counters::uncount(db, keys).await?)
}

/// Deletes the counters, so that they start again.
pub async fn forget(db: impl PgExecutor<'_>, counters: &[Counter]) -> Result<(), Error> {
    let keys = counters.iter().map(|counter| counter.key.to_vec()).collect();
    Ok(counters::remove(db, keys).await?)
}

#[cfg(test)]
mod tests {
    use runtime::Secret;

    use super::*;

    #[test]
    fn one_more_than_the_limit_is_told_how_long_to_wait() {
        let keys = Keys::new(&Secret::from("k".repeat(32))).expect("it is long enough");
        let limit = Limit::new("test", 5, HOUR, |seconds| format!("Wait {seconds} seconds."));
        let counter = limit.counter(&keys, &["asha@gmail.com"]);
        assert!(counter.check_count(4, Duration::from_secs(9)).is_ok());
        let Err(Error::TooMany { message, retry_after }) =
            counter.check_count(5, Duration::from_millis(1_200))
        else {
            panic!("it is one too many");
        };
        assert_eq!(
            (message.as_str(), retry_after),
            ("Wait 2 seconds.", Duration::from_millis(1_200))
        );
    }
}
