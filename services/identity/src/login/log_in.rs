//! Login. Neither the response nor its timing reveals whether an address has an account.

use crate::{
    account::{accounts, details},
    error::Error,
    hash_queue::Queue,
    identity::Identity,
    login::known_device::Client,
    password::PasswordVerification,
    session::{sessions, token::Token},
};

/// The tokens that a browser keeps after a login.
#[derive(Clone)]
pub struct LoginTokens {
    /// The new session.
    pub session: Token,
    /// The token that makes the device known at the next login; `None` if it could not be stored.
    pub device: Option<Token>,
}

impl Identity {
    /// Starts a session and ends the browser's previous one.
    pub async fn log_in(
        &self,
        email: &str,
        password: String,
        previous: Option<Token>,
        client: &Client,
    ) -> Result<LoginTokens, Error> {
        let logged_in = self.try_log_in(email, password, previous, client).await;
        let outcome = match &logged_in {
            Ok(_) => "success",
            Err(Error::WrongCredentials) => "failure",
            Err(_) => "refused",
        };
        metrics::counter!("logins_total", "outcome" => outcome).increment(1);
        logged_in
    }

    async fn try_log_in(
        &self,
        email: &str,
        password: String,
        previous: Option<Token>,
        client: &Client,
    ) -> Result<LoginTokens, Error> {
        let email = details::check_credentials(email, &password)?;
        let device = self.known_device(&email, client).await?;
        let queue = match device {
            Some(_) => Queue::Shoppers,
            None => Queue::Strangers,
        };
        let slot = self.passwords.acquire_slot(queue, &client.networks)?;
        let counted = self.count_log_in(&email, device, &client.networks).await?;
        let account = accounts::by_email(&self.db, email.as_str()).await?;
        let stored_hash = account.as_ref().map(|account| account.password_hash.clone());
        let verdict = self.passwords.verify(slot, password, stored_hash).await;
        if matches!(verdict, Err(Error::Busy)) {
            self.take_back_log_in(&counted).await;
        }
        let verdict = verdict?;
        let (mut account, better) = match (account, verdict) {
            (Some(account), PasswordVerification::Right) => (account, None),
            (Some(account), PasswordVerification::Rehashed(better)) => (account, Some(better)),
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
        let session = Token::random();
        let previous = previous.map(|token| token.hash());
        let began = sessions::begin(&self.db, &session.hash(), &account, previous.as_ref()).await?;
        if !began {
            // The password was reset in the meantime.
            return Err(Error::WrongCredentials);
        }
        tracing::info!(account_id = %account.id, "logged in");
        // The login stays valid if one of the following steps fails.
        self.uncount_log_in(&counted).await;
        let device = self.remember_device(account.id, client).await;
        Ok(LoginTokens { session, device })
    }
}
