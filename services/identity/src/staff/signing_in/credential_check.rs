//! Verifies the password and code of a staff member, within the limits on guessing.

use std::time::Duration;

use runtime::Networks;
use sqlx::PgConnection;
use time::OffsetDateTime;
use tokio::time::Instant;
use uuid::Uuid;
use values::Email;

use crate::{
    error::Error,
    hash_queue::Queue,
    identity::Identity,
    limits::{
        guard::SIGN_INS,
        limit::{self, Counter, SIGN_INS_BEFORE_GUARD, STAFF_CODES_AFTER_RIGHT_PASSWORD, STAFF_TOLD_AFTER},
    },
    mails::mail_job::{self, STAFF_WRONG_CODES},
    password::PasswordVerification,
    staff::{
        second_factor::{code::SecondFactorCode, recovery_codes, totp::TotpSecret},
        staff_store::{self, Credentials},
    },
};

/// The delay of the response to a wrong password or code, from the end of the hash. It exceeds the database's
/// time, so that timing does not reveal whether a staff member has the address.
const WRONG_ANSWER_AFTER: Duration = Duration::from_millis(100);

/// A counted try, with the result for the password.
pub struct SignInAttempt {
    own: Vec<Counter>,
    shared: Counter,
    /// The id of the staff member with this address.
    pub staff_id: Option<Uuid>,
    /// The credentials, if the password is right, with a stronger hash if needed.
    pub verified: Option<(Credentials, Option<String>)>,
    /// The time at which a refusal is sent.
    pub wrong_at: Instant,
}

/// The part of a code that is consumed.
enum Factor {
    TotpStep(i64),
    RecoveryCode([u8; 32]),
}

impl Identity {
    /// Counts a try and verifies the password of the staff member with this address. An unknown address takes
    /// as long.
    pub(crate) async fn check_password(
        &self,
        email: &Email,
        password: String,
        networks: &Networks,
    ) -> Result<SignInAttempt, Error> {
        let slot = self.passwords.acquire_slot(Queue::Staff, networks)?;
        let (own, shared) = self.count_sign_in(email, networks).await?;
        let credentials = staff_store::by_email(&self.db, email.as_str()).await?;
        let staff_id = credentials.as_ref().map(|known| known.id);
        let stored_hash = credentials.as_ref().map(|known| known.password_hash.clone());
        let verdict = self.passwords.verify(slot, password, stored_hash).await;
        if matches!(verdict, Err(Error::Busy)) {
            // The password was never tried.
            let counted = [own.as_slice(), &[shared]].concat();
            if let Err(error) = limit::uncount(&self.db, &counted).await {
                tracing::warn!(%error, "a sign-in that was not tried stays counted");
            }
        }
        let verified = match (credentials, verdict?) {
            (Some(known), PasswordVerification::Right) => Some((known, None)),
            (Some(known), PasswordVerification::Rehashed(better)) => Some((known, Some(better))),
            (_, _) => None,
        };
        Ok(SignInAttempt {
            own,
            shared,
            staff_id,
            verified,
            wrong_at: Instant::now() + WRONG_ANSWER_AFTER,
        })
    }

    /// Counts a sign-in. Returns the counters of the client's networks and the counter of tries from
    /// everywhere.
    pub(crate) async fn count_sign_in(
        &self,
        email: &Email,
        networks: &Networks,
    ) -> Result<(Vec<Counter>, Counter), Error> {
        let who = [email.as_str()];
        let shared = SIGN_INS_BEFORE_GUARD.counter(&self.keys, &who);
        let from_everywhere = limit::load(&self.db, &[shared]).await?;
        let own = SIGN_INS.count(&self.db, &self.keys, networks, &who, &from_everywhere);
        let own = own.await?;
        limit::add(&self.db, &[shared]).await?;
        Ok((own, shared))
    }

    /// Removes a success from the counters. A failure is harmless, because windows end.
    pub(crate) async fn uncount_sign_in(&self, counted: &SignInAttempt) {
        let uncounting = async {
            limit::forget(&self.db, &counted.own).await?;
            limit::uncount(&self.db, &[counted.shared]).await
        };
        if let Err(error) = uncounting.await {
            tracing::warn!(%error, "a successful sign-in stays counted");
        }
    }

    /// True if a code may be tried after a right password. Beyond the limit, app codes are refused untried,
    /// so they reveal nothing.
    pub(crate) async fn may_try_code(&self, staff_id: Uuid, code: &SecondFactorCode) -> Result<bool, Error> {
        if matches!(code, SecondFactorCode::Recovery(_)) {
            return Ok(true);
        }
        let counter = self.wrong_codes_of(staff_id);
        Ok(!counter.is_full(&limit::load(&self.db, &[counter]).await?))
    }

    /// Counts a wrong code after a right password. The third within an hour notifies the staff member by
    /// mail.
    pub(crate) async fn count_wrong_code(&self, staff_id: Uuid, email: &Email) -> Result<(), Error> {
        let counter = self.wrong_codes_of(staff_id);
        let mut transaction = database::begin(&self.db).await?;
        let found = limit::add(&mut *transaction, &[counter]).await?;
        if counter.just_reached(STAFF_TOLD_AFTER, &found) {
            mail_job::enqueue(&mut *transaction, STAFF_WRONG_CODES, email).await?;
        }
        transaction.commit().await?;
        self.mails.wake();
        tracing::warn!(%staff_id, "a wrong code came after a right password of staff");
        Ok(())
    }

    /// The counter of a staff member's wrong codes.
    pub(crate) fn wrong_codes_of(&self, staff_id: Uuid) -> Counter {
        STAFF_CODES_AFTER_RIGHT_PASSWORD.counter(&self.keys, &[&staff_id.to_string()])
    }

    /// Consumes a code within a transaction. Returns false if it is wrong or was used.
    pub(crate) async fn use_code(
        &self,
        db: &mut PgConnection,
        credentials: &Credentials,
        code: &SecondFactorCode,
    ) -> Result<bool, Error> {
        let now = OffsetDateTime::now_utc().unix_timestamp();
        let id = credentials.id;
        Ok(match self.factor(credentials, code, now)? {
            Some(Factor::TotpStep(step)) => staff_store::use_totp_step(db, id, step).await?,
            Some(Factor::RecoveryCode(mac)) => recovery_codes::consume(db, id, &mac).await?,
            None => false,
        })
    }

    fn factor(
        &self,
        credentials: &Credentials,
        code: &SecondFactorCode,
        now: i64,
    ) -> Result<Option<Factor>, Error> {
        Ok(match code {
            SecondFactorCode::App(code) => {
                let secret = TotpSecret::open(&credentials.totp_secret, &self.keys, credentials.id)?;
                secret.step_of(code, now).map(Factor::TotpStep)
            }
            SecondFactorCode::Recovery(code) => {
                let mac = self.keys.of_recovery_code(credentials.id, code);
                Some(Factor::RecoveryCode(mac))
            }
            SecondFactorCode::Neither => None,
        })
    }
}
