use lettre::{
    Message,
    message::{
        Mailbox, MultiPart, SinglePart,
        header::{ContentType, Header, HeaderName, HeaderValue},
    },
};

use crate::{Error, layout, signature::Signature};

/// A mail to one recipient.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    /// The recipient's address, without a name.
    pub to: String,
    /// The address for replies, without a name, if it is not the sender's.
    pub reply_to: Option<String>,
    /// The subject, one line.
    pub subject: String,
    /// The plain-text body.
    pub text: String,
    /// The HTML body, without the common layout.
    pub html: String,
    /// The subject's id, such as an event's. It becomes the Message-ID, by which mail programs recognise
    /// duplicates. Letters, digits, `-`, `.` and `_`.
    pub about: String,
    /// The attached file.
    pub attachment: Option<Attachment>,
}

/// An attached PDF.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    /// The file name: letters, digits, `-`, `.` and `_`.
    pub name: String,
    /// The content.
    pub pdf: Vec<u8>,
}

/// Builds the message. No field can add a header or a recipient.
pub(crate) fn compose(from: &Mailbox, signed_by: Option<&Signature>, mail: &Mail) -> Result<Message, Error> {
    if mail.subject.contains(char::is_control) {
        return Err(Error::Unsendable("its subject is not one line"));
    }
    // The part of RFC 5322's `id-left` that our ids need. It excludes brackets, spaces and line ends.
    if mail.about.is_empty()
        || !mail
            .about
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "-._".contains(c))
    {
        return Err(Error::Unsendable("what it is about cannot be a Message-ID"));
    }
    let mut message = Message::builder()
        .from(from.clone())
        .to(address(&mail.to)?)
        .subject(&mail.subject)
        .message_id(Some(format!("<{}@{}>", mail.about, from.email.domain())))
        .date_now()
        .header(AutoSubmitted);
    if let Some(reply_to) = &mail.reply_to {
        // Servers without SMTPUTF8 refuse this header, and lettre checks support only for the recipient.
        if !reply_to.is_ascii() {
            return Err(Error::Unsendable("the address for answers is not in ASCII"));
        }
        message = message.reply_to(address(reply_to)?);
    }
    let bodies = MultiPart::alternative_plain_html(
        signed_by.map_or_else(|| mail.text.clone(), |signature| signature.under(&mail.text)),
        layout::wrap(&mail.html, from, &mail.subject, signed_by),
    );
    let parts = match &mail.attachment {
        None => bodies,
        Some(file) => MultiPart::mixed().multipart(bodies).singlepart(attached(file)?),
    };
    message
        .multipart(parts)
        .map_err(|_| Error::Unsendable("it has no sender or recipient"))
}

fn attached(file: &Attachment) -> Result<SinglePart, Error> {
    let is_plain = |name: &str| {
        name.chars()
            .all(|c| c.is_ascii_alphanumeric() || "-._".contains(c))
    };
    if file.name.is_empty() || !is_plain(&file.name) {
        return Err(Error::Unsendable("its file has no plain name"));
    }
    let media_type = ContentType::parse("application/pdf").expect("it is a media type");
    Ok(lettre::message::Attachment::new(file.name.clone()).body(file.pdf.clone(), media_type))
}

fn address(text: &str) -> Result<Mailbox, Error> {
    let address = text
        .parse()
        .map_err(|_| Error::Unsendable("an address in it is not well-formed"))?;
    Ok(Mailbox::new(None, address))
}

