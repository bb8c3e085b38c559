use proto::{contact::v1::Message, order::v1::Order};
use uuid::Uuid;

use crate::{
    CONSUMERS, CONTACT_MAILS, CONTACT_SUBJECT, ORDER_MAILS, ORDER_SUBJECT, SHOP, contact_received,
    dead_letters::DeadLetter, mailroom::Mailroom, order_placed,
};

/// The prefix of addresses that the mail server never accepts.
const REFUSED: &str = "refused";

/// Pseudo-random bytes.
fn noise(count: u128) -> Vec<Vec<u8>> {
    let bytes =
        |n: u128| Uuid::from_u128(n.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)).into_bytes();
    (1..=count)
        .map(|n| bytes(n)[..usize::try_from(n % 17).expect("it is small")].to_vec())
        .collect()
}

/// Mixes the second list evenly into the first.
fn mixed(good: Vec<Vec<u8>>, poison: Vec<Vec<u8>>) -> Vec<(bool, Vec<u8>)> {
    let every = good.len() / poison.len();
    let mut poison = poison.into_iter();
    let mut all = Vec::new();
    for (n, payload) in good.into_iter().enumerate() {
        all.push((true, payload));
        if n % every == 0 {
            all.extend(poison.next().map(|payload| (false, payload)));
        }
    }
    all
}

/// Publishes all events. Returns the ids of the good ones and of the bad ones.
async fn publish(
    room: &Mailroom,
    subject: &'static str,
    all: Vec<(bool, Vec<u8>)>,
) -> (Vec<Uuid>, Vec<Uuid>) {
    let (kinds, payloads): (Vec<_>, Vec<_>) = all.into_iter().unzip();
    let ids = room.publish_all(subject, payloads).await;
    let (good, poison): (Vec<_>, Vec<_>) = kinds.into_iter().zip(ids).partition(|(is_good, _)| *is_good);
    let ids = |found: Vec<(bool, Uuid)>| found.into_iter().map(|(_, id)| id).collect();
    (ids(good), ids(poison))
}

/// A thousand good events, half of each kind, and a hundred that cannot be mailed: random bytes, and
/// recipients that the server never accepts. Three replicas share the work.
#[tokio::test(flavor = "multi_thread")]
async fn among_a_thousand_good_events_a_hundred_poisonous_ones_are_put_aside() {
    let room = Mailroom::build().await;
    room.mailbox
        .answer(format!("RCPT TO:<{REFUSED}."), "550 5.1.1 no such mailbox");
    // Each order has its own address, because mails per address are limited.
    let order = |name: &str, n: usize| Order {
        email: format!("{name}.{n}@example.com"),
        ..order_placed()
    };
    let message = |name: &str, n: usize| Message {
        email: format!("{name}.{n}@example.com"),
        ..contact_received()
    };
    let keeper = &room;
    let orders = |name: &'static str, count| (0..count).map(move |n| keeper.placed(&order(name, n)));
    let messages = |name: &'static str, count| (0..count).map(move |n| keeper.received(&message(name, n)));
    let mut poison = noise(25);
    poison.extend(orders(REFUSED, 25));
    let orders = mixed(orders("asha", 500).collect(), poison);
    let mut poison = noise(25);
    poison.extend(messages(REFUSED, 25));
    let messages = mixed(messages("meera", 500).collect(), poison);

    let (orders, bad_orders) = publish(&room, ORDER_SUBJECT, orders).await;
    let (messages, bad_messages) = publish(&room, CONTACT_SUBJECT, messages).await;
    let _replicas = [room.open().await, room.open().await, room.open().await];
    room.until_settled().await;

    let mailed = room.names_by_event();
    for (good, names) in [(&orders, ORDER_MAILS), (&messages, CONTACT_MAILS)] {
        for id in good {
            assert_eq!(mailed[id], names);
        }
    }
    for (bad, [to_customer, to_shop]) in [(&bad_orders, ORDER_MAILS), (&bad_messages, CONTACT_MAILS)] {
        let (noise, refused) = bad.split_at(25);
        // The shop is told of every readable event.
        assert_eq!(ids(&room.dead_letters(to_shop).await), sorted(noise));
        assert_eq!(ids(&room.dead_letters(to_customer).await), sorted(bad));
        for id in refused {
            assert_eq!(mailed[id], [to_shop]);
        }
    }
    let mut reasons: Vec<_> = Vec::new();
    for (_, name) in CONSUMERS {
        reasons.extend(
            room.dead_letters(name)
                .await
                .into_iter()
                .map(|letter| letter.reason),
        );
    }
    let about = |part: &str| reasons.iter().filter(|reason| reason.contains(part)).count();
    assert_eq!(about("the mail server refused the mail: 550"), 50);
    assert_eq!(about("this is no ") + about("does not know it"), 100);
    assert_eq!(about("example.com"), 0, "reasons hold nothing personal");
    let mails = room.mailbox.mails();
    assert_eq!(mails.len(), 2 * 1_000 + 50);
    let to_shop = mails.iter().filter(|mail| mail.recipients == [SHOP]).count();
    assert_eq!(to_shop, 1_000 + 50);
}

fn sorted(ids: &[Uuid]) -> Vec<String> {
    let mut ids: Vec<_> = ids.iter().map(Uuid::to_string).collect();
    ids.sort();
    ids
}

fn ids(letters: &[DeadLetter]) -> Vec<String> {
    letters.iter().map(|letter| letter.event_id.clone()).collect()
}
