//! The server's own mails, sent by the shop's mail server.

use anyhow::Context as _;
use mail::{Mail, Mailer};
use runtime::Secret;
use time::OffsetDateTime;
use tokio_util::sync::CancellationToken;

use crate::installation::Installation;

/// Sends a test mail.
pub async fn test(installation: &Installation, to: &str, now: OffsetDateTime) -> anyhow::Result<()> {
    let text = "This is a test email from your shop. You need not do anything.";
    send(installation, to, "Test email from your shop", text, "test", now).await
}

/// Mails the owner that a unit failed, and how to find the reason.
pub async fn failure(installation: &Installation, unit: &str, now: OffsetDateTime) -> anyhow::Result<()> {
    let text = format!(
        "{unit} failed on the server of your shop. Look at it soon: \"shop-admin status\" shows the state, and \"journalctl -u {unit}\" shows the log."
    );
    to_owner(installation, &format!("{unit} failed"), &text, now).await
}

/// Mails the owner.
pub(crate) async fn to_owner(
    installation: &Installation,
    subject: &str,
    text: &str,
    now: OffsetDateTime,
) -> anyhow::Result<()> {
    let shop = installation.shop()?;
    let owner = shop.require("SHOP_EMAIL")?;
    send(installation, owner, subject, text, "server", now).await
}

async fn send(
    installation: &Installation,
    to: &str,
    subject: &str,
    text: &str,
    about: &str,
    now: OffsetDateTime,
) -> anyhow::Result<()> {
    let shop = installation.shop()?;
    let url = shop
        .get("SMTP_URL")
        .context("SMTP_URL is not set in shop.env: mails become files and are not sent")?;
    let mut settings = mail::Settings::smtp(Secret::from(url.to_owned()).expose());
    settings.mail_from = shop
        .require("MAIL_FROM")?
        .parse()
        .context("MAIL_FROM is no address")?;
    let mailer = Mailer::new(settings, CancellationToken::new())?;
    let mail = Mail {
        to: to.to_owned(),
        reply_to: None,
        subject: subject.to_owned(),
        text: format!("{text}\n"),
        html: format!(
            "<p>{}</p>",
            text.replace('&', "&amp;")
                .replace('<', "&lt;")
                .replace('\n', "<br>\n")
        ),
        about: format!("{about}-{}", now.unix_timestamp()),
        attachment: None,
    };
    mailer.send(mail).await.context("the mail server takes no mail")
}
