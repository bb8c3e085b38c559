//! Tests of credential changes by staff: forgotten password, new password, recovery codes, phone.

use proto::identity::v1::{
    ChangePhoneRequest, ChangeStaffPasswordRequest, ChangeStaffRequest, GetNewPhoneRequest,
    GetOwnSignInRequest, RenewRecoveryCodesRequest, RequestStaffPasswordCodeRequest,
    ResetStaffPasswordRequest, StaffRole,
};
use testkit::eventually;
use tonic::{Code, Status};

use crate::{
    HOME, another, code_in,
    staff::{Member, OWNER, Office, PACKER, PASSWORD, code, phone, refused, wrong_code, wrong_fields},
};

const NEW_PASSWORD: &str = "amla-haldi-4711";
const REAUTHENTICATE: Option<&str> = Some("REAUTHENTICATE");
const WRONG: Option<&str> = Some("WRONG_CREDENTIALS");

impl Office {
    async fn request_password_code(&self, email: &str) -> Result<(), Status> {
        let request = RequestStaffPasswordCodeRequest {
            email: email.to_owned(),
            client_address: HOME.to_owned(),
        };
        let asked = self.client.clone().request_staff_password_code(request).await;
        asked.map(drop)
    }

    /// Requests a password reset code and reads it in the mail.
    async fn mailed_code(&self, member: &Member) -> String {
        self.identity.wait_for_limits().await;
        let known = self.identity.mails_to(&member.email).len();
        self.request_password_code(&member.email)
            .await
            .expect("it is no more than one");
        let mail = eventually("the code arrives", async || {
            self.identity.mails_to(&member.email).get(known).cloned()
        })
        .await;
        code_in(&mail)
    }

    async fn reset(&self, email: &str, mailed: &str, code: &str, password: &str) -> Result<String, Status> {
        let request = ResetStaffPasswordRequest {
            email: email.to_owned(),
            mailed_code: mailed.to_owned(),
            code: code.to_owned(),
            new_password: password.to_owned(),
            client_address: HOME.to_owned(),
        };
        let reset = self.client.clone().reset_staff_password(request).await?;
        Ok(reset.into_inner().session_token)
    }

    async fn change_password(&self, session: &str, new: &str) -> Result<(), Status> {
        let request = ChangeStaffPasswordRequest {
            session_token: session.to_owned(),
            new_password: new.to_owned(),
            client_address: HOME.to_owned(),
        };
        self.client.clone().change_staff_password(request).await.map(drop)
    }

    async fn codes_left(&self, session: &str) -> i32 {
        let request = GetOwnSignInRequest {
            session_token: session.to_owned(),
        };
        let told = self.client.clone().get_own_sign_in(request).await;
        told.expect("they are signed in").into_inner().recovery_codes_left
    }

    async fn renew_codes(&self, session: &str) -> Result<Vec<String>, Status> {
        let request = RenewRecoveryCodesRequest {
            session_token: session.to_owned(),
        };
        let renewed = self.client.clone().renew_recovery_codes(request).await?;
        Ok(renewed.into_inner().recovery_codes)
    }

    async fn new_phone(&self, session: &str) -> String {
        let request = GetNewPhoneRequest {
            session_token: session.to_owned(),
        };
        let told = self.client.clone().get_new_phone(request).await;
        told.expect("they are signed in").into_inner().totp_secret
    }

    async fn change_phone(&self, session: &str, code: &str, new_code: &str) -> Result<(), Status> {
        let request = ChangePhoneRequest {
            session_token: session.to_owned(),
            password: PASSWORD.to_owned(),
            code: code.to_owned(),
            new_code: new_code.to_owned(),
            client_address: HOME.to_owned(),
        };
        self.client.clone().change_phone(request).await.map(drop)
    }

