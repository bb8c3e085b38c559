//! Logging in. Nothing it answers, and no time it takes, tells whether an address has an account.

use crate::{
    account::{self, Email},
    error::Error,
    identity::Identity,
    limit::{self, Counter, LOG_INS, LOG_INS_FROM_ONE_ADDRESS},
    password::Verdict,
    session::Token,
    store::{accounts, sessions},
};

impl Identity {
    /// Begins a session and ends the one that the browser had.
    pub async fn log_in(
        &self,
        email: &str,
        password: String,
        previous: Option<Token>,
        client_address: &str,
    ) -> Result<Token, Error> {
        let token = self.try_log_in(email, password, previous, client_address).await;
        let outcome = match &token {
            Ok(_) => "success",
            Err(Error::WrongCredentials) => "failure",
            Err(_) => "refused",
        };
        metrics::counter!("logins_total", "outcome" => outcome).increment(1);
        token
    }

    async fn try_log_in(
        &self,
        email: &str,
        password: String,
        previous: Option<Token>,
        client_address: &str,
    ) -> Result<Token, Error> {
        let email = account::check_credentials(email, &password)?;
        self.count_log_in(&email, client_address).await?;
        let account = accounts::by_email(&self.db, email.as_str()).await?;
        let kept = account.as_ref().map(|account| account.password_hash.clone());
        let verdict = self.passwords.verify(password, kept).await?;
        let (mut account, better) = match (account, verdict) {
            (Some(account), Verdict::Right) => (account, None),
            (Some(account), Verdict::Rehashed(better)) => (account, Some(better)),
            (account, _) => {
                tracing::info!(account_id = account.map(|a| a.id.to_string()), "a login failed");
                return Err(Error::WrongCredentials);
            }
        };
        if let Some(better) = better
            && accounts::rehash(&self.db, &account, &better).await?
        {
            account.password_hash = better;
        }
        let token = Token::random();
        let previous = previous.map(|token| token.hash());
        let began = sessions::begin(&self.db, &token.hash(), &account, previous.as_ref()).await?;
        if !began {
            // The password was reset since it was looked up.
            return Err(Error::WrongCredentials);
        }
        self.forget_log_ins(&email, client_address).await?;
        tracing::info!(account_id = %account.id, "logged in");
        Ok(token)
    }

    /// Counted before the password is looked at, so that tries at the same time count too.
    async fn count_log_in(&self, email: &Email, client_address: &str) -> Result<(), Error> {
        for counter in self.log_in_counters(email, client_address) {
            limit::count(&self.db, &[counter]).await?;
        }
        Ok(())
    }

    async fn forget_log_ins(&self, email: &Email, client_address: &str) -> Result<(), Error> {
        limit::forget(&self.db, &self.log_in_counters(email, client_address)).await
    }

    fn log_in_counters(&self, email: &Email, client_address: &str) -> [Counter; 2] {
        let from = LOG_INS_FROM_ONE_ADDRESS.of(&self.keys, &[email.as_str(), client_address]);
        [from, LOG_INS.of(&self.keys, &[email.as_str()])]
    }
}
