use testkit::{FakeMailbox, eventually};

use crate::{CONSUMERS, CONTACT_MAILS, ORDER_MAILS, contact_received, mailroom::Mailroom, order_placed};

/// Breaks the mail server, waits until all four mails failed, and mends it. Each mail arrives once without a
/// dead letter.
async fn survives(
    break_it: impl AsyncFn(&FakeMailbox),
    have_met_it: impl AsyncFn(&Mailroom) -> bool,
    mend_it: impl AsyncFn(&FakeMailbox),
) {
    let room = Mailroom::build().await;
    break_it(&room.mailbox).await;
    let _service = room.open().await;
    let order = room.order(&order_placed()).await;
    let message = room.contact(&contact_received()).await;
    eventually("all four mails meet the outage", async || {
        have_met_it(&room).await.then_some(())
    })
    .await;
    assert!(room.mailbox.mails().is_empty());
    mend_it(&room.mailbox).await;
    room.until_mailed(order, &ORDER_MAILS).await;
    room.until_mailed(message, &CONTACT_MAILS).await;
    room.until_settled().await;
    for (_, name) in CONSUMERS {
        assert_eq!(room.dead_letters(name).await, [], "{name}");
    }
    assert_eq!(room.mailbox.mails().len(), 4);
}

/// True if every mail failed and was retried.
async fn is_retried(room: &Mailroom) -> bool {
    for (stream, name) in CONSUMERS {
        let info = room.consumer(stream, name).await;
        if info.is_none_or(|info| info.num_redelivered == 0) {
            return false;
        }
    }
    true
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_server_that_accepts_and_never_greets_loses_no_mail() {
    survives(
        async |mailbox| mailbox.hang(),
        async |room| room.mailbox.count_commands("") == 4,
        async |mailbox| mailbox.recover(),
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_server_that_falls_silent_in_the_middle_loses_no_mail() {
    survives(
        async |mailbox| mailbox.fall_silent_at("DATA"),
        async |room| room.mailbox.count_commands("DATA") == 4,
        async |mailbox| mailbox.recover(),
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_server_that_is_busy_loses_no_mail() {
    survives(
        async |mailbox| mailbox.answer("RCPT", "451 4.3.0 come again later"),
        is_retried,
        async |mailbox| mailbox.recover(),
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_server_that_is_away_loses_no_mail() {
    survives(FakeMailbox::leave, is_retried, FakeMailbox::come_back).await;
}