    async fn until_mailed(&self, email: &str, subject: &str) {
        eventually("it is told by mail", async || {
            let mails = self.identity.mails_to(email).into_iter();
            mails.filter(|mail| mail.subject == subject).map(drop).next()
        })
        .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forgotten_password_needs_the_mail_and_the_phone() {
    let (office, owner) = Office::with_owner().await;
    let mailed = office.mailed_code(&owner).await;
    let (right, wrong) = (office.fresh_code(&owner).await, wrong_code(&owner.phone));
    let tries = [
        // A wrong app code, a wrong mailed code, and an unknown address.
        (OWNER, mailed.clone(), wrong),
        (OWNER, another(&mailed, 0), right.clone()),
        ("unknown@gmail.com", mailed.clone(), right.clone()),
    ];
    for (email, mailed, code) in tries {
        let status = refused(
            office.reset(email, &mailed, &code, NEW_PASSWORD).await,
            Code::InvalidArgument,
            None,
        );
        assert_eq!(
            wrong_fields(&status),
            [("mailed_code".to_owned(), "WRONG".to_owned())]
        );
    }
    let code_now = office.fresh_code(&owner).await;
    let session = office.reset(OWNER, &mailed, &code_now, NEW_PASSWORD).await;
    let session = session.expect("both are right");
    office.authorize(&session).await.expect("they are signed in");
    refused(
        office.authorize(&owner.session).await,
        Code::Unauthenticated,
        Some("NOT_SIGNED_IN"),
    );
    office
        .until_mailed(OWNER, "Your office password was changed")
        .await;
    assert!(
        office
            .methods_in_the_log()
            .await
            .contains(&"ResetStaffPassword".to_owned())
    );
    let code_now = office.fresh_code(&owner).await;
    let old = office.sign_in(OWNER, PASSWORD, &code_now).await;
    refused(old, Code::Unauthenticated, WRONG);
    let new = office.sign_in(OWNER, NEW_PASSWORD, &code_now).await;
    new.expect("it is the new one");
    // The mailed code works once.
    let code_now = office.fresh_code(&owner).await;
    let again = office.reset(OWNER, &mailed, &code_now, "haldi-amla-4711").await;
    refused(again, Code::InvalidArgument, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mailed_code_dies_with_its_fifth_try_and_a_recovery_code_stands_in_for_the_phone() {
    let (office, owner) = Office::with_owner().await;
    let mailed = office.mailed_code(&owner).await;
    for nth in 0..5 {
        office.identity.wait_for_limits().await;
        let guess = office
            .reset(
                OWNER,
                &another(&mailed, nth),
                &owner.recovery_codes[0],
                NEW_PASSWORD,
            )
            .await;
        refused(guess, Code::InvalidArgument, None);
    }
    office.identity.wait_for_limits().await;
    let late = office
        .reset(OWNER, &mailed, &owner.recovery_codes[0], NEW_PASSWORD)
        .await;
    refused(late, Code::InvalidArgument, None);
    let mailed = office.mailed_code(&owner).await;
    let session = office
        .reset(OWNER, &mailed, &owner.recovery_codes[0], NEW_PASSWORD)
        .await
        .expect("it was not used up");
    assert_eq!(office.codes_left(&session).await, 9);
    // A recovery code does not count as reauthentication: sensitive actions need password and phone.
    let change = office.change_password(&session, "haldi-amla-4711").await;
    refused(change, Code::PermissionDenied, REAUTHENTICATE);
}

#[tokio::test(flavor = "multi_thread")]
async fn asking_for_a_code_does_not_reveal_staff_and_a_deactivated_member_gets_none() {
    let (office, _) = Office::with_owner().await;
    let packer = office.member(PACKER, StaffRole::Packer).await;
    let change = ChangeStaffRequest {
        staff_id: packer.id.clone(),
        role: StaffRole::Packer.into(),
        is_active: false,
    };
    office
        .client
        .clone()
        .change_staff(change)
        .await
        .expect("it is there");
    office.identity.wait_for_limits().await;
    let known = office.identity.mails_to(PACKER).len();
    for email in [PACKER, "unknown@gmail.com"] {
        office
            .request_password_code(email)
            .await
            .expect("it says nothing");
    }
    office
        .request_password_code(OWNER)
        .await
        .expect("it is no more than one");
    office
        .until_mailed(OWNER, "Your code for a new office password")
        .await;
    eventually("every job is done", async || {
        let left = office.identity.text("SELECT count(*)::text FROM jobs").await;
        (left == "0").then_some(())
    })
    .await;
    assert_eq!(office.identity.mails_to(PACKER).len(), known);
    assert!(office.identity.mails_to("unknown@gmail.com").is_empty());
    let too_soon = office.request_password_code(OWNER).await;
    refused(too_soon, Code::ResourceExhausted, Some("TOO_OFTEN"));
}

#[tokio::test(flavor = "multi_thread")]
async fn reauthenticated_staff_change_password_and_recovery_codes() {
    let (office, owner) = Office::with_owner().await;
    let elsewhere = office.fresh_code(&owner).await;
    let elsewhere = office
        .sign_in(OWNER, PASSWORD, &elsewhere)
        .await
        .expect("they are right")
        .session_token;
    let short = office.change_password(&owner.session, "short").await;
    let short = refused(short, Code::InvalidArgument, None);
    assert_eq!(
        wrong_fields(&short),
        [("new_password".to_owned(), "TOO_SHORT".to_owned())]
    );
    office
        .change_password(&owner.session, NEW_PASSWORD)
        .await
        .expect("they have just accepted");
    office
        .authorize(&owner.session)
        .await
        .expect("this session goes on");
    refused(
        office.authorize(&elsewhere).await,
        Code::Unauthenticated,
        Some("NOT_SIGNED_IN"),
    );

    let codes = office.renew_codes(&owner.session).await.expect("they showed it");
    assert_eq!((codes.len(), office.codes_left(&owner.session).await), (10, 10));
    let old = office
        .sign_in(OWNER, NEW_PASSWORD, &owner.recovery_codes[0])
        .await;
    refused(old, Code::Unauthenticated, WRONG);
    let new = office.sign_in(OWNER, NEW_PASSWORD, &codes[0]).await;
    new.expect("it is one of the new ones");
    assert_eq!(office.codes_left(&owner.session).await, 9);
    office
        .until_mailed(OWNER, "Your office sign-in was changed")
        .await;

    office.age_sessions("reauthenticated_at", "6 minutes").await;
    for refusal in [
        office.change_password(&owner.session, "haldi-amla-4711").await,
        office.renew_codes(&owner.session).await.map(drop),
    ] {
        refused(refusal, Code::PermissionDenied, REAUTHENTICATE);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_phone_takes_the_place_of_the_old_one_also_of_one_that_is_lost() {
    let (office, owner) = Office::with_owner().await;
    let secret = office.new_phone(&owner.session).await;
    assert_eq!(office.new_phone(&owner.session).await, secret, "however often");
    let new = phone(&secret);
    let old_code = office.fresh_code(&owner).await;
    let wrong = office
        .change_phone(&owner.session, &old_code, &wrong_code(&new))
        .await;
    let wrong = refused(wrong, Code::InvalidArgument, None);
    assert_eq!(
        wrong_fields(&wrong),
        [("new_code".to_owned(), "WRONG".to_owned())]
    );
    let wrong = office
        .change_phone(&owner.session, &wrong_code(&owner.phone), &code(&new, 0))
        .await;
    refused(wrong, Code::InvalidArgument, None);
    office
        .change_phone(&owner.session, &old_code, &code(&new, 0))
        .await
        .expect("all is right");
    office.identity.sql("UPDATE staff SET totp_step = 0").await;
    let old = office.sign_in(OWNER, PASSWORD, &code(&owner.phone, 0)).await;
    refused(old, Code::Unauthenticated, WRONG);
    office.identity.wait_for_limits().await;
    let signed_in = office.sign_in(OWNER, PASSWORD, &code(&new, 0)).await;
    signed_in.expect("it is the new phone");

    // The phone is lost: one recovery code signs in, another one authorises the new phone.
    let codes = &owner.recovery_codes;
    let session = office.sign_in(OWNER, PASSWORD, &codes[0]).await;
    let session = session.expect("it was not used").session_token;
    let next = office.new_phone(&session).await;
    assert_ne!(next, secret);
    office
        .change_phone(&session, &codes[1], &code(&phone(&next), 0))
        .await
        .expect("all is right");
    assert_eq!(office.codes_left(&session).await, 8);
}
