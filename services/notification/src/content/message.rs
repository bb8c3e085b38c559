//! A message to the shop, as shown in mails.

use mail::{Value, escaped};

/// A message and its sender.
#[derive(Debug, Clone)]
pub(crate) struct Message {
    /// When it was received, in words.
    pub(crate) received_at: String,
    pub(crate) name: String,
    pub(crate) email: String,
    pub(crate) phone: String,
    pub(crate) subject: String,
    pub(crate) message: String,
}

/// Quotes a message: the text version has `> ` before each line.
pub(crate) fn quoted(message: &str) -> Value<'static> {
    let lines: Vec<_> = message.lines().collect();
    let escaped: Vec<_> = lines.iter().map(|line| escaped(line)).collect();
    Value::Made {
        text: format!("> {}", lines.join("\n> ")),
        html: escaped.join("<br>"),
    }
}

/// A message that contains text like a template and like HTML.
#[cfg(test)]
pub(crate) fn sample() -> Message {
    Message {
        received_at: "21 November 2026, 12:51 pm".to_owned(),
        name: "Asha Patel".to_owned(),
        email: "asha@example.com".to_owned(),
        phone: "9876543210".to_owned(),
        subject: "order status".to_owned(),
        message: "Where is my <b>parcel</b>?\r\n\r\n{{name}} & family".to_owned(),
    }
}
