//! A message to the shop, as mails tell it.

use mail::{Value, escaped};

/// A message and its writer.
#[derive(Debug, Clone)]
pub(crate) struct Message {
    /// In words.
    pub(crate) received_at: String,
    pub(crate) name: String,
    pub(crate) email: String,
    pub(crate) phone: String,
    pub(crate) subject: String,
    pub(crate) message: String,
}

/// What somebody wrote, with a sign before each of its lines where there is no HTML to set them apart.
pub(crate) fn quoted(message: &str) -> Value<'static> {
    let lines: Vec<_> = message.lines().collect();
    let escaped: Vec<_> = lines.iter().map(|line| escaped(line)).collect();
    Value::Made {
        text: format!("> {}", lines.join("\n> ")),
        html: escaped.join("<br>"),
    }
}

/// A message whose writer typed what looks like a template and like HTML.
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
