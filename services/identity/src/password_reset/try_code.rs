//! Checks one-time codes. A code is invalid after five wrong tries, and responses to a guessing network are
//! delayed. No network or shop-wide limit refuses a right code, so an attacker cannot block other shoppers'
//! resets.

use std::time::Duration;

use tokio::time::Instant;
use uuid::Uuid;
use values::Email;

use crate::{
    codes::{
        account_codes, email_changes, one_time_code,
        password_codes::{self, CodeAttempt},
    },
    error::Error,
    identity::Identity,
    limits::limit::{self, Counter, WRONG_CODES, WRONG_CODES_FROM_ONE_NETWORK},
    login::known_device::Client,
};

/// The delay of the response to a wrong code, from the start of the call. It exceeds the database's time, so
/// that timing does not reveal whether there is a live code.
const WRONG_ANSWER_AFTER: Duration = Duration::from_millis(100);

/// The delay during an attack on the shop or from this network: a fifth of the gateway's timeout.
const WRONG_ANSWER_UNDER_ATTACK_AFTER: Duration = Duration::from_secs(1);

/// The hash of a code, and its purpose.
#[derive(Clone, Copy)]
enum CodeCheck<'a> {
    Password(&'a Email, &'a [u8; 32]),
    Account(Uuid, &'a [u8; 32]),
    EmailChange(Uuid, &'a [u8; 32]),
}

impl Identity {
    /// Checks a password reset code of the account with this address. Response and timing are the same if
    /// there is no account.
    pub(crate) async fn try_code(&self, email: &Email, code: &str, client: &Client) -> Result<(), Error> {
        let code_mac = self.keys.of_code(email, &one_time_code::normalize(code));
        self.try_one(email, CodeCheck::Password(email, &code_mac), client)
            .await
    }

    /// Checks a code that proves the account's address.
    pub(crate) async fn try_account_code(
        &self,
        email: &Email,
        account_id: Uuid,
        code_mac: &[u8; 32],
        client: &Client,
    ) -> Result<(), Error> {
        self.try_one(email, CodeCheck::Account(account_id, code_mac), client)
            .await
    }

    /// Checks a code that proves the account's new address; `email` is the current one.
    pub(crate) async fn try_email_change_code(
        &self,
        email: &Email,
        account_id: Uuid,
        code_mac: &[u8; 32],
        client: &Client,
    ) -> Result<(), Error> {
        self.try_one(email, CodeCheck::EmailChange(account_id, code_mac), client)
            .await
    }

    async fn try_one(&self, email: &Email, tried: CodeCheck<'_>, client: &Client) -> Result<(), Error> {
        let began = Instant::now();
        // A known device is exempt from its network's limit. The code's own five tries limit it.
        let from_here = match self.known_device(email, client).await? {
            Some(_) => Vec::new(),
            None => WRONG_CODES_FROM_ONE_NETWORK.counters(&self.keys, &client.networks, &[]),
        };
        let across_the_shop = WRONG_CODES.counter(&self.keys, &[]);
        let mut counters = from_here.clone();
        counters.push(across_the_shop);
        let found = limit::load(&self.db, &counters).await?;
        let is_under_attack = counters.iter().any(|counter| counter.is_full(&found));
        if self.is_right(tried, from_here, across_the_shop).await? {
            return Ok(());
        }
        tracing::info!("a wrong code was tried");
        let after = if is_under_attack {
            WRONG_ANSWER_UNDER_ATTACK_AFTER
        } else {
            WRONG_ANSWER_AFTER
        };
        tokio::time::sleep_until(began + after).await;
        Err(Error::WrongCode)
    }

    /// Checks a code and counts a wrong one in the same transaction: one commit, with or without a live code.
    async fn is_right(
        &self,
        tried: CodeCheck<'_>,
        from_here: Vec<Counter>,
        across_the_shop: Counter,
    ) -> Result<bool, Error> {
        let mut transaction = database::begin(&self.db).await?;
        let attempt = match tried {
            CodeCheck::Password(email, mac) => {
                password_codes::attempt(&mut transaction, email.as_str(), mac).await?
            }
            CodeCheck::Account(id, mac) => account_codes::attempt(&mut transaction, id, mac).await?,
            CodeCheck::EmailChange(id, mac) => email_changes::attempt(&mut transaction, id, mac).await?,
        };
        let mut counters = from_here;
        match attempt {
            CodeAttempt::Right => counters.clear(),
            CodeAttempt::Wrong => counters.push(across_the_shop),
            CodeAttempt::NoCode => (),
        }
        let counted = limit::add(&mut *transaction, &counters).await?;
        transaction.commit().await?;
        if matches!(attempt, CodeAttempt::Wrong) {
            metrics::counter!("wrong_codes_total").increment(1);
        }
        if across_the_shop.just_overflowed(&counted) {
            tracing::error!("wrong codes across the shop exceeded their limit");
        }
        Ok(matches!(attempt, CodeAttempt::Right))
    }
}
