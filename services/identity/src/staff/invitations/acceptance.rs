//! Accepting an invitation: makes the invitee an active staff member, for the first time or again.

use runtime::{
    Networks,
    status::{Broken, Rule, Violation, field},
};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;
use values::Email;

use crate::{
    account::new_password,
    error::Error,
    hash_queue::Queue,
    identity::Identity,
    session::token::Token,
    staff::{
        details,
        invitations::invitation_store::{self, Invitation},
        second_factor::{code::SecondFactorCode, recovery_code, recovery_codes, totp::TotpSecret},
        signing_in::staff_sessions::{self, SignInReauthentication},
        staff_log,
        staff_store::{self, NewStaff},
    },
};

/// The values that the invitee sends. It contains a password, so it has no `Debug`.
pub struct Acceptance {
    /// The name shown to colleagues.
    pub name: String,
    /// The email address.
    pub email: String,
    /// At least 12 characters.
    pub password: String,
    /// The code of the authenticator app.
    pub code: String,
}

/// The validated values.
struct AcceptanceValues {
    name: String,
    email: Email,
    totp_secret: TotpSecret,
    totp_step: i64,
}

/// The result of accepting an invitation.
pub struct AcceptedInvitation {
    /// The first session.
    pub session: Token,
    /// The recovery codes, in display form.
    pub recovery_codes: Vec<String>,
}

impl Identity {
    /// Accepts an invitation and signs the new staff member in. Repeating it within minutes returns the same
    /// recovery codes with a new session. Otherwise a lost response would lose the codes forever.
    pub async fn accept_invitation(
        &self,
        token: &str,
        acceptance: Acceptance,
        networks: &Networks,
    ) -> Result<AcceptedInvitation, Error> {
        let token = Token::parse(token).ok_or(Error::NoInvitation)?;
        let Some(invitation) = invitation_store::find(&self.db, &token.hash()).await? else {
            return self.accept_again(&token, acceptance, networks).await;
        };
        let accepted = self.check_acceptance(&invitation, &acceptance, networks).await?;
        let slot = self.passwords.acquire_slot(Queue::Staff, networks)?;
        let password_hash = self.passwords.hash(slot, acceptance.password.clone()).await?;
        match self
            .accept(&token, &invitation, &accepted, &password_hash)
            .await?
        {
            Some(accepted) => Ok(accepted),
            // Another request accepted it first, perhaps from the same browser.
            None => self.accept_again(&token, acceptance, networks).await,
        }
    }

    async fn check_acceptance(
        &self,
        invitation: &Invitation,
        acceptance: &Acceptance,
        networks: &Networks,
    ) -> Result<AcceptanceValues, Error> {
        let mut violations = Vec::new();
        let name = field("name", details::name(&acceptance.name), &mut violations);
        let email = field("email", email(&acceptance.email, invitation), &mut violations);
        let password = &acceptance.password;
        if field("password", details::new_password(password), &mut violations).is_some() {
            let (estimated, email) = (password.clone(), email.clone());
            let estimate = move || new_password::is_common(&estimated, email.as_ref());
            let slot = self.passwords.acquire_slot(Queue::Staff, networks)?;
            if self.passwords.estimate(slot, estimate).await? {
                violations.push(Violation::new("password", new_password::too_common()));
            }
        }
        let totp_secret = TotpSecret::open(&invitation.totp_secret, &self.keys, invitation.id)?;
        let totp_step = field("code", step(&totp_secret, &acceptance.code), &mut violations);
        match (name, email, totp_step) {
            (Some(name), Some(email), Some(totp_step)) if violations.is_empty() => Ok(AcceptanceValues {
                name,
                email,
                totp_secret,
                totp_step,
            }),
            _ => Err(Error::Invalid(violations)),
        }
    }

