//! Holding password and code of somebody of the staff against what is kept, within the limits on guessing.

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
    password::Verdict,
    staff::{
        second_factor::{recovery_codes, totp::TotpSecret, typed_code::TypedCode},
        staff_store::{self, Credentials},
    },
};

/// When a wrong password or code is answered, from the end of the hash: later than the database needs to note it, so that the
/// time does not tell whether somebody of the staff has the address.
const WRONG_ANSWER_AFTER: Duration = Duration::from_millis(100);

/// A try that was counted, with what became of the password.
pub struct CheckedTry {
    own: Vec<Counter>,
    shared: Counter,
    /// Who of the staff has the address.
    pub known: Option<Uuid>,
    /// Whom the password belongs to, if it is theirs; with a better hash of it if there is one.
    pub right: Option<(Credentials, Option<String>)>,
    /// When a refusal is answered.
    pub wrong_at: Instant,
}

/// What of a code is used up.
enum Factor {
    TotpStep(i64),
    RecoveryCode([u8; 32]),
}

impl Identity {
    /// Counts a try before the password is looked at, and holds it against that of whoever has the address: that of nobody takes
    /// as long.
    pub(crate) async fn check_password(
        &self,
        email: &Email,
        password: String,
        networks: &Networks,
    ) -> Result<CheckedTry, Error> {
        let place = self.passwords.place(Queue::Staff, networks)?;
        let (own, shared) = self.count_sign_in(email, networks).await?;
        let credentials = staff_store::by_email(&self.db, email.as_str()).await?;
        let known = credentials.as_ref().map(|known| known.id);
        let kept = credentials.as_ref().map(|known| known.password_hash.clone());
        let verdict = self.passwords.verify(place, password, kept).await;
        if matches!(verdict, Err(Error::Busy)) {
            // The password was never tried.
            let counted = [own.as_slice(), &[shared]].concat();
            if let Err(error) = limit::uncount(&self.db, &counted).await {
                tracing::warn!(%error, "a sign-in that was not tried stays counted");
            }
        }
        let right = match (credentials, verdict?) {
            (Some(known), Verdict::Right) => Some((known, None)),
            (Some(known), Verdict::Rehashed(better)) => Some((known, Some(better))),
            (_, _) => None,
        };
        Ok(CheckedTry {
            own,
            shared,
            known,
            right,
            wrong_at: Instant::now() + WRONG_ANSWER_AFTER,
        })
    }

    /// Counts a sign-in; answers the counters of the client's networks, and that of tries from everywhere.
    pub(crate) async fn count_sign_in(
        &self,
        email: &Email,
        networks: &Networks,
    ) -> Result<(Vec<Counter>, Counter), Error> {
        let who = [email.as_str()];
        let shared = SIGN_INS_BEFORE_GUARD.of(&self.keys, &who);
        let from_everywhere = limit::read(&self.db, &[shared]).await?;
        let own = SIGN_INS.count(&self.db, &self.keys, networks, &who, &from_everywhere);
        let own = own.await?;
        limit::add(&self.db, &[shared]).await?;
        Ok((own, shared))
    }

    /// Takes a success off the counters. When that fails, nothing is spoilt: windows end.
    pub(crate) async fn uncount_sign_in(&self, counted: &CheckedTry) {
        let uncounting = async {
            limit::forget(&self.db, &counted.own).await?;
            limit::uncount(&self.db, &[counted.shared]).await
        };
        if let Err(error) = uncounting.await {
            tracing::warn!(%error, "a successful sign-in stays counted");
        }
    }

    /// Whether a code may be tried after a right password: no code of the app beyond the limit, which tells nothing of it.
    pub(crate) async fn may_try_code(&self, staff_id: Uuid, code: &TypedCode) -> Result<bool, Error> {
        if matches!(code, TypedCode::Recovery(_)) {
            return Ok(true);
        }
        let counter = self.wrong_codes_of(staff_id);
        Ok(!counter.is_full(&limit::read(&self.db, &[counter]).await?))
    }

    /// Counts a wrong code after a right password; the third within an hour is mailed to the member of staff.
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

    /// Counts wrong codes of somebody of the staff.
    pub(crate) fn wrong_codes_of(&self, staff_id: Uuid) -> Counter {
        STAFF_CODES_AFTER_RIGHT_PASSWORD.of(&self.keys, &[&staff_id.to_string()])
    }

    /// Uses a code up within a transaction; false when it is wrong, or was used before.
    pub(crate) async fn use_code(
        &self,
        db: &mut PgConnection,
        credentials: &Credentials,
        code: &TypedCode,
    ) -> Result<bool, Error> {
        let now = OffsetDateTime::now_utc().unix_timestamp();
        let id = credentials.id;
        Ok(match self.factor(credentials, code, now)? {
            Some(Factor::TotpStep(step)) => staff_store::use_totp_step(db, id, step).await?,
            Some(Factor::RecoveryCode(mac)) => recovery_codes::consume(db, id, &mac).await?,
            None => false,
        })
    }

    fn factor(&self, credentials: &Credentials, code: &TypedCode, now: i64) -> Result<Option<Factor>, Error> {
        Ok(match code {
            TypedCode::App(code) => {
                let secret = TotpSecret::open(&credentials.totp_secret, &self.keys, credentials.id)?;
                secret.step_of(code, now).map(Factor::TotpStep)
            }
            TypedCode::Recovery(code) => {
                let mac = self.keys.of_recovery_code(credentials.id, code);
                Some(Factor::RecoveryCode(mac))
            }
            TypedCode::Neither => None,
        })
    }
}
