use lettre::transport::smtp::{
    self,
    response::{Category, Code, Severity},
};

/// Why a mail was not sent. What it says holds nothing of the mail: servers repeat addresses in their answers, so only
/// the codes of those are kept.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// `SMTP_URL` is unusable; it is not repeated here, for it holds a password.
    #[error("SMTP_URL is not the address of a mail server, such as smtps://user:password@host")]
    Address,
    /// Half of the password would be taken for the host.
    #[error("SMTP_URL holds a password with /, ? or #: write them as %2F, %3F and %23")]
    Torn,
    /// The mail itself can never be sent: a bad address, or more than one line where one is due.
    #[error("the mail cannot be sent: {0}")]
    Unsendable(&'static str),
    /// The server will never take this mail.
    #[error("the mail server refused the mail: {0}")]
    Refused(Code),
    /// The server is busy, or at odds with us about something else than this mail, such as a password.
    #[error("the mail server did not take the mail: {0}")]
    NotTaken(Code),
    /// The server was slow or silent before the mail was handed over.
    #[error("the mail server did not answer in time")]
    TimedOut,
    /// The server had the whole mail and said nothing, in minutes or before the connection broke: it may have taken it.
    #[error("the mail server did not say whether it took the mail")]
    Unanswered,
    /// The program is asked to stop, and the mail was not handed over.
    #[error("the program stops")]
    Interrupted,
    /// What answers is no mail server, or it stopped in the middle.
    #[error("the mail server's answer could not be read")]
    Garbled,
    /// The server lacks TLS or a way to log in that `SMTP_URL` asks for; an operator can help.
    #[error("the mail server does not offer what SMTP_URL asks for")]
    Unfit,
    /// The server is away, or its certificate is not trusted.
    #[error("the mail server cannot be reached")]
    Unreachable(#[source] smtp::Error),
    /// The folder cannot be written.
    #[error("the mail could not be written to its folder: {0}")]
    Folder(String),
}

impl Error {
    /// A word for what happened, the same for every mail.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Address | Self::Torn => "address",
            Self::Unsendable(_) => "unsendable",
            Self::Refused(_) => "refused",
            Self::NotTaken(_) => "not_taken",
            Self::TimedOut => "timed_out",
            Self::Unanswered => "unanswered",
            Self::Interrupted => "interrupted",
            Self::Garbled => "garbled",
            Self::Unfit => "unfit",
            Self::Unreachable(_) => "unreachable",
            Self::Folder(_) => "folder",
        }
    }

    /// Whether the same mail can never succeed.
    pub fn is_permanent(&self) -> bool {
        matches!(self, Self::Unsendable(_) | Self::Refused(_))
    }

    /// Whether the server may have taken the mail all the same.
    pub fn is_unknown(&self) -> bool {
        matches!(self, Self::Unanswered)
    }

    /// Of a dialogue whose outcome is known: the server did not take the mail.
    pub(crate) fn of_server(error: smtp::Error) -> Self {
        match error.status() {
            Some(code) if is_about_the_mail(code) => Self::Refused(code),
            Some(code) => Self::NotTaken(code),
            None if error.is_client() => Self::Unfit,
            None if error.is_response() => Self::Garbled,
            None => Self::Unreachable(error),
        }
    }
}

/// 55z, by RFC 5321, section 4.2.1. Other refusals for good, such as 535 for a wrong password, hit every mail until
/// an operator helps, and no mail deserves to be given up for that.
fn is_about_the_mail(code: Code) -> bool {
    code.severity == Severity::PermanentNegativeCompletion && code.category == Category::MailSystem
}
