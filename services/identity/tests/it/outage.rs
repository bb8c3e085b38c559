use runtime::status;
use testkit::{FaultProxy, eventually};
use tonic::Code;

use crate::{EMAIL, Identity, PASSWORD, code_in};

#[tokio::test(flavor = "multi_thread")]
async fn everything_is_refused_in_words_while_the_database_is_away() {
    let database = testkit::database(&[]).await;
    let (postgres, url) = FaultProxy::in_front_of(database.url()).await;
    let (mail, sent) = mail::Settings::memory();
    let identity = Identity::open_with(database, database::Settings::new(url), mail, sent).await;
    identity
        .register(EMAIL, PASSWORD)
        .await
        .expect("the account is made");
    let token = identity
        .log_in(EMAIL, PASSWORD)
        .await
        .expect("the password is right");
    postgres.cut();
    let refusals = [
        identity.register("usha@gmail.com", PASSWORD).await,
        identity.log_in(EMAIL, PASSWORD).await.map(drop),
        identity.log_out(&token).await,
        identity.authenticate(&token).await.map(drop),
        identity.request_code_from("", EMAIL).await,
        identity.verify(EMAIL, "123456").await,
        identity.reset(EMAIL, "123456", "winter-harvest").await,
    ];
    for refused in refusals {
        let refused = refused.expect_err("the database is away");
        assert_eq!(refused.code(), Code::Unavailable, "{refused:?}");
        assert_eq!(
            refused.message(),
            "We cannot reach your account right now. Please try again in a moment."
        );
        assert!(status::details(&refused).retry_after.is_some());
    }
    postgres.restore();
    eventually("it answers again", async || {
        identity.authenticate(&token).await.ok()
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_that_the_mail_server_did_not_take_is_sent_again() {
    let database = testkit::database(&[]).await;
    let address = database.settings();
    let folder = tempfile::tempdir().expect("a temporary folder");
    // A file in place of the folder: nothing can be written until it is removed.
    let mails = folder.path().join("mails");
    std::fs::write(&mails, "").expect("it can be written");
    let (_, sent) = mail::Settings::memory();
    let identity = Identity::open_with(database, address, mail::Settings::folder(&mails), sent).await;
    identity
        .register(EMAIL, PASSWORD)
        .await
        .expect("the account is made");
    identity
        .request_code_from("", EMAIL)
        .await
        .expect("the answer does not wait for the mail");
    eventually("the first attempt has failed", async || {
        let attempts = identity
            .text("SELECT coalesce(max(attempts), 0)::text FROM jobs WHERE holder IS NULL")
            .await;
        (attempts == "1").then_some(())
    })
    .await;
    std::fs::remove_file(&mails).expect("it is there");
    identity.sql("UPDATE jobs SET run_at = now()").await;
    let mail = eventually("the mail is written", async || {
        let file = std::fs::read_dir(&mails).ok()?.next()?.ok()?.path();
        std::fs::read_to_string(file).ok().filter(|mail| !mail.is_empty())
    })
    .await;
    let mail = mail::Mail {
        to: EMAIL.to_owned(),
        reply_to: None,
        subject: String::new(),
        text: mail,
        html: String::new(),
        about: String::new(),
        attachment: None,
    };
    identity
        .verify(EMAIL, &code_in(&mail))
        .await
        .expect("the code is right");
}
