//! Sends mails over SMTP, into a folder of `.eml` files, or into memory for tests.
//!
//! [`Templates`] render the texts in each language; the [`Mailer`] puts the HTML into the common layout.

mod error;
mod layout;
mod message;
mod server;
mod signature;
mod smtp;
mod template;
mod templates;

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    time::Duration,
};

use lettre::{AsyncFileTransport, AsyncTransport as _, Message, Tokio1Executor, message::Mailbox};
use runtime::Secret;
use tokio_util::sync::CancellationToken;
use tracing::{Instrument as _, field::Empty};

pub use error::Error;
pub use lettre::Address;
pub use message::{Attachment, Mail};
pub use signature::Signature;
pub use smtp::Patience;
pub use template::{Content, Template, Value, escaped};
pub use templates::Templates;

/// The default sender.
const SAMPLE_SENDER: &str = "Vanmool <orders@vanmool.example>";

/// How long a program that sends mails may take to stop: 4 s until load balancers stop sending, 30 s for the
/// reply to a mail that was handed over ([`Patience::last_word_at_stop`]), and some to store the result.
pub const STOP: Duration = Duration::from_secs(45);

/// Limit of concurrent mails. Three programs with this many stay below the 50 connections that Postfix allows
/// a client by default.
const SMTP_CONNECTIONS: usize = 16;

/// The settings of mails: transport and sender.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// SMTP server: `smtps://user:password@host` or `smtp://user:password@host?tls=required`; without it,
    /// mails go to a folder
    #[arg(long, env, hide_env_values = true)]
    pub smtp_url: Option<Secret>,
    /// Folder for mails as .eml files, if no SMTP server is set
    #[arg(long, env, default_value = "mails")]
    pub mail_dir: PathBuf,
    /// Sender of the mails
    #[arg(long, env, default_value = SAMPLE_SENDER)]
    pub mail_from: Mailbox,
    /// Limit of connections to the SMTP server, each for one mail at a time; servers refuse clients with too
    /// many
    #[arg(long, env, default_value_t = SMTP_CONNECTIONS)]
    pub smtp_connections: usize,
    /// The timeouts of SMTP.
    #[arg(skip)]
    pub patience: Patience,
    #[arg(skip)]
    memory: Option<Sent>,
}

impl Settings {
    /// Settings for the SMTP server at `url`, with the sample sender.
    pub fn smtp(url: impl Into<String>) -> Self {
        Self {
            smtp_url: Some(Secret::from(url.into())),
            ..Self::folder(Path::new(""))
        }
    }

    /// Settings for a folder, with the sample sender.
    pub fn folder(folder: &Path) -> Self {
        let mail_from = SAMPLE_SENDER.parse().expect("the sample sender is a mailbox");
        Self {
            smtp_url: None,
            mail_dir: folder.to_owned(),
            mail_from,
            smtp_connections: SMTP_CONNECTIONS,
            patience: Patience::default(),
            memory: None,
        }
    }

    /// Settings for tests that keep mails in memory, and that memory.
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

/// The mails that a test sent. Clones share them.
#[derive(Debug, Clone, Default)]
pub struct Sent(Arc<Mutex<Vec<Mail>>>);

impl Sent {
    /// All mails, oldest first.
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

/// Sends mails.
#[derive(Debug, Clone)]
pub struct Mailer {
    from: Mailbox,
    /// The signature under every mail, if there is one.
    signed_by: Option<Signature>,
    transport: Transport,
}

#[derive(Debug, Clone)]
enum Transport {
    Smtp(smtp::Server),
    Folder(PathBuf),
    Memory(Sent),
}

impl Mailer {
    /// Creates a mailer. It connects when there is a mail to send, and sends none once the program is
    /// stopping.
    pub fn new(settings: Settings, stopping: CancellationToken) -> Result<Self, Error> {
        let Settings {
            smtp_url,
            mail_dir,
            mail_from: from,
            smtp_connections,
            patience,
            memory,
        } = settings;
        let transport = match (memory, smtp_url) {
            (Some(sent), _) => Transport::Memory(sent),
            (None, Some(url)) if url.is_torn_address() => return Err(Error::Torn),
            (None, Some(url)) => {
                let address = server::Address::read(url.expose()).ok_or(Error::Address)?;
                Transport::Smtp(smtp::Server::new(address, smtp_connections, patience, stopping))
            }
            (None, None) => {
                tracing::info!(folder = %mail_dir.display(), "SMTP_URL is not set, so mails become files");
                Transport::Folder(mail_dir)
            }
        };
        let signed_by = None;
        Ok(Self {
            from,
            signed_by,
            transport,
        })
    }

    /// The same mailer with the signature's name as sender name, and its lines at the end. The sender address
    /// stays, because mail servers accept no other.
    #[must_use]
    pub fn signed_by(&self, signature: Signature) -> Self {
        Self {
            from: Mailbox::new(Some(signature.name.clone()), self.from.email.clone()),
            signed_by: Some(signature),
            transport: self.transport.clone(),
        }
    }

    /// Sends a mail. Returns Ok once the server or the disk has it.
    pub async fn send(&self, mail: Mail) -> Result<(), Error> {
        let message = message::compose(&self.from, self.signed_by.as_ref(), &mail)?;
        match &self.transport {
            Transport::Smtp(server) => {
                let span = tracing::info_span!(
                    "smtp",
                    otel.name = "smtp send",
                    otel.kind = "client",
                    otel.status_code = Empty,
                    network.protocol.name = "smtp",
                    error.type = Empty,
                );
                let sent = server.send(&message).instrument(span.clone()).await;
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

#[tracing::instrument(name = "write mail", skip_all)]
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

    #[test]
    fn an_unusable_server_is_told_at_the_start_without_its_password() {
        for url in [
            "ftp://u:hunter2@h",
            "hunter2",
            "smtp://u:hunter2@",
            "smtp://u:hunter2@h?tls=perhaps",
        ] {
            let error =
                Mailer::new(Settings::smtp(url), CancellationToken::new()).expect_err("it is no mail server");
            assert!(matches!(error, Error::Address), "{url}");
            assert!(error.source().is_none(), "{error:?}");
        }
        let torn = Mailer::new(Settings::smtp("smtp://u:12/hunter2@h"), CancellationToken::new())
            .expect_err("a password is torn");
        assert!(torn.to_string().contains("%2F"), "{torn}");
    }
}
