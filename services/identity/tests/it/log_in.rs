use std::collections::HashSet;

use tonic::Code;

use crate::{EMAIL, Identity, PASSWORD};

#[tokio::test(flavor = "multi_thread")]
async fn a_session_identifies_its_account_until_logout() {
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
    let unknown = identity
        .log_in("unknown@gmail.com", "monsoon-43")
        .await
        .expect_err("there is no account");
    assert_eq!(wrong.code(), Code::Unauthenticated);
    assert_eq!(wrong.message(), "Email or password is incorrect.");
    assert_eq!(
        (wrong.code(), wrong.message(), wrong.details()),
        (unknown.code(), unknown.message(), unknown.details())
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
    assert_eq!(refused.expect_err("it is too long").code(), Code::InvalidArgument);
}
