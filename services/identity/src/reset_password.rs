//! A new password by way of a one-time code.

use crate::{
    account,
    error::Error,
    identity::Identity,
    limit::{self, CODE_RESENDS, CODES_A_DAY, CODES_AN_HOUR, CODES_FROM_ONE_NETWORK, LOG_INS},
    network::Networks,
    one_time_code,
    post::Kind,
    store::{accounts, codes, mail_queue, sessions},
};

impl Identity {
    /// Has a code sent if the address has an account. Who has one is found out behind the answer, so that neither its
    /// words nor its time tell.
    pub async fn request_code(&self, email: &str, networks: &Networks) -> Result<(), Error> {
        let email = account::check_email(email)?;
        let who = [email.as_str()];
        let mut counters = CODES_FROM_ONE_NETWORK.of(&self.keys, networks);
        counters.extend([CODE_RESENDS, CODES_A_DAY, CODES_AN_HOUR].map(|limit| limit.of(&self.keys, &who)));
        // Whoever is refused by one limit is counted by none.
        limit::check(&self.db, &counters).await?;
        limit::count(&self.db, &counters).await?;
        mail_queue::add(&self.db, Kind::OneTimeCode, email.as_str()).await?;
        self.post.wake();
        Ok(())
    }

    /// Checks a code without using it up.
    pub async fn verify_code(&self, email: &str, code: &str, networks: &Networks) -> Result<(), Error> {
        let email = account::check_email(email)?;
        self.try_code(&email, code, networks).await
    }

    /// Sets a new password, uses the code up, and ends every session of the account.
    pub async fn reset_password(
        &self,
        email: &str,
        code: &str,
        password: String,
        networks: &Networks,
    ) -> Result<(), Error> {
        let email = account::check_email(email)?;
        account::check_new_password("new_password", &password, &email)?;
        // Before the hash, so that nobody makes us hash without a code; used up after it, in the same transaction as
        // the new password.
        self.try_code(&email, code, networks).await?;
        let password_hash = self.passwords.hash(password).await?;
        let code_mac = self.keys.of_code(&email, &one_time_code::tidy(code));
        let mut transaction = self.db.begin().await?;
        let account_id = codes::use_up(&mut transaction, email.as_str(), &code_mac).await?;
        let account_id = account_id.ok_or(Error::WrongCode)?;
        accounts::set_password(&mut transaction, account_id, &password_hash).await?;
        sessions::remove_all(&mut transaction, account_id).await?;
        mail_queue::add(&mut *transaction, Kind::PasswordChanged, email.as_str()).await?;
        transaction.commit().await?;
        metrics::counter!("password_resets_total").increment(1);
        tracing::info!(%account_id, "a password was reset");
        self.post.wake();
        // Whoever forgot a password has failed to log in before. The limit for one network stays.
        limit::forget(&self.db, &[LOG_INS.of(&self.keys, &[email.as_str()])]).await
    }
}
