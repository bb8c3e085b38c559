//! Mails that follow events: a confirmation for every order.
//!
//! `order_placed` (the door to the event) → `confirmation` (what the mail says, pure) → the `mail` crate.
//!
//! A mail is sent once per event, as far as SMTP allows: when this program dies after the mail server took a mail and
//! before the inbox knows, the mail goes out a second time, with the same Message-ID.

mod confirmation;
mod order_placed;

use std::time::Duration;

use mail::Mailer;
use outbox::{StreamConfig, Subscription};
use runtime::Frame;

/// Placed orders, kept in the stream that the order service makes.
const ORDERS_PLACED: Subscription = Subscription {
    name: "notification",
    stream: "ORDERS",
    subject: "shop.order.placed.v1",
    retry_after: &RETRY_AFTER,
    max_deliveries: 150,
    dead_letters: StreamConfig {
        name: "DEAD_LETTERS",
        subjects: &["shop.dead_letter.>"],
    },
    dead_letter_subject: "shop.dead_letter.notification",
};

/// With 150 deliveries, a mail server may be away for a day before a mail is put aside.
const RETRY_AFTER: [Duration; 5] = [
    Duration::from_secs(1),
    Duration::from_secs(5),
    Duration::from_secs(30),
    Duration::from_mins(2),
    Duration::from_mins(10),
];

/// What can be set from outside.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// Where it notes which events were handled.
    #[command(flatten)]
    pub database: database::Settings,
    /// Where events come from.
    #[command(flatten)]
    pub events: outbox::Settings,
    /// Where mails go.
    #[command(flatten)]
    pub mail: mail::Settings,
}

/// Serves until the frame is told to stop.
pub async fn service(settings: Settings, frame: Frame) -> anyhow::Result<()> {
    let db = database::connect(&settings.database, &[&outbox::MIGRATIONS]).await?;
    let mailer = Mailer::new(settings.mail)?;
    // The mail is an effect outside the database, so there is nothing to write beside the inbox's note.
    let consuming = outbox::consume(
        db,
        ORDERS_PLACED,
        settings.events,
        frame.stopping(),
        async move |_, delivery| order_placed::confirm(&mailer, delivery).await,
    );
    frame.spawn("order confirmations", consuming);
    frame.serve_health().await
}

#[cfg(test)]
mod tests {
    #[test]
    fn settings_do_not_clash() {
        runtime::check::<super::Settings>();
    }
}
