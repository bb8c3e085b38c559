//! Tests of a mail server that accepts a mail without confirming it.

use testkit::{FakeMailbox, FaultProxy, TestDatabase, eventually};
use tonic::Code;

use crate::{EMAIL, Identity, PASSWORD, code_in};

/// Starts the service with a mail server and an account.
async fn open(mailbox: &FakeMailbox) -> Identity {
    let database = testkit::database(&[]).await;
    let address = database.settings();
    open_on(mailbox, database, address).await
}

async fn open_on(mailbox: &FakeMailbox, database: TestDatabase, address: database::Settings) -> Identity {
    let (_, sent) = mail::Settings::memory();
    let settings = mail::Settings::smtp(mailbox.url());
    let identity = Identity::open_with(database, address, settings, sent).await;
    identity
        .register(EMAIL, PASSWORD)
        .await
        .expect("the account is made");
    identity
}

async fn until_mails(mailbox: &FakeMailbox, count: usize) {
    eventually("the mails arrive", async || {
        (mailbox.mails().len() == count).then_some(())
    })
    .await;
}

impl Identity {
    async fn until_unknown(&self, outcomes: &str) {
        eventually("the unknown outcome is stored", async || {
            let counted = "SELECT coalesce(max(unknown_outcomes), -1)::text FROM jobs WHERE holder IS NULL";
            (self.text(counted).await == outcomes).then_some(())
        })
        .await;
    }

    async fn until_queue_is_empty(&self) {
        eventually("the queue is empty", async || {
            (self
                .text("SELECT count(*)::text FROM jobs WHERE dead_at IS NULL")
                .await
                == "0")
                .then_some(())
        })
        .await;
    }
}

fn codes(mailbox: &FakeMailbox) -> Vec<String> {
    let mail = |mail: testkit::TakenMail| mail::Mail {
        to: mail.recipients.concat(),
        reply_to: None,
        subject: String::new(),
        text: mail.text,
        html: String::new(),
        about: String::new(),
        attachment: None,
    };
    mailbox
        .mails()
        .into_iter()
        .map(|taken| code_in(&mail(taken)))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lying_mail_server_gets_a_code_three_times_and_it_is_the_same_code() {
    let mailbox = FakeMailbox::start().await;
    let identity = open(&mailbox).await;
    mailbox.take_and_hang_up_on(EMAIL);
    identity
        .request_code_from("", EMAIL)
        .await
        .expect("a code may be asked for");
    for sent in 1..=2 {
        until_mails(&mailbox, sent).await;
        identity.until_unknown(&sent.to_string()).await;
        identity
            .sql("UPDATE jobs SET run_at = now() WHERE unknown_outcomes > 0")
            .await;
    }
    until_mails(&mailbox, 3).await;
    identity.until_queue_is_empty().await;
    let reason = identity.text("SELECT dead_reason FROM jobs").await;
    assert!(
        reason.contains("outcome is unknown"),
        "the reason is kept: {reason}"
    );
    let codes = codes(&mailbox);
    assert_eq!(codes, vec![codes[0].clone(); 3]);
    identity
        .verify(EMAIL, &codes[0])
        .await
        .expect("it is the account's code");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_that_was_used_does_not_come_to_life_with_its_second_copy() {
    let mailbox = FakeMailbox::start().await;
    let identity = open(&mailbox).await;
    mailbox.take_and_hang_up_on(EMAIL);
    identity
        .request_code_from("", EMAIL)
        .await
        .expect("a code may be asked for");
    identity.until_unknown("1").await;
    let code = codes(&mailbox).pop().expect("one arrived");
    mailbox.recover();
    identity
        .reset(EMAIL, &code, "winter-harvest")
        .await
        .expect("the code is right");
    identity
        .sql("UPDATE jobs SET run_at = now() WHERE unknown_outcomes > 0")
        .await;
    identity.until_queue_is_empty().await;
    // One code and one notice.
    assert_eq!(mailbox.mails().len(), 2);
    identity.verify(EMAIL, &code).await.expect_err("it was used");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_copy_does_not_take_the_place_of_a_newer_code() {
    let mailbox = FakeMailbox::start().await;
    let identity = open(&mailbox).await;
    mailbox.take_and_hang_up_on(EMAIL);
    identity
        .request_code_from("", EMAIL)
        .await
        .expect("a code may be asked for");
    identity.until_unknown("1").await;
    mailbox.recover();
    identity.wait_for_limits().await;
    identity
        .request_code_from("", EMAIL)
        .await
        .expect("another may be asked for");
    until_mails(&mailbox, 2).await;
    identity
        .sql("UPDATE jobs SET run_at = now() WHERE unknown_outcomes > 0")
        .await;
    identity.until_queue_is_empty().await;
    let codes = codes(&mailbox);
    assert_eq!(codes.len(), 2);
    identity
        .verify(EMAIL, &codes[1])
        .await
        .expect("it is the newer one");
}

/// The mail is sent, but the database cannot record it.
#[tokio::test(flavor = "multi_thread")]
async fn a_mail_that_was_sent_waits_for_the_database_and_is_not_sent_again() {
    let mailbox = FakeMailbox::start().await;
    let database = testkit::database(&[]).await;
    let (postgres, url) = FaultProxy::in_front_of(database.url()).await;
    let identity = open_on(&mailbox, database, database::Settings::new(url)).await;
    mailbox.hold(EMAIL);
    identity
        .request_code_from("", EMAIL)
        .await
        .expect("a code may be asked for");
    until_mails(&mailbox, 1).await;
    postgres.cut();
    mailbox.recover();
    // Each request waits for the database as long as the recording of the mail does.
    for _ in 0..2 {
        let refused = identity.verify(EMAIL, "123456").await;
        assert_eq!(
            refused.expect_err("the database is away").code(),
            Code::Unavailable
        );
    }
    postgres.restore();
    identity.until_queue_is_empty().await;
    assert_eq!(mailbox.mails().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_error_is_no_attempt_of_the_mail() {
    let mailbox = FakeMailbox::start().await;
    let identity = open(&mailbox).await;
    for statement in [
        "CREATE SEQUENCE tries",
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
           'BEGIN PERFORM nextval(''tries''); RAISE ''no''; END'",
        "CREATE TRIGGER refuse BEFORE INSERT ON one_time_codes FOR EACH ROW EXECUTE FUNCTION refuse()",
    ] {
        identity.sql(statement).await;
    }
    identity
        .request_code_from("", EMAIL)
        .await
        .expect("a code may be asked for");
    for tried in ["1", "2", "3"] {
        eventually("the database fails it", async || {
            let tries = "SELECT last_value::text FROM tries WHERE is_called";
            let counted = identity.text(&format!("SELECT coalesce(({tries}), '0')")).await;
            (counted == tried).then_some(())
        })
        .await;
        eventually("it is no attempt", async || {
            let waiting = "SELECT coalesce(max(attempts), -1)::text FROM jobs WHERE holder IS NULL";
            (identity.text(waiting).await == "0").then_some(())
        })
        .await;
        identity.sql("UPDATE jobs SET run_at = now()").await;
    }
    identity.sql("DROP TRIGGER refuse ON one_time_codes").await;
    until_mails(&mailbox, 1).await;
}
