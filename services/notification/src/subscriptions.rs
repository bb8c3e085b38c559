//! The list of mails. Each has its own durable consumer and inbox key, so a retry of one never repeats
//! another.

use std::time::Duration;

use outbox::{LONGEST_MAIL, StreamConfig, Subscriber, Subscription};

use crate::{
    content::{
        contact::{acknowledgement, answer, notice},
        order_confirmation, order_notice, order_payment, order_steps, recall_notice, shopper_request,
        stock_alert,
    },
    kind::{EventForm, MailKind, Writer},
    pace::{REPEAT_AFTER, RETRY_AFTER},
    recipient::{ACKNOWLEDGEMENTS, CONFIRMATIONS, REMINDERS},
};

/// Subscribes a mail to an event.
macro_rules! event {
    ($stream:ident, $subject:literal => $mail:literal, $form:ident) => {{
        let subscription = Subscription {
            name: $mail,
            stream: $stream,
            subject: $subject,
            at_once: AT_ONCE,
            retry_after: &RETRY_AFTER,
            repeat_after: &REPEAT_AFTER,
            longest_attempt: LONGEST_MAIL,
            max_attempts: 150,
            dead_letters: StreamConfig {
                name: "DEAD_LETTERS",
                subjects: &["shop.dead_letter.>"],
            },
            dead_letter_subject: concat!("shop.dead_letter.", $mail),
        };
        (subscription, EventForm::$form)
    }};
}

