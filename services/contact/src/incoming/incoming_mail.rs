//! Parses an incoming mail: recipients, sender and text. Pure.

use mail_parser::{Message, MessageParser, PartType};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use crate::{
    incoming::{authentication::MOST_RESULTS, html, quote, sanitize},
    tickets::{
        reply_address::{self, MOST_TOKENS},
        ticket_number,
    },
};

/// The maximum number of bytes read from a mail. The text precedes the attachments.
pub const LARGEST_MAIL: u64 = 1 << 20;

/// Headers with the recipients of a mail, the most reliable first.
const RECIPIENTS: [&str; 4] = ["Delivered-To", "X-Original-To", "To", "Cc"];

/// The text stored for a mail without text.
const NO_TEXT: &str = "[The email has no text.]";

/// An incoming mail.
#[derive(Debug, Clone)]
pub struct IncomingMail {
    /// The tokens in its recipient addresses, the most reliable first.
    pub tokens: Vec<Uuid>,
    /// The ticket number in its subject.
    pub ticket_number: Option<i64>,
    /// The address in From. `None` if From is empty or has several addresses.
    pub from: Option<String>,
    /// The values of `Authentication-Results`, the last server first.
    pub authentication: Vec<String>,
    /// The deduplication key: SHA-256 of the Message-ID, or of the whole mail if it has none.
    pub hash: [u8; 32],
    /// The sender's own text, without quotes and attachments; never empty.
    pub text: String,
    /// True for automatic mails, such as out-of-office replies.
    pub is_automatic: bool,
}

impl IncomingMail {
    /// Parses a mail. Returns `None` if it has neither a sender nor a date.
    pub fn parse(raw: &[u8]) -> Option<Self> {
        let raw = without_envelope(raw);
        let mail = MessageParser::default().parse(raw)?;
        let has_sender = mail.from().is_some() || mail.return_path().as_text().is_some();
        if !has_sender && mail.date().is_none() {
            return None;
        }
        let recipients = RECIPIENTS.into_iter().flat_map(|name| raw_values(&mail, name));
        let results = raw_values(&mail, "Authentication-Results").into_iter();
        let message_id = mail.message_id().filter(|id| !id.trim().is_empty());
        Some(Self {
            tokens: recipients
                .flat_map(|value| reply_address::tokens_in(&value))
                .take(MOST_TOKENS)
                .collect(),
            ticket_number: mail.subject().and_then(ticket_number::find_in_subject),
            from: sender(&mail),
            authentication: results.take(MOST_RESULTS).collect(),
            hash: Sha256::digest(message_id.map_or(raw, str::as_bytes)).into(),
            is_automatic: is_automatic(&mail),
            text: text(&mail),
        })
    }
}

/// Removes the mbox line with the envelope sender, which a mail server may put above the mail.
fn without_envelope(raw: &[u8]) -> &[u8] {
    if !raw.starts_with(b"From ") {
        return raw;
    }
    let end = raw.iter().position(|byte| *byte == b'\n');
    end.map_or(raw, |end| &raw[end + 1..])
}

/// The raw values of a header, including folded lines.
fn raw_values(mail: &Message<'_>, name: &str) -> Vec<String> {
    let headers = mail.headers_raw();
    let named = headers.filter(|(known, _)| known.eq_ignore_ascii_case(name));
    named.map(|(_, value)| value.trim().to_owned()).collect()
}

fn sender(mail: &Message<'_>) -> Option<String> {
    let mut senders = mail.from()?.iter();
    let address = senders.next()?.address()?.trim().to_owned();
    senders.next().is_none().then_some(address)
}

/// Detects automatic mails (RFC 3834) by their headers or an empty Return-Path. The shop's own mails are
/// marked as automatic, so two mail programs never answer each other in a loop.
fn is_automatic(mail: &Message<'_>) -> bool {
    let any = |name: &str, is: fn(&str) -> bool| {
        raw_values(mail, name)
            .iter()
            .any(|value| is(&value.to_ascii_lowercase()))
    };
    any("Auto-Submitted", |value| !value.starts_with("no"))
        || any("Precedence", |value| {
            ["bulk", "junk", "list", "auto_reply"].contains(&value)
        })
        || any("Return-Path", |value| value == "<>")
        || any("X-Autoreply", |_| true)
        || any("X-Autorespond", |_| true)
}

