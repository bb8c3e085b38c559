use std::ffi::OsStr;

use clap::{Arg, Command, builder::TypedValueParser, error::ErrorKind};
use runtime::{Secret, StaffTokenKey, Target};

use crate::account::details::EMAIL_DOMAINS;

/// How long a password waits for a core, in milliseconds: less than the office waits for an answer.
pub const PASSWORD_WAIT_MS: u64 = 2_000;

/// The URL of the office on a trial machine.
const SAMPLE_OFFICE_URL: &str = "http://localhost:8081";

/// The settings of the identity service.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// The database of accounts.
    #[command(flatten)]
    pub database: database::Settings,
    /// The event stream.
    #[command(flatten)]
    pub events: outbox::Settings,
    /// The mail server.
    #[command(flatten)]
    pub mail: mail::Settings,
    /// URL of the catalog, which knows the shop's name: the sender name of mails
    #[arg(long, env, default_value = "http://127.0.0.1:7001")]
    pub catalog_url: Target,
    /// Key for the hashes of one-time codes and for the TOTP secrets of staff, the same for every replica and
    /// permanent: at least 32 random characters
    #[arg(long, env, hide_env_values = true)]
    pub code_key: Secret,
    /// Email hosts that may register; `*` for any
    #[arg(long, env, value_delimiter = ',', default_values = EMAIL_DOMAINS)]
    pub email_domains: Vec<String>,
    /// Key that signs the tokens with which staff call services: an Ed25519 key as openssl writes it; absent:
    /// staff cannot call services
    #[arg(long, env, hide_env_values = true, value_parser = StaffTokenKeyParser)]
    pub staff_token_key: Option<StaffTokenKey>,
    /// Public URL of the office: the base of links in mails to staff
    #[arg(long, env, default_value = SAMPLE_OFFICE_URL, value_parser = office_url)]
    pub office_url: String,
    /// Milliseconds that a password waits for a core before its client is told to retry, 4000 at most: the
    /// gateway waits 5 seconds, and a try that it gave up is counted
    #[arg(long, env, default_value_t = PASSWORD_WAIT_MS, value_parser = clap::value_parser!(u64).range(1..=4_000))]
    pub password_wait_ms: u64,
}

/// Parses the key. Unlike clap's default error, its error does not repeat the invalid value.
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

/// The error for an invalid office URL.
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
