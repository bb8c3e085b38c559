use runtime::status;
use testkit::eventually;
use tonic::Code;

use crate::{
    EMAIL, HOME, Identity,
    staff::{OWNER, Office, PASSWORD, refused, wrong_code},
};

const WRONG: Option<&str> = Some("WRONG_CREDENTIALS");
const TOO_OFTEN: Option<&str> = Some("TOO_OFTEN");

#[tokio::test(flavor = "multi_thread")]
async fn a_guessing_network_waits_and_other_networks_are_not_locked_out() {
    let (office, owner) = Office::with_owner().await;
    let code = wrong_code(&owner.phone);
    for _ in 0..5 {
        // The right password with a wrong code also counts as a guess.
        refused(
            office.sign_in(OWNER, PASSWORD, &code).await,
            Code::Unauthenticated,
            WRONG,
        );
    }
    let right = office.fresh_code(&owner).await;
    let waits = refused(
        office.sign_in(OWNER, PASSWORD, &right).await,
        Code::ResourceExhausted,
        TOO_OFTEN,
    );
    let wait = status::details(&waits).retry_after.expect("it says how long");
    assert!((800..=900).contains(&wait.as_secs()), "{wait:?}");
    let elsewhere = office.sign_in_from("198.51.100.9", OWNER, PASSWORD, &right).await;
    elsewhere.expect("the owner comes from another network");
    office.identity.wait_for_limits().await;
    let right = office.fresh_code(&owner).await;
    office
        .sign_in(OWNER, PASSWORD, &right)
        .await
        .expect("the wait is over");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_gets_in_however_many_guess() {
    let (office, owner) = Office::with_owner().await;
    let guess = async |address: String| {
        let answer = office
            .sign_in_from(&address, OWNER, "karela-jamun-43", "123456")
            .await;
        answer.expect_err("the password is wrong").code()
    };
    for network in 0..8 {
        for _ in 0..5 {
            guess(format!("198.51.100.{network}")).await;
        }
    }
    let stranger = || "203.0.113.200".to_owned();
    assert_eq!(
        guess(stranger()).await,
        Code::Unauthenticated,
        "a network has one try"
    );
    assert_eq!(guess(stranger()).await, Code::ResourceExhausted);
    assert_eq!(
        guess(String::new()).await,
        Code::ResourceExhausted,
        "its network is unknown"
    );
    let right = office.fresh_code(&owner).await;
    let signed_in = office.sign_in_from("203.0.113.99", OWNER, PASSWORD, &right).await;
    signed_in.expect("the owner knows password and code");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_address_is_limited_like_a_known_one() {
    let office = Office::open().await;
    for _ in 0..5 {
        let answer = office.sign_in("unknown@gmail.com", PASSWORD, "123456").await;
        refused(answer, Code::Unauthenticated, WRONG);
    }
    let answer = office.sign_in("unknown@gmail.com", PASSWORD, "123456").await;
    refused(answer, Code::ResourceExhausted, TOO_OFTEN);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_in_resets_the_count_of_guesses() {
    let (office, owner) = Office::with_owner().await;
    for _ in 0..3 {
        for _ in 0..4 {
            let answer = office.sign_in(OWNER, "karela-jamun-43", "123456").await;
            refused(answer, Code::Unauthenticated, WRONG);
        }
        let right = office.fresh_code(&owner).await;
        office
            .sign_in(OWNER, PASSWORD, &right)
            .await
            .expect("the fifth is right");
    }
}

/// Sends logins of strangers from ever new addresses, more than there are places, until the test drops it.
async fn flood(identity: &Identity) {
    let mut nth = 0;
    loop {
        let logins = (0..100).map(|_| {
            nth += 1;
            let (email, from) = (
                format!("flood{nth}@gmail.com"),
                format!("10.{}.{}.1", nth / 256, nth % 256),
            );
            async move {
                let refused = identity.log_in_from(&from, &email, "monsoon-43", "").await;
                refused.expect_err("there is no account").code()
            }
        });
        let codes = futures_util::future::join_all(logins).await;
        assert!(
            codes.contains(&Code::ResourceExhausted),
            "strangers fill their queue: {codes:?}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_logins_keeps_out_neither_staff_nor_known_devices() {
    let (office, owner) = Office::with_owner().await;
    let identity = &office.identity;
    identity
        .register(EMAIL, PASSWORD)
        .await
        .expect("the account is made");
    let first = identity.log_in_with("", HOME, EMAIL, PASSWORD).await;
    let device = first.expect("the password is right").device_token;
    let served = async {
        for round in 0..5 {
            let code = office.fresh_code(&owner).await;
            let signed_in = office.sign_in(OWNER, PASSWORD, &code).await;
            assert!(signed_in.is_ok(), "{round}: {:?}", signed_in.err());
            let logged_in = identity.log_in_with(&device, HOME, EMAIL, PASSWORD).await;
            assert!(logged_in.is_ok(), "{round}: {:?}", logged_in.err());
        }
    };
    tokio::select! {
        () = flood(identity) => unreachable!("it never ends"),
        () = served => (),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thief_of_the_password_guesses_ten_codes_and_its_owner_is_told_at_the_third() {
    let (office, owner) = Office::with_owner().await;
    let wrong = wrong_code(&owner.phone);
    for network in 0..10 {
        let from = format!("2001:db8:{network:x}::1");
        let guess = office.sign_in_from(&from, OWNER, PASSWORD, &wrong).await;
        refused(guess, Code::Unauthenticated, WRONG);
    }
    let right = office.fresh_code(&owner).await;
    let thief = office
        .sign_in_from("2001:db8:b::1", OWNER, PASSWORD, &right)
        .await;
    refused(thief, Code::Unauthenticated, WRONG);
    let mail = eventually("the owner is told", async || {
        office.identity.mails_to(OWNER).pop()
    })
    .await;
    assert_eq!(mail.subject, "Wrong codes at your office sign-in");
    assert_eq!(office.identity.mails_to(OWNER).len(), 1, "once an hour");
    let recovered = office
        .sign_in_from("2001:db8:c::1", OWNER, PASSWORD, &owner.recovery_codes[0])
        .await;
    recovered.expect("a recovery code is not guessed");
    office.identity.wait_for_limits().await;
    let right = office.fresh_code(&owner).await;
    let signed_in = office.sign_in(OWNER, PASSWORD, &right).await;
    signed_in.expect("the hour is over");
}
