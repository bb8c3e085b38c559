use runtime::status;
use tonic::Code;

use crate::{EMAIL, HOME, Identity, PASSWORD};

#[tokio::test(flavor = "multi_thread")]
async fn the_sixth_failure_in_15_minutes_must_wait_and_other_networks_are_not_locked_out() {
    let identity = Identity::with_account().await;
    for _ in 0..5 {
        let refused = identity
            .log_in(EMAIL, "monsoon-43")
            .await
            .expect_err("the password is wrong");
        assert_eq!(refused.code(), Code::Unauthenticated);
    }
    let refused = identity
        .log_in(EMAIL, PASSWORD)
        .await
        .expect_err("it was too often");
    assert_eq!(refused.code(), Code::ResourceExhausted);
    let wait = status::details(&refused).retry_after.expect("it says how long");
    assert!((800..=900).contains(&wait.as_secs()), "{wait:?}");

    let elsewhere = identity.log_in_from("198.51.100.9", EMAIL, PASSWORD, "").await;
    elsewhere.expect("the owner comes from another network");
    let still = identity
        .log_in(EMAIL, PASSWORD)
        .await
        .expect_err("this network still waits");
    assert_eq!(still.code(), Code::ResourceExhausted);
    identity.wait_for_limits().await;
    identity.log_in(EMAIL, PASSWORD).await.expect("the wait is over");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_without_an_account_is_limited_like_one_with() {
    let identity = Identity::open().await;
    for _ in 0..5 {
        identity
            .log_in("unknown@gmail.com", PASSWORD)
            .await
            .expect_err("there is no account");
    }
    let refused = identity
        .log_in("unknown@gmail.com", PASSWORD)
        .await
        .expect_err("it was too often");
    assert_eq!(refused.code(), Code::ResourceExhausted);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_under_attack_is_guarded_and_an_owner_who_is_new_there_still_gets_in() {
    let identity = Identity::with_account().await;
    for network in 0..4 {
        for _ in 0..5 {
            let address = format!("198.51.100.{network}");
            let refused = identity.log_in_from(&address, EMAIL, "monsoon-43", "").await;
            assert_eq!(
                refused.expect_err("the password is wrong").code(),
                Code::Unauthenticated
            );
        }
    }
    let codes = ["198.51.100.9", "198.51.100.9"].map(async |address| {
        let refused = identity.log_in_from(address, EMAIL, "monsoon-43", "").await;
        refused.expect_err("the password is wrong").code()
    });
    let [first, second] = codes;
    assert_eq!(
        (first.await, second.await),
        (Code::Unauthenticated, Code::ResourceExhausted),
        "each network has one try"
    );
    let unknown = identity.log_in_from("", EMAIL, PASSWORD, "").await;
    assert_eq!(
        unknown.expect_err("its network is unknown").code(),
        Code::ResourceExhausted
    );
    identity
        .log_in(EMAIL, PASSWORD)
        .await
        .expect("the owner knows the password");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_large_network_of_ipv6_is_one_guesser() {
    let identity = Identity::with_account().await;
    for household in ["2001:db8:0:1::", "2001:db8:0:2::"] {
        for _ in 0..5 {
            let refused = identity.log_in_from(household, EMAIL, "monsoon-43", "").await;
            assert_eq!(
                refused.expect_err("the password is wrong").code(),
                Code::Unauthenticated
            );
        }
    }
    let refused = identity.log_in_from("2001:db8:0:3::", EMAIL, PASSWORD, "").await;
    assert_eq!(
        refused.expect_err("its /56 has had ten tries").code(),
        Code::ResourceExhausted
    );
    let elsewhere = identity
        .log_in_from("2001:db8:0:100::", EMAIL, PASSWORD, "")
        .await;
    elsewhere.expect("the owner comes from another network");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_logins_is_answered_in_part_and_refused_in_part_and_the_rest_goes_on() {
    let identity = Identity::with_account().await;
    let token = identity
        .log_in(EMAIL, PASSWORD)
        .await
        .expect("the password is right");
    let counted = async || {
        identity
            .text("SELECT count(*)::text FROM counters WHERE count > 0")
            .await
            .parse::<usize>()
            .unwrap()
    };
    let none = counted().await;
    identity
        .log_in("unknown@gmail.com", "monsoon-43")
        .await
        .expect_err("there is no account");
    let (one, of_each) = (counted().await, counted().await - none);
    let flood = (0..300).map(|nth| {
        let (identity, email) = (&identity, format!("flood{nth}@gmail.com"));
        async move {
            identity
                .log_in_from(
                    &format!("198.51.{}.{}", nth / 200, nth % 200),
                    &email,
                    "monsoon-43",
                    "",
                )
                .await
                .expect_err("there is no account")
                .code()
        }
    });
    let codes = futures_util::future::join_all(flood).await;
    let count = |code| codes.iter().filter(|answered| **answered == code).count();
    assert!(
        count(Code::Unauthenticated) > 0 && count(Code::ResourceExhausted) > 0,
        "{codes:?}"
    );
    assert_eq!(
        counted().await - one,
        of_each * count(Code::Unauthenticated),
        "a try that was not made is not counted"
    );
    identity
        .authenticate(&token)
        .await
        .expect("sessions need no hash");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_password_tried_on_many_accounts_from_one_network_is_refused() {
    let identity = Identity::with_account().await;
    let device = identity.log_in_with("", HOME, EMAIL, PASSWORD).await;
    let device = device.expect("the password is right").device_token;
    let household = |nth: u32| format!("2001:db8:0:1::{nth:x}");
    for nth in 0..100 {
        let (from, email) = (household(nth), format!("a{nth}@gmail.com"));
        let refused = identity.log_in_from(&from, &email, PASSWORD, "").await;
        assert_eq!(
            refused.expect_err("there is no account").code(),
            Code::Unauthenticated
        );
    }
    let counters = "SELECT count(*)::text || ' ' || sum(count) FROM counters";
    let counted = identity.text(counters).await;
    for nth in 100..103 {
        let (from, email) = (household(nth), format!("a{nth}@gmail.com"));
        let sprayed = identity.log_in_from(&from, &email, PASSWORD, "").await;
        assert_eq!(
            sprayed.expect_err("the network failed a hundred times").code(),
            Code::ResourceExhausted
        );
    }
    assert_eq!(
        identity.text(counters).await,
        counted,
        "a password that was not checked is not counted"
    );
    let known = identity
        .log_in_with(&device, &household(103), EMAIL, PASSWORD)
        .await;
    known.expect("a known device has its own count");
    let elsewhere = identity.log_in(EMAIL, PASSWORD).await;
    elsewhere.expect("another network has its own count");
}
