//! Sends mails: over SMTP, into a folder of `.eml` files, or into memory for tests, behind one type.
//!
//! A [`Template`] makes the bodies of a mail; the [`Mailer`] puts the HTML one into the frame that all mails share.

mod error;
mod frame;
mod message;
mod template;

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    time::Duration,
};

use lettre::{
    AsyncFileTransport, AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor, message::Mailbox,
};
use runtime::Secret;

use tracing::{Instrument as _, field::Empty};

pub use error::Error;
pub use lettre::Address;
pub use template::{Body, Template, Value, escaped};

/// How long a mail server may take for one mail, from the connection to its last word.
const SMTP_TIMEOUT: Duration = Duration::from_secs(10);

/// Who mails come from while nothing else is set.
const SAMPLE_SENDER: &str = "Vanmool <orders@vanmool.example>";

/// Where mails go and whom they come from.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// SMTP server: `smtps://user:password@host` or `smtp://user:password@host?tls=required`; absent: a folder
    #[arg(long, env, hide_env_values = true)]
    pub smtp_url: Option<Secret>,
    /// Folder for mails as .eml files while no SMTP server is set
    #[arg(long, env, default_value = "mails")]
    pub mail_dir: PathBuf,
    /// Who the mails come from
    #[arg(long, env, default_value = SAMPLE_SENDER)]
    pub mail_from: Mailbox,
    #[arg(skip)]
    memory: Option<Sent>,
}

impl Settings {
    /// Mails to the SMTP server at `url`, from the sample sender.
    pub fn smtp(url: impl Into<String>) -> Self {
        Self {
            smtp_url: Some(Secret::from(url.into())),
            ..Self::folder(Path::new(""))
        }
    }

    /// Mails into a folder, from the sample sender.
    pub fn folder(folder: &Path) -> Self {
        let mail_from = SAMPLE_SENDER.parse().expect("the sample sender is a mailbox");
        Self {
            smtp_url: None,
            mail_dir: folder.to_owned(),
            mail_from,
            memory: None,
        }
    }

    /// Mails that are only remembered, and where: for tests.
    pub fn memory() -> (Self, Sent) {
        let sent = Sent::default();
        (
            Self {
                memory: Some(sent.clone()),
                ..Self::folder(Path::new(""))
            },
            sent,
        )
    }
}

/// Mails that a test sent; clones share them.
#[derive(Debug, Clone, Default)]
pub struct Sent(Arc<Mutex<Vec<Mail>>>);

impl Sent {
    /// All of them, oldest first.
    pub fn mails(&self) -> Vec<Mail> {
        self.0
            .lock()
            .expect("nothing panics while it holds this lock")
            .clone()
    }

    fn push(&self, mail: Mail) {
        self.0
            .lock()
            .expect("nothing panics while it holds this lock")
            .push(mail);
    }
}

/// A mail to one person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    /// The address alone.
    pub to: String,
    /// Where an answer goes, if not to the sender: the address alone.
    pub reply_to: Option<String>,
    /// One line.
    pub subject: String,
    /// The body for readers without HTML.
    pub text: String,
    /// The body, without the frame that all mails share: what stands inside it.
    pub html: String,
    /// What the mail is about, such as an event's id: it becomes the Message-ID, by which a mail program recognises a
    /// second copy. Letters, digits, `-`, `.` and `_`.
    pub about: String,
}

/// Sends mails.
#[derive(Debug, Clone)]
pub struct Mailer {
    from: Mailbox,
    transport: Transport,
}

#[derive(Debug, Clone)]
enum Transport {
    Smtp {
        server: AsyncSmtpTransport<Tokio1Executor>,
        timeout: Duration,
    },
    Folder(PathBuf),
    Memory(Sent),
}

