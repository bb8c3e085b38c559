//! A kind of mail: its name, writer, events and limit.

use std::time::Duration;

use mail::Address;
use outbox::Subscription;

use crate::{
    content::{
        contact::answer::TicketAnswer, message::Message, order::Order, order_payment::Refund,
        recall_notice::RecallNotice, stock_alert::StockAlert, unsent_mail::UnsentMail,
    },
    recipient::RecipientLimit,
};

/// A mail that is sent on an event.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MailKind {
    /// The name in metrics and Message-IDs.
    pub(crate) name: &'static str,
    /// The maximum age of the event. A recreated consumer starts with events of a month ago; older events are
    /// recorded without a mail.
    pub(crate) useful_for: Duration,
    pub(crate) writer: Writer,
    /// The limit per address, because a shopper may have typed a stranger's. Mails to the shop have none.
    pub(crate) limit: Option<RecipientLimit>,
    /// The events that cause it.
    pub(crate) events: &'static [(Subscription, EventForm)],
}

/// The form of an event: what it contains, and when it causes no mail.
#[derive(Debug, Clone, Copy)]
pub(crate) enum EventForm {
    /// Ids; the owning service returns the rest.
    Ids,
    /// The id of an order whose status changed; the order service returns the rest.
    StatusChanged,
    /// The id of a shipped order; its document is attached.
    Shipped,
    /// The id of an order that awaits payment. No mail if it no longer does.
    PaymentDue,
    /// The id of a paid order. No mail if the payment needs no receipt.
    Paid,
    /// The id of an order that was cancelled or is to be returned. No mail if staff did it.
    ShopperRequested,
    /// The ids of a document and its order. No mail for the first sale document, which is attached to the
    /// parcel's mail.
    DocumentIssued,
}

/// The function that writes the mail, by its data. The address is the shop's.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Writer {
    Order(fn(&Order, &Address) -> UnsentMail),
    /// Tells the shop of an order, unless its own staff entered it.
    Notice(fn(&Order, &Address) -> UnsentMail),
    Message(fn(&Message, &Address) -> UnsentMail),
    Answer(fn(&TicketAnswer, &Address) -> UnsentMail),
    StockAlert(fn(&StockAlert, &Address) -> UnsentMail),
    Recall(fn(&RecallNotice, &Address) -> UnsentMail),
    Refund(fn(&Refund, &Address) -> UnsentMail),
}
