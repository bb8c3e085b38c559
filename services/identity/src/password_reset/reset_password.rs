//! A new password by way of a one-time code.

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
    /// Has a code sent if the address has an account. Whether it has one is found out after the answer, so that neither its
    /// words nor its time tell.
    pub async fn request_code(&self, email: &str, client: &Client) -> Result<(), Error> {
        let email = details::check_email(email)?;
        let counters = self.code_counters(&email, client).await?;
        // A request that one limit refuses is counted by none.
        limit::check(&self.db, &counters).await?;
        limit::count(&self.db, &counters).await?;
        mail_job::enqueue(&self.db, ONE_TIME_CODE, &email).await?;
        self.mails.wake();
        Ok(())
    }

    /// Refuses a new password that everybody tries.
    pub(crate) async fn refuse_common(
        &self,
        password: &str,
        email: &Email,
        client: &Client,
    ) -> Result<(), Error> {
        let place = self.passwords.place(Queue::Shoppers, &client.networks)?;
        let (password, email) = (password.to_owned(), email.clone());
        let estimate = move || new_password::is_common(&password, Some(&email));
        new_password::refuse_common("new_password", self.passwords.estimate(place, estimate).await?)
    }

    /// A known device has counters of its own; other clients share the mailbox's and their networks'. All accounts of one mailbox share
    /// them, since a mailbox has many addresses: a stranger floods none by registering each.
    pub(crate) async fn code_counters(&self, email: &Email, client: &Client) -> Result<Vec<Counter>, Error> {
        let mailbox = values::mailbox(email.as_str());
        let (keys, networks, who) = (&self.keys, &client.networks, [mailbox.as_str()]);
        let mut counters = vec![CODE_RESENDS.of(keys, &who)];
        if let Some(device) = self.known_device(email, client).await? {
            let device = [mailbox.as_str(), &device.to_text()];
            let limits = [CODES_A_DAY_WITH_KNOWN_DEVICE, CODES_AN_HOUR_WITH_KNOWN_DEVICE];
            counters.extend(limits.map(|limit| limit.of(keys, &device)));
        } else {
            counters.extend(CODES_FROM_ONE_NETWORK.of(keys, networks, &[]));
            for limit in [CODES_A_DAY_FROM_ONE_NETWORK, CODES_AN_HOUR_FROM_ONE_NETWORK] {
                counters.extend(limit.of(keys, networks, &who));
            }
            counters.extend([CODES_A_DAY, CODES_AN_HOUR].map(|limit| limit.of(keys, &who)));
        }
        Ok(counters)
    }

    /// Takes a code that was used off the counts of the client's networks, so that honest neighbours use up none.
    async fn give_back_code(&self, client: &Client) {
        let counters = CODES_FROM_ONE_NETWORK.of(&self.keys, &client.networks, &[]);
        if let Err(error) = limit::uncount(&self.db, &counters).await {
            tracing::warn!(%error, "a code that was used stays counted");
        }
    }

    /// Checks a code without using it up.
    pub async fn verify_code(&self, email: &str, code: &str, client: &Client) -> Result<(), Error> {
        let email = details::check_email(email)?;
        self.try_code(&email, code, client).await
    }

    /// Sets a new password, uses the code up, ends every session of the account and forgets its devices but this one. Answers
    /// the token of this device, so that its login has tries that no attacker can use up; none when it could not be kept.
    pub async fn reset_password(
        &self,
        email: &str,
        code: &str,
        password: String,
        client: &Client,
    ) -> Result<Option<Token>, Error> {
        let email = details::check_email(email)?;
        new_password::check_length("new_password", &password)?;
        // The code is tried before the password is hashed, so that a client without a code causes no work; it is used up
        // afterwards, in the same transaction as the new password.
        self.try_code(&email, code, client).await?;
        self.refuse_common(&password, &email, client).await?;
        let place = self.passwords.place(Queue::Shoppers, &client.networks)?;
        let password_hash = self.passwords.hash(place, password).await?;
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
        // A shopper who forgot a password has failed to log in before. The reset does not depend on the steps below: it stays
        // done when one of them fails.
        self.forget_log_ins(&email, client).await;
        self.give_back_code(client).await;
        Ok(self.remember_device(account_id, client).await)
    }
}
