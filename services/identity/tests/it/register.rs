use std::time::Duration;

use proto::identity::v1::RegisterRequest;
use runtime::status;
use testkit::eventually;
use tonic::Code;

use crate::{EMAIL, Identity, PASSWORD};

#[tokio::test(flavor = "multi_thread")]
async fn an_account_is_kept_with_a_hash_of_its_password_and_nothing_else_of_it() {
    let identity = Identity::open().await;
    identity
        .register(" Asha@Gmail.com ", PASSWORD)
        .await
        .expect("the account is made");
    let dump = identity
        .text("SELECT string_agg(a::text, ' ') FROM accounts a")
        .await;
    assert!(dump.contains("$argon2id$v=19$m=19456,t=2,p=1$"), "{dump}");
    assert!(dump.contains(EMAIL) && !dump.contains(PASSWORD), "{dump}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_has_one_account_in_any_case() {
    let identity = Identity::with_account().await;
    let refused = identity.register("ASHA@gmail.com", "another-42").await;
    let refused = refused.expect_err("the address is taken");
    assert_eq!(refused.code(), Code::AlreadyExists);
    assert_eq!(
        refused.message(),
        "An account with this email already exists. Please log in, or reset your password."
    );
    identity
        .log_in(EMAIL, PASSWORD)
        .await
        .expect("the first account is untouched");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_looks_like_a_taken_one_is_refused() {
    let identity = Identity::with_account().await;
    for alike in [
        "a\u{455}ha@gmail.com",
        "\u{ff41}sha@gmail.com",
        "\"asha\"@gmail.com",
    ] {
        let refused = identity.register(alike, PASSWORD).await;
        let violations = status::details(&refused.expect_err("it is no address")).violations;
        assert_eq!(violations[0].field, "email", "{alike}");
    }
    assert_eq!(identity.text("SELECT count(*)::text FROM accounts").await, "1");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_strength_of_a_password_is_estimated_only_within_the_limits() {
    let identity = Identity::with_account().await;
    identity.sql("UPDATE counters SET count = 30").await;
    let refused = identity.register("usha@gmail.com", "123456").await;
    let refused = refused.expect_err("its network made too many accounts");
    assert_eq!(refused.code(), Code::ResourceExhausted);
    let refused = identity.register("usha@gmail.com", "12345").await;
    let refused = refused.expect_err("an invalid password is refused above the limit, too");
    assert_eq!(refused.code(), Code::InvalidArgument);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_broken_rule_is_told_and_nothing_is_kept() {
    let identity = Identity::open().await;
    let refused = identity.register("asha@example.com", "123456").await;
    let violations = status::details(&refused.expect_err("two rules are broken")).violations;
    let fields: Vec<_> = violations
        .iter()
        .map(|violation| violation.field.as_str())
        .collect();
    assert_eq!(fields, ["email", "password"]);
    assert_eq!(identity.text("SELECT count(*)::text FROM accounts").await, "0");
}

#[tokio::test(flavor = "multi_thread")]
async fn simultaneous_registrations_of_one_address_make_one_account() {
    let identity = Identity::open().await;
    let tries = (0..4).map(|_| identity.register(EMAIL, PASSWORD));
    let made = futures_util::future::join_all(tries).await;
    assert_eq!(made.iter().filter(|made| made.is_ok()).count(), 1, "{made:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_network_does_not_find_out_who_is_a_customer() {
    let identity = Identity::with_account().await;
    identity.sql("UPDATE counters SET count = 30").await;
    let refused = identity
        .register(EMAIL, PASSWORD)
        .await
        .expect_err("it was too often");
    assert_eq!(refused.code(), Code::ResourceExhausted);
    assert!(status::details(&refused).retry_after.is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_registration_is_finished_after_its_caller_gave_up() {
    let identity = Identity::open().await;
    let mut tries = 0..=u8::MAX;
    eventually("the account is there", async || {
        let mut request = tonic::Request::new(RegisterRequest {
            email: EMAIL.to_owned(),
            password: PASSWORD.to_owned(),
            mobile_number: "9876543210".to_owned(),
            client_address: format!("203.0.113.{}", tries.next()?),
        });
        // Less than a password takes to hash, as on a busy machine.
        request.set_timeout(Duration::from_millis(5));
        // On such a machine the time may pass before the request arrives.
        let _ = identity.client.clone().register(request).await;
        let query = "SELECT count(*) FROM accounts";
        let kept: i64 = sqlx::query_scalar(query)
            .fetch_one(identity.database.pool())
            .await
            .ok()?;
        (kept == 1).then_some(())
    })
    .await;
}
