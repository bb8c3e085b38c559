//! Repeats a recent acceptance of an invitation whose response was lost.

use runtime::{Networks, status::field};

use crate::{
    error::Error,
    identity::Identity,
    session::token::Token,
    staff::{
        details,
        invitations::{
            acceptance::{self, Acceptance, AcceptedInvitation},
            invitation_store,
        },
        second_factor::totp::TotpSecret,
        staff_store::Credentials,
    },
};

impl Identity {
    /// Returns the same recovery codes with a new session, if address and password are those of the
    /// acceptance. Wrong values count as failed sign-ins, and the error only says that the invitation is
    /// used.
    pub(crate) async fn accept_again(
        &self,
        token: &Token,
        acceptance: Acceptance,
        networks: &Networks,
    ) -> Result<AcceptedInvitation, Error> {
        let accepted_by = invitation_store::accepted_by(&self.db, &token.hash()).await?;
        let staff_id = accepted_by.ok_or(Error::NoInvitation)?;
        let email = details::email(&acceptance.email).map_err(|_| Error::NoInvitation)?;
        details::new_password(&acceptance.password).map_err(|_| Error::NoInvitation)?;
        let checked = self.check_password(&email, acceptance.password, networks).await?;
        let right = checked.verified.as_ref().map(|(known, _)| known);
        let Some(known) = right.filter(|known| known.id == staff_id) else {
            tokio::time::sleep_until(checked.wrong_at).await;
            return Err(Error::NoInvitation);
        };
        self.check_code(known, &acceptance.code)?;
        let mut transaction = database::begin(&self.db).await?;
        let session = acceptance::first_session(&mut transaction, staff_id).await?;
        transaction.commit().await?;
        self.uncount_sign_in(&checked).await;
        tracing::info!(%staff_id, "an invitation was accepted again");
        Ok(acceptance::accepted_invitation(session, &self.codes_of(token)))
    }

    /// Checks the app's code. A code that the acceptance used is valid, because a retrying browser sends it
    /// again, along with the invitation and the password.
    fn check_code(&self, known: &Credentials, typed: &str) -> Result<(), Error> {
        let secret = TotpSecret::open(&known.totp_secret, &self.keys, known.id)?;
        let mut violations = Vec::new();
        let step = field("code", acceptance::step(&secret, typed), &mut violations);
        step.map(drop).ok_or(Error::Invalid(violations))
    }
}
