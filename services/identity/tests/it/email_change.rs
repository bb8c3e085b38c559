//! Tests of email address changes.

use futures_util::future::join;
use proto::identity::v1::{
    ConfirmEmailChangeRequest, ConfirmEmailChangeResponse, ProveEmailRequest, RequestAccountCodeRequest,
    RequestEmailChangeRequest,
};
use runtime::status;
use testkit::eventually;
use tonic::{Code, Status};

use crate::{EMAIL, HOME, Identity, PASSWORD, another, code_in};

const NEW: &str = "asha.patel@yahoo.com";
const OTHER: &str = "bina@gmail.com";

impl Identity {
    async fn own_session(&self, email: &str) -> String {
        let token = self.log_in(email, PASSWORD).await;
        token.expect("the password is right")
    }

    async fn ask_for(&self, email: &str, password: &str, token: &str) -> Result<(), Status> {
        let request = RequestEmailChangeRequest {
            account_id: self.authenticate(token).await?,
            password: password.to_owned(),
            email: email.to_owned(),
            client_address: HOME.to_owned(),
            device_token: String::new(),
        };
        self.client.clone().request_email_change(request).await.map(drop)
    }

    async fn mail_after(&self, before: usize, email: &str) -> mail::Mail {
        eventually("the mail arrives", async || {
            self.mails_to(email).get(before).cloned()
        })
        .await
    }

    /// Requests a change to this address, and reads the code in the mail.
    async fn code_for(&self, email: &str, token: &str) -> String {
        let before = self.mails_to(email).len();
        self.ask_for(email, PASSWORD, token)
            .await
            .expect("it may be asked for");
        code_in(&self.mail_after(before, email).await)
    }