/// RFC 3834: tells auto-responders not to reply.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn mail() -> Mail {
        Mail {
            to: "asha@example.com".to_owned(),
            reply_to: None,
            subject: "Order VM-261121-7K3QX".to_owned(),
            text: "Thank you".to_owned(),
            html: "<p>Thank you</p>".to_owned(),
            about: "0190b6a0-0000-7000-9000-000000000001".to_owned(),
            attachment: None,
        }
    }

    fn composed(mail: &Mail) -> Result<String, Error> {
        let from = "Vanmool <orders@vanmool.example>"
            .parse()
            .expect("it is a mailbox");
        compose(&from, None, mail)
            .map(|message| String::from_utf8(message.formatted()).expect("a mail is ASCII"))
    }

    #[test]
    fn a_mail_has_both_bodies_and_the_headers_of_a_machine() {
        let mail = Mail {
            reply_to: Some("help@vanmool.example".to_owned()),
            ..mail()
        };
        let text = composed(&mail).expect("it is a good mail");
        for part in [
            "From: Vanmool <orders@vanmool.example>\r\n",
            "To: asha@example.com\r\n",
            "Reply-To: help@vanmool.example\r\n",
            "Subject: Order VM-261121-7K3QX\r\n",
            "Message-ID: <0190b6a0-0000-7000-9000-000000000001@vanmool.example>\r\n",
            "Auto-Submitted: auto-generated\r\n",
            "\r\nDate: ",
            "Content-Type: multipart/alternative;",
            "text/plain",
            "text/html",
            "<p>Thank you</p>",
            "<title>Order VM-261121-7K3QX</title>",
        ] {
            assert!(text.contains(part), "{part:?} is missing in {text}");
        }
    }

    #[test]
    fn a_file_goes_along_under_a_plain_name_alone() {
        let with = |name: &str| Mail {
            attachment: Some(Attachment {
                name: name.to_owned(),
                pdf: b"%PDF-1.7".to_vec(),
            }),
            ..mail()
        };
        let text = composed(&with("INV-2627-000042.pdf")).expect("it is a good mail");
        for part in [
            "Content-Type: multipart/mixed;",
            "Content-Type: multipart/alternative;",
            "Content-Disposition: attachment; filename=\"INV-2627-000042.pdf\"",
            "Content-Type: application/pdf",
        ] {
            assert!(text.contains(part), "{part:?} is missing in {text}");
        }
        for name in [
            "",
            "a b.pdf",
            "x\r\nBcc: everyone@example.com",
            "\"x\".pdf",
            "../x.pdf\u{0}",
        ] {
            assert!(
                matches!(composed(&with(name)), Err(Error::Unsendable(_))),
                "{name:?}"
            );
        }
    }

    #[test]
    fn a_signature_stands_under_both_bodies() {
        let from = "Jadibuti <orders@vanmool.example>"
            .parse()
            .expect("it is a mailbox");
        let signature = Signature {
            name: "Jadibuti".to_owned(),
            lines: vec!["Jadibuti & Sons LLP".to_owned(), "7 Mill Road, Surat".to_owned()],
        };
        let text = compose(&from, Some(&signature), &mail())
            .expect("it is a good mail")
            .formatted();
        // Long HTML lines are sent in parts.
        let text = String::from_utf8(text)
            .expect("a mail is ASCII")
            .replace("=\r\n", "");
        assert!(
            text.contains(
                "Thank you\r\n\r\n-- \r\nJadibuti\r\nJadibuti & Sons LLP\r\n7 Mill Road, Surat\r\n"
            ),
            "{text}"
        );
        assert!(
            text.contains("Jadibuti &amp; Sons LLP<br>7 Mill Road, Surat</td>"),
            "{text}"
        );
    }

    #[test]
    fn text_adds_no_header_and_no_recipient() {
        let injected = "x\r\nBcc: everyone@example.com";
        for mail in [
            Mail {
                subject: injected.to_owned(),
                ..mail()
            },
            Mail {
                subject: "x\nBcc: everyone@example.com".to_owned(),
                ..mail()
            },
            Mail {
                about: injected.to_owned(),
                ..mail()
            },
            Mail {
                about: "a> <b".to_owned(),
                ..mail()
            },
            Mail {
                about: String::new(),
                ..mail()
            },
            Mail {
                to: format!("asha@example.com{injected}"),
                ..mail()
            },
            Mail {
                to: format!("{injected}\r\n asha@example.com"),
                ..mail()
            },
            Mail {
                to: "asha@example.com, everyone@example.com".to_owned(),
                ..mail()
            },
            Mail {
                to: "Asha <asha@example.com>".to_owned(),
                ..mail()
            },
            Mail {
                reply_to: Some(format!("asha@example.com{injected}")),
                ..mail()
            },
        ] {
            assert!(matches!(composed(&mail), Err(Error::Unsendable(_))), "{mail:?}");
        }
    }

    #[test]
    fn an_address_in_another_script_may_get_a_mail_but_no_answer() {
        let address = "आशा@example.com".to_owned();
        let to = Mail {
            to: address.clone(),
            ..mail()
        };
        assert!(
            composed(&to).is_ok(),
            "servers with SMTPUTF8 take it, and lettre asks them"
        );
        let reply_to = Mail {
            reply_to: Some(address),
            ..mail()
        };
        assert!(matches!(composed(&reply_to), Err(Error::Unsendable(_))));
    }

    #[test]
    fn a_body_stays_a_body() {
        let mail = Mail {
            text: "x\r\nBcc: everyone@example.com\r\n.\r\nRSET\r\n".to_owned(),
            ..mail()
        };
        let text = composed(&mail).expect("a body may have lines");
        let (headers, _) = text
            .split_once("\r\n\r\n")
            .expect("a mail begins with its headers");
        assert!(!headers.contains("Bcc"), "{headers}");
    }

    #[test]
    fn a_subject_in_another_script_is_encoded() {
        let text = composed(&Mail {
            subject: "वनमूल".to_owned(),
            ..mail()
        })
        .expect("it is a good subject");
        assert!(text.contains("Subject: =?utf-8?b?"), "{text}");
    }
}
