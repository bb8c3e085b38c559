//! Password reset of staff: a code by mail, plus a code of the authenticator app or a recovery code. A staff
//! member without either asks an owner for a new invitation. Neither responses nor their timing reveal
//! whether a staff member has an address.

use std::time::Duration;

use runtime::{Networks, status::field};
use tokio::time::Instant;
use uuid::Uuid;
use values::Email;

use crate::{
    account::new_password,
    codes::{one_time_code, staff_codes},
    error::Error,
    hash_queue::Queue,
    identity::Identity,
    limits::limit::{
        self, CODE_RESENDS, CODES_A_DAY, CODES_A_DAY_FROM_ONE_NETWORK, CODES_AN_HOUR,
        CODES_AN_HOUR_FROM_ONE_NETWORK, CODES_FROM_ONE_NETWORK, Counter,
    },
    mails::mail_job::{self, STAFF_PASSWORD_CHANGED, STAFF_PASSWORD_CODE},
    session::token::Token,
    staff::{
        details,
        second_factor::code::SecondFactorCode,
        signing_in::staff_sessions::{self, SignInReauthentication},
        staff_log,
        staff_store::{self, Credentials},
    },
};

/// The delay of the response to a wrong code, from the start of the checks. It exceeds the database's time.
const WRONG_ANSWER_AFTER: Duration = Duration::from_millis(200);

/// An unvalidated password reset. It contains a password, so it has no `Debug`.
pub struct PasswordReset {
    /// The email address.
    pub email: String,
    /// The code from the mail.
    pub mailed_code: String,
    /// The code of the authenticator app, or a recovery code.
    pub code: String,
    /// At least 12 characters.
    pub new_password: String,
}

impl Identity {
    /// Requests a code by mail. Whether a staff member has the address is checked after the response.
    pub async fn request_staff_password_code(&self, email: &str, networks: &Networks) -> Result<(), Error> {
        let mut violations = Vec::new();
        let email = field("email", details::email(email), &mut violations);
        let email = email.ok_or(Error::Invalid(violations))?;
        let counters = self.staff_code_counters(&email, networks);
        limit::check(&self.db, &counters).await?;
        limit::count(&self.db, &counters).await?;
        mail_job::enqueue(&self.db, STAFF_PASSWORD_CODE, &email).await?;
        self.mails.wake();
        Ok(())
    }

    /// The same limits as for shoppers' codes, counted separately for staff.
    fn staff_code_counters(&self, email: &Email, networks: &Networks) -> Vec<Counter> {
        let mailbox = values::mailbox(email.as_str());
        let (keys, who) = (&self.keys, ["staff", mailbox.as_str()]);
        let mut counters = CODES_FROM_ONE_NETWORK.counters(keys, networks, &["staff"]);
        for limit in [CODES_A_DAY_FROM_ONE_NETWORK, CODES_AN_HOUR_FROM_ONE_NETWORK] {
            counters.extend(limit.counters(keys, networks, &who));
        }
        counters.extend([CODE_RESENDS, CODES_A_DAY, CODES_AN_HOUR].map(|limit| limit.counter(keys, &who)));
        counters
    }

    /// Sets a new password, ends all sessions, notifies the address by mail, and signs in. A try counts as a
    /// sign-in.
    pub async fn reset_staff_password(
        &self,
        reset: PasswordReset,
        networks: &Networks,
    ) -> Result<Token, Error> {
        let mut violations = Vec::new();
        let email = field("email", details::email(&reset.email), &mut violations);
        let password = details::new_password(&reset.new_password);
        field("new_password", password, &mut violations);
        details::code("mailed_code", &reset.mailed_code, &mut violations);
        details::code("code", &reset.code, &mut violations);
        let Some(email) = email.filter(|_| violations.is_empty()) else {
            return Err(Error::Invalid(violations));
        };
        let (own, shared) = self.count_sign_in(&email, networks).await?;
        self.refuse_common_staff_password(&reset.new_password, &email, networks)
            .await?;
        let slot = self.passwords.acquire_slot(Queue::Staff, networks)?;
        let password_hash = self.passwords.hash(slot, reset.new_password.clone()).await?;
        // The hash takes equally long for every address. The delay covers the following steps.
        let wrong_at = Instant::now() + WRONG_ANSWER_AFTER;
        let Some((staff_id, session)) = self.try_reset(&email, &reset, &password_hash).await? else {
            tokio::time::sleep_until(wrong_at).await;
            return Err(Error::WrongResetCodes);
        };
        self.mails.wake();
        let uncounting = async {
            limit::forget(&self.db, &own).await?;
            limit::uncount(&self.db, &[shared]).await
        };
        if let Err(error) = uncounting.await {
            tracing::warn!(%error, "a successful reset stays counted");
        }
        tracing::info!(%staff_id, "staff password reset");
        Ok(session)
    }

    /// Checks both codes, the mailed one first. `None` if one is wrong.
    async fn try_reset(
        &self,
        email: &Email,
        reset: &PasswordReset,
        password_hash: &str,
    ) -> Result<Option<(Uuid, Token)>, Error> {
        let mailed = one_time_code::normalize(&reset.mailed_code);
        let code_mac = self.keys.of_staff_password_code(email, &mailed);
        let Some(known) = staff_store::by_email(&self.db, email.as_str()).await? else {
            return Ok(None);
        };
        if !staff_codes::try_code(&self.db, known.id, &code_mac).await? {
            return Ok(None);
        }
        let code = SecondFactorCode::parse(&reset.code);
        if self.may_try_code(known.id, &code).await?
            && let Some(session) = self
                .write_reset(&known, email, (&code, &code_mac), password_hash)
                .await?
        {
            return Ok(Some((known.id, session)));
        }
        limit::add(&self.db, &[self.wrong_codes_of(known.id)]).await?;
        tracing::warn!(staff_id = %known.id, "wrong code after a mailed code of staff");
        Ok(None)
    }

    /// Consumes both codes in one transaction, or neither.
    async fn write_reset(
        &self,
        known: &Credentials,
        email: &Email,
        (code, code_mac): (&SecondFactorCode, &[u8; 32]),
        password_hash: &str,
    ) -> Result<Option<Token>, Error> {
        let session = Token::random();
        let mut transaction = database::begin(&self.db).await?;
        let is_right = self.use_code(&mut transaction, known, code).await?
            && staff_codes::consume(&mut transaction, known.id, code_mac).await?
            && staff_store::set_password(&mut transaction, known.id, password_hash).await?;
        if !is_right {
            return Ok(None);
        }
        staff_sessions::remove_all(&mut transaction, known.id).await?;
        // The session starts without reauthentication, because neither code is the password.
        staff_sessions::begin(
            &mut transaction,
            &session.hash(),
            known.id,
            SignInReauthentication::Never,
        )
        .await?;
        staff_log::append(&mut *transaction, known.id, "ResetStaffPassword").await?;
        mail_job::enqueue(&mut *transaction, STAFF_PASSWORD_CHANGED, email).await?;
        transaction.commit().await?;
        Ok(Some(session))
    }

    /// Refuses a common new password.
    pub(crate) async fn refuse_common_staff_password(
        &self,
        password: &str,
        email: &Email,
        networks: &Networks,
    ) -> Result<(), Error> {
        let slot = self.passwords.acquire_slot(Queue::Staff, networks)?;
        let (password, email) = (password.to_owned(), email.clone());
        let estimate = move || new_password::is_common(&password, Some(&email));
        new_password::refuse_common("new_password", self.passwords.estimate(slot, estimate).await?)
    }
}
