use testkit::eventually;
use tonic::Code;

use crate::{EMAIL, Identity, PASSWORD};

const NEW: &str = "winter-harvest";

#[tokio::test(flavor = "multi_thread")]
async fn a_forgotten_password_is_replaced_and_every_session_ends() {
    let identity = Identity::with_account().await;
    let phone = identity
        .log_in(EMAIL, PASSWORD)
        .await
        .expect("the password is right");
    let laptop = identity
        .log_in(EMAIL, PASSWORD)
        .await
        .expect("the password is right");
    let code = identity.code(EMAIL).await;
    identity.verify(EMAIL, &code).await.expect("the code is right");
    identity
        .reset(EMAIL, &code, NEW)
        .await
        .expect("the password is set");
    for token in [phone, laptop] {
        let refused = identity
            .authenticate(&token)
            .await
            .expect_err("every session has ended");
        assert_eq!(refused.code(), Code::Unauthenticated);
    }
    identity
        .log_in(EMAIL, PASSWORD)
        .await
        .expect_err("the old password is gone");
    identity
        .log_in(EMAIL, NEW)
        .await
        .expect("the new password is right");
    let notice = eventually("the owner is told", async || {
        identity.mails_to(EMAIL).get(1).cloned()
    })
    .await;
    assert_eq!(notice.subject, "Your password was changed");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_sets_one_password() {
    let identity = Identity::with_account().await;
    let code = identity.code(EMAIL).await;
    let resets =
        ["winter-one", "winter-two", "winter-three"].map(|password| identity.reset(EMAIL, &code, password));
    let done = futures_util::future::join_all(resets).await;
    assert_eq!(done.iter().filter(|done| done.is_ok()).count(), 1, "{done:?}");
    identity
        .reset(EMAIL, &code, NEW)
        .await
        .expect_err("the code was used");
    identity
        .verify(EMAIL, &code)
        .await
        .expect_err("the code was used");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bad_new_password_leaves_the_code_good() {
    let identity = Identity::with_account().await;
    let code = identity.code(EMAIL).await;
    for (password, message) in [
        ("short", "Password must be at least 6 characters."),
        (
            "123456",
            "This password is too common. Please choose another one.",
        ),
    ] {
        let refused = identity
            .reset(EMAIL, &code, password)
            .await
            .expect_err("it is a bad password");
        assert_eq!(
            (refused.code(), refused.message()),
            (Code::InvalidArgument, message)
        );
    }
    let refused = identity
        .reset(EMAIL, &crate::another(&code, 0), "123456")
        .await
        .expect_err("both are wrong");
    assert_ne!(
        refused.message(),
        "This password is too common. Please choose another one.",
        "without a code no password is hashed"
    );
    identity
        .reset(EMAIL, &code, NEW)
        .await
        .expect("the code is still good");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reset_lets_an_owner_in_after_failures_from_many_places() {
    let identity = Identity::with_account().await;
    for network in 0..41 {
        let address = format!("198.51.100.{network}");
        identity
            .log_in_from(&address, EMAIL, "monsoon-43", "")
            .await
            .expect_err("the password is wrong");
    }
    let locked = identity.log_in(EMAIL, crate::PASSWORD).await;
    assert_eq!(
        locked.expect_err("no device is known").code(),
        Code::ResourceExhausted
    );
    let code = identity.code(EMAIL).await;
    identity
        .reset(EMAIL, &code, NEW)
        .await
        .expect("the password is set");
    identity.log_in(EMAIL, NEW).await.expect("the count begins anew");
}
