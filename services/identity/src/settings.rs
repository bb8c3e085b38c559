use runtime::Secret;

use crate::account::details::EMAIL_DOMAINS;

/// What can be set from outside.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// Where accounts are kept.
    #[command(flatten)]
    pub database: database::Settings,
    /// Where events go.
    #[command(flatten)]
    pub events: outbox::Settings,
    /// Where mails go.
    #[command(flatten)]
    pub mail: mail::Settings,
    /// Key for the hashes of one-time codes, the same for every replica: at least 32 random characters
    #[arg(long, env, hide_env_values = true)]
    pub code_key: Secret,
    /// Hosts whose addresses may register; `*` for any
    #[arg(long, env, value_delimiter = ',', default_values = EMAIL_DOMAINS)]
    pub email_domains: Vec<String>,
}

#[cfg(test)]
mod tests {
    #[test]
    fn settings_do_not_clash() {
        runtime::check::<super::Settings>();
    }
}