/// All mails.
const ALL: [MailKind; 26] = [
    MailKind {
        name: "order-confirmation",
        useful_for: DAYS,
        writer: Writer::Order(order_confirmation::mail),
        limit: Some(CONFIRMATIONS),
        events: &[event!(ORDERS, "shop.order.placed.v1" => "order-confirmation", Ids)],
    },
    MailKind {
        name: "order-notice",
        useful_for: DAYS,
        writer: Writer::Notice(order_notice::mail),
        limit: None,
        events: &[event!(ORDERS, "shop.order.placed.v1" => "order-notice", Ids)],
    },
    MailKind {
        name: "contact-acknowledgement",
        useful_for: DAYS,
        writer: Writer::Message(acknowledgement::mail),
        limit: Some(ACKNOWLEDGEMENTS),
        events: &[event!(CONTACT, "shop.contact.received.v1" => "contact-acknowledgement", Ids)],
    },
    MailKind {
        name: "contact-notice",
        useful_for: WEEK,
        writer: Writer::Message(notice::mail),
        limit: None,
        events: &[event!(CONTACT, "shop.contact.received.v1" => "contact-notice", Ids)],
    },
    MailKind {
        name: "contact-answer",
        useful_for: WEEK,
        writer: Writer::Answer(answer::mail),
        // Staff write each of them.
        limit: None,
        events: &[event!(CONTACT, "shop.contact.answered.v1" => "contact-answer", Ids)],
    },
    MailKind {
        name: "order-confirmed",
        useful_for: DAYS,
        writer: Writer::Order(order_steps::confirmed),
        limit: None,
        events: &[event!(ORDERS, "shop.order.confirmed.v1" => "order-confirmed", StatusChanged)],
    },
    MailKind {
        name: "order-shipped",
        useful_for: WEEK,
        writer: Writer::Order(order_steps::shipped),
        limit: None,
        events: &[event!(ORDERS, "shop.order.shipped.v1" => "order-shipped", Shipped)],
    },
    MailKind {
        name: "order-delivered",
        useful_for: DAYS,
        writer: Writer::Order(order_steps::delivered),
        limit: None,
        events: &[event!(ORDERS, "shop.order.delivered.v1" => "order-delivered", StatusChanged)],
    },
    MailKind {
        name: "order-cancelled",
        useful_for: WEEK,
        writer: Writer::Order(order_steps::cancelled),
        // A shopper who orders to a stranger's mailbox can also cancel.
        limit: Some(CONFIRMATIONS),
        events: &[event!(ORDERS, "shop.order.cancelled.v1" => "order-cancelled", StatusChanged)],
    },
    MailKind {
        name: "cancellation-notice",
        useful_for: DAYS,
        writer: Writer::Order(shopper_request::cancelled),
        limit: None,
        events: &[event!(ORDERS, "shop.order.cancelled.v1" => "cancellation-notice", ShopperRequested)],
    },
    MailKind {
        name: "order-return-requested",
        useful_for: DAYS,
        writer: Writer::Order(order_steps::return_requested),
        // A shopper who orders to a stranger's mailbox can also request a return.
        limit: Some(CONFIRMATIONS),
        events: &[
            event!(ORDERS, "shop.order.return_requested.v1" => "order-return-requested", StatusChanged),
        ],
    },
    MailKind {
        name: "return-notice",
        useful_for: WEEK,
        writer: Writer::Order(shopper_request::return_requested),
        limit: None,
        events: &[event!(ORDERS, "shop.order.return_requested.v1" => "return-notice", ShopperRequested)],
    },
    MailKind {
        name: "order-return-accepted",
        useful_for: WEEK,
        writer: Writer::Order(order_steps::return_accepted),
        limit: None,
        events: &[event!(ORDERS, "shop.order.return_accepted.v1" => "order-return-accepted", StatusChanged)],
    },
    MailKind {
        name: "order-returned",
        useful_for: WEEK,
        writer: Writer::Order(order_steps::returned),
        limit: None,
        events: &[event!(ORDERS, "shop.order.returned.v1" => "order-returned", StatusChanged)],
    },
    MailKind {
        name: "order-return-refused",
        useful_for: WEEK,
        writer: Writer::Order(order_steps::return_refused),
        limit: None,
        events: &[event!(ORDERS, "shop.order.return_refused.v1" => "order-return-refused", StatusChanged)],
    },
    MailKind {
        name: "order-expiring",
        useful_for: A_DAY,
        writer: Writer::Order(order_steps::expiring),
        // A shopper who orders to a stranger's mailbox confirms nothing. A late reminder is useless.
        limit: Some(REMINDERS),
        events: &[event!(ORDERS, "shop.order.expiring.v1" => "order-expiring", StatusChanged)],
    },
    MailKind {
        name: "order-address-corrected",
        useful_for: DAYS,
        writer: Writer::Order(order_steps::address_corrected),
        limit: None,
        events: &[
            event!(ORDERS, "shop.order.address_corrected.v1" => "order-address-corrected", StatusChanged),
        ],
    },
    MailKind {
        name: "order-lines-corrected",
        useful_for: WEEK,
        writer: Writer::Order(order_steps::lines_corrected),
        limit: None,
        events: &[event!(ORDERS, "shop.order.lines_corrected.v1" => "order-lines-corrected", StatusChanged)],
    },
    MailKind {
        name: "recall-notice",
        useful_for: WEEK,
        writer: Writer::Recall(recall_notice::mail),
        // Staff request each of them, and every shopper must receive it.
        limit: None,
        events: &[event!(ORDERS, "shop.order.recall_notice_requested.v1" => "recall-notice", Ids)],
    },
    MailKind {
        name: "order-parcel-corrected",
        useful_for: DAYS,
        writer: Writer::Order(order_steps::parcel_corrected),
        limit: None,
        events: &[
            event!(ORDERS, "shop.order.parcel_corrected.v1" => "order-parcel-corrected", StatusChanged),
        ],
    },
    MailKind {
        name: "order-lost",
        useful_for: WEEK,
        writer: Writer::Order(order_steps::lost),
        limit: None,
        events: &[event!(ORDERS, "shop.order.lost.v1" => "order-lost", StatusChanged)],
    },
    MailKind {
        name: "order-payment-due",
        useful_for: A_DAY,
        writer: Writer::Order(order_payment::due),
        // A shopper who orders to a stranger's mailbox does not pay. A late reminder is useless.
        limit: Some(REMINDERS),
        events: &[event!(ORDERS, "shop.order.payment_due.v1" => "order-payment-due", PaymentDue)],
    },
    MailKind {
        name: "order-paid",
        useful_for: WEEK,
        writer: Writer::Order(order_payment::paid),
        limit: None,
        events: &[event!(ORDERS, "shop.order.paid.v1" => "order-paid", Paid)],
    },
    MailKind {
        name: "refund",
        useful_for: WEEK,
        writer: Writer::Refund(order_payment::refund),
        limit: None,
        events: &[
            event!(PAYMENTS, "shop.payment.refund_changed.v1" => "refund", Ids),
            event!(ORDERS, "shop.order.refunded.v1" => "refund-by-hand", Ids),
        ],
    },
    MailKind {
        name: "order-document",
        useful_for: WEEK,
        writer: Writer::Order(order_steps::document),
        limit: None,
        events: &[event!(BILLING, "shop.billing.issued.v1" => "order-document", DocumentIssued)],
    },
    MailKind {
        name: "stock-alert",
        useful_for: DAYS,
        writer: Writer::StockAlert(stock_alert::mail),
        // A shopper may type a stranger's address.
        limit: Some(CONFIRMATIONS),
        events: &[event!(STOCK, "shop.stock.back.v1" => "stock-alert", Ids)],
    },
];

