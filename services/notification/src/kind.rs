//! A kind of mail: its name, its writer, its events, its limits.

use std::time::Duration;

use mail::Address;
use outbox::Subscription;

use crate::{
    content::{
        contact::answer::Answer, message::Message, order::Order, order_payment::Refund,
        recall_notice::RecallNotice, stock_alert::StockAlert, unsent_mail::UnsentMail,
    },
    recipient::Limit,
};

/// A mail that follows an event.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Kind {
    /// Its name in metrics and Message-IDs.
    pub(crate) name: &'static str,
    /// How long after its event the mail tells news. A consumer that is made anew begins a month ago, and an older event is noted
    /// without a mail.
    pub(crate) useful_for: Duration,
    pub(crate) writer: Writer,
    /// How many of these mails one address gets, as a shopper may have typed a stranger's. The shop hears of everything.
    pub(crate) limit: Option<Limit>,
    /// The events it follows, in their current version and in older ones.
    pub(crate) events: &'static [(Subscription, Form)],
}

/// The form of an event.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Form {
    /// Everything: version 1, which streams hold for a month.
    Whole,
    /// Ids: the service that keeps the rest is asked for it.
    Ids,
    /// The id of an order that went on: the order service is asked for the rest.
    Moved,
    /// The id of an order that left: its document goes along.
    Left,
    /// The id of an order that waits for its money; nothing is told of one that does not any more.
    Due,
    /// The id of an order whose money came; nothing is told of what needs no receipt.
    Paid,
    /// The id of an order that its shopper cancelled or wants to send back; nothing is told of what staff did.
    Wished,
    /// The ids of a document and its order; nothing is told of the first sale document, which goes along with the parcel's mail.
    Issued,
}

/// The function that writes the mail, by what the mail is about; the address is the shop's.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Writer {
    Order(fn(&Order, &Address) -> UnsentMail),
    /// Tells the shop of an order that its own staff did not write down.
    Notice(fn(&Order, &Address) -> UnsentMail),
    Message(fn(&Message, &Address) -> UnsentMail),
    Answer(fn(&Answer, &Address) -> UnsentMail),
    StockAlert(fn(&StockAlert, &Address) -> UnsentMail),
    Recall(fn(&RecallNotice, &Address) -> UnsentMail),
    Refund(fn(&Refund, &Address) -> UnsentMail),
}
