//! Changes of a signed-in staff member's credentials: password, recovery codes, phone.

use runtime::{Networks, status::field};
use values::Email;

use crate::{
    error::Error,
    hash_queue::Queue,
    identity::Identity,
    mails::mail_job::{self, STAFF_PASSWORD_CHANGED, STAFF_SIGN_IN_CHANGED},
    session::token::Token,
    staff::{
        details,
        invitations::acceptance,
        second_factor::{code::SecondFactorCode, recovery_code, recovery_codes, totp::TotpSecret},
        signing_in::staff_sessions::{self, StaffSession},
        staff_log,
        staff_store::{self, Credentials},
    },
};

/// The TOTP secret for a new phone.
pub struct NewPhone {
    /// The secret, as typed into an app.
    pub totp_secret: String,
    /// The secret as a URI for apps.
    pub totp_uri: String,
}

/// An unvalidated change of the phone. It contains a password, so it has no `Debug`.
pub struct PhoneChange {
    /// The current password.
    pub password: String,
    /// The code of the old phone's app, or a recovery code.
    pub code: String,
    /// The code of the new phone's app.
    pub new_code: String,
}

impl Identity {
    /// Counts the unused recovery codes of the signed-in staff member.
    pub async fn recovery_codes_left(&self, token: &str) -> Result<i64, Error> {
        let (_, session) = self.own_session(token).await?;
        Ok(recovery_codes::count_unused(&self.db, session.staff.id).await?)
    }

    /// Sets a new password, ends the other sessions, and notifies the address by mail.
    pub async fn change_staff_password(
        &self,
        token: &str,
        new: String,
        networks: &Networks,
    ) -> Result<(), Error> {
        let (token, session) = self.own_session_shown_again(token).await?;
        let mut violations = Vec::new();
        field("new_password", details::new_password(&new), &mut violations);
        if !violations.is_empty() {
            return Err(Error::Invalid(violations));
        }
        let (staff_id, email) = (session.staff.id, details::email(&session.staff.email));
        let email = email.map_err(|_| Error::NotSignedIn)?;
        self.refuse_common_staff_password(&new, &email, networks).await?;
        let slot = self.passwords.acquire_slot(Queue::Staff, networks)?;
        let password_hash = self.passwords.hash(slot, new).await?;
        let mut transaction = database::begin(&self.db).await?;
        if !staff_store::set_password(&mut transaction, staff_id, &password_hash).await? {
            return Err(Error::NotSignedIn);
        }
        staff_sessions::remove_others(&mut transaction, staff_id, &token.hash()).await?;
        staff_log::append(&mut *transaction, staff_id, "ChangeStaffPassword").await?;
        mail_job::enqueue(&mut *transaction, STAFF_PASSWORD_CHANGED, &email).await?;
        transaction.commit().await?;
        self.mails.wake();
        tracing::info!(%staff_id, "staff password changed");
        Ok(())
    }

    /// Replaces the recovery codes by ten new ones, and notifies the address by mail.
    pub async fn renew_recovery_codes(&self, token: &str) -> Result<Vec<String>, Error> {
        let (_, session) = self.own_session_shown_again(token).await?;
        let staff_id = session.staff.id;
        let email = details::email(&session.staff.email).map_err(|_| Error::NotSignedIn)?;
        let codes = self.codes_of(&Token::random());
        let macs = codes.iter();
        let macs: Vec<_> = macs
            .map(|code| self.keys.of_recovery_code(staff_id, code).to_vec())
            .collect();
        let mut transaction = database::begin(&self.db).await?;
        recovery_codes::store(&mut transaction, staff_id, &macs).await?;
        staff_log::append(&mut *transaction, staff_id, "RenewRecoveryCodes").await?;
        mail_job::enqueue(&mut *transaction, STAFF_SIGN_IN_CHANGED, &email).await?;
        transaction.commit().await?;
        self.mails.wake();
        tracing::info!(%staff_id, "recovery codes renewed");
        Ok(codes.iter().map(|code| recovery_code::format(code)).collect())
    }

