//! Who signs a mail.

use crate::template::{Value, escaped};

/// Who signs a mail: under its text, and below its page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    /// What the sender is called, one line.
    pub name: String,
    /// What stands below the name: who that is by law, where, and how to reach them.
    pub lines: Vec<String>,
}

impl Signature {
    /// A text with the signature below it, set apart as mail programs know it (RFC 3676, section 4.3).
    pub(crate) fn under(&self, text: &str) -> String {
        let lines = self.lines.iter().map(|line| format!("\n{line}"));
        format!(
            "{}\n\n-- \n{}{}",
            text.trim_end(),
            self.name,
            lines.collect::<String>()
        )
    }

    /// The row below the content of a page, whose head has the name already.
    pub(crate) fn row(&self) -> Value<'static> {
        let lines: Vec<_> = self.lines.iter().map(|line| escaped(line)).collect();
        let style = "padding:14px 20px 16px;border-top:1px solid #dcc69c;color:#6f4526;font:15px/1.5 Helvetica,Arial,sans-serif";
        Value::Made {
            text: String::new(),
            html: format!("\n<tr><td style=\"{style}\">{}</td></tr>", lines.join("<br>")),
        }
    }
}
