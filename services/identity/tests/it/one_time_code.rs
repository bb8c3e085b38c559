use std::time::{Duration, Instant};

use metrics_exporter_prometheus::PrometheusBuilder;
use runtime::status;
use testkit::eventually;
use tonic::Code;

use crate::{EMAIL, HOME, Identity, PASSWORD, another, code_in};

const WRONG: &str = "This code is wrong or has expired. Please ask for a new one.";

#[tokio::test(flavor = "multi_thread")]
async fn a_code_arrives_by_mail_and_is_kept_only_as_a_keyed_hash() {
    let identity = Identity::with_account().await;
    let code = identity.code(EMAIL).await;
    identity.verify(EMAIL, &code).await.expect("the code is right");
    identity
        .verify(" ASHA@gmail.com", &format!(" {} {}", &code[..3], &code[3..]))
        .await
        .expect("spaces do not matter");
    let kept = identity
        .text("SELECT encode(code_mac, 'hex') FROM one_time_codes")
        .await;
    assert_eq!(kept.len(), 64);
    let bare = identity
        .text(&format!("SELECT encode(sha256('{code}'), 'hex')"))
        .await;
    assert_ne!(kept, bare);
    eventually("the queue is empty", async || {
        (identity.text("SELECT count(*)::text FROM jobs").await == "0").then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_without_an_account_gets_the_same_answer_and_no_mail() {
    let identity = Identity::with_account().await;
    identity
        .request_code_from(HOME, "unknown@gmail.com")
        .await
        .expect("the answer is the same");
    let again = identity.request_code_from(HOME, "unknown@gmail.com").await;
    assert_eq!(
        again.expect_err("so are the limits").code(),
        Code::ResourceExhausted
    );
    // Mails are sent in queue order, so once this one arrives the other never will.
    identity.code(EMAIL).await;
    assert!(identity.mails_to("unknown@gmail.com").is_empty());
    let refused = identity
        .verify("unknown@gmail.com", "123456")
        .await
        .expect_err("there is no code");
    assert_eq!(refused.message(), WRONG);
}

#[tokio::test(flavor = "multi_thread")]
async fn five_wrong_codes_end_the_right_one() {
    let identity = Identity::with_account().await;
    let code = identity.code(EMAIL).await;
    for nth in 0..5 {
        let refused = identity
            .verify(EMAIL, &another(&code, nth))
            .await
            .expect_err("it is wrong");
        assert_eq!(
            (refused.code(), refused.message()),
            (Code::InvalidArgument, WRONG)
        );
        assert_eq!(status::details(&refused).violations[0].field, "code");
    }
    let refused = identity.verify(EMAIL, &code).await.expect_err("the code is dead");
    assert_eq!(refused.message(), WRONG);
    let refused = identity
        .reset(EMAIL, &code, "another-42")
        .await
        .expect_err("the code is dead");
    assert_eq!(refused.message(), WRONG);
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_codes_at_the_same_time_count_each() {
    let identity = Identity::with_account().await;
    let code = identity.code(EMAIL).await;
    let tries = (0..100).map(|nth| {
        let (identity, wrong) = (&identity, another(&code, nth));
        async move { identity.verify(EMAIL, &wrong).await }
    });
    let answers = futures_util::future::join_all(tries).await;
    assert!(answers.iter().all(Result::is_err));
    identity.verify(EMAIL, &code).await.expect_err("the code is dead");
    assert_eq!(
        identity
            .text("SELECT wrong_tries::text FROM one_time_codes")
            .await,
        "5"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_ends_after_ten_minutes_with_the_next_one_and_for_other_accounts() {
    let identity = Identity::with_account().await;
    identity
        .register("usha@yahoo.com", PASSWORD)
        .await
        .expect("the account is made");
    let code = identity.code(EMAIL).await;
    let refused = identity
        .verify("usha@yahoo.com", &code)
        .await
        .expect_err("it is another's");
    assert_eq!(refused.message(), WRONG);

    identity.wait_for_limits().await;
    let newer = identity.code(EMAIL).await;
    if newer != code {
        identity
            .verify(EMAIL, &code)
            .await
            .expect_err("a newer code was sent");
    }
    identity.verify(EMAIL, &newer).await.expect("it is the newest");

    let rest = identity
        .text("SELECT extract(epoch FROM expires_at - now())::int::text FROM one_time_codes")
        .await;
    assert!(
        (580..=600).contains(&rest.parse().expect("it is a number")),
        "{rest}"
    );
    identity.sql("UPDATE one_time_codes SET expires_at = now()").await;
    let refused = identity
        .verify(EMAIL, &newer)
        .await
        .expect_err("ten minutes are over");
    assert_eq!(refused.message(), WRONG);
}

#[tokio::test(flavor = "multi_thread")]
async fn codes_are_sent_at_most_once_a_minute_and_three_times_an_hour() {
    let identity = Identity::with_account().await;
    identity.code(EMAIL).await;
    let refused = identity
        .request_code_from(HOME, EMAIL)
        .await
        .expect_err("a minute is not over");
    assert_eq!(refused.code(), Code::ResourceExhausted);
    assert!(
        refused.message().starts_with("Please wait "),
        "{}",
        refused.message()
    );
    let wait = status::details(&refused).retry_after.expect("it says how long");
    assert!((50..=60).contains(&wait.as_secs()), "{wait:?}");

    let minute_over = "UPDATE counters SET ends_at = now() WHERE ends_at < now() + interval '61 s'";
    for _ in 0..2 {
        identity.sql(minute_over).await;
        identity.code(EMAIL).await;
    }
    identity.sql(minute_over).await;
    let refused = identity
        .request_code_from(HOME, EMAIL)
        .await
        .expect_err("the hour has its codes");
    assert_eq!(
        refused.message(),
        "Too many codes were requested. Please try again later."
    );
    assert_eq!(identity.mails_to(EMAIL).len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_network_asks_for_thirty_codes_an_hour_and_those_that_reset_a_password_are_given_back() {
    let identity = Identity::with_account().await;
    let code = identity.code(EMAIL).await;
    for nth in 1..30 {
        identity
            .request_code_from(HOME, &format!("a{nth}@gmail.com"))
            .await
            .expect("it is within the limit");
    }
    let refused = identity.request_code_from(HOME, "b@gmail.com").await;
    assert_eq!(
        refused.expect_err("it was too often").code(),
        Code::ResourceExhausted
    );
    identity
        .request_code_from("198.51.100.9", "b@gmail.com")
        .await
        .expect("it is another network");
    identity
        .reset(EMAIL, &code, "another-42")
        .await
        .expect("the code is right");
    identity
        .request_code_from(HOME, "c@gmail.com")
        .await
        .expect("the code that was used is given back");
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_codes_for_addresses_without_one_lock_no_account_out() {
    let identity = Identity::with_account().await;
    let code = identity.code(EMAIL).await;
    let guesses = (0..101).map(|nth| {
        let (identity, network) = (&identity, format!("198.51.100.{nth}"));
        let email = format!("a{nth}@gmail.com");
        async move { identity.verify_from(&network, &email, "123456").await }
    });
    for answer in futures_util::future::join_all(guesses).await {
        assert_eq!(
            answer.expect_err("there is no code").code(),
            Code::InvalidArgument
        );
    }
    identity.verify(EMAIL, &code).await.expect("the code is right");
    identity
        .reset(EMAIL, &code, "another-42")
        .await
        .expect("the code is right");
}

/// Runs on one thread, the one with the recorder.
#[tokio::test]
async fn operators_hear_of_wrong_tries_of_live_codes_only() {
    let recorder = PrometheusBuilder::new().build_recorder();
    let page = recorder.handle();
    let _recording = metrics::set_default_local_recorder(&recorder);
    let identity = Identity::with_account().await;
    let code = identity.code(EMAIL).await;
    for email in ["unknown@gmail.com", EMAIL, EMAIL] {
        let refused = identity.verify(email, &another(&code, 0)).await;
        refused.expect_err("it is wrong");
    }
    identity.verify(EMAIL, &code).await.expect("the code is right");
    let page = page.render();
    assert!(page.lines().any(|line| line == "wrong_codes_total 2"), "{page}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_network_that_guesses_waits_longer_in_all_its_sizes_and_a_right_code_is_never_refused() {
    let identity = Identity::with_account().await;
    let code = identity.code(EMAIL).await;
    // Two networks of 64 bits within one of 56.
    for household in ["2001:db8:0:1::", "2001:db8:0:2::"] {
        let guesses = (0..30).map(|nth| {
            let (identity, email) = (&identity, format!("a{nth}@gmail.com"));
            async move { identity.verify_from(household, &email, "123456").await }
        });
        for answer in futures_util::future::join_all(guesses).await {
            assert_eq!(
                answer.expect_err("there is no code").code(),
                Code::InvalidArgument
            );
        }
    }
    for full in ["2001:db8:0:1::9", "2001:db8:0:3::"] {
        let began = Instant::now();
        let refused = identity.verify_from(full, "usha@gmail.com", &code).await;
        assert_eq!(refused.expect_err("there is no code").message(), WRONG);
        assert!(began.elapsed() >= Duration::from_secs(1), "{:?}", began.elapsed());
    }
    for neighbour in ["2001:db8:0:1::9", "2001:db8:0:3::", "2001:db8:0:100::", HOME, ""] {
        let answer = identity.verify_from(neighbour, EMAIL, &code).await;
        answer.expect("the code is right");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_answers_take_the_same_for_everybody_longer_under_attack_and_right_ones_are_never_held() {
    let identity = Identity::with_account().await;
    let code = identity.code(EMAIL).await;
    let wrong = another(&code, 0);
    let wrong_answer = async |email| {
        let began = Instant::now();
        let refused = identity.verify_from("", email, &wrong).await;
        assert_eq!(refused.expect_err("it is wrong").message(), WRONG);
        began.elapsed()
    };
    for email in [EMAIL, "unknown@gmail.com"] {
        let took = wrong_answer(email).await;
        assert!(took >= Duration::from_millis(100), "{took:?}");
    }
    // As after a hundred wrong tries of live codes.
    identity.sql("UPDATE counters SET count = 100").await;
    let took = tokio::join!(wrong_answer(EMAIL), wrong_answer("unknown@gmail.com"));
    assert!(
        took.0 >= Duration::from_secs(1) && took.1 >= Duration::from_secs(1),
        "{took:?}"
    );
    let right = identity.verify_from("", EMAIL, &code);
    let right = tokio::time::timeout(Duration::from_secs(1), right).await;
    right
        .expect("it is not held back")
        .expect("and it is never refused");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_in_the_queue_at_a_crash_is_sent_after_it() {
    let identity = Identity::with_account().await;
    identity
        .sql(
            r#"INSERT INTO jobs (id, kind, payload, attempts, holder, run_at) VALUES
               (gen_random_uuid(), 'one-time-code', '{"email": "asha@gmail.com"}', 1, gen_random_uuid(), now())"#,
        )
        .await;
    let mail = eventually("the code arrives", async || identity.mails_to(EMAIL).pop()).await;
    identity
        .verify(EMAIL, &code_in(&mail))
        .await
        .expect("the code is right");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_spellings_of_one_mailbox_share_its_codes() {
    let identity = Identity::open().await;
    for spelling in ["asha.patel@gmail.com", "ashapatel+1@gmail.com"] {
        identity
            .register(spelling, PASSWORD)
            .await
            .expect("the account is made");
    }
    identity
        .request_code_from(HOME, "asha.patel@gmail.com")
        .await
        .expect("a code may be asked for");
    let again = identity
        .request_code_from("198.51.100.9", "ashapatel+1@gmail.com")
        .await;
    assert_eq!(
        again.expect_err("a minute is not over").code(),
        Code::ResourceExhausted
    );
}