    async fn confirm(&self, code: &str, token: &str) -> Result<ConfirmEmailChangeResponse, Status> {
        let request = ConfirmEmailChangeRequest {
            account_id: self.authenticate(token).await?,
            code: code.to_owned(),
            session_token: token.to_owned(),
            client_address: HOME.to_owned(),
            device_token: String::new(),
        };
        let answer = self.client.clone().confirm_email_change(request).await?;
        Ok(answer.into_inner())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_gets_the_address_that_its_code_proves_and_the_old_one_is_told() {
    let identity = Identity::with_account().await;
    let (phone, laptop) = (
        identity.own_session(EMAIL).await,
        identity.own_session(EMAIL).await,
    );
    let code = identity.code_for(NEW, &laptop).await;
    let kept = identity
        .text("SELECT encode(code_mac, 'hex') FROM email_changes")
        .await;
    let bare = identity
        .text(&format!("SELECT encode(sha256('{code}'), 'hex')"))
        .await;
    assert_ne!(kept, bare, "six digits would fall to any hash");
    let wrong = identity.confirm(&another(&code, 0), &laptop).await;
    let wrong = wrong.expect_err("it is another code");
    assert_eq!(wrong.code(), Code::InvalidArgument);
    assert_eq!(status::details(&wrong).violations[0].field, "code");
    identity
        .authenticate(&phone)
        .await
        .expect("nothing has changed so far");

    let spaced = format!(" {} {}", &code[..3], &code[3..]);
    let account = identity.confirm(&spaced, &laptop).await;
    let account = account.expect("the code is right");
    assert_eq!(
        (account.email.as_str(), account.mobile_number.as_str()),
        (NEW, "9876543210")
    );
    identity
        .confirm(&code, &laptop)
        .await
        .expect_err("a code serves once");
    identity.authenticate(&laptop).await.expect("the shopper goes on");
    let refused = identity.authenticate(&phone).await;
    assert_eq!(refused.expect_err("it has ended").code(), Code::Unauthenticated);
    identity
        .log_in(EMAIL, PASSWORD)
        .await
        .expect_err("no account has this address");
    identity.log_in(NEW, PASSWORD).await.expect("it is the account's");
    let notice = identity.mail_after(0, EMAIL).await;
    assert_eq!(notice.subject, "Your email address was changed");
    for body in [notice.text, notice.html] {
        assert!(!body.contains("asha.patel"), "it tells the new address: {body}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_change_says_why_and_sends_no_mail() {
    let identity = Identity::with_account().await;
    identity
        .register(OTHER, PASSWORD)
        .await
        .expect("the account is made");
    let token = identity.own_session(EMAIL).await;
    for (email, password, field) in [
        ("asha", PASSWORD, "email"),
        ("asha@example.com", PASSWORD, "email"),
        (NEW, "monsoon-43", "password"),
        (NEW, "", "password"),
    ] {
        let refused = identity.ask_for(email, password, &token).await;
        let refused = refused.expect_err("it breaks a rule");
        assert_eq!(refused.code(), Code::InvalidArgument);
        assert_eq!(status::details(&refused).violations[0].field, field);
    }
    for taken in [OTHER, EMAIL] {
        let refused = identity.ask_for(taken, PASSWORD, &token).await;
        let refused = refused.expect_err("an account has it");
        assert_eq!(refused.code(), Code::AlreadyExists);
        assert_eq!(status::details(&refused).reason.as_deref(), Some("EMAIL_TAKEN"));
    }
    identity.ask_for(NEW, PASSWORD, &token).await.expect("it is free");
    let again = identity.ask_for(NEW, PASSWORD, &token).await;
    assert_eq!(
        again.expect_err("a minute is not over").code(),
        Code::ResourceExhausted
    );
    identity.mail_after(0, NEW).await;
    assert_eq!(identity.sent.mails().len(), 1, "the one that was asked for");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_ends_with_five_wrong_tries_with_its_time_and_with_the_next_one() {
    let identity = Identity::with_account().await;
    let token = identity.own_session(EMAIL).await;
    let code = identity.code_for(NEW, &token).await;
    for nth in 0..5 {
        let refused = identity.confirm(&another(&code, nth), &token).await;
        refused.expect_err("it is wrong");
    }
    let refused = identity.confirm(&code, &token).await;
    refused.expect_err("the code is dead");

    identity.wait_for_limits().await;
    let code = identity.code_for(NEW, &token).await;
    identity
        .sql("UPDATE email_changes SET expires_at = now() - interval '1 second'")
        .await;
    let refused = identity.confirm(&code, &token).await;
    refused.expect_err("ten minutes are over");

    identity.wait_for_limits().await;
    let older = identity.code_for(NEW, &token).await;
    let newer = identity.code_for("asha.again@yahoo.com", &token).await;
    if older != newer {
        let refused = identity.confirm(&older, &token).await;
        refused.expect_err("another address was asked for since");
    }
    let account = identity.confirm(&newer, &token).await;
    let account = account.expect("it is the newer one");
    assert_eq!(account.email, "asha.again@yahoo.com");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_two_concurrent_requests_gets_an_address() {
    let identity = Identity::with_account().await;
    identity
        .register(OTHER, PASSWORD)
        .await
        .expect("the account is made");
    let asha = identity.own_session(EMAIL).await;
    let bina = identity.own_session(OTHER).await;
    let ashas = identity.code_for(NEW, &asha).await;
    identity.wait_for_limits().await;
    let binas = identity.code_for(NEW, &bina).await;
    let (one, other) = join(identity.confirm(&ashas, &asha), identity.confirm(&binas, &bina)).await;
    let refused = match (one, other) {
        (Ok(_), Err(refused)) | (Err(refused), Ok(_)) => refused,
        both => panic!("one of them gets it: {both:?}"),
    };
    assert_eq!(refused.code(), Code::AlreadyExists);

    let late = "asha.late@yahoo.com";
    let code = identity.code_for(late, &asha).await;
    identity
        .register(late, PASSWORD)
        .await
        .expect("it is free until then");
    let refused = identity.confirm(&code, &asha).await;
    assert_eq!(
        refused.expect_err("an account was made with it").code(),
        Code::AlreadyExists
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_that_went_to_the_old_address_proves_nothing_of_the_new_one() {
    let identity = Identity::with_account().await;
    let token = identity.own_session(EMAIL).await;
    let account_id = identity.authenticate(&token).await.expect("it lives");
    let request = RequestAccountCodeRequest {
        account_id: account_id.clone(),
        client_address: HOME.to_owned(),
        device_token: String::new(),
    };
    let asked = identity.client.clone().request_account_code(request).await;
    asked.expect("a code may be asked for");
    let old = code_in(&identity.mail_after(0, EMAIL).await);
    let code = identity.code_for(NEW, &token).await;
    identity.confirm(&code, &token).await.expect("the code is right");
    let proof = ProveEmailRequest {
        account_id,
        code: old,
        client_address: HOME.to_owned(),
        device_token: String::new(),
    };
    let refused = identity.client.clone().prove_email(proof).await;
    assert_eq!(
        refused.expect_err("it went elsewhere").code(),
        Code::InvalidArgument
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_was_asked_for_goes_with_the_account() {
    let identity = Identity::with_account().await;
    let token = identity.own_session(EMAIL).await;
    identity.code_for(NEW, &token).await;
    identity.sql("DELETE FROM accounts").await;
    let left = identity.text("SELECT count(*)::text FROM email_changes").await;
    assert_eq!(left, "0");
}
