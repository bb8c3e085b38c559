//! The mails, each with a durable consumer and an inbox key of its own, so that a retry of one never repeats another.

use std::time::Duration;

use mail::Address;
use outbox::{Failure, StreamConfig, Subscription};

use crate::{contact_received, order_placed, post::Letter};

/// Reads an event and writes the letter; the address is the shop's.
pub(crate) type Write = fn(&[u8], &Address) -> Result<Letter, Failure>;

/// Every mail, after its event.
pub(crate) const ALL: [(Subscription, Write); 4] = [
    (ORDER_CONFIRMATION, order_placed::confirmation),
    (ORDER_NOTICE, order_placed::notice),
    (CONTACT_ACKNOWLEDGEMENT, contact_received::acknowledgement),
    (CONTACT_NOTICE, contact_received::notice),
];

/// Kept in the stream that the order service makes.
const ORDER_CONFIRMATION: Subscription = Subscription {
    name: "order-confirmation",
    stream: "ORDERS",
    subject: "shop.order.placed.v1",
    retry_after: &RETRY_AFTER,
    max_deliveries: 150,
    dead_letters: StreamConfig {
        name: "DEAD_LETTERS",
        subjects: &["shop.dead_letter.>"],
    },
    dead_letter_subject: "shop.dead_letter.order-confirmation",
};

const ORDER_NOTICE: Subscription = Subscription {
    name: "order-notice",
    dead_letter_subject: "shop.dead_letter.order-notice",
    ..ORDER_CONFIRMATION
};

/// Kept in the stream that the contact service makes.
const CONTACT_ACKNOWLEDGEMENT: Subscription = Subscription {
    name: "contact-acknowledgement",
    stream: "CONTACT",
    subject: "shop.contact.received.v1",
    dead_letter_subject: "shop.dead_letter.contact-acknowledgement",
    ..ORDER_CONFIRMATION
};

const CONTACT_NOTICE: Subscription = Subscription {
    name: "contact-notice",
    dead_letter_subject: "shop.dead_letter.contact-notice",
    ..CONTACT_ACKNOWLEDGEMENT
};

/// With 150 deliveries, a mail server may be away for a day before a mail is put aside.
const RETRY_AFTER: [Duration; 5] = [
    Duration::from_secs(1),
    Duration::from_secs(5),
    Duration::from_secs(30),
    Duration::from_mins(2),
    Duration::from_mins(10),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_two_mails_share_a_consumer_or_their_dead_letters() {
        let names: BTreeSet<_> = ALL.iter().map(|(mail, _)| mail.name).collect();
        assert_eq!(names.len(), ALL.len());
        for (mail, _) in ALL {
            assert_eq!(
                mail.dead_letter_subject,
                format!("shop.dead_letter.{}", mail.name)
            );
        }
    }
}
