//! Tests of the office's staff.

mod accepting_again;
mod authorizing;
mod colleagues;
mod guessing;
mod invitations;
mod invited_anew;
mod kept;
mod log;
mod outage;
mod own_sign_in;
mod reauthenticating;
mod sessions;
mod signing_in;

use std::sync::LazyLock;

use proto::identity::v1::{
    AcceptInvitationRequest, AcceptInvitationResponse, AuthorizeStaffRequest, AuthorizeStaffResponse,
    GetInvitationRequest, GetInvitationResponse, InviteFirstOwnerRequest, InviteStaffRequest,
    ListStaffLogRequest, SignInRequest, SignInResponse, StaffInvitation, StaffLogEntry, StaffRole,
    staff_service_client::StaffServiceClient,
};
use runtime::{CallerKey, StaffTokenKey, status};
use testkit::eventually;
use time::OffsetDateTime;
use tonic::{Code, Status, transport::Channel};
use totp_rs::{Builder, Secret, Totp};

use crate::{HOME, Identity};

/// The key with which the service signs tokens.
pub static TOKEN_KEY: LazyLock<StaffTokenKey> = LazyLock::new(|| CallerKey::generate().into());

pub const OFFICE_URL: &str = "http://localhost:8081";

const OWNER: &str = "owner@gmail.com";
const PACKER: &str = "packer@example.com";
const PASSWORD: &str = "karela-jamun-42";

/// The seconds of a time step.
const STEP: i64 = 30;

/// The office of a shop with its own database.
pub(crate) struct Office {
    pub(crate) identity: Identity,
    pub(crate) client: StaffServiceClient<Channel>,
}

/// A staff member with their phone.
struct Member {
    id: String,
    email: String,
    phone: Totp,
    session: String,
    recovery_codes: Vec<String>,
}

impl Office {
    async fn open() -> Self {
        Self::of(Identity::open().await)
    }

    pub(crate) fn of(identity: Identity) -> Self {
        let client = StaffServiceClient::new(Channel::builder(identity.served.url()).connect_lazy());
        Self { identity, client }
    }

    /// Starts the service with an owner who has just accepted.
    async fn with_owner() -> (Self, Member) {
        let office = Self::open().await;
        let token = office.invite_first_owner().await.expect("there is no owner");
        let owner = office.join(&token, OWNER).await;
        (office, owner)
    }

    async fn invite_first_owner(&self) -> Result<String, Status> {
        let answer = self
            .client
            .clone()
            .invite_first_owner(InviteFirstOwnerRequest {})
            .await?;
        Ok(answer.into_inner().invitation_token)
    }

    async fn invite(&self, email: &str, role: StaffRole) -> Result<StaffInvitation, Status> {
        let request = InviteStaffRequest {
            name: "Asha Patel".to_owned(),
            email: email.to_owned(),
            role: role.into(),
        };
        let answer = self.client.clone().invite_staff(request).await?;
        Ok(answer.into_inner().invitation.expect("it tells the invitation"))
    }

    /// Invites a staff member and reads the token in the mail.
    async fn token_by_mail(&self, email: &str, role: StaffRole) -> String {
        let known: Vec<_> = self
            .identity
            .sent
            .mails()
            .into_iter()
            .map(|mail| mail.about)
            .collect();
        let invited = self.invite(email, role).await.expect("the address is free");
        let mail = eventually("the invitation arrives", async || {
            let mut mails = self.identity.mails_to(&invited.email).into_iter();
            mails.find(|mail| !known.contains(&mail.about))
        })
        .await;
        token_in(&mail)
    }

    async fn invitation(&self, token: &str) -> Result<GetInvitationResponse, Status> {
        let request = GetInvitationRequest {
            invitation_token: token.to_owned(),
        };
        Ok(self.client.clone().get_invitation(request).await?.into_inner())
    }

    async fn accept(&self, request: AcceptInvitationRequest) -> Result<AcceptInvitationResponse, Status> {
        Ok(self.client.clone().accept_invitation(request).await?.into_inner())
    }

    /// Accepts an invitation with an authenticator app.
    async fn join(&self, token: &str, email: &str) -> Member {
        let phone = self.phone(token).await;
        let request = acceptance(token, email, &code(&phone, 0));
        let accepted = self.accept(request).await.expect("every value is right");
        let me = self
            .authorize(&accepted.session_token)
            .await
            .expect("they are signed in");
        Member {
            id: me.staff.expect("it tells who").staff_id,
            email: email.to_owned(),
            phone,
            session: accepted.session_token,
            recovery_codes: accepted.recovery_codes,
        }
    }

    /// An app that scanned the invitation's QR code.
    async fn phone(&self, token: &str) -> Totp {
        let invitation = self.invitation(token).await.expect("the invitation lives");
        phone(&invitation.totp_secret)
    }

    async fn member(&self, email: &str, role: StaffRole) -> Member {
        let token = self.token_by_mail(email, role).await;
        self.join(&token, email).await
    }

