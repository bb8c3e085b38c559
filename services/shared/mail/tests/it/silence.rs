use std::time::{Duration, Instant};

use futures_util::future::join;
use mail::{Error, Mailer, Patience, Settings};
use testkit::{FakeMailbox, eventually};
use tokio_util::sync::CancellationToken;

use crate::mail;

const SHORT: Duration = Duration::from_millis(100);
const ASHA: &str = "asha@example.com";

/// Timeouts of a minute each.
fn patient() -> Patience {
    let minute = Duration::from_mins(1);
    Patience {
        step: minute,
        last_word: minute,
        last_word_at_stop: minute,
    }
}

fn mailer(server: &FakeMailbox, patience: Patience, stopping: &CancellationToken) -> Mailer {
    let mut settings = Settings::smtp(server.url());
    settings.patience = patience;
    Mailer::new(settings, stopping.clone()).expect("it is a mail server's address")
}

async fn send_with(server: &FakeMailbox, patience: Patience) -> Result<(), Error> {
    mailer(server, patience, &CancellationToken::new())
        .send(mail())
        .await
}

#[tokio::test]
async fn a_server_that_falls_silent_before_the_mail_is_given_up_in_time_and_does_not_have_it() {
    for command in ["", "EHLO", "MAIL", "RCPT", "DATA"] {
        let server = FakeMailbox::start().await;
        server.fall_silent_at(command);
        let patience = Patience {
            step: SHORT,
            ..patient()
        };
        let error = send_with(&server, patience)
            .await
            .expect_err("there is no answer");
        assert!(matches!(error, Error::TimedOut), "{command}: {error:?}");
        assert!(!error.is_permanent() && !error.is_unknown(), "{command}");
    }
}

#[tokio::test]
async fn a_server_that_has_the_mail_gets_longer_for_its_word() {
    let server = FakeMailbox::start().await;
    server.hold(ASHA);
    let patience = Patience {
        step: SHORT,
        ..patient()
    };
    let began = Instant::now();
    let word = async {
        eventually("it has the mail for longer than a step may take", async || {
            (server.mails().len() == 1 && began.elapsed() > 3 * SHORT).then_some(())
        })
        .await;
        server.recover();
    };
    let (sent, ()) = join(send_with(&server, patience), word).await;
    sent.expect("the server took it");
    assert_eq!(server.mails().len(), 1);
    assert!(
        Patience::default().last_word >= Duration::from_mins(10),
        "RFC 5321, section 4.5.3.2.6"
    );
}

#[tokio::test]
async fn a_mail_whose_server_never_answers_has_an_unknown_outcome() {
    let server = FakeMailbox::start().await;
    server.hold(ASHA);
    let patience = Patience {
        last_word: SHORT,
        ..patient()
    };
    let error = send_with(&server, patience).await.expect_err("it says nothing");
    assert!(error.is_unknown() && !error.is_permanent(), "{error:?}");
    server.recover();

    server.take_and_hang_up_on(ASHA);
    let error = send_with(&server, patient()).await.expect_err("it says nothing");
    assert!(error.is_unknown() && !error.is_permanent(), "{error:?}");
    assert_eq!(server.mails().len(), 2);
}

#[tokio::test]
async fn a_stop_leaves_a_mail_that_was_not_handed_over_and_awaits_the_word_about_one_that_was() {
    let server = FakeMailbox::start().await;
    server.fall_silent_at("DATA");
    let stopping = CancellationToken::new();
    let mailer = mailer(&server, patient(), &stopping);
    let stop = async {
        eventually("it is about to be handed over", async || {
            (server.count_commands("DATA") == 1).then_some(())
        })
        .await;
        stopping.cancel();
    };
    let (left, ()) = join(mailer.send(mail()), stop).await;
    assert!(matches!(left, Err(Error::Interrupted)), "{left:?}");
    assert!(server.mails().is_empty());
    server.recover();

    server.hold(ASHA);
    let stopping = CancellationToken::new();
    let mailer = self::mailer(&server, patient(), &stopping);
    let stop = async {
        eventually("it is handed over", async || {
            (server.mails().len() == 1).then_some(())
        })
        .await;
        stopping.cancel();
        server.recover();
    };
    let (sent, ()) = join(mailer.send(mail()), stop).await;
    sent.expect("the word came");
}

#[tokio::test]
async fn after_a_stop_the_word_is_not_awaited_for_minutes() {
    let server = FakeMailbox::start().await;
    server.hold(ASHA);
    let stopping = CancellationToken::new();
    let patience = Patience {
        last_word_at_stop: SHORT,
        ..patient()
    };
    let mailer = mailer(&server, patience, &stopping);
    let stop = async {
        eventually("it is handed over", async || {
            (server.mails().len() == 1).then_some(())
        })
        .await;
        stopping.cancel();
    };
    let (sent, ()) = join(mailer.send(mail()), stop).await;
    assert!(matches!(sent, Err(Error::Unanswered)), "{sent:?}");
}

#[tokio::test]
async fn connections_are_used_again_and_one_that_the_server_closed_costs_no_mail() {
    let server = FakeMailbox::start().await;
    let mailer = mailer(&server, patient(), &CancellationToken::new());
    for _ in 0..3 {
        mailer.send(mail()).await.expect("the server takes every mail");
    }
    assert_eq!(
        server.count_commands(""),
        1 + server.count_commands("EHLO") + 3 * 3
    );
    server.leave().await;
    server.come_back().await;
    mailer.send(mail()).await.expect("the server is there again");
    assert_eq!((server.count_commands("EHLO"), server.mails().len()), (2, 4));
}
