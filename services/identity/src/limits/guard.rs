//! Limits password guessing at one account without locking out its owner, see
//! docs/decisions/0002-login-limits.md.

use runtime::Networks;
use sqlx::PgPool;

use crate::{
    codes::keys::Keys,
    error::Error,
    limits::{
        counters::CounterState,
        limit::{
            self, Counter, LOG_INS_BEFORE_GUARD, LOG_INS_FROM_ONE_NETWORK, LOG_INS_UNDER_GUARD, Limit,
            NetworkLimit, SIGN_INS_BEFORE_GUARD, SIGN_INS_FROM_ONE_NETWORK, SIGN_INS_UNDER_GUARD,
        },
    },
};

/// The limits for logins from devices that the account does not know.
pub const LOG_INS_BY_STRANGERS: Guard = Guard {
    from_one_network: LOG_INS_FROM_ONE_NETWORK,
    before_guard: LOG_INS_BEFORE_GUARD,
    under_guard: LOG_INS_UNDER_GUARD,
};

/// The limits for sign-ins of staff.
pub const SIGN_INS: Guard = Guard {
    from_one_network: SIGN_INS_FROM_ONE_NETWORK,
    before_guard: SIGN_INS_BEFORE_GUARD,
    under_guard: SIGN_INS_UNDER_GUARD,
};

/// The limits on tries at one account. Each network has its own limit, which is lower while too many tries
/// come from everywhere.
#[derive(Debug, Clone, Copy)]
pub struct Guard {
    from_one_network: NetworkLimit,
    before_guard: Limit,
    under_guard: NetworkLimit,
}

impl Guard {
    /// Counts a try in the client's networks and returns the counters; fails if a limit is exceeded. The
    /// caller reads `from_everywhere` before and increments it afterwards, so a client over its own limit
    /// uses up nothing shared.
    pub async fn count(
        self,
        db: &PgPool,
        keys: &Keys,
        networks: &Networks,
        who: &[&str],
        from_everywhere: &[CounterState],
    ) -> Result<Vec<Counter>, Error> {
        let own = self.from_one_network.counters(keys, networks, who);
        let found = limit::add(db, &own).await?;
        limit::check_added(&own, &found)?;
        let guard = self.before_guard.counter(keys, who);
        if guard.is_full(from_everywhere) {
            let narrow = self.under_guard.counters(keys, networks, who);
            if narrow.is_empty() {
                limit::check_count(&[guard], from_everywhere)?;
            }
            limit::check_added(&narrow, &found)?;
        }
        Ok(own)
    }
}
