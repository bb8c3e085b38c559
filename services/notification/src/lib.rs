//! Notification service: mails to shoppers and to the shop, sent on events.
//!
//! `subscriptions` lists the mails. `events` fetches the data that an event lacks → `content` writes the
//! mail, one file per mail (pure) → `mail_handler` sends it.
//! A mail is sent once per event, as far as SMTP allows. If this program dies after the mail server accepted
//! a mail and before the inbox records it, the mail is sent again. The repeated mail has the same Message-ID.

pub mod command;
mod content;
mod events;
mod kind;
mod mail_handler;
mod pace;
mod recipient;
mod settings;
mod shop;
mod site_url;
mod subscriptions;

use mail::Mailer;
pub use pace::RetryPace;
use runtime::Frame;
pub use settings::{SAMPLE_SHOP_EMAIL, SAMPLE_SITE_URL, Settings};
pub use site_url::SiteUrl;
use sqlx::migrate::Migrator;
pub use subscriptions::subscriptions;

/// The migrations of this service: the mail counts.
pub static MIGRATIONS: Migrator = sqlx::migrate!();

/// Serves until the frame stops.
pub fn service(settings: Settings, frame: Frame) -> runtime::Life {
    Box::pin(serve(settings, frame))
}

async fn serve(settings: Settings, frame: Frame) -> anyhow::Result<()> {
    let migrations = [&MIGRATIONS, &jobs::MIGRATIONS, &outbox::MIGRATIONS];
    let db = database::open(&settings.database, &migrations, &frame).await?;
    let sender = &settings.mail.mail_from;
    let shop_name = sender.name.as_deref().unwrap_or_else(|| sender.email.domain());
    let profile = shop_facts::follow(settings.catalog_url.clone(), &frame);
    let shop = shop::ShopIdentity::new(profile, settings.shop_email, shop_name.to_owned());
    let mailer = Mailer::new(settings.mail, frame.stopping())?;
    frame.set_stop_timeout(mail::STOP);
    let recipients = recipient::Recipients::new(db.clone(), settings.recipient_key)?;
    let peers = events::peer_services::PeerUrls {
        orders: settings.order_url,
        messages: settings.contact_url,
        alerts: settings.inventory_url,
        products: settings.catalog_url,
        documents: settings.billing_url,
    };
    let mail_sender = mail_handler::MailSender {
        mailer,
        peers: events::peer_services::PeerServices::new(peers, &frame),
        recipients,
        pace: settings.pace,
        shop,
        site_url: settings.site_url,
    };
    mail_sender.open(&db, &settings.events, settings.pace, &frame);
    frame.serve_health().await
}
