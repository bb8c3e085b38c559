//! Handles an event: writes its mail and sends it.

use std::time::Duration;

use mail::{Attachment, Mail, Mailer, Signature};
use outbox::{Delivery, Failure, Handler};
use runtime::Frame;
use sqlx::PgPool;

use crate::{
    content::{
        order::{AttachedDocument, Order},
        unsent_mail::UnsentMail,
    },
    events::{
        contact_answered, contact_received, issued_document, order_placed, peer_services::PeerServices,
        recall_requested, refund_changed, stock_back,
    },
    kind::{EventForm, MailKind, Writer},
    pace::RetryPace,
    recipient::{self, LimitVerdict, OverLimit, Recipients, Sender},
    shop::{Shop, ShopIdentity},
    site_url::SiteUrl,
    subscriptions,
};

/// The handler of one mail and one form of its events.
pub(crate) struct MailHandler {
    pub(crate) mail: MailKind,
    /// The form of its events.
    pub(crate) form: EventForm,
    pub(crate) sender: MailSender,
}

/// The parts that all mails share.
#[derive(Debug, Clone)]
pub(crate) struct MailSender {
    pub(crate) mailer: Mailer,
    /// The services that own the data in mails.
    pub(crate) peers: PeerServices,
    pub(crate) recipients: Recipients,
    /// The retry delays and waiting times.
    pub(crate) pace: RetryPace,
    /// The shop's identity.
    pub(crate) shop: ShopIdentity,
    /// The base URL of links in mails.
    pub(crate) site_url: SiteUrl,
}

impl MailSender {
    /// Starts the consumers of all mails and the periodic tasks, until the frame stops.
    pub(crate) fn open(&self, db: &PgPool, events: &outbox::Settings, pace: RetryPace, frame: &Frame) {
        for (mail, subscription, form) in subscriptions::all() {
            let sender = self.clone();
            let handler = MailHandler { mail, form, sender };
            handler.count_from_zero();
            let subscription = pace.apply_to(subscription);
            let (db, events) = (db.clone(), events.clone());
            let sending = outbox::consume(db, subscription, events, frame.stopping(), handler);
            frame.spawn(subscription.name, sending);
        }
        let tasks = vec![
            recipient::periodic_task(),
            outbox::inbox_task(),
            outbox::subscriber_task(subscriptions::subscriber(), events.clone()),
        ];
        frame.spawn(
            "periodic-tasks",
            jobs::run_periodic_tasks(db.clone(), tasks, frame.stopping()),
        );
    }
}

impl Handler for MailHandler {
    async fn handle(&self, delivery: &Delivery) -> Result<(), Failure> {
        if delivery.age().is_some_and(|age| age > self.mail.useful_for) {
            metrics::counter!("mails_too_late_total", "mail" => self.mail.name).increment(1);
            tracing::warn!(mail = self.mail.name, event_id = %delivery.event_id, "mail not sent: its event is too old");
            return Ok(());
        }
        let shop = self.sender.shop.current();
        // The document is fetched first, because the text of the mail says whether it is attached.
        let document = match self.form {
            EventForm::Shipped => {
                let patience = self.sender.pace.document_patience;
                issued_document::for_parcel(delivery, &self.sender.peers, patience).await?
            }
            EventForm::DocumentIssued => issued_document::issued(delivery, &self.sender.peers).await?,
            _ => None,
        };
        if document.is_none() && matches!(self.form, EventForm::DocumentIssued) {
            return Ok(());
        }
        let (attached, file) = document.map_or((None, None), |document| {
            (Some(document.attached), Some(document.file))
        });
        let Some((unsent, sender)) = self.write_mail(&delivery.payload, &shop, attached).await? else {
            return Ok(());
        };
        // Phone orders may have no email address.
        if !unsent.to.is_empty() && self.may_be_sent(delivery, &unsent, &sender).await? {
            self.send(delivery, (unsent, file), shop.signature).await?;
        }
        if let Writer::StockAlert(_) = self.mail.writer {
            stock_back::end_alert(&delivery.payload, &self.sender.peers).await;
        }
        Ok(())
    }
}

impl MailHandler {
    /// Creates the counters at 0, because Prometheus sees an increase only from an existing value.
    pub(crate) fn count_from_zero(&self) {
        metrics::counter!("mails_too_late_total", "mail" => self.mail.name).absolute(0);
        for outcome in ["sent", "failed"] {
            metrics::counter!("mails_total", "mail" => self.mail.name, "outcome" => outcome).absolute(0);
        }
    }