/// All mails with each of their subscriptions.
pub(crate) fn all() -> impl Iterator<Item = (MailKind, Subscription, EventForm)> {
    ALL.into_iter().flat_map(|mail| {
        mail.events
            .iter()
            .map(move |(subscription, form)| (mail, *subscription, *form))
    })
}

/// The subscriptions that a reconciliation compares with the streams.
pub(crate) fn subscriber() -> Subscriber {
    Subscriber {
        service: "notification",
        subscriptions: subscriptions().collect(),
    }
}

/// The subscriptions of all mails.
pub fn subscriptions() -> impl Iterator<Item = Subscription> {
    all().map(|(_, subscription, _)| subscription)
}

/// For mails about a deadline that passes within a day.
const A_DAY: Duration = Duration::from_hours(24);

/// For mails that repeat the order page: longer than the two days that a confirmation may be postponed.
const DAYS: Duration = Duration::from_hours(3 * 24);

/// For mails that a shopper must not miss: as long as outboxes keep an event for a replay.
const WEEK: Duration = Duration::from_hours(7 * 24);

/// The stream of the order service.
const ORDERS: &str = "ORDERS";

/// The stream of the contact service.
const CONTACT: &str = "CONTACT";

/// The stream of the payment service.
const PAYMENTS: &str = "PAYMENTS";

/// The stream of the billing service.
const BILLING: &str = "BILLING";

/// The stream of the inventory.
const STOCK: &str = "STOCK";

/// The maximum number of concurrent mails of a kind per replica: the number of connections to the mail
/// server.
const AT_ONCE: usize = 16;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Mails without a limit, and why a stranger cannot fill a mailbox with them.
    const NOT_BY_STRANGERS: [(&str, &str); 19] = [
        ("order-notice", "goes to the shop"),
        ("contact-notice", "goes to the shop"),
        ("contact-answer", "staff write it"),
        ("order-confirmed", "staff confirm, or money came"),
        ("order-shipped", "staff ship"),
        ("order-delivered", "staff or the carrier say so"),
        ("cancellation-notice", "goes to the shop"),
        ("return-notice", "goes to the shop"),
        ("order-return-accepted", "staff accept"),
        ("order-returned", "staff take packs back"),
        ("order-document", "a parcel left before"),
        ("order-return-refused", "staff refuse"),
        ("order-address-corrected", "staff correct"),
        ("order-lines-corrected", "staff correct"),
        ("order-parcel-corrected", "staff correct"),
        ("order-lost", "staff or the carrier say so"),
        ("order-paid", "money came"),
        ("refund", "money goes back that came"),
        ("recall-notice", "staff ask for it, and no shopper may miss it"),
    ];

    #[test]
    fn limits_every_mail_that_a_stranger_can_cause() {
        let without: BTreeSet<_> = NOT_BY_STRANGERS.iter().map(|(name, _)| *name).collect();
        for mail in ALL {
            assert_eq!(mail.limit.is_none(), without.contains(mail.name), "{}", mail.name);
        }
        let known: BTreeSet<_> = ALL.iter().map(|mail| mail.name).collect();
        assert!(without.is_subset(&known), "a mail is gone");
    }

    #[test]
    fn no_sender_uses_up_what_a_mailbox_gets() {
        for limit in [CONFIRMATIONS, REMINDERS] {
            assert!(limit.of_sender.an_hour < limit.of_mailbox.an_hour);
            assert!(limit.of_sender.a_day < limit.of_mailbox.a_day);
            assert!(2 * limit.of_mailbox.a_day <= 24, "guests and accounts together");
        }
    }

    #[test]
    fn no_two_mails_share_a_consumer_or_their_dead_letters() {
        let consumers: BTreeSet<_> = all().map(|(_, subscription, _)| subscription.name).collect();
        assert_eq!(consumers.len(), all().count());
        for (mail, subscription, _) in all() {
            let named = format!("shop.dead_letter.{}", mail.name);
            // A mail may be caused by several events.
            assert!(
                subscription.dead_letter_subject.starts_with(&named),
                "{subscription:?}"
            );
        }
    }
}
