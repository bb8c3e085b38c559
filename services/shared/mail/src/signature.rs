//! The signature of mails.

use crate::template::{Value, escaped};

/// A mail's signature, for the text and the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    /// The sender's name, one line.
    pub name: String,
    /// The lines below the name: legal name, address and contact.
    pub lines: Vec<String>,
}

impl Signature {
    /// Appends the signature to a text, with the separator of RFC 3676, section 4.3.
    pub(crate) fn under(&self, text: &str) -> String {
        let lines = self.lines.iter().map(|line| format!("\n{line}"));
        format!(
            "{}\n\n-- \n{}{}",
            text.trim_end(),
            self.name,
            lines.collect::<String>()
        )
    }

    /// The signature row of the page, without the name, which is in the page's head.
    pub(crate) fn row(&self) -> Value<'static> {
        let lines: Vec<_> = self.lines.iter().map(|line| escaped(line)).collect();
        let style = "padding:14px 20px 16px;border-top:1px solid #dcc69c;color:#6f4526;font:15px/1.5 Helvetica,Arial,sans-serif";
        Value::Made {
            text: String::new(),
            html: format!("\n<tr><td style=\"{style}\">{}</td></tr>", lines.join("<br>")),
        }
    }
}
