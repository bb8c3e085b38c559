//! The mails, each with a durable consumer and an inbox key of its own, so that a retry of one never repeats another.

use std::time::Duration;

use mail::Address;
use outbox::{Hearing, StreamConfig, Subscription};

use crate::{
    contact_acknowledgement, contact_notice,
    message::Message,
    order::Order,
    order_confirmation, order_notice,
    recipient::{Beyond, Limit},
    unsent_mail::UnsentMail,
};

/// A mail that follows an event.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Kind {
    /// Its name in metrics and Message-IDs.
    pub(crate) name: &'static str,
    pub(crate) writer: Writer,
    /// How many an address gets that somebody typed. The shop hears of everything.
    pub(crate) limit: Option<Limit>,
    /// What it listens to: events as they are, and as they were.
    pub(crate) events: [(Subscription, Form); 2],
}

/// What the event says.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Form {
    /// Everything: version 1, which streams hold for a month.
    Told,
    /// Ids: the rest is asked of whoever keeps it.
    Asked,
}

/// What the mail is about, and who writes it; the address is the shop's.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Writer {
    OfOrder(fn(&Order, &Address) -> UnsentMail),
    OfMessage(fn(&Message, &Address) -> UnsentMail),
}

/// Every mail.
const ALL: [Kind; 4] = [
    Kind {
        name: "order-confirmation",
        writer: Writer::OfOrder(order_confirmation::mail),
        limit: Some(CONFIRMATIONS),
        events: [
            (ORDER_CONFIRMATION, Form::Asked),
            (ORDER_CONFIRMATION_V1, Form::Told),
        ],
    },
    Kind {
        name: "order-notice",
        writer: Writer::OfOrder(order_notice::mail),
        limit: None,
        events: [(ORDER_NOTICE, Form::Asked), (ORDER_NOTICE_V1, Form::Told)],
    },
    Kind {
        name: "contact-acknowledgement",
        writer: Writer::OfMessage(contact_acknowledgement::mail),
        limit: Some(ACKNOWLEDGEMENTS),
        events: [
            (CONTACT_ACKNOWLEDGEMENT, Form::Asked),
            (CONTACT_ACKNOWLEDGEMENT_V1, Form::Told),
        ],
    },
    Kind {
        name: "contact-notice",
        writer: Writer::OfMessage(contact_notice::mail),
        limit: None,
        events: [(CONTACT_NOTICE, Form::Asked), (CONTACT_NOTICE_V1, Form::Told)],
    },
];

/// Every mail with each of its subscriptions.
pub(crate) fn all() -> impl Iterator<Item = (Kind, Subscription, Form)> {
    ALL.into_iter()
        .flat_map(|mail| mail.events.map(|(subscription, form)| (mail, subscription, form)))
}

/// The service's part in a reconciliation.
pub(crate) fn hearing() -> Hearing {
    Hearing {
        service: "notification",
        subscriptions: subscriptions().collect(),
    }
}

/// What it reads, of every mail and every version of its event.
pub fn subscriptions() -> impl Iterator<Item = Subscription> {
    all().map(|(_, subscription, _)| subscription)
}

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

/// Kept in the stream that the order service makes. A version of an event has consumers of its own: a replica of the version
/// before would take what it cannot read.
const ORDER_CONFIRMATION: Subscription = Subscription {
    name: "order-confirmation-v2",
    stream: "ORDERS",
    subject: "shop.order.placed.v2",
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
    name: "order-notice-v2",
    dead_letter_subject: "shop.dead_letter.order-notice",
    ..ORDER_CONFIRMATION
};

const ORDER_CONFIRMATION_V1: Subscription = Subscription {
    name: "order-confirmation",
    stream: "ORDERS",
    subject: "shop.order.placed.v1",
    ..ORDER_CONFIRMATION
};

const ORDER_NOTICE_V1: Subscription = Subscription {
    name: "order-notice",
    dead_letter_subject: ORDER_NOTICE.dead_letter_subject,
    ..ORDER_CONFIRMATION_V1
};

/// Kept in the stream that the contact service makes.
const CONTACT_ACKNOWLEDGEMENT: Subscription = Subscription {
    name: "contact-acknowledgement-v2",
    stream: "CONTACT",
    subject: "shop.contact.received.v2",
    dead_letter_subject: "shop.dead_letter.contact-acknowledgement",
    ..ORDER_CONFIRMATION
};

const CONTACT_NOTICE: Subscription = Subscription {
    name: "contact-notice-v2",
    dead_letter_subject: "shop.dead_letter.contact-notice",
    ..CONTACT_ACKNOWLEDGEMENT
};

const CONTACT_ACKNOWLEDGEMENT_V1: Subscription = Subscription {
    name: "contact-acknowledgement",
    stream: "CONTACT",
    subject: "shop.contact.received.v1",
    ..CONTACT_ACKNOWLEDGEMENT
};

const CONTACT_NOTICE_V1: Subscription = Subscription {
    name: "contact-notice",
    dead_letter_subject: CONTACT_NOTICE.dead_letter_subject,
    ..CONTACT_ACKNOWLEDGEMENT_V1
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
        let consumers: BTreeSet<_> = all().map(|(_, subscription, _)| subscription.name).collect();
        assert_eq!(consumers.len(), 2 * ALL.len());
        for (mail, subscription, _) in all() {
            assert_eq!(
                subscription.dead_letter_subject,
                format!("shop.dead_letter.{}", mail.name)
            );
        }
    }
}
