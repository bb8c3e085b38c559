//! Password reset with a one-time code.

use values::Email;

use crate::{
    account::{accounts, details, new_password},
    codes::{one_time_code, password_codes},
    error::Error,
    hash_queue::Queue,
    identity::Identity,
    limits::limit::{
        self, CODE_RESENDS, CODES_A_DAY, CODES_A_DAY_FROM_ONE_NETWORK, CODES_A_DAY_WITH_KNOWN_DEVICE,
        CODES_AN_HOUR, CODES_AN_HOUR_FROM_ONE_NETWORK, CODES_AN_HOUR_WITH_KNOWN_DEVICE,
        CODES_FROM_ONE_NETWORK, Counter,
    },
    login::{known_device::Client, known_devices},
    mails::mail_job::{self, ONE_TIME_CODE, PASSWORD_CHANGED},
    session::{sessions, token::Token},
};

impl Identity {
    /// Requests a code. Whether the address has an account is checked after the response, so neither its text
    /// nor its timing reveals it.
    pub async fn request_code(&self, email: &str, client: &Client) -> Result<(), Error> {
        let email = details::check_email(email)?;
        let counters = self.code_counters(&email, client).await?;
        // A request refused by one limit counts towards none.
        limit::check(&self.db, &counters).await?;
        limit::count(&self.db, &counters).await?;
        mail_job::enqueue(&self.db, ONE_TIME_CODE, &email).await?;
        self.mails.wake();
        Ok(())
    }

    /// Refuses a common new password.
    pub(crate) async fn refuse_common(
        &self,
        password: &str,
        email: &Email,
        client: &Client,
    ) -> Result<(), Error> {
        let slot = self.passwords.acquire_slot(Queue::Shoppers, &client.networks)?;
        let (password, email) = (password.to_owned(), email.clone());
        let estimate = move || new_password::is_common(&password, Some(&email));
        new_password::refuse_common("new_password", self.passwords.estimate(slot, estimate).await?)
    }

    /// The counters for a code request. A known device has its own; other clients share those of the mailbox
    /// and their networks. They are per mailbox, because a mailbox has many addresses, and a stranger could
    /// register each of them.
    pub(crate) async fn code_counters(&self, email: &Email, client: &Client) -> Result<Vec<Counter>, Error> {
        let mailbox = values::mailbox(email.as_str());
        let (keys, networks, who) = (&self.keys, &client.networks, [mailbox.as_str()]);
        let mut counters = vec![CODE_RESENDS.counter(keys, &who)];
        if let Some(device) = self.known_device(email, client).await? {
            let device = [mailbox.as_str(), &device.to_text()];
            let limits = [CODES_A_DAY_WITH_KNOWN_DEVICE, CODES_AN_HOUR_WITH_KNOWN_DEVICE];
            counters.extend(limits.map(|limit| limit.counter(keys, &device)));
        } else {
            counters.extend(CODES_FROM_ONE_NETWORK.counters(keys, networks, &[]));
            for limit in [CODES_A_DAY_FROM_ONE_NETWORK, CODES_AN_HOUR_FROM_ONE_NETWORK] {
                counters.extend(limit.counters(keys, networks, &who));
            }
            counters.extend([CODES_A_DAY, CODES_AN_HOUR].map(|limit| limit.counter(keys, &who)));
        }
        Ok(counters)
    }

    /// Removes a used code from the counters of the client's networks, so that honest users never fill them.
    async fn give_back_code(&self, client: &Client) {
        let counters = CODES_FROM_ONE_NETWORK.counters(&self.keys, &client.networks, &[]);
        if let Err(error) = limit::uncount(&self.db, &counters).await {
            tracing::warn!(%error, "a code that was used stays counted");
        }
    }

    /// Checks a code without consuming it.
    pub async fn verify_code(&self, email: &str, code: &str, client: &Client) -> Result<(), Error> {
        let email = details::check_email(email)?;
        self.try_code(&email, code, client).await
    }

    /// Sets a new password, consumes the code, ends all sessions and forgets all devices. Returns a token
    /// that makes this device known, which gives its logins a separate limit; `None` if it could not be
    /// stored.
    pub async fn reset_password(
        &self,
        email: &str,
        code: &str,
        password: String,
        client: &Client,
    ) -> Result<Option<Token>, Error> {
        let email = details::check_email(email)?;
        new_password::check_length("new_password", &password)?;
        // The code is checked before the password is hashed, so a client without a code causes no work. It is
        // consumed in the transaction that stores the password.
        self.try_code(&email, code, client).await?;
        self.refuse_common(&password, &email, client).await?;
        let slot = self.passwords.acquire_slot(Queue::Shoppers, &client.networks)?;
        let password_hash = self.passwords.hash(slot, password).await?;
        let code_mac = self.keys.of_code(&email, &one_time_code::normalize(code));
        let mut transaction = database::begin(&self.db).await?;
        let account_id = password_codes::consume(&mut transaction, email.as_str(), &code_mac).await?;
        let account_id = account_id.ok_or(Error::WrongCode)?;
        accounts::set_password(&mut transaction, account_id, &password_hash).await?;
        sessions::remove_all(&mut transaction, account_id).await?;
        known_devices::forget_all(&mut transaction, account_id).await?;
        mail_job::enqueue(&mut *transaction, PASSWORD_CHANGED, &email).await?;
        transaction.commit().await?;
        metrics::counter!("password_resets_total").increment(1);
        tracing::info!(%account_id, "a password was reset");
        self.mails.wake();
        // The shopper has failed to log in before. The reset stays valid if one of the following steps fails.
        self.forget_log_ins(&email, client).await;
        self.give_back_code(client).await;
        Ok(self.remember_device(account_id, client).await)
    }
}
