//! The mails, each with a durable consumer and an inbox key of its own, so that a retry of one never repeats another.

use std::time::Duration;

use outbox::{StreamConfig, Subscription};

use crate::{
    contact_received, order_placed,
    post::Write,
    recipient::{Beyond, Limit},
};

/// Every mail, and how many an address gets that somebody typed. The shop hears of everything.
pub(crate) const ALL: [(Subscription, Write, Option<Limit>); 4] = [
    (
        ORDER_CONFIRMATION,
        order_placed::confirmation,
        Some(CONFIRMATIONS),
    ),
    (ORDER_NOTICE, order_placed::notice, None),
    (
        CONTACT_ACKNOWLEDGEMENT,
        contact_received::acknowledgement,
        Some(ACKNOWLEDGEMENTS),
    ),
    (CONTACT_NOTICE, contact_received::notice, None),
];

/// More than a family orders; whoever orders more gets the rest later. No order is refused for it.
const CONFIRMATIONS: Limit = Limit {
    an_hour: 5,
    a_day: 20,
    beyond: Beyond::PutOff,
};

/// Whoever writes a fourth time knows that the shop reads.
const ACKNOWLEDGEMENTS: Limit = Limit {
    an_hour: 3,
    a_day: 3,
    beyond: Beyond::Drop,
};

/// Kept in the stream that the order service makes.
const ORDER_CONFIRMATION: Subscription = Subscription {
    name: "order-confirmation",
    stream: "ORDERS",
    subject: "shop.order.placed.v1",
    at_once: AT_ONCE,
    retry_after: &RETRY_AFTER,
    repeat_after: &REPEAT_AFTER,
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

/// Mails of a kind that a replica has in hand at the same time: as many as there may be connections to the mail server.
const AT_ONCE: usize = 16;

/// With 150 deliveries, a mail server may be away for a day before a mail is put aside.
const RETRY_AFTER: [Duration; 5] = [
    Duration::from_secs(1),
    Duration::from_secs(5),
    Duration::from_secs(30),
    Duration::from_mins(2),
    Duration::from_mins(10),
];

/// Two repeats of a mail that the server may have taken, for a connection that broke and for a server that was
/// restarted. More would send a mail again and again through a server that takes it and does not say so.
const REPEAT_AFTER: [Duration; 2] = [Duration::from_mins(1), Duration::from_mins(10)];

/// When a mail is tried again.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// The pauses after a failure; the last one repeats.
    pub retry_after: &'static [Duration],
    /// The pauses before a mail is sent again that the server may have taken; no more repeats than pauses.
    pub repeat_after: &'static [Duration],
    /// The pause before an address that had too many mails is looked at again.
    pub put_off: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            retry_after: &RETRY_AFTER,
            repeat_after: &REPEAT_AFTER,
            put_off: Duration::from_hours(1),
        }
    }
}

impl Pace {
    pub(crate) fn of(self, subscription: Subscription) -> Subscription {
        Subscription {
            retry_after: self.retry_after,
            repeat_after: self.repeat_after,
            ..subscription
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_two_mails_share_a_consumer_or_their_dead_letters() {
        let names: BTreeSet<_> = ALL.iter().map(|(mail, ..)| mail.name).collect();
        assert_eq!(names.len(), ALL.len());
        for (mail, ..) in ALL {
            assert_eq!(
                mail.dead_letter_subject,
                format!("shop.dead_letter.{}", mail.name)
            );
        }
    }
}