    /// Accepts in one transaction. Returns `None` if a concurrent request has used the invitation.
    async fn accept(
        &self,
        token: &Token,
        invitation: &Invitation,
        accepted: &AcceptanceValues,
        password_hash: &str,
    ) -> Result<Option<AcceptedInvitation>, Error> {
        let mut transaction = database::begin(&self.db).await?;
        if !invitation_store::consume(&mut transaction, &token.hash()).await? {
            return Ok(None);
        }
        let staff_id = self
            .create_or_reactivate_staff(&mut transaction, invitation, accepted, password_hash)
            .await?;
        invitation_store::note_accepted(&mut transaction, &token.hash(), staff_id).await?;
        let codes = self.codes_of(token);
        let macs = codes
            .iter()
            .map(|code| self.keys.of_recovery_code(staff_id, code).to_vec());
        let macs: Vec<_> = macs.collect();
        recovery_codes::store(&mut transaction, staff_id, &macs).await?;
        let session = first_session(&mut transaction, staff_id).await?;
        transaction.commit().await?;
        let role = invitation.role.name();
        tracing::info!(%staff_id, role, "an invitation was accepted");
        Ok(Some(accepted_invitation(session, &codes)))
    }

    /// Creates or reactivates the staff member and returns their id. A former staff member keeps the id, so
    /// that log entries still match. That needs an invitation sent to their address, because anyone may hold
    /// the first owner's link.
    async fn create_or_reactivate_staff(
        &self,
        db: &mut PgConnection,
        invitation: &Invitation,
        accepted: &AcceptanceValues,
        password_hash: &str,
    ) -> Result<Uuid, Error> {
        let email = accepted.email.as_str();
        let known = staff_store::lock_by_email(db, email).await?.map(|known| known.id);
        if known.is_some() && invitation.email.is_empty() {
            return Err(Error::StaffEmailTaken);
        }
        let id = known.unwrap_or(invitation.id);
        let new = NewStaff {
            id,
            email,
            name: &accepted.name,
            role: invitation.role,
            password_hash,
            totp_secret: &accepted.totp_secret.seal(&self.keys, id)?,
            totp_step: accepted.totp_step,
        };
        let is_made = if known.is_some() {
            staff_sessions::remove_all(db, id).await?;
            staff_store::reactivate(db, &new).await?
        } else {
            staff_store::insert(db, &new).await?
        };
        is_made.then_some(id).ok_or(Error::StaffEmailTaken)
    }

    /// The recovery codes of the invitation with this token, in the form that is hashed.
    pub(crate) fn codes_of(&self, token: &Token) -> Vec<String> {
        let token = token.to_text();
        let hashes = (0..recovery_code::GIVEN).map(|nth| self.keys.for_recovery_code(&token, nth));
        hashes.map(|hash| recovery_code::from_hash(&hash)).collect()
    }
}

/// Starts the session of a staff member who accepts.
pub(crate) async fn first_session(db: &mut PgConnection, staff_id: Uuid) -> Result<Token, Error> {
    let session = Token::random();
    staff_sessions::begin(db, &session.hash(), staff_id, SignInReauthentication::Now).await?;
    staff_log::append(&mut *db, staff_id, "AcceptInvitation").await?;
    Ok(session)
}

/// Builds the result, with the recovery codes in display form.
pub(crate) fn accepted_invitation(session: Token, codes: &[String]) -> AcceptedInvitation {
    AcceptedInvitation {
        session,
        recovery_codes: codes.iter().map(|code| recovery_code::format(code)).collect(),
    }
}

fn email(typed: &str, invitation: &Invitation) -> Result<Email, Broken> {
    let email = details::email(typed)?;
    if invitation.email.is_empty() || invitation.email == email.as_str() {
        return Ok(email);
    }
    Err(Rule::Wrong.says("The invitation went to another email address."))
}

/// Returns the time step of the app's code.
pub(crate) fn step(secret: &TotpSecret, typed: &str) -> Result<i64, Broken> {
    let now = OffsetDateTime::now_utc().unix_timestamp();
    let step = match SecondFactorCode::parse(typed) {
        SecondFactorCode::App(code) => secret.step_of(&code, now),
        SecondFactorCode::Recovery(_) | SecondFactorCode::Neither => None,
    };
    step.ok_or_else(|| {
        Rule::Wrong
            .says("This is not the code that your authenticator app shows. Check the clock of your phone.")
    })
}
