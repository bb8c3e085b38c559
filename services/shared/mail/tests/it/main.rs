//! Stories about mails, with a scripted mail server.

mod silence;

use mail::{Error, Mail, Mailer, Settings};
use testkit::FakeMailbox;
use tokio_util::sync::CancellationToken;

fn mail() -> Mail {
    Mail {
        to: "asha@example.com".to_owned(),
        reply_to: None,
        subject: "Order Confirmed! VM-261121-7K3QX".to_owned(),
        text: "Thank you".to_owned(),
        html: "<p>Thank you</p>".to_owned(),
        about: "0190b6a0-0000-7000-9000-000000000001".to_owned(),
        attachment: None,
    }
}

fn mailer(settings: Settings) -> Mailer {
    Mailer::new(settings, CancellationToken::new()).expect("the settings are good")
}

async fn send_to(url: String) -> Result<(), Error> {
    mailer(Settings::smtp(url)).send(mail()).await
}

#[tokio::test]
async fn a_mail_that_was_sent_is_at_the_server_once() {
    let server = FakeMailbox::start().await;
    send_to(server.url()).await.expect("the server takes every mail");
    let [taken] = &server.mails()[..] else {
        panic!("one mail was sent: {:?}", server.mails());
    };
    assert_eq!(taken.recipients, ["asha@example.com"]);
    assert_eq!(taken.subject(), "Order Confirmed! VM-261121-7K3QX");
    assert_eq!(
        taken.message_id(),
        "0190b6a0-0000-7000-9000-000000000001@vanmool.example"
    );
}

#[tokio::test]
async fn only_a_refusal_of_the_mail_itself_is_permanent_and_no_error_repeats_the_address() {
    for (command, answer, is_permanent) in [
        ("RCPT", "550 5.1.1 <asha@example.com>: no such mailbox", true),
        ("RCPT", "553 5.1.3 <asha@example.com>: no such name", true),
        ("DATA", "554 5.7.1 we do not like it, asha@example.com", true),
        ("RCPT", "451 4.7.1 <asha@example.com>: come again later", false),
        ("MAIL", "452 4.3.1 the disk is full", false),
        ("MAIL", "530 5.7.0 log in first", false),
        ("EHLO", "421 4.3.2 closing", false),
        ("RCPT", "what is asha@example.com?", false),
    ] {
        let server = FakeMailbox::start().await;
        server.answer(command, answer);
        let error = send_to(server.url()).await.expect_err(answer);
        assert_eq!(error.is_permanent(), is_permanent, "{answer}: {error:?}");
        assert!(!format!("{error} {error:?}").contains("asha"), "{error:?}");
        assert!(server.mails().is_empty(), "{answer}");
    }
}

#[tokio::test]
async fn a_server_that_is_away_may_have_the_mail_tried_again() {
    let server = FakeMailbox::start().await;
    server.leave().await;
    let error = send_to(server.url()).await.expect_err("the server is away");
    assert!(
        matches!(error, Error::Unreachable(_)) && !error.is_permanent(),
        "{error:?}"
    );
    server.come_back().await;
    send_to(server.url()).await.expect("the server takes every mail");
}

#[tokio::test]
async fn a_server_without_tls_hears_nothing_when_tls_is_required() {
    let server = FakeMailbox::start().await;
    let url = format!("{}?tls=required", server.url());
    let error = send_to(url).await.expect_err("it cannot keep a secret");
    assert!(
        matches!(error, Error::Unfit) && !error.is_permanent(),
        "{error:?}"
    );
    assert!(server.count_commands("MAIL") == 0 && server.mails().is_empty());
}

#[tokio::test]
async fn a_recipient_in_letters_that_the_server_cannot_carry_is_given_up() {
    let server = FakeMailbox::start().await;
    let mailer = mailer(Settings::smtp(server.url()));
    let mail = Mail {
        to: "आशा@example.com".to_owned(),
        ..mail()
    };
    let error = mailer.send(mail).await.expect_err("the server has no SMTPUTF8");
    assert!(error.is_permanent() && server.mails().is_empty(), "{error:?}");
}

#[tokio::test]
async fn a_self_signed_certificate_is_not_trusted() {
    let server = FakeMailbox::start_with_self_signed_certificate().await;
    let url = format!("{}?tls=required", server.url());
    let error = send_to(url).await.expect_err("the server is not verified");
    assert!(
        matches!(&error, Error::Unreachable(cause) if format!("{cause:?}").contains("UnknownIssuer")),
        "{error:?}"
    );
    assert!(!error.is_permanent() && server.count_commands("STARTTLS") == 1);
    assert!(server.count_commands("MAIL") == 0 && server.mails().is_empty());
}

#[tokio::test]
async fn without_a_server_a_mail_is_a_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("mails");
    let mailer = mailer(Settings::folder(&path));
    mailer.send(mail()).await.expect("it is written");
    let files: Vec<_> = std::fs::read_dir(path).expect("the folder was made").collect();
    assert_eq!(files.len(), 1);
}

#[tokio::test]
async fn in_memory_a_mail_is_checked_as_for_a_server() {
    let (settings, sent) = Settings::memory();
    let mailer = mailer(settings);
    mailer.send(mail()).await.expect("it is remembered");
    let bad = Mail {
        to: "asha".to_owned(),
        ..mail()
    };
    let error = mailer.send(bad).await.expect_err("it has no good address");
    assert!(error.is_permanent());
    assert_eq!(sent.mails(), [mail()]);
}
