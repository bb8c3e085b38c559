//! Sign-in and sign-out of staff. Neither responses nor their timing reveal whether a staff member has an
//! address.

use runtime::{Networks, status::field};

use crate::{
    error::Error,
    identity::Identity,
    session::token::Token,
    staff::{
        details,
        second_factor::{code::SecondFactorCode, recovery_codes},
        signing_in::staff_sessions::{self, SignInReauthentication},
        staff_log,
        staff_store::{self, Credentials},
    },
};

/// The result of a sign-in.
pub struct StaffSignIn {
    /// The new session.
    pub session: Token,
    /// The number of unused recovery codes.
    pub recovery_codes_left: i64,
}

impl Identity {
    /// Signs a staff member in.
    pub async fn sign_in(
        &self,
        email: &str,
        password: String,
        code: &str,
        networks: &Networks,
    ) -> Result<StaffSignIn, Error> {
        let signed_in = self.try_sign_in(email, password, code, networks).await;
        let outcome = match &signed_in {
            Ok(_) => "success",
            Err(Error::WrongSignIn) => "failure",
            Err(_) => "refused",
        };
        metrics::counter!("staff_sign_ins_total", "outcome" => outcome).increment(1);
        signed_in
    }

    async fn try_sign_in(
        &self,
        email: &str,
        password: String,
        code: &str,
        networks: &Networks,
    ) -> Result<StaffSignIn, Error> {
        let mut violations = Vec::new();
        let email = field("email", details::email(email), &mut violations);
        details::password_and_code(&password, code, &mut violations);
        let Some(email) = email.filter(|_| violations.is_empty()) else {
            return Err(Error::Invalid(violations));
        };
        let code = SecondFactorCode::parse(code);
        let checked = self.check_password(&email, password, networks).await?;
        if let Some((known, better)) = &checked.verified {
            if self.may_try_code(known.id, &code).await?
                && let Some(signed_in) = self.begin_staff_session(known, better.as_deref(), &code).await?
            {
                tracing::info!(staff_id = %known.id, "signed in");
                self.uncount_sign_in(&checked).await;
                return Ok(signed_in);
            }
            self.count_wrong_code(known.id, &email).await?;
        }
        if let Some(staff_id) = checked.staff_id {
            tracing::info!(%staff_id, "a sign-in failed");
            if let Err(error) = staff_log::append(&self.db, staff_id, "SignInFailed").await {
                tracing::error!(%error, "a failed sign-in could not be logged");
            }
        }
        tokio::time::sleep_until(checked.wrong_at).await;
        Err(Error::WrongSignIn)
    }

    /// Consumes the code and starts a session. `None` if the code is wrong or was used, or the staff member
    /// is inactive.
    async fn begin_staff_session(
        &self,
        known: &Credentials,
        better_hash: Option<&str>,
        code: &SecondFactorCode,
    ) -> Result<Option<StaffSignIn>, Error> {
        let session = Token::random();
        let mut transaction = database::begin(&self.db).await?;
        let is_right = self.use_code(&mut transaction, known, code).await?
            && staff_store::note_sign_in(&mut transaction, known, better_hash).await?;
        if !is_right {
            return Ok(None);
        }
        let shown_now = match code {
            SecondFactorCode::Recovery(_) => SignInReauthentication::Never,
            SecondFactorCode::App(_) | SecondFactorCode::Neither => SignInReauthentication::Now,
        };
        staff_sessions::begin(&mut transaction, &session.hash(), known.id, shown_now).await?;
        staff_log::append(&mut *transaction, known.id, "SignIn").await?;
        let recovery_codes_left = recovery_codes::count_unused(&mut *transaction, known.id).await?;
        transaction.commit().await?;
        Ok(Some(StaffSignIn {
            session,
            recovery_codes_left,
        }))
    }

    /// Ends a session. A missing session is not an error.
    pub async fn sign_out(&self, token: &str) -> Result<(), Error> {
        let Some(token) = Token::parse(token) else {
            return Ok(());
        };
        let mut transaction = database::begin(&self.db).await?;
        if let Some(staff_id) = staff_sessions::remove(&mut transaction, &token.hash()).await? {
            staff_log::append(&mut *transaction, staff_id, "SignOut").await?;
            tracing::info!(%staff_id, "signed out");
        }
        transaction.commit().await?;
        Ok(())
    }
}
