//! Guessing at one account, bounded so that nobody who guesses locks its owner out: docs/decisions/0002-login-limits.md weighs it.

use runtime::Networks;
use sqlx::PgPool;

use crate::{
    codes::keys::Keys,
    error::Error,
    limits::{
        counters::Count,
        limit::{
            self, Counter, LOG_INS_BEFORE_GUARD, LOG_INS_FROM_ONE_NETWORK, LOG_INS_UNDER_GUARD, Limit,
            NetworkLimit, SIGN_INS_BEFORE_GUARD, SIGN_INS_FROM_ONE_NETWORK, SIGN_INS_UNDER_GUARD,
        },
    },
};

/// Logins by clients that the account does not know.
pub const LOG_INS_BY_STRANGERS: Guard = Guard {
    from_one_network: LOG_INS_FROM_ONE_NETWORK,
    before_guard: LOG_INS_BEFORE_GUARD,
    under_guard: LOG_INS_UNDER_GUARD,
};

/// Sign-ins of staff.
pub const SIGN_INS: Guard = Guard {
    from_one_network: SIGN_INS_FROM_ONE_NETWORK,
    before_guard: SIGN_INS_BEFORE_GUARD,
    under_guard: SIGN_INS_UNDER_GUARD,
};

/// The limits on tries at one account: each network has its own, and fewer while too many come from everywhere.
#[derive(Debug, Clone, Copy)]
pub struct Guard {
    from_one_network: NetworkLimit,
    before_guard: Limit,
    under_guard: NetworkLimit,
}

impl Guard {
    /// Counts a try in the client's networks, and refuses when it is one too many; answers the counters. The caller has read the count
    /// `from_everywhere`, and adds to it last, so that a client that its own count refuses uses up nothing that all share.
    pub async fn count(
        self,
        db: &PgPool,
        keys: &Keys,
        networks: &Networks,
        who: &[&str],
        from_everywhere: &[Count],
    ) -> Result<Vec<Counter>, Error> {
        let own = self.from_one_network.of(keys, networks, who);
        let found = limit::add(db, &own).await?;
        limit::check_added(&own, &found)?;
        let guard = self.before_guard.of(keys, who);
        if guard.is_full(from_everywhere) {
            let narrow = self.under_guard.of(keys, networks, who);
            if narrow.is_empty() {
                limit::check_count(&[guard], from_everywhere)?;
            }
            limit::check_added(&narrow, &found)?;
        }
        Ok(own)
    }
}