    /// Returns the secret for a new phone. It stays the same within a session until the phone is changed.
    pub async fn new_phone(&self, token: &str) -> Result<NewPhone, Error> {
        let (token, session) = self.own_session(token).await?;
        let email = &session.staff.email;
        let known = staff_store::by_email(&self.db, email).await?;
        let secret = self.new_secret(&token, &known.ok_or(Error::NotSignedIn)?);
        Ok(NewPhone {
            totp_secret: secret.to_base32(),
            totp_uri: secret.to_uri(&self.office.issuer(), email),
        })
    }

    /// Switches to the new phone, after checking the password and a code of the old phone or a recovery code.
    /// Ends the other sessions and notifies the address by mail. Wrong values count as failed sign-ins.
    pub async fn change_phone(
        &self,
        token: &str,
        change: PhoneChange,
        networks: &Networks,
    ) -> Result<(), Error> {
        let (token, session) = self.own_session(token).await?;
        let mut violations = Vec::new();
        details::password_and_code(&change.password, &change.code, &mut violations);
        let email = details::email(&session.staff.email).map_err(|_| Error::NotSignedIn)?;
        let known = staff_store::by_email(&self.db, email.as_str()).await?;
        let secret = self.new_secret(&token, &known.ok_or(Error::NotSignedIn)?);
        let step = field(
            "new_code",
            acceptance::step(&secret, &change.new_code),
            &mut violations,
        );
        let Some(step) = step.filter(|_| violations.is_empty()) else {
            return Err(Error::Invalid(violations));
        };
        let code = SecondFactorCode::parse(&change.code);
        let checked = self.check_password(&email, change.password, networks).await?;
        if let Some((known, _)) = &checked.verified {
            if self.may_try_code(known.id, &code).await?
                && self
                    .write_phone((&token, &email), known, &code, (&secret, step))
                    .await?
            {
                tracing::info!(staff_id = %known.id, "staff phone changed");
                self.mails.wake();
                self.uncount_sign_in(&checked).await;
                return Ok(());
            }
            self.count_wrong_code(known.id, &email).await?;
        }
        tokio::time::sleep_until(checked.wrong_at).await;
        Err(Error::WrongReauthentication)
    }

    /// Consumes the code and stores the new secret. Returns false if the code is wrong or was used.
    async fn write_phone(
        &self,
        (token, email): (&Token, &Email),
        known: &Credentials,
        code: &SecondFactorCode,
        (secret, step): (&TotpSecret, i64),
    ) -> Result<bool, Error> {
        let sealed = secret.seal(&self.keys, known.id)?;
        let mut transaction = database::begin(&self.db).await?;
        let is_right = self.use_code(&mut transaction, known, code).await?
            && staff_store::set_totp_secret(&mut transaction, known, &sealed, step).await?;
        if !is_right {
            return Ok(false);
        }
        staff_sessions::remove_others(&mut transaction, known.id, &token.hash()).await?;
        staff_log::append(&mut *transaction, known.id, "ChangePhone").await?;
        mail_job::enqueue(&mut *transaction, STAFF_SIGN_IN_CHANGED, email).await?;
        transaction.commit().await?;
        Ok(true)
    }

    fn new_secret(&self, token: &Token, known: &Credentials) -> TotpSecret {
        TotpSecret::from_hash(&self.keys.for_new_phone(&token.to_text(), &known.totp_secret))
    }

    async fn own_session(&self, token: &str) -> Result<(Token, StaffSession), Error> {
        let token = Token::parse(token).ok_or(Error::NotSignedIn)?;
        let session = staff_sessions::find(&self.db, &token.hash()).await?;
        Ok((token, session.ok_or(Error::NotSignedIn)?))
    }

    /// Returns the session, if the staff member reauthenticated recently.
    async fn own_session_shown_again(&self, token: &str) -> Result<(Token, StaffSession), Error> {
        let (token, session) = self.own_session(token).await?;
        if !session.is_reauthenticated {
            return Err(Error::ShowAgain);
        }
        Ok((token, session))
    }
}
