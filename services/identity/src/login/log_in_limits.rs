//! Limits on failed logins, see docs/decisions/0002-login-limits.md.

use runtime::Networks;
use values::Email;

use crate::{
    error::Error,
    identity::Identity,
    limits::{
        guard::LOG_INS_BY_STRANGERS,
        limit::{
            self, Counter, LOG_INS, LOG_INS_FROM_KNOWN_DEVICE, LOG_INS_FROM_ONE_NETWORK,
            LOG_INS_OVER_ALL_ACCOUNTS,
        },
    },
    login::known_device::Client,
    session::token::Token,
};

/// The counters incremented for a login, to be decremented on success.
pub struct LogInAttempt {
    /// Counters of the client's own device or networks.
    own: Vec<Counter>,
    /// Shared counters: the account's, and those of the networks over all accounts.
    shared: Vec<Counter>,
}

impl Identity {
    /// Counts a login before the password is verified, so that concurrent tries count too.
    pub(crate) async fn count_log_in(
        &self,
        email: &Email,
        known_device: Option<Token>,
        networks: &Networks,
    ) -> Result<LogInAttempt, Error> {
        if let Some(device) = known_device {
            let who = [email.as_str(), &device.to_text()];
            let own = LOG_INS_FROM_KNOWN_DEVICE.counter(&self.keys, &who);
            match limit::count(&self.db, &[own]).await {
                // A thief of the token can use up its limit. The owner then still has the tries of an unknown
                // device.
                Err(Error::TooMany { .. }) => (),
                counted => {
                    return counted.map(|()| LogInAttempt {
                        own: vec![own],
                        shared: Vec::new(),
                    });
                }
            }
        }
        self.count_stranger(email, networks).await
    }

    async fn count_stranger(&self, email: &Email, networks: &Networks) -> Result<LogInAttempt, Error> {
        let who = [email.as_str()];
        let over_all = LOG_INS_OVER_ALL_ACCOUNTS.counters(&self.keys, networks, &[]);
        self.full_counters.check(&over_all)?;
        let shared = [over_all.as_slice(), &[LOG_INS.counter(&self.keys, &who)]].concat();
        // A try that a shared limit refuses is not counted.
        let found = limit::load(&self.db, &shared).await?;
        self.full_counters.remember(&over_all, &found);
        limit::check_count(&shared, &found)?;
        let own = LOG_INS_BY_STRANGERS.count(&self.db, &self.keys, networks, &who, &found);
        let own = own.await?;
        limit::count(&self.db, &shared).await?;
        Ok(LogInAttempt { own, shared })
    }

    /// Removes a successful login from the counters. A failure is harmless, because windows end.
    pub(crate) async fn uncount_log_in(&self, counted: &LogInAttempt) {
        let uncounting = async {
            limit::forget(&self.db, &counted.own).await?;
            limit::uncount(&self.db, &counted.shared).await
        };
        if let Err(error) = uncounting.await {
            tracing::warn!(%error, "a successful login stays counted");
        }
    }

    /// Removes a login that was refused because the hashing queue was full. Its password was never tried.
    pub(crate) async fn take_back_log_in(&self, counted: &LogInAttempt) {
        let counters = [counted.own.as_slice(), &counted.shared].concat();
        if let Err(error) = limit::uncount(&self.db, &counters).await {
            tracing::warn!(%error, "a login that was not tried stays counted");
        }
    }

    /// Resets the failed logins of the account and of the client's networks, after a password reset.
    pub(crate) async fn forget_log_ins(&self, email: &Email, client: &Client) {
        let who = [email.as_str()];
        let mut counters = LOG_INS_FROM_ONE_NETWORK.counters(&self.keys, &client.networks, &who);
        counters.push(LOG_INS.counter(&self.keys, &who));
        if let Err(error) = limit::forget(&self.db, &counters).await {
            tracing::warn!(%error, "failed logins stay counted after a reset");
        }
    }
}
