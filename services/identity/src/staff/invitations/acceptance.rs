//! Accepting an invitation.

use runtime::status::{Broken, Rule, Violation, field};
use time::OffsetDateTime;
use values::Email;

use crate::{
    account::new_password,
    error::Error,
    identity::Identity,
    session::token::Token,
    staff::{
        details,
        invitations::invitation_store::{self, Invitation},
        second_factor::{recovery_code, recovery_codes, totp::TotpSecret, typed_code::TypedCode},
        signing_in::staff_sessions,
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
    password: String,
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
    /// Makes staff of whoever holds an invitation's token, and signs them in.
    pub async fn accept_invitation(&self, token: &str, acceptance: Acceptance) -> Result<Begun, Error> {
        let token_hash = Token::read(token).ok_or(Error::NoInvitation)?.hash();
        let invitation = invitation_store::find(&self.db, &token_hash).await?;
        let invitation = invitation.ok_or(Error::NoInvitation)?;
        let accepted = self.check_acceptance(&invitation, acceptance).await?;
        let password_hash = self.passwords.hash(accepted.password).await?;
        let new = NewStaff {
            id: invitation.id,
            email: accepted.email.as_str(),
            name: &accepted.name,
            role: invitation.role,
            password_hash: &password_hash,
            totp_secret: &invitation.totp_secret,
            totp_step: accepted.totp_step,
        };
        let begun = self.begin(&token_hash, &new).await?;
        tracing::info!(staff_id = %new.id, role = new.role.name(), "an invitation was accepted");
        Ok(begun)
    }

    async fn check_acceptance(
        &self,
        invitation: &Invitation,
        acceptance: Acceptance,
    ) -> Result<Accepted, Error> {
        let mut violations = Vec::new();
        let name = field("name", details::name(&acceptance.name), &mut violations);
        let email = field("email", email(&acceptance.email, invitation), &mut violations);
        let password = acceptance.password;
        if field("password", details::new_password(&password), &mut violations).is_some() {
            let (estimated, email) = (password.clone(), email.clone());
            let estimate = move || new_password::is_common(&estimated, email.as_ref());
            if self.passwords.estimate(estimate).await? {
                violations.push(Violation::new("password", new_password::too_common()));
            }
        }
        let secret = TotpSecret::open(&invitation.totp_secret, &self.keys, invitation.id)?;
        let totp_step = field("code", step(&secret, &acceptance.code), &mut violations);
        match (name, email, totp_step) {
            (Some(name), Some(email), Some(totp_step)) if violations.is_empty() => Ok(Accepted {
                name,
                email,
                password,
                totp_step,
            }),
            _ => Err(Error::Invalid(violations)),
        }
    }

    /// One transaction: of two that accept the same invitation at once, one finds it used.
    async fn begin(&self, token_hash: &[u8; 32], new: &NewStaff<'_>) -> Result<Begun, Error> {
        let codes: Vec<_> = (0..recovery_code::GIVEN)
            .map(|_| recovery_code::random())
            .collect();
        let macs = codes
            .iter()
            .map(|code| self.keys.of_recovery_code(new.id, code).to_vec());
        let macs: Vec<_> = macs.collect();
        let session = Token::random();
        let mut transaction = database::begin(&self.db).await?;
        if !invitation_store::consume(&mut transaction, token_hash).await? {
            return Err(Error::NoInvitation);
        }
        if !staff_store::insert(&mut transaction, new).await? {
            return Err(Error::StaffEmailTaken);
        }
        recovery_codes::store(&mut transaction, new.id, &macs).await?;
        staff_sessions::begin(&mut transaction, &session.hash(), new.id).await?;
        staff_log::append(&mut *transaction, new.id, "AcceptInvitation", "").await?;
        transaction.commit().await?;
        Ok(Begun {
            session,
            recovery_codes: codes.iter().map(|code| recovery_code::shown(code)).collect(),
        })
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
fn step(secret: &TotpSecret, typed: &str) -> Result<i64, Broken> {
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
