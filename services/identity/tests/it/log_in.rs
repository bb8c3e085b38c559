use std::collections::HashSet;

use runtime::status;
use tonic::Code;

use crate::{EMAIL, Identity, PASSWORD};

#[tokio::test(flavor = "multi_thread")]
async fn whoever_knows_the_password_is_somebody_until_they_log_out() {
    let identity = Identity::with_account().await;
    let token = identity
        .log_in(" ASHA@gmail.com", PASSWORD)
        .await
        .expect("the password is right");
    let account_id = identity.authenticate(&token).await.expect("the session is good");
    assert_eq!(account_id, identity.text("SELECT id::text FROM accounts").await);
    identity.log_out(&token).await.expect("a session can end");
    let refused = identity
        .authenticate(&token)
        .await
        .expect_err("the session has ended");
    assert_eq!(refused.code(), Code::Unauthenticated);
    identity.log_out(&token).await.expect("it is as good as ended");
    identity
        .log_out("nonsense")
        .await
        .expect("it is as good as ended");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_does_not_tell_whether_the_address_has_an_account() {
    let identity = Identity::with_account().await;
    let wrong = identity
        .log_in(EMAIL, "monsoon-43")
        .await
        .expect_err("the password is wrong");
    let nobody = identity
        .log_in("nobody@gmail.com", "monsoon-43")
        .await
        .expect_err("there is no account");
    assert_eq!(wrong.code(), Code::Unauthenticated);
    assert_eq!(wrong.message(), "Email or password is incorrect.");
    assert_eq!(
        (wrong.code(), wrong.message(), wrong.details()),
        (nobody.code(), nobody.message(), nobody.details())
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_database_holds_only_the_hash_of_a_token() {
    let identity = Identity::with_account().await;
    let mut tokens = HashSet::new();
    for _ in 0..5 {
        tokens.insert(
            identity
                .log_in(EMAIL, PASSWORD)
                .await
                .expect("the password is right"),
        );
    }
    assert_eq!(tokens.len(), 5);
    let dump = identity
        .text("SELECT string_agg(encode(token_hash, 'base64'), ' ') FROM sessions")
        .await;
    for token in tokens {
        let standard = token.replace('-', "+").replace('_', "/");
        assert!(!dump.contains(&standard[..40]), "{dump}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sixth_failure_in_a_quarter_of_an_hour_must_wait_and_nobody_is_locked_out_elsewhere() {
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
            .log_in("nobody@gmail.com", PASSWORD)
            .await
            .expect_err("there is no account");
    }
    let refused = identity
        .log_in("nobody@gmail.com", PASSWORD)
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
        unknown.expect_err("nobody knows its network").code(),
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
async fn a_login_and_a_reset_that_are_done_stay_done_when_the_counts_cannot_be_cleared() {
    let identity = Identity::with_account().await;
    let code = identity.code(EMAIL).await;
    identity
        .sql("CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''no''; END'")
        .await;
    for trigger in [
        "CREATE TRIGGER refuse BEFORE DELETE ON counters FOR EACH ROW EXECUTE FUNCTION refuse()",
        "CREATE TRIGGER refuse_less BEFORE UPDATE ON counters FOR EACH ROW
         WHEN (NEW.count < OLD.count) EXECUTE FUNCTION refuse()",
        "CREATE TRIGGER refuse BEFORE INSERT ON known_devices FOR EACH ROW EXECUTE FUNCTION refuse()",
    ] {
        identity.sql(trigger).await;
    }
    let logged_in = identity.log_in_with("", crate::HOME, EMAIL, PASSWORD).await;
    let logged_in = logged_in.expect("the password is right");
    assert_eq!(logged_in.device_token, "", "it could not be remembered");
    identity
        .authenticate(&logged_in.session_token)
        .await
        .expect("the session is good");
    identity
        .reset(EMAIL, &code, "winter-harvest")
        .await
        .expect("the code is right");
}

#[tokio::test(flavor = "multi_thread")]
async fn logging_in_again_ends_the_browsers_last_session_and_no_other() {
    let identity = Identity::with_account().await;
    let phone = identity
        .log_in(EMAIL, PASSWORD)
        .await
        .expect("the password is right");
    let laptop = identity
        .log_in(EMAIL, PASSWORD)
        .await
        .expect("the password is right");
    let again = identity.log_in_from(crate::HOME, EMAIL, PASSWORD, &laptop).await;
    let again = again.expect("the password is right");
    assert_ne!(again, laptop);
    identity.authenticate(&laptop).await.expect_err("it was replaced");
    identity.authenticate(&again).await.expect("it is the new one");
    identity
        .authenticate(&phone)
        .await
        .expect("the phone has nothing to do with it");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_ends_when_it_is_idle_for_a_day_or_two_weeks_old() {
    let identity = Identity::with_account().await;
    let token = identity
        .log_in(EMAIL, PASSWORD)
        .await
        .expect("the password is right");
    identity
        .sql("UPDATE sessions SET last_used_at = now() - interval '23 hours 59 minutes'")
        .await;
    identity
        .authenticate(&token)
        .await
        .expect("a day is not over, and now it was used");
    identity
        .sql("UPDATE sessions SET last_used_at = now() - interval '24 hours 1 second'")
        .await;
    identity
        .authenticate(&token)
        .await
        .expect_err("it was idle for a day");

    let token = identity
        .log_in(EMAIL, PASSWORD)
        .await
        .expect("the password is right");
    identity
        .sql("UPDATE sessions SET created_at = now() - interval '14 days 1 second'")
        .await;
    identity
        .authenticate(&token)
        .await
        .expect_err("two weeks are over, however much it was used");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_in_use_is_written_to_every_five_minutes_and_works_when_it_cannot_be() {
    let identity = Identity::with_account().await;
    let token = identity
        .log_in(EMAIL, PASSWORD)
        .await
        .expect("the password is right");
    let version = "SELECT xmin::text FROM sessions";
    let written = identity.text(version).await;
    identity.authenticate(&token).await.expect("the session is good");
    assert_eq!(identity.text(version).await, written, "nothing was written");

    identity
        .sql("UPDATE sessions SET last_used_at = now() - interval '5 minutes'")
        .await;
    identity.authenticate(&token).await.expect("the session is good");
    let used = identity
        .text("SELECT (last_used_at > now() - interval '1 minute')::text FROM sessions")
        .await;
    assert_eq!(used, "true");

    identity
        .sql("UPDATE sessions SET last_used_at = now() - interval '5 minutes'")
        .await;
    identity
        .sql("CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''no''; END'")
        .await;
    identity
        .sql("CREATE TRIGGER refuse BEFORE UPDATE ON sessions FOR EACH ROW EXECUTE FUNCTION refuse()")
        .await;
    identity.authenticate(&token).await.expect("the session is good");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hash_of_weaker_days_is_replaced_at_the_next_login() {
    use argon2::{Algorithm, Argon2, Params, Version, password_hash::PasswordHasher as _};
    let identity = Identity::with_account().await;
    let parameters = Params::new(8_192, 1, 1, None).expect("they are allowed");
    let weak = Argon2::new(Algorithm::Argon2id, Version::V0x13, parameters);
    let weak = weak.hash_password(PASSWORD.as_bytes()).expect("it can be hashed");
    identity
        .sql(&format!("UPDATE accounts SET password_hash = '{weak}'"))
        .await;
    let token = identity
        .log_in(EMAIL, PASSWORD)
        .await
        .expect("the password is right");
    identity.authenticate(&token).await.expect("the session is good");
    let kept = identity.text("SELECT password_hash FROM accounts").await;
    assert!(kept.contains("m=19456,t=2,p=1"), "{kept}");
    identity
        .log_in(EMAIL, PASSWORD)
        .await
        .expect("the password is the same");
}

#[tokio::test(flavor = "multi_thread")]
async fn long_passwords_and_smiling_ones_are_verified_exactly() {
    let identity = Identity::open().await;
    let long = "monsoon-42 ".repeat(18);
    for (email, password) in [("a@gmail.com", long.as_str()), ("b@gmail.com", "😀😃😄😁😆😅")] {
        identity
            .register(email, password)
            .await
            .expect("the account is made");
        identity
            .log_in(email, password.trim_end_matches([' ', '😅']))
            .await
            .expect_err("a letter is missing");
        identity
            .log_in(email, password)
            .await
            .expect("the password is right");
    }
    let refused = identity.log_in("a@gmail.com", &"x".repeat(1_025)).await;
    assert_eq!(
        refused.expect_err("nobody types that").code(),
        Code::InvalidArgument
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_logins_is_answered_in_part_and_refused_in_part_and_the_rest_goes_on() {
    let identity = Identity::with_account().await;
    let token = identity
        .log_in(EMAIL, PASSWORD)
        .await
        .expect("the password is right");
    let flood = (0..300).map(|nth| {
        let (identity, email) = (&identity, format!("flood{nth}@gmail.com"));
        async move {
            identity
                .log_in(&email, "monsoon-43")
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
    identity
        .authenticate(&token)
        .await
        .expect("sessions need no hash");
}
