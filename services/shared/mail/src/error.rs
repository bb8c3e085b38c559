use lettre::transport::smtp::{
    self,
    response::{Category, Code, Severity},
};

/// Why a mail was not sent. Contains nothing of the mail: of a server's answer, only the code is kept,
/// because servers repeat addresses.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// `SMTP_URL` is invalid. It is not repeated here, because it contains a password.
    #[error("SMTP_URL is not the address of a mail server, such as smtps://user:password@host")]
    Address,
    /// The password has a character that cuts the address off.
    #[error("SMTP_URL holds a password with /, ? or #: write them as %2F, %3F and %23")]
    Torn,
    /// The mail is invalid: a bad address, or several lines where one is allowed.
    #[error("the mail cannot be sent: {0}")]
    Unsendable(&'static str),
    /// The server permanently refused this mail.
    #[error("the mail server refused the mail: {0}")]
    Refused(Code),
    /// The server is busy, or refused for a reason apart from this mail, such as a password.
    #[error("the mail server did not take the mail: {0}")]
    NotTaken(Code),
    /// The server did not answer in time, before it had the mail.
    #[error("the mail server did not answer in time")]
    TimedOut,
    /// The server had the whole mail but did not reply. It may have accepted it.
    #[error("the mail server did not say whether it took the mail")]
    Unanswered,
    /// The program is stopping, and the mail was not sent.
    #[error("the program stops")]
    Interrupted,
    /// The answer is not from a mail server, or it was cut off.
    #[error("the mail server's answer could not be read")]
    Garbled,
    /// The server lacks TLS or a login method that `SMTP_URL` requires. An operator must fix it.
    #[error("the mail server does not offer what SMTP_URL asks for")]
    Unfit,
    /// The server is down, or its certificate is not trusted.
    #[error("the mail server cannot be reached")]
    Unreachable(#[source] smtp::Error),
    /// The folder cannot be written.
    #[error("the mail could not be written to its folder: {0}")]
    Folder(String),
}

impl Error {
    /// The kind of the error, for traces.
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

    /// True if the same mail can never be sent.
    pub fn is_permanent(&self) -> bool {
        matches!(self, Self::Unsendable(_) | Self::Refused(_))
    }

    /// True if the server may have accepted the mail anyway.
    pub fn is_unknown(&self) -> bool {
        matches!(self, Self::Unanswered)
    }

    /// The error for a dialogue in which the server did not accept the mail.
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

/// True for 55z (RFC 5321, section 4.2.1). Other permanent refusals, such as 535 for a wrong password, affect
/// all mails until an operator helps, so mails are not given up for them.
fn is_about_the_mail(code: Code) -> bool {
    code.severity == Severity::PermanentNegativeCompletion && code.category == Category::MailSystem
}
