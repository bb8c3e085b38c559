//! How often something may happen. docs/decisions/0002-login-limits.md weighs the numbers.

use std::time::Duration;

use runtime::{NETWORK_SIZES, Network, Networks};
use sqlx::PgExecutor;

use crate::{
    codes::keys::Keys,
    error::Error,
    limits::counters::{self, Count},
};

const QUARTER: Duration = Duration::from_mins(15);
const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

/// Failed logins to one account from one network in a quarter of an hour.
pub const LOG_INS_FROM_ONE_NETWORK: NetworkLimit =
    NetworkLimit::new("log in from", [5, 10, 15], QUARTER, failed_log_ins);
/// Failed logins to one account from everywhere before it is under guard.
pub const LOG_INS_BEFORE_GUARD: Limit = Limit::new("log in", 20, QUARTER, failed_log_ins);
/// The same from one network (the same counters) while the account is under guard: an owner in a new network still has a try,
/// and an attacker needs a new network for each guess.
pub const LOG_INS_UNDER_GUARD: NetworkLimit =
    NetworkLimit::new("log in from", [1, 2, 3], QUARTER, failed_log_ins);
/// Failed logins to one account from everywhere (the same counter) until only known devices get in.
pub const LOG_INS: Limit = Limit::new("log in", 40, QUARTER, failed_log_ins);
/// Failed logins to all accounts together from one network in an hour, by clients that the accounts do not know: one password on many
/// accounts. A code by mail is the way in for an honest neighbour.
pub const LOG_INS_OVER_ALL_ACCOUNTS: NetworkLimit = NetworkLimit::new(
    "log in over all from",
    [100, 200, 400],
    HOUR,
    |_| {
        "Too many logins from your network failed. Please try again later, or get in by a code: choose “Forgot password”."
            .to_owned()
    },
);
/// Failed logins to one account from a device that has logged in to it before. A stranger's tries are not counted here.
pub const LOG_INS_FROM_KNOWN_DEVICE: Limit = Limit::new("log in with", 10, QUARTER, failed_log_ins);
/// Failed sign-ins of one address of staff from one network in a quarter of an hour.
pub const SIGN_INS_FROM_ONE_NETWORK: NetworkLimit =
    NetworkLimit::new("staff sign in from", [5, 10, 15], QUARTER, failed_log_ins);
/// Failed sign-ins of one address of staff from everywhere before it is under guard. Nothing ends them all: besides the password,
/// a guess needs the code of the moment.
pub const SIGN_INS_BEFORE_GUARD: Limit = Limit::new("staff sign in", 20, QUARTER, failed_log_ins);
/// The same from one network (the same counters) while the address is under guard.
pub const SIGN_INS_UNDER_GUARD: NetworkLimit =
    NetworkLimit::new("staff sign in from", [1, 2, 3], QUARTER, failed_log_ins);
/// Wrong codes after a right password of one member of staff in an hour, from everywhere. Beyond it no code of the app is tried: a thief of
/// the password with many networks guesses ten times, and a recovery code still signs in. No stranger reaches it.
pub const STAFF_CODES_AFTER_RIGHT_PASSWORD: Limit =
    Limit::new("staff code after right password", 10, HOUR, many_codes);
/// The wrong code after a right password that mails its member of staff: one mistyped code is no news, three are.
pub const STAFF_TOLD_AFTER: i32 = 3;
/// Accounts that one network may ask for in an hour; many phones share one.
pub const REGISTRATIONS: NetworkLimit = NetworkLimit::new("register", [30, 60, 120], HOUR, |_| {
    "Too many accounts were made from your network. Please try again later.".to_owned()
});
/// A new code at most every minute (decisions page).
pub const CODE_RESENDS: Limit = Limit::new("code resend", 1, Duration::from_mins(1), |seconds| {
    format!("Please wait {seconds} seconds before asking for another code.")
});
/// Codes for one account that one network may ask for in an hour and a day.
pub const CODES_AN_HOUR_FROM_ONE_NETWORK: NetworkLimit =
    NetworkLimit::new("codes an hour from", [3, 4, 5], HOUR, many_codes);
