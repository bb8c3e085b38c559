//! Sends mails: over SMTP, into a folder of `.eml` files, or into memory for tests, behind one type.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    time::Duration,
};

use lettre::{
    AsyncFileTransport, AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor,
    message::{
        Mailbox, MultiPart,
        header::{Header, HeaderName, HeaderValue},
    },
};
use runtime::Secret;

/// How long a mail server may take for one mail.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Where mails go and whom they come from.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// SMTP server, such as smtps://user:password@host or smtp://user:password@host?tls=required; absent: a folder
    #[arg(long, env, hide_env_values = true)]
    pub smtp_url: Option<Secret>,
    /// Folder for mails as .eml files while no SMTP server is set
    #[arg(long, env, default_value = "mails")]
    pub mail_dir: PathBuf,
    /// Who the mails come from
    #[arg(long, env, default_value = "Vanmool <orders@vanmool.example>")]
    pub mail_from: Mailbox,
}

impl Settings {
    /// Mails into a folder, from the sample sender.
    pub fn folder(folder: &Path) -> Self {
        let mail_from = "Vanmool <orders@vanmool.example>"
            .parse()
            .expect("the sample sender is a mailbox");
        Self {
            smtp_url: None,
            mail_dir: folder.to_owned(),
            mail_from,
        }
    }
}

/// A mail to one person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    /// The address alone.
    pub to: String,
    /// One line.
    pub subject: String,
    /// The body for readers without HTML.
    pub text: String,
    /// The body.
    pub html: String,
    /// What the mail is about, such as an event's id: it becomes the Message-ID, by which a mail program recognises a
    /// second copy.
    pub about: String,
}

/// Why a mail was not sent.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// `SMTP_URL` is unusable; it is not repeated here, for it holds a password.
    #[error("SMTP_URL is not the address of a mail server, such as smtps://user:password@host")]
    Address(#[source] lettre::transport::smtp::Error),
    /// The mail itself can never be sent: a bad address, or more than one line where one is due.
    #[error("the mail cannot be sent: {0}")]
    Unsendable(String),
    /// The server refused for good.
    #[error("the mail server refused the mail: {0}")]
    Refused(#[source] lettre::transport::smtp::Error),
    /// The server is away, slow or busy.
    #[error("the mail server did not take the mail: {0}")]
    Server(#[source] lettre::transport::smtp::Error),
    /// The folder cannot be written.
    #[error("the mail could not be written to its folder: {0}")]
    Folder(String),
}

impl Error {
    /// Whether the same mail can never succeed.
    pub fn is_permanent(&self) -> bool {
        matches!(self, Self::Unsendable(_) | Self::Refused(_))
    }
}

/// Sends mails.
#[derive(Clone)]
pub struct Mailer {
    from: Mailbox,
    transport: Transport,
}

#[derive(Clone)]
enum Transport {
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
    Folder(AsyncFileTransport<Tokio1Executor>, PathBuf),
    Memory(Arc<Mutex<Vec<Mail>>>),
}

impl Mailer {
    /// A mailer as the settings say.
    pub fn new(settings: Settings) -> Result<Self, Error> {
        let Settings {
            smtp_url,
            mail_dir,
            mail_from: from,
        } = settings;
        let Some(url) = smtp_url else {
            let folder = AsyncFileTransport::new(&mail_dir);
            return Ok(Self {
                from,
                transport: Transport::Folder(folder, mail_dir),
            });
        };
        let smtp = AsyncSmtpTransport::<Tokio1Executor>::from_url(url.expose()).map_err(Error::Address)?;
        Ok(Self {
            from,
            transport: Transport::Smtp(smtp.timeout(Some(TIMEOUT)).build()),
        })
    }

    /// A mailer that only remembers, and what it remembers.
    pub fn memory() -> (Self, Arc<Mutex<Vec<Mail>>>) {
        let sent = Arc::default();
        let from = Settings::folder(Path::new("")).mail_from;
        (
            Self {
                from,
                transport: Transport::Memory(Arc::clone(&sent)),
            },
            sent,
        )
    }

    /// Sends one mail; when it answers Ok, the server or the disk has it.
    pub async fn send(&self, mail: Mail) -> Result<(), Error> {
        let message = compose(&self.from, &mail)?;
        match &self.transport {
            Transport::Smtp(smtp) => match smtp.send(message).await {
                Ok(_) => Ok(()),
                Err(error) if error.is_permanent() => Err(Error::Refused(error)),
                Err(error) => Err(Error::Server(error)),
            },
            Transport::Folder(files, folder) => {
                let written = async {
                    tokio::fs::create_dir_all(folder)
                        .await
                        .map_err(|error| error.to_string())?;
                    files.send(message).await.map_err(|error| error.to_string())
                };
                written.await.map(drop).map_err(Error::Folder)
            }
            Transport::Memory(sent) => {
                sent.lock()
                    .expect("nothing panics while it holds this lock")
                    .push(mail);
                Ok(())
            }
        }
    }
}

/// RFC 3834: tells answering machines not to answer.
#[derive(Clone)]
struct AutoSubmitted;

impl Header for AutoSubmitted {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("Auto-Submitted")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "auto-generated".to_owned())
    }
}

