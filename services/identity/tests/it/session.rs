use crate::{EMAIL, Identity, PASSWORD};

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
async fn a_new_shop_has_no_account_and_one_that_is_deleted_has_no_session() {
    let identity = Identity::open().await;
    let accounts = identity.text("SELECT count(*)::text FROM accounts").await;
    assert_eq!(accounts, "0", "a new shop has no account");

    let identity = Identity::with_account().await;
    let token = identity
        .log_in(EMAIL, PASSWORD)
        .await
        .expect("the password is right");
    identity.sql("DELETE FROM accounts").await;
    identity
        .authenticate(&token)
        .await
        .expect_err("the account is deleted");
    for table in ["sessions", "known_devices", "one_time_codes"] {
        let rows = identity
            .text(&format!("SELECT count(*)::text FROM {table}"))
            .await;
        assert_eq!(rows, "0", "{table}");
    }
}