/// See [`CODES_AN_HOUR_FROM_ONE_NETWORK`].
pub const CODES_A_DAY_FROM_ONE_NETWORK: NetworkLimit =
    NetworkLimit::new("codes a day from", [6, 8, 10], DAY, many_codes);
/// Codes for one account in an hour and a day from everywhere: more than one network may ask for, so that a stranger
/// does not use up the owner's, and few enough that all wrong tries together find a code in one account of 16,000 a day.
pub const CODES_AN_HOUR: Limit = Limit::new("codes an hour", 6, HOUR, many_codes);
/// See [`CODES_AN_HOUR`].
pub const CODES_A_DAY: Limit = Limit::new("codes a day", 12, DAY, many_codes);
/// Times that staff may have a shopper's data gathered, which mails the shopper: as often as a code may be sent to one account, and
/// counted by itself, so that it uses up none of the shopper's codes.
pub const DATA_REQUESTS_BY_STAFF: [Limit; 3] = [
    Limit::new("data by staff", 1, Duration::from_mins(1), many_data_requests),
    Limit::new("data by staff an hour", 6, HOUR, many_data_requests),
    Limit::new("data by staff a day", 12, DAY, many_data_requests),
];
/// Codes that a known device of the account may ask for in an hour and a day, whatever strangers asked for.
pub const CODES_AN_HOUR_WITH_KNOWN_DEVICE: Limit = Limit::new("codes an hour with", 3, HOUR, many_codes);
/// See [`CODES_AN_HOUR_WITH_KNOWN_DEVICE`].
pub const CODES_A_DAY_WITH_KNOWN_DEVICE: Limit = Limit::new("codes a day with", 6, DAY, many_codes);
/// Codes that one network may ask for in an hour. Many phones share one, so a code that resets a password is given back.
pub const CODES_FROM_ONE_NETWORK: NetworkLimit =
    NetworkLimit::new("codes from", [30, 60, 120], HOUR, many_codes);
/// Wrong codes from one network in an hour, whether or not a code lives there, so that the count tells nothing. This limit never
/// refuses; beyond it wrong answers take longer.
pub const WRONG_CODES_FROM_ONE_NETWORK: NetworkLimit =
    NetworkLimit::new("wrong codes from", [30, 60, 120], HOUR, many_codes);
/// Wrong tries of live codes across the shop in ten minutes, against an attacker who tries one code on many accounts. This
/// limit never refuses; beyond it wrong answers take longer and operators are told.
pub const WRONG_CODES: Limit = Limit::new("wrong codes", 100, Duration::from_mins(10), many_codes);

fn failed_log_ins(_: u64) -> String {
    "Too many failed logins. Please wait a few minutes and try again.".to_owned()
}

fn many_codes(_: u64) -> String {
    "Too many codes were asked for. Please try again later.".to_owned()
}

fn many_data_requests(_: u64) -> String {
    "This shopper's data was asked for a moment ago, or too often. Please try again later.".to_owned()
}

/// The message to a shopper who must wait so many seconds.
type Words = fn(u64) -> String;

/// How often something may happen within a window.
#[derive(Debug, Clone, Copy)]
pub struct Limit {
    name: &'static str,
    most: i32,
    window: Duration,
    words: Words,
}

impl Limit {
    const fn new(name: &'static str, most: i32, window: Duration, words: Words) -> Self {
        Self {
            name,
            most,
            window,
            words,
        }
    }

    /// The counter for `who`.
    pub fn of(self, keys: &Keys, who: &[&str]) -> Counter {
        Counter {
            key: keys.of_limit(self.name, who),
            limit: self,
        }
    }
}

/// How often something may happen within a window from each network that holds a client, narrowest first.
#[derive(Debug, Clone, Copy)]
pub struct NetworkLimit {
    name: &'static str,
    most: [i32; NETWORK_SIZES],
    window: Duration,
    words: Words,
}