impl Mailer {
    /// A mailer as the settings say. It connects when there is a mail to send.
    pub fn new(settings: Settings) -> Result<Self, Error> {
        let Settings {
            smtp_url,
            mail_dir,
            mail_from: from,
            memory,
        } = settings;
        let transport = match (memory, smtp_url) {
            (Some(sent), _) => Transport::Memory(sent),
            (None, Some(url)) if url.is_torn_address() => return Err(Error::Torn),
            (None, Some(url)) => {
                let server = AsyncSmtpTransport::<Tokio1Executor>::from_url(url.expose());
                let server = server.map_err(|_| Error::Address)?.build();
                Transport::Smtp {
                    server,
                    timeout: SMTP_TIMEOUT,
                }
            }
            (None, None) => {
                tracing::info!(folder = %mail_dir.display(), "SMTP_URL is not set, so mails become files");
                Transport::Folder(mail_dir)
            }
        };
        Ok(Self { from, transport })
    }

    /// Sends one mail; when it answers Ok, the server or the disk has it.
    pub async fn send(&self, mail: Mail) -> Result<(), Error> {
        let message = message::compose(&self.from, &mail)?;
        match &self.transport {
            Transport::Smtp { server, timeout } => {
                let span = tracing::info_span!(
                    "smtp",
                    otel.name = "smtp send",
                    otel.kind = "client",
                    otel.status_code = Empty,
                    network.protocol.name = "smtp",
                    error.type = Empty,
                );
                // lettre's own timeout covers the connection only, not a server that falls silent later.
                let sending = tokio::time::timeout(*timeout, server.send(message)).instrument(span.clone());
                let sent = match sending.await {
                    Ok(sent) => sent.map(drop).map_err(|error| Error::of_server(error, &mail.to)),
                    Err(_) => Err(Error::TimedOut),
                };
                if let Err(error) = &sent {
                    span.record("otel.status_code", "ERROR");
                    span.record("error.type", error.kind());
                }
                sent
            }
            Transport::Folder(folder) => write(folder, message)
                .await
                .map_err(|error| Error::Folder(error.to_string())),
            Transport::Memory(sent) => {
                sent.push(mail);
                Ok(())
            }
        }
    }
}

async fn write(folder: &Path, message: Message) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    tokio::fs::create_dir_all(folder).await?;
    AsyncFileTransport::<Tokio1Executor>::new(folder)
        .send(message)
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::error::Error as _;

    use super::*;

    fn mail() -> Mail {
        Mail {
            to: "asha@example.com".to_owned(),
            reply_to: None,
            subject: "Order Confirmed!".to_owned(),
            text: "Thank you".to_owned(),
            html: "<p>Thank you</p>".to_owned(),
            about: "0190b6a0".to_owned(),
        }
    }

    #[test]
    fn an_unusable_server_is_told_at_the_start_without_its_password() {
        for url in [
            "ftp://u:hunter2@h",
            "hunter2",
            "smtp://u:hunter2@",
            "smtp://u:hunter2@h?tls=perhaps",
        ] {
            let error = Mailer::new(Settings::smtp(url)).expect_err("it is no mail server");
            assert!(matches!(error, Error::Address), "{url}");
            assert!(error.source().is_none(), "{error:?}");
        }
        let torn = Mailer::new(Settings::smtp("smtp://u:12/hunter2@h")).expect_err("a password is torn");
        assert!(torn.to_string().contains("%2F"), "{torn}");
    }

    #[tokio::test]
    async fn a_server_that_falls_silent_is_given_up_in_time_and_may_have_the_mail_tried_again() {
        let silent = tokio::net::TcpListener::bind("127.0.0.1:0")
            .await
            .expect("port 0 is free");
        let url = format!(
            "smtp://{}",
            silent.local_addr().expect("a bound listener has an address")
        );
        let mut mailer = Mailer::new(Settings::smtp(url)).expect("it is a mail server's address");
        if let Transport::Smtp { timeout, .. } = &mut mailer.transport {
            *timeout = Duration::from_millis(100);
        }
        let error = mailer.send(mail()).await.expect_err("nobody answers");
        assert!(
            matches!(error, Error::TimedOut) && !error.is_permanent(),
            "{error:?}"
        );
    }
}