/// The sender's own text.
fn text(mail: &Message<'_>) -> String {
    let parts = mail.text_bodies().filter_map(|part| match &part.body {
        PartType::Text(text) => Some(text.to_string()),
        PartType::Html(html) => Some(html::text_of(html)),
        _ => None,
    });
    let all = parts.collect::<Vec<_>>().join("\n");
    let written = sanitize::sanitize_text(&quote::without_quotes(&all));
    let left_out = match mail.attachment_count() {
        0 => String::new(),
        1 => "[An attachment was not saved.]".to_owned(),
        count => format!("[{count} attachments were not saved.]"),
    };
    match (written.is_empty(), left_out.is_empty()) {
        (false, true) => written,
        (false, false) => format!("{written}\n\n{left_out}"),
        (true, false) => left_out,
        (true, true) => NO_TEXT.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKEN: Uuid = Uuid::from_u128(0x0190_b6a0_0000_4000_9000_0000_0000_00fe);

    const ENGLISH: &[u8] = include_bytes!("../../tests/mails/gmail_english.eml");
    const HINDI: &[u8] = include_bytes!("../../tests/mails/gmail_hindi.eml");
    const OUTLOOK: &[u8] = include_bytes!("../../tests/mails/outlook.eml");
    const OUT_OF_OFFICE: &[u8] = include_bytes!("../../tests/mails/out_of_office.eml");
    const FORGED: &[u8] = include_bytes!("../../tests/mails/forged.eml");

    fn parse(raw: &[u8]) -> IncomingMail {
        IncomingMail::parse(raw).expect("it is a mail")
    }

    #[test]
    fn an_answer_tells_its_ticket_and_what_was_written() {
        let words = "Thank you, it came today.\nOne pack is torn, though.\n\nAsha";
        let hindi = "धन्यवाद, पार्सल मिल गया।\nएक पैकेट फटा हुआ है।";
        let outlook = "One pack is torn - here is a photo.\n\nAsha\n\n[An attachment was not saved.]";
        for (raw, from, text) in [
            (ENGLISH, "asha@gmail.com", words),
            (HINDI, "asha@gmail.com", hindi),
            (OUTLOOK, "asha@outlook.com", outlook),
        ] {
            let mail = parse(raw);
            assert_eq!(mail.tokens.first(), Some(&TOKEN), "{from}");
            assert_eq!(mail.ticket_number, Some(42), "{from}");
            assert_eq!(mail.from.as_deref(), Some(from));
            assert_eq!(mail.text, text);
            assert!(!mail.is_automatic, "{from}");
        }
        assert_ne!(parse(ENGLISH).hash, parse(HINDI).hash);
    }

    #[test]
    fn a_mail_that_comes_again_another_way_is_the_same() {
        let again = [b"From asha@gmail.com  Thu Nov 26 10:20:31 2026\n", ENGLISH].concat();
        let again = parse(&again);
        assert_eq!(again.hash, parse(ENGLISH).hash);
        assert_eq!(again.tokens, parse(ENGLISH).tokens);
        let without_id = String::from_utf8_lossy(ENGLISH).replace("Message-ID", "X-ID");
        assert_ne!(parse(without_id.as_bytes()).hash, parse(ENGLISH).hash);
    }

    #[test]
    fn automatic_mails_are_recognised() {
        assert!(parse(OUT_OF_OFFICE).is_automatic);
        let plain = "From: a@b.example\r\nDate: Thu, 26 Nov 2026 10:16:15 +0530\r\n";
        for (headers, is_automatic) in [
            ("", false),
            ("Auto-Submitted: no\r\n", false),
            ("Return-Path: <a@b.example>\r\n", false),
            ("Return-Path: <>\r\n", true),
            ("Precedence: Bulk\r\n", true),
            ("auto-submitted: auto-generated\r\n", true),
        ] {
            let mail = parse(format!("{headers}{plain}\r\nHello").as_bytes());
            assert_eq!(mail.is_automatic, is_automatic, "{headers}");
        }
    }

    #[test]
    fn a_sender_is_the_address_and_not_the_name_and_only_one() {
        let mail = parse(FORGED);
        assert_eq!(mail.from.as_deref(), Some("mallory@gmail.com"));
        assert!(mail.tokens.is_empty());
        let several =
            String::from_utf8_lossy(FORGED).replace("<mallory@gmail.com>", "<m@b.example>, asha@gmail.com");
        assert_eq!(parse(several.as_bytes()).from, None);
    }

    #[test]
    fn a_bomb_is_read_like_any_mail() {
        let nested = "Content-Type: multipart/mixed; boundary=\"b\"\r\n\r\n--b\r\n".repeat(20_000);
        let nested = format!("From: a@b.example\r\nMIME-Version: 1.0\r\n{nested}");
        let recipients = format!(
            "From: a@b.example\r\nTo: {}\r\n\r\n> {}",
            "x+0190b6a00000400090000000000000fe@y.example, ".repeat(10_000),
            ">".repeat(500_000)
        );
        let attachments = format!(
            "From: a@b.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n{}",
            "--b\r\nContent-Type: image/png\r\n\r\nx\r\n".repeat(20_000)
        );
        let lines = format!("From: a@b.example\r\n\r\n{}", "a:\r\n>\r\n".repeat(100_000));
        for raw in [nested, recipients, attachments, lines] {
            let mail = parse(raw.as_bytes());
            assert!(mail.tokens.len() <= MOST_TOKENS);
            assert!(mail.text.chars().count() < 5_200, "{}", mail.text.len());
        }
    }

    #[test]
    fn bytes_that_are_no_mail_are_refused() {
        for raw in [&b""[..], b"\r\n", b"hello", b"\x00\xff\xfe"] {
            assert!(IncomingMail::parse(raw).is_none(), "{raw:?}");
        }
    }

    #[test]
    fn fuzz_of_incoming_mails() {
        fuzz::feed(
            "incoming mails",
            &[ENGLISH, HINDI, OUTLOOK, OUT_OF_OFFICE],
            |raw| {
                if let Some(mail) = IncomingMail::parse(raw) {
                    assert!(!mail.text.is_empty());
                    assert!(!mail.text.contains('\0'));
                }
            },
        );
    }
}