fn compose(from: &Mailbox, mail: &Mail) -> Result<Message, Error> {
    let unsendable = |reason: &str| Error::Unsendable(reason.to_owned());
    if mail
        .subject
        .chars()
        .chain(mail.about.chars())
        .any(char::is_control)
    {
        return Err(unsendable("a subject is one line"));
    }
    let to = mail
        .to
        .parse()
        .map_err(|_| unsendable("the recipient's address is not well-formed"))?;
    Message::builder()
        .from(from.clone())
        .to(Mailbox::new(None, to))
        .subject(&mail.subject)
        .message_id(Some(format!("<{}@{}>", mail.about, from.email.domain())))
        .date_now()
        .header(AutoSubmitted)
        .multipart(MultiPart::alternative_plain_html(
            mail.text.clone(),
            mail.html.clone(),
        ))
        .map_err(|error| Error::Unsendable(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mail() -> Mail {
        Mail {
            to: "asha@example.com".to_owned(),
            subject: "Order VM-261121-7K3QX".to_owned(),
            text: "Thank you".to_owned(),
            html: "<p>Thank you</p>".to_owned(),
            about: "0190b6a0".to_owned(),
        }
    }

    fn composed(mail: &Mail) -> Result<String, Error> {
        let from = Settings::folder(Path::new("")).mail_from;
        compose(&from, mail).map(|message| String::from_utf8(message.formatted()).expect("a mail is ASCII"))
    }

    #[test]
    fn a_mail_has_both_bodies_and_the_headers_of_a_machine() {
        let text = composed(&mail()).expect("it is a good mail");
        for part in [
            "From: Vanmool <orders@vanmool.example>\r\n",
            "To: asha@example.com\r\n",
            "Subject: Order VM-261121-7K3QX\r\n",
            "Message-ID: <0190b6a0@vanmool.example>\r\n",
            "Auto-Submitted: auto-generated\r\n",
            "Date: ",
            "text/plain",
            "text/html",
        ] {
            assert!(text.contains(part), "{part:?} is missing in {text}");
        }
    }

    #[test]
    fn nobody_adds_a_header() {
        let injected = "x\r\nBcc: everyone@example.com";
        for mail in [
            Mail {
                subject: injected.to_owned(),
                ..mail()
            },
            Mail {
                about: injected.to_owned(),
                ..mail()
            },
            Mail {
                to: format!("asha@example.com{injected}"),
                ..mail()
            },
            Mail {
                to: "asha@example.com, everyone@example.com".to_owned(),
                ..mail()
            },
        ] {
            assert!(matches!(composed(&mail), Err(Error::Unsendable(_))), "{mail:?}");
        }
        let body = Mail {
            text: injected.to_owned(),
            ..mail()
        };
        let text = composed(&body).expect("a body may have lines");
        let headers = text
            .split("\r\n\r\n")
            .next()
            .expect("a mail begins with its headers");
        assert!(!headers.contains("Bcc"), "{headers}");
    }

    #[tokio::test]
    async fn without_a_server_a_mail_is_a_file() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("mails");
        Mailer::new(Settings::folder(&path))
            .expect("a folder will do")
            .send(mail())
            .await
            .expect("it is written");
        let files: Vec<_> = std::fs::read_dir(path).expect("the folder was made").collect();
        assert_eq!(files.len(), 1);
    }

    #[test]
    fn an_unusable_server_is_told_at_the_start_without_its_password() {
        let settings = Settings {
            smtp_url: Some(Secret::from("ftp://u:hunter2@h".to_owned())),
            ..Settings::folder(Path::new(""))
        };
        let error = Mailer::new(settings).err().expect("it is no mail server");
        assert!(!error.to_string().contains("hunter2"), "{error}");
    }
}
