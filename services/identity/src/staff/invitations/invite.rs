//! Sending and opening invitations.

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

/// An invitation with the secret for its holder.
pub struct OpenedInvitation {
    /// The invitation.
    pub invitation: Invitation,
    /// The TOTP secret, as typed into an authenticator app.
    pub totp_secret: String,
    /// The TOTP secret as a URI for authenticator apps.
    pub totp_uri: String,
}

/// The invitee, as far as known.
#[derive(Clone, Copy)]
struct Addressee<'a> {
    email: &'a str,
    name: &'a str,
    role: Role,
}

/// The first owner enters their own name and address.
const FIRST_OWNER: Addressee<'static> = Addressee {
    email: "",
    name: "",
    role: Role::Owner,
};

/// Invites the first owner, while the shop has none. Replaces the previous invitation. Returns the token and
/// its expiry time.
pub async fn invite_first_owner(db: &PgPool, keys: &Keys) -> Result<(Token, OffsetDateTime), Error> {
    let token = Token::random();
    let mut transaction = database::begin(db).await?;
    let expires_at = store_invitation(&mut transaction, keys, FIRST_OWNER, &token).await?;
    // Checked after the previous invitation is replaced, so that a concurrent acceptance of it finishes
    // first.
    if staff_store::has_owner(&mut transaction).await? {
        return Err(Error::HasOwner);
    }
    transaction.commit().await?;
    tracing::info!("first owner invited");
    Ok((token, expires_at))
}

/// Invites an owner who lost their password or phone, and deactivates them until they accept. For operators,
/// if no other owner can do it. Returns the token and its expiry time.
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
    /// Invites a staff member by mail and returns the expiry time; `by` is the id of the acting owner, `None`
    /// for an operator.
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
        // Checked afterwards for the same reason as above. Inactive staff may be invited again.
        let known = staff_store::lock_by_email(&mut transaction, email).await?;
        if known.is_some_and(|known| known.is_active) {
            return Err(Error::InviteeIsActive);
        }
        transaction.commit().await?;
        self.mails.wake();
        tracing::info!(by, role = invitee.role.name(), "staff member invited");
        Ok(expires_at)
    }

    /// Opens an invitation, with the secret for the authenticator app.
    pub async fn invitation(&self, token: &str) -> Result<OpenedInvitation, Error> {
        let token = Token::parse(token).ok_or(Error::NoInvitation)?;
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
