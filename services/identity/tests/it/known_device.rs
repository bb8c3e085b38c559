use testkit::eventually;
use tonic::Code;

use crate::{EMAIL, HOME, Identity, PASSWORD, code_in};

const ELSEWHERE: &str = "198.51.100.9";

/// Uses up the account's tries for strangers.
async fn lock(identity: &Identity) {
    let refused = identity.log_in_from("", EMAIL, "monsoon-43", "").await;
    refused.expect_err("the password is wrong");
    identity.sql("UPDATE counters SET count = 40").await;
}

/// Logs in with an unknown device and returns the token that makes it known.
async fn known_device(identity: &Identity) -> String {
    let logged_in = identity.log_in_with("", HOME, EMAIL, PASSWORD).await;
    logged_in.expect("the password is right").device_token
}

#[tokio::test(flavor = "multi_thread")]
async fn a_known_device_gets_in_during_an_attack_by_strangers() {
    let identity = Identity::with_account().await;
    let device = known_device(&identity).await;
    lock(&identity).await;
    for stranger in ["", &"A".repeat(43)] {
        let refused = identity.log_in_with(stranger, ELSEWHERE, EMAIL, PASSWORD).await;
        assert_eq!(
            refused.expect_err("the account is locked").code(),
            Code::ResourceExhausted
        );
    }
    for address in [HOME, ELSEWHERE, ""] {
        let known = identity.log_in_with(&device, address, EMAIL, PASSWORD).await;
        let known = known.expect("the device is known");
        assert_eq!(known.device_token, device, "it stays what it was");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_known_device_has_ten_tries_and_then_those_of_its_network() {
    let identity = Identity::with_account().await;
    let device = known_device(&identity).await;
    for _ in 0..15 {
        let refused = identity.log_in_with(&device, HOME, EMAIL, "monsoon-43").await;
        assert_eq!(
            refused.expect_err("the password is wrong").code(),
            Code::Unauthenticated
        );
    }
    let refused = identity.log_in_with(&device, HOME, EMAIL, PASSWORD).await;
    assert_eq!(
        refused.expect_err("it was too often").code(),
        Code::ResourceExhausted
    );
    let elsewhere = identity.log_in_with("", ELSEWHERE, EMAIL, PASSWORD).await;
    elsewhere.expect("another network has nothing to do with it");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reset_makes_its_device_known_and_all_others_strangers() {
    let identity = Identity::with_account().await;
    let old = known_device(&identity).await;
    let code = identity.code(EMAIL).await;
    lock(&identity).await;
    let device = identity.reset_on_device(EMAIL, &code, "winter-harvest").await;
    let device = device.expect("a code works while the account is locked");
    lock(&identity).await;
    let known = identity.log_in_with(&device, HOME, EMAIL, "winter-harvest").await;
    known.expect("the owner is in during further guesses");
    let refused = identity
        .log_in_with(&old, ELSEWHERE, EMAIL, "winter-harvest")
        .await;
    assert_eq!(
        refused.expect_err("the old device is a stranger").code(),
        Code::ResourceExhausted
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_may_be_shared_and_no_token_is_taken_over_that_was_never_given() {
    let identity = Identity::with_account().await;
    identity
        .register("usha@gmail.com", PASSWORD)
        .await
        .expect("the account is made");
    let device = known_device(&identity).await;
    let usha = identity
        .log_in_with(&device, HOME, "usha@gmail.com", PASSWORD)
        .await;
    assert_eq!(usha.expect("the password is right").device_token, device);
    let planted = "A".repeat(43);
    let fresh = identity.log_in_with(&planted, HOME, EMAIL, PASSWORD).await;
    assert_ne!(fresh.expect("the password is right").device_token, planted);
    let kept = identity
        .text("SELECT string_agg(encode(token_hash, 'base64'), ' ') FROM known_devices")
        .await;
    let standard = device.replace('-', "+").replace('_', "/");
    assert!(!kept.contains(&standard[..40]), "only its hash is kept: {kept}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_has_ten_devices_and_one_unused_for_half_a_year_is_none() {
    let identity = Identity::with_account().await;
    let first = known_device(&identity).await;
    for _ in 0..10 {
        known_device(&identity).await;
    }
    assert_eq!(
        identity.text("SELECT count(*)::text FROM known_devices").await,
        "10"
    );
    let last = known_device(&identity).await;
    lock(&identity).await;
    let refused = identity.log_in_with(&first, ELSEWHERE, EMAIL, PASSWORD).await;
    refused.expect_err("ten newer ones took its place");
    identity
        .sql("UPDATE known_devices SET last_used_at = now() - interval '181 days'")
        .await;
    let refused = identity.log_in_with(&last, ELSEWHERE, EMAIL, PASSWORD).await;
    refused.expect_err("it was not used for half a year");
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_neither_use_up_a_known_devices_codes_nor_its_tries() {
    let identity = Identity::with_account().await;
    let device = known_device(&identity).await;
    identity
        .request_code_from(ELSEWHERE, EMAIL)
        .await
        .expect("a stranger may ask");
    identity
        .sql("UPDATE counters SET count = 12 WHERE ends_at > now() + interval '1 minute'")
        .await;
    identity
        .sql("UPDATE counters SET ends_at = now() WHERE ends_at < now() + interval '1 minute'")
        .await;
    let refused = identity.request_code_from("192.0.2.1", EMAIL).await;
    assert_eq!(
        refused.expect_err("the day has its codes").code(),
        Code::ResourceExhausted
    );
    identity
        .request_code_with(&device, HOME, EMAIL)
        .await
        .expect("the owner's own count is empty");
    let mail = eventually("the owner's code arrives", async || {
        identity.mails_to(EMAIL).get(1).cloned()
    })
    .await;
    // Another client of the same network has guessed for an hour.
    let refused = identity.verify_from(HOME, "unknown@gmail.com", "123456").await;
    refused.expect_err("there is no code");
    identity.sql("UPDATE counters SET count = 120").await;
    let stranger = identity.verify_from(HOME, EMAIL, &code_in(&mail)).await;
    stranger.expect("a right code is never refused by a network's count");
    let known = identity.verify_with(&device, HOME, EMAIL, &code_in(&mail)).await;
    known.expect("the device is known");
}