    async fn sign_in(&self, email: &str, password: &str, code: &str) -> Result<SignInResponse, Status> {
        self.sign_in_from(HOME, email, password, code).await
    }

    async fn sign_in_from(
        &self,
        address: &str,
        email: &str,
        password: &str,
        code: &str,
    ) -> Result<SignInResponse, Status> {
        let request = SignInRequest {
            email: email.to_owned(),
            password: password.to_owned(),
            code: code.to_owned(),
            client_address: address.to_owned(),
        };
        Ok(self.client.clone().sign_in(request).await?.into_inner())
    }

    /// Finds the staff member of a session.
    async fn authorize(&self, session: &str) -> Result<AuthorizeStaffResponse, Status> {
        self.authorize_for(AuthorizeStaffRequest {
            session_token: session.to_owned(),
            ..AuthorizeStaffRequest::default()
        })
        .await
    }

    async fn authorize_for(&self, request: AuthorizeStaffRequest) -> Result<AuthorizeStaffResponse, Status> {
        Ok(self.client.clone().authorize_staff(request).await?.into_inner())
    }

    /// The log, newest first.
    async fn log(&self) -> Vec<StaffLogEntry> {
        let answer = self
            .client
            .clone()
            .list_staff_log(ListStaffLogRequest::default())
            .await;
        answer.expect("the log can be read").into_inner().entries
    }

    async fn methods_in_the_log(&self) -> Vec<String> {
        self.log().await.into_iter().map(|entry| entry.method).collect()
    }

    /// The app's current code. All earlier codes count as unused.
    async fn fresh_code(&self, member: &Member) -> String {
        self.identity.sql("UPDATE staff SET totp_step = 0").await;
        code(&member.phone, 0)
    }

    /// Moves a time of all sessions into the past.
    async fn age_sessions(&self, column: &str, age: &str) {
        let update = format!("UPDATE staff_sessions SET {column} = {column} - interval '{age}'");
        self.identity.sql(&update).await;
    }
}

/// A request that accepts an invitation.
fn acceptance(token: &str, email: &str, code: &str) -> AcceptInvitationRequest {
    AcceptInvitationRequest {
        invitation_token: token.to_owned(),
        name: "Asha Patel".to_owned(),
        email: email.to_owned(),
        password: PASSWORD.to_owned(),
        code: code.to_owned(),
        client_address: HOME.to_owned(),
    }
}

/// A call that changes the status of an order.
fn transition_call(session: &str, subject: &str) -> AuthorizeStaffRequest {
    AuthorizeStaffRequest {
        session_token: session.to_owned(),
        service: "shop.order.v1.OrderService".to_owned(),
        method: "TransitionOrder".to_owned(),
        subject: subject.to_owned(),
        ..AuthorizeStaffRequest::default()
    }
}

fn phone(secret: &str) -> Totp {
    let secret = Secret::try_from_base32(secret).expect("it is base 32");
    Builder::new()
        .with_secret(secret)
        .build()
        .expect("it is long enough")
}

/// The app's code this many time steps from now.
fn code(phone: &Totp, steps: i64) -> String {
    let then = OffsetDateTime::now_utc().unix_timestamp() + steps * STEP;
    phone
        .generate(u64::try_from(then).expect("it is after 1970"))
        .to_string()
}

/// A code that the app shows in none of the steps around now.
fn wrong_code(phone: &Totp) -> String {
    let right: Vec<_> = (-3..=3).map(|steps| code(phone, steps)).collect();
    let mut codes = (0..10).map(|digit| digit.to_string().repeat(6));
    codes
        .find(|code| !right.contains(code))
        .expect("there are more than seven")
}

/// Waits until the time step lasts some more seconds, so that a code does not expire before its check.
async fn early_in_a_step() {
    eventually("a time step is not about to end", async || {
        (OffsetDateTime::now_utc().unix_timestamp() % STEP < STEP - 8).then_some(())
    })
    .await;
}

/// The token after the `#` of the mail's link.
fn token_in(mail: &mail::Mail) -> String {
    let link = mail.text.lines().map(str::trim).find_map(|line| {
        let rest = line.strip_prefix(OFFICE_URL)?;
        rest.strip_prefix("/invitation#")
    });
    link.expect("the mail holds a link").to_owned()
}

#[track_caller]
fn refused<T>(answer: Result<T, Status>, code: Code, reason: Option<&str>) -> Status {
    let Err(status) = answer else {
        panic!("it should have been refused: {code:?} {reason:?}");
    };
    assert_eq!(status.code(), code, "{status}");
    assert_eq!(status::details(&status).reason.as_deref(), reason, "{status}");
    status
}

/// The invalid fields in an error, each with the code of its rule.
fn wrong_fields(status: &Status) -> Vec<(String, String)> {
    let violations = status::details(status).violations.into_iter();
    violations
        .map(|violation| (violation.field, violation.code.unwrap_or_default()))
        .collect()
}
