//! Tests of password changes by logged-in shoppers.

use futures_util::future::join_all;
use proto::identity::v1::{ChangePasswordRequest, LogInResponse};
use runtime::status;
use testkit::eventually;
use tonic::{Code, Status};

use crate::{EMAIL, HOME, Identity, PASSWORD};

const NEW: &str = "winter-harvest";

impl Identity {
    /// Logs in with an unknown browser.
    async fn browser(&self) -> LogInResponse {
        let logged_in = self.log_in_with("", HOME, EMAIL, PASSWORD).await;
        logged_in.expect("the password is right")
    }

    async fn change_password(&self, at: &LogInResponse, present: &str, new: &str) -> Result<(), Status> {
        let request = ChangePasswordRequest {
            account_id: self.authenticate(&at.session_token).await?,
            password: present.to_owned(),
            new_password: new.to_owned(),
            session_token: at.session_token.clone(),
            client_address: HOME.to_owned(),
            device_token: at.device_token.clone(),
        };
        self.client.clone().change_password(request).await.map(drop)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_password_ends_every_session_but_the_one_that_asks() {
    let identity = Identity::with_account().await;
    let (phone, laptop) = (identity.browser().await, identity.browser().await);
    identity
        .change_password(&laptop, PASSWORD, NEW)
        .await
        .expect("the present password is right");
    let refused = identity.authenticate(&phone.session_token).await;
    assert_eq!(refused.expect_err("it has ended").code(), Code::Unauthenticated);
    identity
        .authenticate(&laptop.session_token)
        .await
        .expect("the shopper goes on");
    let old = identity.log_in(EMAIL, PASSWORD).await;
    assert_eq!(old.expect_err("it is gone").code(), Code::Unauthenticated);
    for (browser, is_known) in [(&laptop, true), (&phone, false)] {
        let again = identity
            .log_in_with(&browser.device_token, HOME, EMAIL, NEW)
            .await
            .expect("the new password is right");
        assert_eq!(again.device_token == browser.device_token, is_known);
    }
    let notice = eventually("the owner is told", async || {
        identity.mails_to(EMAIL).first().cloned()
    })
    .await;
    assert_eq!(notice.subject, "Your password was changed");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_change_says_why_and_changes_nothing() {
    let identity = Identity::with_account().await;
    let browser = identity.browser().await;
    for (present, new, field, code, message) in [
        (
            "monsoon-43",
            NEW,
            "password",
            "WRONG",
            "The password is incorrect.",
        ),
        ("", NEW, "password", "REQUIRED", "Password is required"),
        (
            PASSWORD,
            "short",
            "new_password",
            "TOO_SHORT",
            "Password must be at least 6 characters.",
        ),
        (
            PASSWORD,
            "123456",
            "new_password",
            "TOO_COMMON",
            "This password is too common. Please choose another one.",
        ),
        (
            "monsoon-43",
            "123456",
            "password",
            "WRONG",
            "The password is incorrect.",
        ),
    ] {
        let refused = identity.change_password(&browser, present, new).await;
        let refused = refused.expect_err("it breaks a rule");
        assert_eq!(
            (refused.code(), refused.message()),
            (Code::InvalidArgument, message)
        );
        let violation = &status::details(&refused).violations[0];
        assert_eq!(
            (violation.field.as_str(), violation.code.as_deref()),
            (field, Some(code))
        );
    }
    let nowhere = ChangePasswordRequest {
        account_id: identity
            .authenticate(&browser.session_token)
            .await
            .expect("it lives"),
        password: PASSWORD.to_owned(),
        new_password: NEW.to_owned(),
        ..ChangePasswordRequest::default()
    };
    let refused = identity.client.clone().change_password(nowhere).await;
    assert_eq!(
        refused.expect_err("there is no session").code(),
        Code::Unauthenticated
    );
    identity
        .log_in(EMAIL, PASSWORD)
        .await
        .expect("it is the password still");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_at_the_browser_has_no_more_tries_than_at_the_login() {
    let identity = Identity::with_account().await;
    let browser = identity.browser().await;
    // Ten tries for the known device, and five for its network.
    for nth in 0..15 {
        let guess = format!("monsoon-4{nth}-guess");
        let refused = identity.change_password(&browser, &guess, NEW).await;
        assert_eq!(refused.expect_err("it is wrong").code(), Code::InvalidArgument);
    }
    let refused = identity.change_password(&browser, PASSWORD, NEW).await;
    assert_eq!(
        refused.expect_err("it was too often").code(),
        Code::ResourceExhausted
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_several_concurrent_changes_counts() {
    let identity = Identity::with_account().await;
    let browser = identity.browser().await;
    let changes = ["winter-one", "winter-two", "winter-three"]
        .map(|new| identity.change_password(&browser, PASSWORD, new));
    let done = join_all(changes).await;
    assert_eq!(done.iter().filter(|done| done.is_ok()).count(), 1, "{done:?}");
}
