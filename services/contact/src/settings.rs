use runtime::Target;

use crate::tickets::reply_address::ReplyAddress;

/// The settings of the contact service.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// The database of messages.
    #[command(flatten)]
    pub database: database::Settings,
    /// The event stream.
    #[command(flatten)]
    pub events: outbox::Settings,
    /// URL of the identity service, which resolves whose data is exported or erased
    #[arg(long, env, default_value = "http://127.0.0.1:7003")]
    pub identity_url: Target,
    /// Mailbox whose mails reach `contact receive-mail`, such as `reply@shop.example`: shoppers are asked to
    /// reply to `reply+TOKEN@shop.example`. Absent: replies go to the shop's own address
    #[arg(long, env)]
    pub reply_address: Option<ReplyAddress>,
    /// Name under which the own mail server writes `Authentication-Results`, such as `mx.shop.example`; it
    /// must remove results that arrive with a mail under its name. Absent: a mail that names a ticket only in
    /// its subject is shown as unverified
    #[arg(long, env)]
    pub mail_authserv_id: Option<String>,
}

#[cfg(test)]
mod tests {
    #[test]
    fn settings_do_not_clash() {
        runtime::check::<super::Settings>();
    }
}