    /// Reads an event, fetches the missing data and writes the mail. Also returns the shopper who caused it.
    /// `None` if there is nothing to send any more.
    async fn write_mail(
        &self,
        event: &[u8],
        shop: &Shop,
        attached: Option<AttachedDocument>,
    ) -> Result<Option<(UnsentMail, Sender)>, Failure> {
        let (peers, site_url) = (&self.sender.peers, &self.sender.site_url);
        match self.mail.writer {
            Writer::Order(write) | Writer::Notice(write) => {
                let mut order = match self.form {
                    EventForm::Ids => order_placed::fetch(event, peers, site_url).await?,
                    EventForm::StatusChanged
                    | EventForm::Shipped
                    | EventForm::PaymentDue
                    | EventForm::Paid
                    | EventForm::ShopperRequested => {
                        order_placed::fetch_by_status_change(event, peers, site_url).await?
                    }
                    EventForm::DocumentIssued => {
                        let order_id = issued_document::parse(event)?.order_id;
                        order_placed::fetch_by_id(order_id, peers, site_url).await?
                    }
                };
                order.attached = attached;
                order.pay_to.clone_from(&shop.pay_to);
                let is_to_tell = match self.form {
                    EventForm::PaymentDue => order.payment_due_at.is_some() || order.is_to_be_paid_later,
                    EventForm::Paid => order.receipt.is_some(),
                    EventForm::ShopperRequested => order.shopper_request.is_some(),
                    // An erased shopper has no address.
                    EventForm::DocumentIssued => !order.email.is_empty(),
                    EventForm::Ids | EventForm::StatusChanged | EventForm::Shipped => true,
                };
                let is_known = order.is_by_staff && matches!(self.mail.writer, Writer::Notice(_));
                let is_to_tell = is_to_tell && !is_known;
                Ok(is_to_tell.then(|| (write(&order, &shop.address), sender(&order))))
            }
            Writer::Refund(write) => {
                let refund = refund_changed::fetch(event, peers, site_url).await?;
                Ok(refund.map(|refund| (write(&refund, &shop.address), Sender::Unknown)))
            }
            Writer::Message(write) => {
                let message = contact_received::fetch(event, peers).await?;
                Ok(Some((write(&message, &shop.address), Sender::Unknown)))
            }
            Writer::Answer(write) => {
                let answer = contact_answered::fetch(event, peers, &shop.name).await?;
                Ok(answer.map(|answer| (write(&answer, &shop.address), Sender::Unknown)))
            }
            Writer::Recall(write) => {
                let notice = recall_requested::fetch(event, peers, site_url).await?;
                Ok(notice.map(|notice| (write(&notice, &shop.address), Sender::Unknown)))
            }
            Writer::StockAlert(write) => {
                let alert = stock_back::fetch(event, peers, site_url).await?;
                Ok(alert.map(|alert| (write(&alert, &shop.address), Sender::Unknown)))
            }
        }
    }

    /// True if the mail may be sent, false if its address reached the limit and the mail is optional.
    async fn may_be_sent(
        &self,
        delivery: &Delivery,
        unsent: &UnsentMail,
        sender: &Sender,
    ) -> Result<bool, Failure> {
        let Some(limit) = self.mail.limit else {
            return Ok(true);
        };
        let verdict = self
            .sender
            .recipients
            .count(limit, self.mail.name, (&unsent.to, sender), delivery.event_id)
            .await?;
        match (verdict, limit.over_limit) {
            (LimitVerdict::Send, _) => Ok(true),
            (_, OverLimit::Drop) => {
                tracing::info!(
                    mail = self.mail.name,
                    "an address had enough of these mails today"
                );
                Ok(false)
            }
            (LimitVerdict::TooMany, OverLimit::Postpone) => Err(Failure::Postponed(self.sender.pace.put_off)),
            (LimitVerdict::TooManyForLong, OverLimit::Postpone) => Err(Failure::Poison(
                "its address was sent more confirmations than it should get, for two days".to_owned(),
            )),
        }
    }

    /// Sends a mail. The Message-ID consists of the event id and the mail's name: unique per mail, and the
    /// same for every attempt.
    async fn send(
        &self,
        delivery: &Delivery,
        (unsent, attachment): (UnsentMail, Option<Attachment>),
        signature: Option<Signature>,
    ) -> Result<(), Failure> {
        let reply_to = unsent.reply_to.map(|address| address.to_string());
        let mail = Mail {
            to: unsent.to,
            reply_to: reply_to.filter(|address| address.is_ascii()),
            subject: unsent.content.subject,
            text: unsent.content.text,
            html: unsent.content.html,
            about: format!("{}.{}", delivery.event_id, self.mail.name),
            attachment,
        };
        let mailer = &self.sender.mailer;
        let sent = match signature {
            Some(signature) => mailer.signed_by(signature).send(mail).await,
            None => mailer.send(mail).await,
        };
        if matches!(sent, Err(mail::Error::Interrupted)) {
            // Another replica may send it immediately.
            return Err(Failure::Postponed(Duration::ZERO));
        }
        let outcome = if sent.is_ok() { "sent" } else { "failed" };
        metrics::counter!("mails_total", "mail" => self.mail.name, "outcome" => outcome).increment(1);
        sent.map_err(|error| {
            if error.is_permanent() {
                Failure::Poison(error.to_string())
            } else if error.is_unknown() {
                Failure::Unknown(error.into())
            } else {
                Failure::Retry(error.into())
            }
        })
    }
}

/// The shopper of an order, for the limits.
fn sender(order: &Order) -> Sender {
    if order.account_id.is_empty() {
        Sender::Guest(order.mobile_number.clone())
    } else {
        Sender::Account(order.account_id.clone())
    }
}
