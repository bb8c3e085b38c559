//! Reauthentication of signed-in staff, before sensitive actions.

use crate::{
    error::Error,
    identity::Identity,
    session::token::Token,
    staff::{
        details, second_factor::code::SecondFactorCode, signing_in::staff_sessions, staff_log,
        staff_store::Credentials,
    },
};
use runtime::Networks;

impl Identity {
    /// Verifies password and app code, and records the reauthentication in the session. Wrong values count as
    /// failed sign-ins.
    pub async fn reauthenticate_staff(
        &self,
        token: &str,
        password: String,
        code: &str,
        networks: &Networks,
    ) -> Result<(), Error> {
        let token_hash = Token::parse(token).ok_or(Error::NotSignedIn)?.hash();
        let session = staff_sessions::find(&self.db, &token_hash).await?;
        let staff = session.ok_or(Error::NotSignedIn)?.staff;
        let mut violations = Vec::new();
        details::password_and_code(&password, code, &mut violations);
        if !violations.is_empty() {
            return Err(Error::Invalid(violations));
        }
        // A recovery code replaces the app's code only at a sign-in.
        let code = match SecondFactorCode::parse(code) {
            SecondFactorCode::Recovery(_) => SecondFactorCode::Neither,
            code => code,
        };
        let email = details::email(&staff.email).map_err(|_| Error::NotSignedIn)?;
        let checked = self.check_password(&email, password, networks).await?;
        if let Some((known, _)) = &checked.verified {
            if self.may_try_code(known.id, &code).await?
                && self.note_reauthentication(&token_hash, known, &code).await?
            {
                tracing::info!(staff_id = %staff.id, "staff reauthenticated");
                self.uncount_sign_in(&checked).await;
                return Ok(());
            }
            self.count_wrong_code(known.id, &email).await?;
        }
        tracing::info!(staff_id = %staff.id, "staff reauthentication failed");
        tokio::time::sleep_until(checked.wrong_at).await;
        Err(Error::WrongReauthentication)
    }

    /// Consumes the code and records the reauthentication. Returns false if the code is wrong or was used.
    async fn note_reauthentication(
        &self,
        token_hash: &[u8; 32],
        known: &Credentials,
        code: &SecondFactorCode,
    ) -> Result<bool, Error> {
        let mut transaction = database::begin(&self.db).await?;
        if !self.use_code(&mut transaction, known, code).await? {
            return Ok(false);
        }
        if !staff_sessions::reauthenticate(&mut transaction, token_hash).await? {
            // The session ended in the meantime.
            return Err(Error::NotSignedIn);
        }
        staff_log::append(&mut *transaction, known.id, "Reauthenticate").await?;
        transaction.commit().await?;
        Ok(true)
    }
}
