//! Tests of mail servers that accept a mail without confirming it: slow, lying and hanging ones. Mails are
//! counted.

use std::time::{Duration, Instant};

use mail::Patience;
use notification::{RetryPace, Settings};
use testkit::{FaultProxy, eventually};

use crate::{CONSUMERS, ORDER_MAILS, SHOP, mailroom::Mailroom, order_placed};

const SHOPPER: &str = "asha@example.com";
const SHORT: Duration = Duration::from_millis(100);

/// Repeats mails with an unknown outcome at once, and never retries failures.
const REPEATS_ONLY: RetryPace = RetryPace {
    retry_after: &[Duration::from_hours(1)],
    repeat_after: &[Duration::from_millis(10); 2],
    put_off: Duration::from_hours(1),
    document_patience: Duration::from_mins(2),
};

fn pace(settings: &mut Settings) {
    settings.pace = REPEATS_ONLY;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_mail_server_gets_each_mail_once() {
    let room = Mailroom::build().await;
    room.mailbox.hold(SHOPPER);
    room.mailbox.hold(SHOP);
    let _service = room
        .open_with(|settings| {
            pace(settings);
            settings.mail.patience.step = SHORT;
        })
        .await;
    let began = Instant::now();
    let order = room.order(&order_placed()).await;
    eventually(
        "it has both for longer than any other step may take",
        async || (room.names_about(order) == ORDER_MAILS && began.elapsed() > 5 * SHORT).then_some(()),
    )
    .await;
    room.mailbox.recover();
    room.until_settled().await;
    assert_eq!(room.names_about(order), ORDER_MAILS);
    assert_eq!(room.dead_letters(ORDER_MAILS[0]).await, []);
}

/// Checks that a mail is sent three times and then becomes a dead letter.
async fn gets_a_mail_three_times(break_it: impl Fn(&Mailroom), patience: Patience) {
    let usual = RetryPace::default().repeat_after;
    assert_eq!(
        usual.len(),
        REPEATS_ONLY.repeat_after.len(),
        "as often as the shop"
    );
    let room = Mailroom::build().await;
    break_it(&room);
    let _service = room
        .open_with(|settings| {
            pace(settings);
            settings.mail.patience = patience;
        })
        .await;
    let order = room.order(&order_placed()).await;
    let [confirmation, notice] = ORDER_MAILS;
    room.until_mailed(order, &[confirmation, confirmation, confirmation, notice])
        .await;
    room.until_settled().await;
    assert_eq!(room.mailbox.mails().len(), 4);
    let letters = room.dead_letters(confirmation).await;
    assert_eq!(letters.len(), 1);
    assert!(letters[0].reason.contains("outcome is unknown"), "{letters:?}");
    assert_eq!(room.dead_letters(notice).await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lying_mail_server_gets_a_mail_three_times_and_a_dead_letter_is_kept() {
    let lies = |room: &Mailroom| room.mailbox.take_and_hang_up_on(SHOPPER);
    gets_a_mail_three_times(lies, Patience::default()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hanging_mail_server_gets_a_mail_three_times_and_a_dead_letter_is_kept() {
    let hangs = |room: &Mailroom| room.mailbox.hold(SHOPPER);
    let patience = Patience {
        last_word: SHORT,
        ..Patience::default()
    };
    gets_a_mail_three_times(hangs, patience).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_waits_no_longer_than_the_database_is_away() {
    let room = Mailroom::build().await;
    let (postgres, url) = FaultProxy::in_front_of(room.database.url()).await;
    room.mailbox.hold(SHOPPER);
    let _service = room
        .open_with(|settings| {
            pace(settings);
            settings.database = database::Settings::new(url);
        })
        .await;
    let sent = room.order(&order_placed()).await;
    room.until_mailed(sent, &ORDER_MAILS).await;
    postgres.cut();
    // One mail is sent but cannot be recorded; the others cannot start.
    room.mailbox.recover();
    let waiting = room.order(&order_placed()).await;
    eventually("both orders are in hand", async || {
        let info = room.consumer("ORDERS", ORDER_MAILS[0]).await?;
        (info.num_pending == 0 && info.num_ack_pending == 2).then_some(())
    })
    .await;
    postgres.restore();
    room.until_mailed(waiting, &ORDER_MAILS).await;
    room.until_settled().await;
    assert_eq!(room.names_about(sent), ORDER_MAILS);
    for (_, name) in CONSUMERS {
        assert_eq!(room.dead_letters(name).await, [], "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_sends_no_mail_twice_and_delays_none() {
    let room = Mailroom::build().await;
    room.mailbox.fall_silent_at(format!("RCPT TO:<{SHOPPER}>"));
    room.mailbox.hold(SHOP);
    let service = room.open_with(pace).await;
    let order = room.order(&order_placed()).await;
    eventually(
        "one has its recipient, and one waits for the server's word",
        async || {
            let has_recipient = room.mailbox.count_commands(&format!("RCPT TO:<{SHOPPER}>")) == 1;
            (has_recipient && room.names_about(order) == ["order-notice"]).then_some(())
        },
    )
    .await;
    let stopped = service.stop();
    let recovers = async {
        eventually("the unsent mail is left", async || {
            let claims = "SELECT count(*) FROM inbox_claims WHERE consumer = 'order-confirmation'";
            (room.count(claims).await == 0).then_some(())
        })
        .await;
        room.mailbox.recover();
    };
    futures_util::future::join(stopped, recovers).await;
    let _service = room.open_with(pace).await;
    room.until_mailed(order, &ORDER_MAILS).await;
    room.until_settled().await;
    assert_eq!(room.names_about(order), ORDER_MAILS);
}
