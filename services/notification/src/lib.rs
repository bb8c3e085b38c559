//! Mails that follow events: to shoppers and, so that nothing waits unseen, to the shop.
//!
//! `mails` lists them. `order_placed` and `contact_received` (the doors to the events) ask `owners` for what an event does
//! not tell → a file a mail that knows what it says (pure) → `mail_handler`, which sends it.
//! A mail is sent once per event, as far as SMTP allows: when this program dies after the mail server took a mail and
//! before the inbox knows, that one mail goes out a second time, with the same Message-ID.

pub mod command;
mod contact_acknowledgement;
mod contact_notice;
mod contact_received;
mod india;
mod mail_handler;
mod mails;
mod message;
mod order;
mod order_confirmation;
mod order_notice;
mod order_placed;
mod order_steps;
mod owners;
mod pace;
mod recipient;
mod unsent_mail;

use mail::Mailer;
pub use mails::subscriptions;
pub use pace::Pace;
use runtime::{Frame, Secret, Target};
use sqlx::migrate::Migrator;

/// What this service changes in the tables of its inbox, and what it counts.
pub static MIGRATIONS: Migrator = sqlx::migrate!();

/// Where notices go while nothing else is set.
pub const SAMPLE_SHOP_EMAIL: &str = "care@vanmool.example";

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
    /// The shop's own address: told of orders and messages, and where shoppers' answers to mails go
    #[arg(long, env, default_value = SAMPLE_SHOP_EMAIL)]
    pub shop_email: mail::Address,
    /// Key for the hashes of addresses that mails went to, the same for every replica: at least 32 random characters
    #[arg(long, env, hide_env_values = true)]
    pub recipient_key: Secret,
    /// Where the order service answers, which knows whose order it is
    #[arg(long, env, default_value = "http://127.0.0.1:7002")]
    pub order_url: Target,
    /// Where the contact service answers, which knows who wrote what
    #[arg(long, env, default_value = "http://127.0.0.1:7005")]
    pub contact_url: Target,
    /// When mails are tried again.
    #[arg(skip)]
    pub pace: Pace,
}

/// Serves until the frame is told to stop.
pub fn service(settings: Settings, frame: Frame) -> runtime::Life {
    Box::pin(serve(settings, frame))
}

async fn serve(settings: Settings, frame: Frame) -> anyhow::Result<()> {
    let migrations = [&MIGRATIONS, &jobs::MIGRATIONS, &outbox::MIGRATIONS];
    let db = database::connect(&settings.database, &migrations).await?;
    frame.spawn("connections", database::measure(db.clone(), frame.stopping()));
    let mailer = Mailer::new(settings.mail, frame.stopping())?;
    frame.may_take(mail::STOP);
    let recipients = recipient::Recipients::new(db.clone(), settings.recipient_key)?;
    let desk = mail_handler::Desk {
        mailer,
        owners: owners::Owners::new(settings.order_url, settings.contact_url),
        recipients,
        put_off: settings.pace.put_off,
        shop: settings.shop_email,
    };
    desk.open(&db, &settings.events, settings.pace, &frame);
    frame.serve_health().await
}

#[cfg(test)]
mod tests {
    #[test]
    fn settings_do_not_clash() {
        runtime::check::<super::Settings>();
    }
}
