use std::ffi::OsStr;

use clap::{Arg, Command, builder::TypedValueParser, error::ErrorKind};
use runtime::{Secret, StaffTokenKey, Target};

use crate::account::details::EMAIL_DOMAINS;

/// Where staff find the office on the machine of whoever tries it.
const SAMPLE_OFFICE_URL: &str = "http://localhost:8081";

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
    /// Where the catalog answers, which knows what the shop is called: its mails come from that name
    #[arg(long, env, default_value = "http://127.0.0.1:7001")]
    pub catalog_url: Target,
    /// Key for the hashes of one-time codes and for the secrets of staff's authenticator apps, the same for every replica and for
    /// good: at least 32 random characters
    #[arg(long, env, hide_env_values = true)]
    pub code_key: Secret,
    /// Hosts whose addresses may register; `*` for any
    #[arg(long, env, value_delimiter = ',', default_values = EMAIL_DOMAINS)]
    pub email_domains: Vec<String>,
    /// Key that signs for which staff the office calls services: an Ed25519 key as openssl writes it; absent: staff can call none
    #[arg(long, env, hide_env_values = true, value_parser = StaffTokenKeyParser)]
    pub staff_token_key: Option<StaffTokenKey>,
    /// Address that staff type for the office: what links in their mails begin with
    #[arg(long, env, default_value = SAMPLE_OFFICE_URL, value_parser = office_url)]
    pub office_url: String,
}

/// Reads the key, and does not repeat what is none, as clap would.
#[derive(Debug, Clone, Copy)]
struct StaffTokenKeyParser;

impl TypedValueParser for StaffTokenKeyParser {
    type Value = StaffTokenKey;

    fn parse_ref(
        &self,
        command: &Command,
        _: Option<&Arg>,
        value: &OsStr,
    ) -> Result<StaffTokenKey, clap::Error> {
        let read = value.to_str().unwrap_or_default().parse::<StaffTokenKey>();
        read.map_err(|wrong| {
            let message = format!("STAFF_TOKEN_KEY: {wrong}\n");
            clap::Error::raw(ErrorKind::ValueValidation, message).with_cmd(command)
        })
    }
}

/// An address that no link can begin with.
#[derive(Debug, thiserror::Error)]
#[error("it is not an address such as https://office.example")]
struct WrongAddress;

fn office_url(text: &str) -> Result<String, WrongAddress> {
    let url = text.trim_end_matches('/');
    let host = url.strip_prefix("https://").or(url.strip_prefix("http://"));
    let is_address = host.is_some_and(|host| {
        let is_bare = |c: char| c.is_ascii_graphic() && !['#', '?', '@', '"', '<', '>'].contains(&c);
        !host.is_empty() && host.chars().all(is_bare)
    });
    if is_address {
        Ok(url.to_owned())
    } else {
        Err(WrongAddress)
    }
}

#[cfg(test)]
mod tests {
    use clap::{Args as _, FromArgMatches as _};

    use super::*;

    fn read(more: [&str; 2]) -> Result<Settings, clap::Error> {
        let needed = [
            "identity",
            "--database-url=postgres://db",
            "--nats-url=nats://nats",
            "--code-key=k",
        ];
        let command = Settings::augment_args(Command::new("identity"));
        let matches = command.try_get_matches_from(needed.iter().chain(&more))?;
        Settings::from_arg_matches(&matches)
    }

    #[test]
    fn settings_do_not_clash() {
        runtime::check::<Settings>();
    }

    #[test]
    fn a_key_that_is_none_is_not_repeated() {
        let refused = read(["--staff-token-key", "hunter2"]).expect_err("it is no key");
        let words = refused.to_string();
        assert!(
            words.contains("STAFF_TOKEN_KEY") && !words.contains("hunter2"),
            "{words}"
        );
        let key = runtime::CallerKey::generate().to_secret();
        let settings = read(["--staff-token-key", key.expose()]).expect("it is a key");
        assert!(settings.staff_token_key.is_some());
    }

    #[test]
    fn links_begin_with_an_address_of_the_office() {
        let read = |url| {
            read(["--office-url", url])
                .ok()
                .map(|settings| settings.office_url)
        };
        assert_eq!(
            read("https://office.example/"),
            Some("https://office.example".to_owned())
        );
        assert_eq!(read(SAMPLE_OFFICE_URL), Some(SAMPLE_OFFICE_URL.to_owned()));
        for url in [
            "",
            "office",
            "ftp://office.example",
            "https://",
            "https://office.example/#",
            "http://a b",
        ] {
            assert_eq!(read(url), None, "{url}");
        }
    }
}
