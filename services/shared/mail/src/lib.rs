//! Sends mails: over SMTP, into a folder of `.eml` files, or into memory for tests, behind one type.
//!
//! [`Templates`] make the words of a mail in each language; the [`Mailer`] puts the HTML one into the layout that all mails share.

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

/// The sender of mails while no other is set.
const SAMPLE_SENDER: &str = "Vanmool <orders@vanmool.example>";

/// How long a program that sends mails may take to stop: the 4 s in which load balancers turn away, the 30 s that a mail
/// server has for its word about a mail it was handed ([`Patience::last_word_at_stop`]), and some for the note of it.
pub const STOP: Duration = Duration::from_secs(45);

/// Mails on their way at the same time. Three programs with as many stay below the 50 connections that Postfix allows a
/// client by default.
const SMTP_CONNECTIONS: usize = 16;

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
    /// Connections to the SMTP server at most, each for one mail at a time; servers refuse clients with too many
    #[arg(long, env, default_value_t = SMTP_CONNECTIONS)]
    pub smtp_connections: usize,
    /// How long an SMTP server is waited for.
    #[arg(skip)]
    pub patience: Patience,
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
            smtp_connections: SMTP_CONNECTIONS,
            patience: Patience::default(),
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

/// Sends mails.
#[derive(Debug, Clone)]
pub struct Mailer {
    from: Mailbox,
    /// Lines under every mail; none where nobody signs.
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
    /// A mailer as the settings say. It connects when there is a mail to send, and hands over no more once the program
    /// is stopping.
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

    /// The same mailer for a shop that calls itself by the signature's name: mails come from it and end with its lines. The address
    /// that they come from stays, for mail servers let no other pass.
    #[must_use]
    pub fn signed_by(&self, signature: Signature) -> Self {
        Self {
            from: Mailbox::new(Some(signature.name.clone()), self.from.email.clone()),
            signed_by: Some(signature),
            transport: self.transport.clone(),
        }
    }

    /// Sends one mail; when it answers Ok, the server or the disk has it.
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
