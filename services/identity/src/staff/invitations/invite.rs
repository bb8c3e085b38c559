//! Inviting somebody, and what an invitation says.

use runtime::status::field;
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    codes::keys::Keys,
    error::Error,
    identity::Identity,
    mails::mail_job::{self, STAFF_INVITATION},
    session::token::Token,
    staff::{
        details::{self, Invitee},
        invitations::invitation_store::{self, Invitation, NewInvitation},
        role::Role,
        second_factor::totp::TotpSecret,
        signing_in::staff_sessions,
        staff_store,
    },
};

/// An invitation with what only whoever holds its token may know.
pub struct OpenedInvitation {
    /// What it says.
    pub invitation: Invitation,
    /// The secret for the authenticator app, as it is typed.
    pub totp_secret: String,
    /// The same as an app reads it.
    pub totp_uri: String,
}

/// Whom an invitation is for, as far as anybody knows.
#[derive(Clone, Copy)]
struct Addressee<'a> {
    email: &'a str,
    name: &'a str,
    role: Role,
}

/// The first owner says their own name and address.
const FIRST_OWNER: Addressee<'static> = Addressee {
    email: "",
    name: "",
    role: Role::Owner,
};

/// Invites whoever runs the shop, while it has no owner; answers the token of the link, and until when it can be accepted. The
/// invitation before it ends.
pub async fn invite_first_owner(db: &PgPool, keys: &Keys) -> Result<(Token, OffsetDateTime), Error> {
    let token = Token::random();
    let mut transaction = database::begin(db).await?;
    let expires_at = store_invitation(&mut transaction, keys, FIRST_OWNER, &token).await?;
    // Asked after the invitation took the place of the one before: whoever is accepting that one is waited for.
    if staff_store::has_owner(&mut transaction).await? {
        return Err(Error::HasOwner);
    }
    transaction.commit().await?;
    tracing::info!("whoever runs the shop was invited");
    Ok((token, expires_at))
}

/// Invites an owner anew who lost what they sign in with, and takes the office from them until they accept: for the operator, where
/// no other owner is left who could. Answers the token of the link, and until when it can be accepted.
pub async fn invite_lost_owner(
    db: &PgPool,
    keys: &Keys,
    email: &str,
) -> Result<(Token, OffsetDateTime), Error> {
    let mut violations = Vec::new();
    let email = field("email", details::email(email), &mut violations).ok_or(Error::Invalid(violations))?;
    let token = Token::random();
    let mut transaction = database::begin(db).await?;
    let known = staff_store::lock_by_email(&mut transaction, email.as_str()).await?;
    let owner = known.filter(|known| known.role == Role::Owner);
    let owner = owner.ok_or(Error::NoSuchOwner)?;
    let addressee = Addressee {
        email: &owner.email,
        name: &owner.name,
        role: Role::Owner,
    };
    let expires_at = store_invitation(&mut transaction, keys, addressee, &token).await?;
    staff_store::change(&mut transaction, owner.id, Role::Owner, false).await?;
    staff_sessions::remove_all(&mut transaction, owner.id).await?;
    transaction.commit().await?;
    tracing::info!(staff_id = %owner.id, "an owner was invited anew");
    Ok((token, expires_at))
}

async fn store_invitation(
    db: &mut PgConnection,
    keys: &Keys,
    addressee: Addressee<'_>,
    token: &Token,
) -> Result<OffsetDateTime, Error> {
    let id = Uuid::now_v7();
    let new = NewInvitation {
        id,
        token_hash: token.hash(),
        email: addressee.email,
        name: addressee.name,
        role: addressee.role,
        totp_secret: &TotpSecret::random().seal(keys, id)?,
    };
    Ok(invitation_store::store(db, new).await?)
}

impl Identity {
    /// Invites somebody by mail; `by` is the id of who does, or none for an operator. Answers until when it can be accepted.
    pub async fn invite_staff(&self, invitee: &Invitee, by: Option<&str>) -> Result<OffsetDateTime, Error> {
        let email = invitee.email.as_str();
        let addressee = Addressee {
            email,
            name: &invitee.name,
            role: invitee.role,
        };
        let mut transaction = database::begin(&self.db).await?;
        let mail = mail_job::enqueue(&mut *transaction, STAFF_INVITATION, &invitee.email).await?;
        let token = Token::from(self.keys.token_of_invitation(mail));
        let expires_at = store_invitation(&mut transaction, &self.keys, addressee, &token).await?;
        // Asked afterwards for the same reason as above. Somebody who may not sign in any more may be invited anew.
        let known = staff_store::lock_by_email(&mut transaction, email).await?;
        if known.is_some_and(|known| known.is_active) {
            return Err(Error::InviteeIsActive);
        }
        transaction.commit().await?;
        self.mails.wake();
        tracing::info!(
            by,
            role = invitee.role.name(),
            "somebody was invited to the staff"
        );
        Ok(expires_at)
    }

    /// What an invitation says, with the secret for the authenticator app.
    pub async fn invitation(&self, token: &str) -> Result<OpenedInvitation, Error> {
        let token = Token::read(token).ok_or(Error::NoInvitation)?;
        let invitation = invitation_store::find(&self.db, &token.hash()).await?;
        let invitation = invitation.ok_or(Error::NoInvitation)?;
        let secret = TotpSecret::open(&invitation.totp_secret, &self.keys, invitation.id)?;
        Ok(OpenedInvitation {
            totp_secret: secret.to_base32(),
            totp_uri: secret.to_uri(&self.office.issuer(), &invitation.email),
            invitation,
        })
    }
}