impl NetworkLimit {
    const fn new(name: &'static str, most: [i32; NETWORK_SIZES], window: Duration, words: Words) -> Self {
        Self {
            name,
            most,
            window,
            words,
        }
    }

    /// The counters for `who` in a client's networks, of which each may refuse.
    pub fn of(self, keys: &Keys, networks: &Networks, who: &[&str]) -> Vec<Counter> {
        let sizes = networks.iter().zip(self.most);
        let counter = |(network, most): (Network, i32)| {
            let limit = Limit::new(self.name, most, self.window, self.words);
            limit.of(keys, &[who, &[&network.to_string()]].concat())
        };
        sizes.map(counter).collect()
    }
}

/// How often something happened for one address, network or device.
#[derive(Debug, Clone, Copy)]
pub struct Counter {
    pub(super) key: [u8; 32],
    limit: Limit,
}

impl Counter {
    /// Whether one more is too many, by what was found.
    pub fn is_full(&self, found: &[Count]) -> bool {
        self.found(found)
            .is_some_and(|count| count.count >= self.limit.most)
    }

    /// Whether this many were counted just now: true once a window.
    pub fn just_reached(&self, many: i32, found: &[Count]) -> bool {
        self.found(found).is_some_and(|count| count.count == many)
    }

    /// Whether this one was the first too many: true once a window.
    pub fn just_overflowed(&self, found: &[Count]) -> bool {
        self.just_reached(self.limit.most.saturating_add(1), found)
    }

    /// What it stands at, by what was found.
    pub(super) fn found<'a>(&self, found: &'a [Count]) -> Option<&'a Count> {
        found.iter().find(|count| count.key == self.key)
    }

    /// Refuses when it happened `before` times already.
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

/// What every counter stands at; those whose window is over are not among them. Counts nothing.
pub async fn read(db: impl PgExecutor<'_>, counters: &[Counter]) -> Result<Vec<Count>, Error> {
    let keys = counters.iter().map(|counter| counter.key.to_vec()).collect();
    Ok(counters::read(db, keys).await?)
}

/// Counts one more for each; answers what each stands at then.
pub async fn add(db: impl PgExecutor<'_>, counters: &[Counter]) -> Result<Vec<Count>, Error> {
    let each = counters
        .iter()
        .map(|counter| (counter.key.to_vec(), counter.limit.window));
    let (keys, windows) = each.unzip();
    Ok(counters::add(db, keys, windows).await?)
}

/// Refuses when one more would be too many for one of them, by what was read.
pub fn check_count(counters: &[Counter], found: &[Count]) -> Result<(), Error> {
    for counter in counters {
        if let Some(count) = counter.found(found) {
            counter.check_count(count.count, count.left)?;
        }
    }
    Ok(())
}

/// Refuses when one of them has counted too many, by what [`add`] answered.
pub fn check_added(counters: &[Counter], found: &[Count]) -> Result<(), Error> {
    for counter in counters {
        if let Some(count) = counter.found(found) {
            counter.check_count(count.count - 1, count.left)?;
        }
    }
    Ok(())
}

/// Refuses when it happened too often already; counts nothing.
pub async fn check(db: impl PgExecutor<'_>, counters: &[Counter]) -> Result<(), Error> {
    check_count(counters, &read(db, counters).await?)
}

/// Counts one more for each; refuses when that is too many for one of them, so that tries at the same time count too.
pub async fn count(db: impl PgExecutor<'_>, counters: &[Counter]) -> Result<(), Error> {
    check_added(counters, &add(db, counters).await?)
}

/// Counts one less for each.
pub async fn uncount(db: impl PgExecutor<'_>, counters: &[Counter]) -> Result<(), Error> {
    let keys = counters.iter().map(|counter| counter.key.to_vec()).collect();
    Ok(counters::uncount(db, keys).await?)
}

/// Removes the counters, so that they begin anew.
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
        let counter = limit.of(&keys, &["asha@gmail.com"]);
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
