//! Tests of mails to an address that a shopper typed and that may be a stranger's.

use std::time::Duration;

use notification::RetryPace;
use prost::Message as _;
use proto::{contact::v1::Message, event::v1::OrderStatusChanged, order::v1::Order};
use testkit::eventually;
use uuid::{NoContext, Timestamp, Uuid};

use crate::{
    CONTACT_MAILS, ORDER_MAILS, ORDER_SUBJECT, SHOP, contact_received, mailroom::Mailroom, order_placed,
};

/// Text that an abuser wants a stranger to read.
const WORDS: &str = "You have won! http://evil.example";

#[tokio::test(flavor = "multi_thread")]
async fn typed_text_reaches_no_typed_address() {
    let room = Mailroom::build().await;
    let _service = room.open().await;
    let message = Message {
        name: WORDS.to_owned(),
        phone: WORDS.to_owned(),
        subject: WORDS.to_owned(),
        message: WORDS.to_owned(),
        ..contact_received()
    };
    let order = Order {
        full_name: WORDS.to_owned(),
        delivery_address: WORDS.to_owned(),
        mobile_number: WORDS.to_owned(),
        pincode: WORDS.to_owned(),
        ..order_placed()
    };
    let (message, order) = (room.contact(&message).await, room.order(&order).await);
    room.until_mailed(message, &CONTACT_MAILS).await;
    room.until_mailed(order, &ORDER_MAILS).await;
    for mail in room.mailbox.mails() {
        let is_to_shop = mail.recipients == [SHOP];
        // Complete in a plain body; quoted-printable breaks long lines.
        assert_eq!(mail.text.contains("evil"), is_to_shop, "{mail:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_gets_three_acknowledgements_a_day_and_the_shop_every_message() {
    let room = Mailroom::build().await;
    let _service = room.open().await;
    let mut ids = Vec::new();
    for n in 0..8 {
        let email = match n % 2 {
            0 => format!("me.era+{n}@gmail.com"),
            _ => "Meera@GMail.com".to_owned(),
        };
        let event = Message {
            email,
            ..contact_received()
        };
        ids.push(room.contact(&event).await);
    }
    room.until_settled().await;
    let [acknowledgement, notice] = CONTACT_MAILS;
    let names: Vec<_> = ids.iter().flat_map(|id| room.names_about(*id)).collect();
    let count = |wanted: &str| names.iter().filter(|name| *name == wanted).count();
    assert_eq!((count(acknowledgement), count(notice)), (3, 8));
    assert_eq!(room.dead_letters(acknowledgement).await, []);
    let kept = "SELECT count(*) FROM recipient_mails WHERE encode(recipient, 'escape') LIKE '%meera%'";
    assert_eq!(room.count(kept).await, 0, "no address is kept");
}

#[tokio::test(flavor = "multi_thread")]
async fn confirmations_beyond_five_an_hour_are_sent_later_and_none_is_lost() {
    let room = Mailroom::build().await;
    let _service = room
        .open_with(|settings| {
            settings.pace = RetryPace {
                put_off: Duration::from_millis(50),
                ..RetryPace::default()
            };
        })
        .await;
    let mut orders = Vec::new();
    for _ in 0..8 {
        orders.push(room.order(&order_placed()).await);
    }
    let [confirmation, notice] = ORDER_MAILS;
    let sent = |wanted: &str| {
        let names = orders.iter().flat_map(|id| room.names_about(*id));
        names.filter(|name| name == wanted).count()
    };
    eventually(
        "the shop knows of all, and three confirmations come again",
        async || {
            let info = room.consumer("ORDERS", confirmation).await?;
            (sent(notice) == 8 && info.num_redelivered == 3).then_some(())
        },
    )
    .await;
    assert_eq!(sent(confirmation), 5);
    sqlx::query("UPDATE recipient_mails SET counted_at = counted_at - interval '2 hours'")
        .execute(room.database.pool())
        .await
        .expect("two hours pass");
    eventually("the others arrive", async || {
        (sent(confirmation) == 8).then_some(())
    })
    .await;
    room.until_settled().await;
    assert_eq!(room.dead_letters(confirmation).await, []);
}

/// An order to Asha's mailbox, by this account or by a guest with this mobile number.
fn to_asha(account_id: &str, mobile_number: &str) -> Order {
    Order {
        account_id: account_id.to_owned(),
        mobile_number: mobile_number.to_owned(),
        ..order_placed()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_who_order_to_a_mailbox_leave_room_for_its_own_confirmations() {
    let room = Mailroom::build().await;
    let _service = room.open().await;
    let [confirmation, notice] = ORDER_MAILS;
    for number in 0..7 {
        let order = room.order(&to_asha("", "9123456700")).await;
        let expected = if number < 5 { &ORDER_MAILS[..] } else { &[notice] };
        room.until_mailed(order, expected).await;
    }
    let own = room.order(&to_asha("", "9876543210")).await;
    room.until_mailed(own, &ORDER_MAILS).await;
    for (mobile_number, expected) in [
        ("9123456701", &ORDER_MAILS[..]),
        ("9123456702", &ORDER_MAILS),
        ("9123456703", &[notice]),
    ] {
        let order = room.order(&to_asha("", mobile_number)).await;
        room.until_mailed(order, expected).await;
    }
    let of_account = to_asha("0190b6a0-0000-7000-8000-00000000a5a5", "9876543210");
    let logged_in = room.order(&of_account).await;
    room.until_mailed(logged_in, &ORDER_MAILS).await;
    let confirmations = room.mailbox.mails().into_iter();
    let confirmations = confirmations.filter(|mail| mail.recipients == ["asha@example.com"]);
    assert_eq!(confirmations.count(), 9, "{confirmation}");
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_to_a_strangers_mailbox_remind_it_five_times_an_hour() {
    let room = Mailroom::build().await;
    let _service = room.open().await;
    let mut ids = Vec::new();
    for version in 2..14 {
        let order = room.owners.keep_order(&order_placed());
        let changed = OrderStatusChanged {
            order_id: order.order_id,
            order_number: order.order_number,
            version,
            lines: Vec::new(),
        };
        ids.push(
            room.publish("shop.order.expiring.v1", changed.encode_to_vec())
                .await,
        );
    }
    eventually("every reminder is decided on", async || {
        let info = room.consumer("ORDERS", "order-expiring").await?;
        let is_settled = info.num_pending == 0 && info.num_ack_pending == 0;
        (is_settled && info.delivered.consumer_sequence >= 12).then_some(())
    })
    .await;
    let mails = ids.iter().flat_map(|id| room.names_about(*id));
    assert_eq!(mails.count(), 5);
    assert_eq!(room.dead_letters("order-expiring").await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_confirmation_that_was_put_off_for_two_days_is_put_aside() {
    let room = Mailroom::build().await;
    let _service = room.open().await;
    for _ in 0..5 {
        let order = room.order(&order_placed()).await;
        room.until_mailed(order, &ORDER_MAILS).await;
    }
    let long_ago = time::OffsetDateTime::now_utc() - time::Duration::hours(60);
    let seconds = u64::try_from(long_ago.unix_timestamp()).expect("it is after 1970");
    let old = Uuid::new_v7(Timestamp::from_unix(NoContext, seconds, 0));
    room.publish_as(old, ORDER_SUBJECT, room.placed(&order_placed()))
        .await;
    room.until_settled().await;
    assert_eq!(room.names_about(old), ["order-notice"]);
    let letters = room.dead_letters(ORDER_MAILS[0]).await;
    assert_eq!(letters.len(), 1);
    assert!(letters[0].reason.contains("more confirmations"), "{letters:?}");
}
