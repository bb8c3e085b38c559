//! Accepting an invitation: whoever does becomes staff, or does so again where the office was taken from them.

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
        second_factor::{recovery_code, recovery_codes, totp::TotpSecret, typed_code::TypedCode},
        signing_in::staff_sessions::{self, ShownAgain},
        staff_log,
        staff_store::{self, NewStaff},
    },
};

/// What whoever accepts says of themselves. Holds a password, so it cannot be printed.
pub struct Acceptance {
    /// What colleagues call them.
    pub name: String,
    /// Where mails go.
    pub email: String,
    /// At least 12 characters.
    pub password: String,
    /// The authenticator app's.
    pub code: String,
}

/// What keeps every rule.
struct Accepted {
    name: String,
    email: Email,
    totp_secret: TotpSecret,
    totp_step: i64,
}

/// What somebody gets who has become staff.
pub struct Begun {
    /// Their first session.
    pub session: Token,
    /// Codes that stand in for the app's, as they are shown.
    pub recovery_codes: Vec<String>,
}

impl Identity {
    /// Makes staff of whoever holds an invitation's token, and signs them in. Who has accepted it a moment ago is answered the same
    /// again, with another session: the first answer may have been lost on its way, and nobody can be told the codes later.
    pub async fn accept_invitation(
        &self,
        token: &str,
        acceptance: Acceptance,
        networks: &Networks,
    ) -> Result<Begun, Error> {
        let token = Token::read(token).ok_or(Error::NoInvitation)?;
        let Some(invitation) = invitation_store::find(&self.db, &token.hash()).await? else {
            return self.accept_again(&token, acceptance, networks).await;
        };
        let accepted = self.check_acceptance(&invitation, &acceptance, networks).await?;
        let place = self.passwords.place(Queue::Staff, networks)?;
        let password_hash = self.passwords.hash(place, acceptance.password.clone()).await?;
        match self.begin(&token, &invitation, &accepted, &password_hash).await? {
            Some(begun) => Ok(begun),
            // Somebody else was faster, or the same browser.
            None => self.accept_again(&token, acceptance, networks).await,
        }
    }

    async fn check_acceptance(
        &self,
        invitation: &Invitation,
        acceptance: &Acceptance,
        networks: &Networks,
    ) -> Result<Accepted, Error> {
        let mut violations = Vec::new();
        let name = field("name", details::name(&acceptance.name), &mut violations);
        let email = field("email", email(&acceptance.email, invitation), &mut violations);
        let password = &acceptance.password;
        if field("password", details::new_password(password), &mut violations).is_some() {
            let (estimated, email) = (password.clone(), email.clone());
            let estimate = move || new_password::is_common(&estimated, email.as_ref());
            let place = self.passwords.place(Queue::Staff, networks)?;
            if self.passwords.estimate(place, estimate).await? {
                violations.push(Violation::new("password", new_password::too_common()));
            }
        }
        let totp_secret = TotpSecret::open(&invitation.totp_secret, &self.keys, invitation.id)?;
        let totp_step = field("code", step(&totp_secret, &acceptance.code), &mut violations);
        match (name, email, totp_step) {
            (Some(name), Some(email), Some(totp_step)) if violations.is_empty() => Ok(Accepted {
                name,
                email,
                totp_secret,
                totp_step,
            }),
            _ => Err(Error::Invalid(violations)),
        }
    }

    /// One transaction: of two that accept the same invitation at once, one finds it used, and gets nothing here.
    async fn begin(
        &self,
        token: &Token,
        invitation: &Invitation,
        accepted: &Accepted,
        password_hash: &str,
    ) -> Result<Option<Begun>, Error> {
        let mut transaction = database::begin(&self.db).await?;
        if !invitation_store::consume(&mut transaction, &token.hash()).await? {
            return Ok(None);
        }
        let staff_id = self
            .take_on(&mut transaction, invitation, accepted, password_hash)
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
        Ok(Some(begun(session, &codes)))
    }

    /// Makes them staff; answers their id. Somebody from whom the office was taken keeps the id, so that the log names them as before,
    /// where the invitation was sent to their address: whoever has a link for nobody in particular may be anybody.
    async fn take_on(
        &self,
        db: &mut PgConnection,
        invitation: &Invitation,
        accepted: &Accepted,
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
            staff_store::let_in_again(db, &new).await?
        } else {
            staff_store::insert(db, &new).await?
        };
        is_made.then_some(id).ok_or(Error::StaffEmailTaken)
    }

    /// The recovery codes of whoever accepts the invitation with this token, as they are hashed.
    pub(crate) fn codes_of(&self, token: &Token) -> Vec<String> {
        let token = token.to_text();
        let hashes = (0..recovery_code::GIVEN).map(|nth| self.keys.for_recovery_code(&token, nth));
        hashes.map(|hash| recovery_code::from_hash(&hash)).collect()
    }
}

/// Begins a session of somebody who accepts.
pub(crate) async fn first_session(db: &mut PgConnection, staff_id: Uuid) -> Result<Token, Error> {
    let session = Token::random();
    staff_sessions::begin(db, &session.hash(), staff_id, ShownAgain::Now).await?;
    staff_log::append(&mut *db, staff_id, "AcceptInvitation").await?;
    Ok(session)
}

/// What they get, from the codes as they are hashed.
pub(crate) fn begun(session: Token, codes: &[String]) -> Begun {
    Begun {
        session,
        recovery_codes: codes.iter().map(|code| recovery_code::shown(code)).collect(),
    }
}

fn email(typed: &str, invitation: &Invitation) -> Result<Email, Broken> {
    let email = details::email(typed)?;
    if invitation.email.is_empty() || invitation.email == email.as_str() {
        return Ok(email);
    }
    Err(Rule::Wrong.says("The invitation went to another email address."))
}

/// The time step of the app's code.
pub(crate) fn step(secret: &TotpSecret, typed: &str) -> Result<i64, Broken> {
    let now = OffsetDateTime::now_utc().unix_timestamp();
    let step = match TypedCode::read(typed) {
        TypedCode::App(code) => secret.step_of(&code, now),
        TypedCode::Recovery(_) | TypedCode::Neither => None,
    };
    step.ok_or_else(|| {
        Rule::Wrong
            .says("This is not the code that your authenticator app shows. Check the clock of your phone.")
    })
}
