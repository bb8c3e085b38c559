//! A new password by way of a one-time code.

use crate::{
    account::{self, Email},
    error::Error,
    identity::Identity,
    limit::{self, LOG_INS},
    one_time_code,
    post::Kind,
    store::{accounts, codes, mail_queue, sessions},
};

impl Identity {
    /// Has a code sent if the address has an account. Who has one is found out behind the answer, so that neither its
    /// words nor its time tell.
    pub async fn request_code(&self, email: &str, client_address: &str) -> Result<(), Error> {
        let email = account::check_email(email)?;
        let (db, keys, who) = (&self.db, &self.keys, [email.as_str()]);
        let wait = |seconds| format!("Please wait {seconds} seconds before asking for another code.");
        let later = |_| "Too many codes were asked for. Please try again later.".to_owned();
        limit::CODES_FROM_ONE_ADDRESS
            .check(db, keys, &[client_address], later)
            .await?;
        limit::CODE_RESENDS.count(db, keys, &who, wait).await?;
        limit::CODES_A_DAY.check(db, keys, &who, later).await?;
        limit::CODES_AN_HOUR.count(db, keys, &who, later).await?;
        limit::CODES_A_DAY.count(db, keys, &who, later).await?;
        limit::CODES_FROM_ONE_ADDRESS
            .count(db, keys, &[client_address], later)
            .await?;
        mail_queue::add(db, Kind::OneTimeCode, email.as_str()).await?;
        self.post.wake();
        Ok(())
    }

    /// Checks a code without using it up.
    pub async fn verify_code(&self, email: &str, code: &str) -> Result<(), Error> {
        let email = account::check_email(email)?;
        self.try_code(&email, code).await
    }

    /// Sets a new password, uses the code up, and ends every session of the account.
    pub async fn reset_password(&self, email: &str, code: &str, password: String) -> Result<(), Error> {
        let email = account::check_email(email)?;
        account::check_new_password("new_password", &password, &email)?;
        // Before the hash, so that nobody makes us hash without a code; used up after it, in the same transaction as
        // the new password.
        self.try_code(&email, code).await?;
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
        LOG_INS.forget(&self.db, &self.keys, &[email.as_str()]).await
    }

    async fn try_code(&self, email: &Email, code: &str) -> Result<(), Error> {
        let words =
            |_| "Too many codes are being tried right now. Please try again in a few minutes.".to_owned();
        let shop: [&str; 0] = [];
        limit::WRONG_CODES
            .check(&self.db, &self.keys, &shop, words)
            .await?;
        let code_mac = self.keys.of_code(email, &one_time_code::tidy(code));
        if codes::attempt(&self.db, email.as_str(), &code_mac).await? {
            return Ok(());
        }
        metrics::counter!("wrong_codes_total").increment(1);
        tracing::info!("a wrong code was tried");
        let counted = limit::WRONG_CODES.count(&self.db, &self.keys, &shop, words).await;
        if let Err(Error::TooMany { .. }) = &counted {
            tracing::error!(
                "too many wrong codes across the shop: somebody may be trying codes on many accounts"
            );
        }
        counted.and(Err(Error::WrongCode))
    }
}
